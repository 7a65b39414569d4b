package admin

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/text"
	"gpuscale/web"
)

// uploadForm is a posted upload: its fields, and the file behind them as it comes
// in.
type uploadForm struct {
	fields map[string]string
	name   string
	file   io.Reader // nil without a file
}

// maxField bounds a field beside a file, in bytes.
const maxField = 4 << 10

// readUploadForm reads the fields up to the file, which is left to be read: a large
// file is never held in memory or on disk as a whole.
func readUploadForm(r *web.Request) (uploadForm, error) {
	form := uploadForm{fields: map[string]string{}}
	parts, err := r.HTTP.MultipartReader()
	if err != nil {
		return form, &web.Error{Status: http.StatusBadRequest, Code: "bad-request", Cause: err}
	}
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return form, nil
		}
		if err != nil {
			return form, tooLarge(err)
		}
		if part.FormName() == "file" {
			form.name, form.file = uploadName(part), &boundedFile{part, dataset.MaxBytes}
			return form, nil
		}
		value, err := io.ReadAll(io.LimitReader(part, maxField))
		if err != nil {
			return form, tooLarge(err)
		}
		form.fields[part.FormName()] = strings.TrimSpace(string(value))
	}
}

// uploadName is the last part of the name that the browser gives, "" for no file.
func uploadName(part *multipart.Part) string {
	name := path.Base(strings.ReplaceAll(part.FileName(), `\`, "/"))
	if name == "." || name == "/" {
		return ""
	}
	return name
}

// boundedFile fails with ErrTooLarge where a file exceeds the limit.
type boundedFile struct {
	file io.Reader
	left int64
}

// Read reads on while the file keeps to the limit.
func (b *boundedFile) Read(p []byte) (int, error) {
	n, err := b.file.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, dataset.ErrTooLarge
	}
	return n, err
}

// tooLarge turns the errors of a body that is too long or broken into answers.
func tooLarge(err error) error {
	var limit *http.MaxBytesError
	switch {
	case errors.As(err, &limit), errors.Is(err, dataset.ErrTooLarge):
		return &web.Error{Status: http.StatusRequestEntityTooLarge, Code: "too-large", Cause: err}
	case errors.Is(err, io.ErrUnexpectedEOF):
		return &web.Error{Status: http.StatusBadRequest, Code: "bad-request", Cause: err}
	}
	return err
}

// uploadOptions reads what the editor says about the file.
func (a *Admin) uploadOptions(l text.Lang, form uploadForm) (ImportOptions, map[string]string) {
	o := ImportOptions{Kind: dataset.Kind(form.fields["kind"]), Provider: form.fields["provider"], Seen: form.fields["seen"], Source: form.fields["source"]}
	problems := map[string]string{}
	if form.file == nil || form.name == "" {
		problems["file"] = text.T(l, "import.need.file")
	}
	if o.Kind != "" && !o.Kind.Known() {
		problems["kind"] = problemText(l, "", dataset.CodeWord, dataset.Detail{})
	}
	if _, ok := a.Market().Provider(o.Provider); o.Provider != "" && !ok {
		problems["provider"] = problemText(l, "", dataset.CodeReference, dataset.Detail{A: o.Provider})
	}
	if _, err := catalog.ParseDate(o.Seen); err != nil {
		problems["seen"] = problemText(l, "", dataset.CodeDay, dataset.Detail{})
	}
	_, address, _ := dataset.SchemaOf(dataset.Offers).Column("source_url")
	if _, code := address.Canonical(o.Source); code != "" {
		problems["source"] = problemText(l, "", code, dataset.Detail{})
	}
	return o, problems
}

// fileProblem says why a file cannot be read at all.
func fileProblem(l text.Lang, err error) string {
	var format *dataset.FormatError
	switch {
	case errors.Is(err, dataset.ErrTooLarge):
		return text.T(l, "import.too-large", "mb", dataset.MaxBytes>>20, "rows", text.Count(dataset.MaxRows))
	case errors.As(err, &format):
		return text.T(l, "import.format", "detail", detailText(l, "", format.Detail))
	}
	return text.T(l, "import.unreadable")
}

func percentOf(done, all int64) int {
	if all <= 0 {
		return 0
	}
	return int(min(99, done*100/all))
}

// unknownPerForm is how many unknown providers one form settles; after it is sent,
// the next ones follow.
const unknownPerForm = 60

// addWord is the choice that adds a provider instead of mapping it.
const addWord = "+"

// readMapping reads what the editor decided about unknown providers. Those without
// a decision stay refused.
func (a *Admin) readMapping(l text.Lang, form map[string][]string, o ImportOptions) (ImportOptions, map[string]string) {
	problems := map[string]string{}
	get := func(name string, i int) string {
		if list := form[name+"."+strconv.Itoa(i)]; len(list) > 0 {
			return strings.TrimSpace(list[0])
		}
		return ""
	}
	known := map[string]string{}
	for name, slug := range o.Known {
		known[name] = slug
	}
	for i := range unknownPerForm {
		name, choice := get("name", i), get("as", i)
		switch _, ok := a.Market().Provider(choice); {
		case name == "" || choice == "":
		case ok:
			known[name] = choice
		case choice == addWord:
			added := AddedProvider{Slug: cmp.Or(get("slug", i), name), Name: get("label", i), Kind: get("kind", i), Market: get("market", i)}
			if problem := addedProblem(l, added); problem != "" {
				problems["as."+strconv.Itoa(i)] = problem
				continue
			}
			if added.Slug != name {
				known[name] = added.Slug
			}
			o.Added = append(slices.Clone(o.Added), added)
		default:
			problems["as."+strconv.Itoa(i)] = problemText(l, "", dataset.CodeReference, dataset.Detail{A: choice})
		}
	}
	o.Known = known
	return o, problems
}

var slugForm = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,60}$`)

func addedProblem(l text.Lang, p AddedProvider) string {
	schema := dataset.SchemaOf(dataset.Providers)
	for name, value := range map[string]string{"name_zh": p.Name, "kind": p.Kind, "market": p.Market} {
		_, column, _ := schema.Column(name)
		if _, code := column.Canonical(value); code != "" {
			return fmt.Sprintf("%s: %s", columnLabel(l, dataset.Providers, name), problemText(l, dataset.Providers, code, column.Explain(code)))
		}
	}
	if !slugForm.MatchString(p.Slug) {
		return problemText(l, dataset.Providers, dataset.CodeSlug, dataset.Detail{A: p.Slug})
	}
	return ""
}
