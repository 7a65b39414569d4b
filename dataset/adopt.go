package dataset

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gpuscale/catalog"
)

// Adopt finds prices on record in the lines of published catalogues, which name
// prices by ids of their own. A line that is a reading of a recorded price by the
// same source becomes a line of that price: its amount and day where it is not
// older, everything else as recorded. Where only another source is known to say the
// like, the file's Alike tells so and the line stays as it is.
func Adopt(current Set, files []*File, m *catalog.Matcher) {
	if !slices.ContainsFunc(files, func(f *File) bool { return f.Catalogue != "" }) {
		return
	}
	a := adoption{matcher: m, known: map[string]bool{}, alike: map[string][]Record{}, used: map[string]bool{}, cards: map[catalog.Published][]string{}}
	for _, r := range current[Offers] {
		a.known[r.Key] = true
		for _, likeness := range a.likenesses(r) {
			a.alike[likeness] = append(a.alike[likeness], r)
		}
	}
	for _, f := range files {
		if f.Catalogue != "" {
			a.file(f)
		}
	}
}

// adoption holds the recorded prices by what makes prices alike.
type adoption struct {
	matcher *catalog.Matcher
	known   map[string]bool // keys on record
	alike   map[string][]Record
	used    map[string]bool // keys that a line was found to be
	cards   map[catalog.Published][]string
}

// likenesses are what two readings of one price agree in, once for each card that
// its name may mean. Places and machines are compared apart: one side may not tell.
func (a *adoption) likenesses(r Record) []string {
	var parts []string
	for _, column := range []string{"provider", "gpu_count", "billing_mode", "price_tier", "currency", "unit", "scope", "share"} {
		parts = append(parts, r.Get(column))
	}
	common := strings.Join(parts, "\x00")
	slugs := a.cardsOf(r)
	out := make([]string, len(slugs))
	for i, slug := range slugs {
		out[i] = common + "\x00" + slug
	}
	return out
}

// cardsOf lists the cards that a line may be of; a name that fits none stands for
// itself.
func (a *adoption) cardsOf(r Record) []string {
	published := catalog.Published{Context: r.Get("provider"), InstanceType: r.Get("instance_type"), AcceleratorName: r.Get("accelerator"), FormFactor: r.Get("form_factor")}
	if gb, err := strconv.ParseFloat(r.Get("vram_gb"), 64); err == nil {
		published.VRAMGB = catalog.Known(gb)
	}
	if slugs, ok := a.cards[published]; ok {
		return slugs
	}
	match := a.matcher.Match(published)
	slugs := append([]string{}, match.Candidates...)
	switch {
	case match.Slug != "" && !slices.Contains(slugs, match.Slug):
		slugs = append(slugs, match.Slug)
	case match.Slug == "":
		slugs = append(slugs, catalog.NormaliseName(published.AcceleratorName))
	}
	a.cards[published] = slugs
	return slugs
}

// file settles the lines of one catalogue: first those whose amount agrees, so that
// of two prices of one machine each finds its own, then those that are the only one.
func (a *adoption) file(f *File) {
	var open []int
	for i, r := range f.Records {
		if a.known[r.Key] {
			a.used[r.Key] = true
			continue
		}
		open = append(open, i)
	}
	open = slices.DeleteFunc(open, func(i int) bool {
		return a.take(f, i, func(old Record) bool { return old.Get("price_amount") == f.Records[i].Get("price_amount") })
	})
	for _, i := range open {
		if !a.take(f, i, func(Record) bool { return true }) {
			a.mark(f, i)
		}
	}
}

// take makes a line one of a recorded price of its source, when a single unused one
// is as wanted.
func (a *adoption) take(f *File, i int, wanted func(Record) bool) bool {
	found := a.candidates(f.Records[i], func(old Record) bool {
		return !a.used[old.Key] && sameSource(old, f.Records[i]) && wanted(old)
	})
	if len(found) == 0 || len(found) > 1 && !sameLine(found) {
		return false
	}
	old := found[0]
	a.used[old.Key] = true
	line := f.Records[i]
	f.Records[i] = old
	switch seen, known := line.Get("source_date"), old.Get("source_date"); {
	case seen >= known:
		f.Records[i] = old.With("price_amount", line.Get("price_amount")).With("source_date", seen)
	case line.Get("price_amount") != old.Get("price_amount"):
		f.Notices = append(f.Notices, Problem{File: f.Name, Line: f.Lines[i], Kind: Offers, Code: CodeSkipped, Value: line.Get("price_amount"), Detail: because(ReasonNewerKnown, old.Get("price_amount"), known)})
	}
	return true
}

// sameLine reports whether records only differ in when they hold or in notes: any of
// them stands for the price.
func sameLine(records []Record) bool {
	return !slices.ContainsFunc(records, func(r Record) bool {
		return r.Get("region") != records[0].Get("region") || r.Get("instance_type") != records[0].Get("instance_type") ||
			r.Get("accelerator") != records[0].Get("accelerator") || r.Get("price_amount") != records[0].Get("price_amount")
	})
}

// mark notes that a line may be a price that is on record from another source.
func (a *adoption) mark(f *File, i int) {
	found := a.candidates(f.Records[i], func(Record) bool { return true })
	if len(found) == 0 {
		return
	}
	if f.Alike == nil {
		f.Alike = map[string]string{}
	}
	f.Alike[f.Records[i].Key] = found[0].Key
}

// mostAlike bounds how many prices of one card a line is compared with.
const mostAlike = 500

func (a *adoption) candidates(line Record, wanted func(Record) bool) []Record {
	var found []Record
	for _, likeness := range a.likenesses(line) {
		list := a.alike[likeness]
		for _, old := range list[:min(len(list), mostAlike)] {
			if placesAgree(old, line) && wanted(old) && !slices.ContainsFunc(found, func(r Record) bool { return r.Key == old.Key }) {
				found = append(found, old)
			}
		}
	}
	return found
}

// placesAgree reports whether machine and place may be the same: equal, or not told
// by one side.
func placesAgree(a, b Record) bool {
	for _, column := range []string{"instance_type", "vcpu", "ram_gib"} {
		x, y := catalog.NormaliseName(a.Get(column)), catalog.NormaliseName(b.Get(column))
		if x != "" && y != "" && x != y {
			return false
		}
	}
	mine, theirs := Elements(a.Get("region")), Elements(b.Get("region"))
	if len(mine) == 0 || len(theirs) == 0 {
		return true
	}
	return slices.ContainsFunc(mine, func(place string) bool {
		return slices.ContainsFunc(theirs, func(other string) bool { return catalog.NormaliseName(place) == catalog.NormaliseName(other) })
	})
}

// sameSource reports whether two lines were read from one page.
func sameSource(a, b Record) bool {
	x, y := pageOf(a.Get("source_url")), pageOf(b.Get("source_url"))
	return x != "" && x == y
}

func pageOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return strings.TrimPrefix(strings.ToLower(u.Host), "www.") + strings.TrimSuffix(u.Path, "/")
}
