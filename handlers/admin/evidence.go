package admin

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"gpuscale/dataset"
	"gpuscale/text"
	pages "gpuscale/views/admin"
	"gpuscale/web"
)

// Limits of a posted form: its fields, and one file beside them.
const (
	maxEvidence   = 5 << 20
	formBytes     = maxEvidence + 2*web.FormBytes
	evidenceField = "evidence_file"
)

// File is an evidence file, named by the SHA-256 of its bytes.
type File struct {
	SHA, Name, MIME string
	Size            int64
	Body            []byte
	Who             string
	Created         time.Time
}

// Files keeps evidence files.
type Files interface {
	// AddFile keeps a file with Name, MIME, Body and Who; the same bytes once.
	AddFile(ctx context.Context, f File) (File, error)
	File(ctx context.Context, sha string) (File, error)
	// Files lists files without their bytes, the newest first.
	Files(ctx context.Context, page int) ([]File, int64, error)
}

// evidenceTypes are the kinds of files that can be evidence. None of them runs in
// a browser.
var evidenceTypes = []string{"image/png", "image/jpeg", "image/webp", "application/pdf", "text/plain; charset=utf-8"}

func (a *Admin) evidenceEndpoints() []endpoint {
	return []endpoint{{method: http.MethodGet, path: "/admin/evidence", handler: a.showFiles}}
}

// postedForm is a form with the file that came with it.
type postedForm struct {
	values  url.Values
	file    *File
	problem string
}

// readForm reads a form, and keeps the evidence file it may bring.
func (a *Admin) readForm(ctx context.Context, r *web.Request, actor Actor) (postedForm, error) {
	media, _, err := mime.ParseMediaType(r.HTTP.Header.Get("Content-Type"))
	if err != nil || media != "multipart/form-data" {
		r.HTTP.Body = http.MaxBytesReader(nil, r.HTTP.Body, web.FormBytes)
		values, err := r.Form()
		return postedForm{values: values}, err
	}
	if err := r.HTTP.ParseMultipartForm(formBytes); err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return postedForm{}, err
		}
		return postedForm{}, &web.Error{Status: http.StatusBadRequest, Code: "bad-request", Cause: err}
	}
	form := postedForm{values: r.HTTP.MultipartForm.Value}
	return form, a.keepEvidence(ctx, r, actor, &form)
}

// keepEvidence keeps the file of a form, or tells in the form why it is refused.
func (a *Admin) keepEvidence(ctx context.Context, r *web.Request, actor Actor, form *postedForm) error {
	part, header, err := r.HTTP.FormFile(evidenceField)
	if errors.Is(err, http.ErrMissingFile) {
		return nil
	}
	if err != nil {
		return err
	}
	body, err := io.ReadAll(io.LimitReader(part, maxEvidence+1))
	if err := errors.Join(err, part.Close()); err != nil {
		return err
	}
	if len(body) == 0 {
		return nil // browsers send an empty part where no file was chosen
	}
	kind := evidenceType(body)
	if len(body) > maxEvidence || kind == "" {
		form.problem = text.T(text.Lang(r.Lang), "evidence.refused", "limit", maxEvidence>>20)
		return nil
	}
	kept, err := a.Files.AddFile(ctx, File{Name: fileName(header.Filename), MIME: kind, Body: body, Who: actor.Name})
	form.file = &kept
	return err
}

// evidenceType tells the type of a file by its bytes; "" for one that is refused.
func evidenceType(body []byte) string {
	found := http.DetectContentType(body)
	for _, allowed := range evidenceTypes {
		if found == allowed {
			return allowed
		}
	}
	return ""
}

// fileName keeps the last part of a name that a browser sent, without what cannot
// be shown. It is never used as a path.
func fileName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if unprintable(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, name)
	if runes := []rune(name); len(runes) > 120 {
		name = string(runes[len(runes)-120:])
	}
	if name == "" {
		return "evidence"
	}
	return name
}

// fill makes the kept file the source of the record.
func (p *postedForm) fill(d *draft) {
	i, _, ok := dataset.SchemaOf(d.kind).Column("source_url")
	switch {
	case !ok:
	case p.problem != "":
		d.fail("source_url", p.problem)
	case p.file != nil:
		d.values[i] = "upload:" + p.file.SHA
		delete(d.problems, "source_url")
	}
}

// showEvidence sends an evidence file, for the readers of what it is evidence of.
func (a *Admin) showEvidence(c *gin.Context) error {
	file, err := a.Files.File(c.Request.Context(), c.Param("sha"))
	if err != nil {
		return known(err)
	}
	h := c.Writer.Header()
	h.Set("Content-Type", file.MIME)
	h.Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": file.Name}))
	h.Set("X-Robots-Tag", "noindex")
	h.Set("Cache-Control", "public, max-age=86400, immutable")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'")
	c.Status(http.StatusOK)
	if c.Request.Method != http.MethodHead {
		// A client that went away cannot be told anything more.
		_, _ = c.Writer.Write(file.Body)
	}
	return nil
}

func (a *Admin) showFiles(ctx context.Context, r *web.Request, actor Actor) (web.Result, error) {
	files, total, err := a.Files.Files(ctx, 1)
	if err != nil {
		return web.Result{}, err
	}
	l := text.Lang(r.Lang)
	m := pages.FilesModel{Count: text.N(l, "evidence.count", int(total))}
	for _, f := range files {
		m.Files = append(m.Files, pages.FileLine{Name: f.Name, Path: "/evidence/" + f.SHA, Address: "upload:" + f.SHA, Who: f.Who, Created: text.Minute(f.Created), Size: text.Count(int((f.Size + 1023) >> 10))})
	}
	return web.Result{Page: pages.Files(a.frame(r, actor, "records", text.T(l, "evidence.title")), m)}, nil
}
