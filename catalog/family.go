package catalog

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// families holds the entries for names that fit several parts.
type families struct {
	matcher *Matcher
	bySlug  map[string]*Accelerator
	bySet   map[string]string // candidates joined → slug
}

func newFamilies(m *Matcher) *families {
	return &families{matcher: m, bySlug: map[string]*Accelerator{}, bySet: map[string]string{}}
}

// declare makes the entry of a name that means any of these parts, and those that
// a stated memory or form leads to, and returns its slug. Name is used where the
// slugs of the parts have no common stem. Names whose parts differ little share one
// family, which then holds the parts of all.
func (f *families) declare(name string, candidates []string) string {
	if len(candidates) < 2 {
		return ""
	}
	set := strings.Join(candidates, ";")
	if slug, ok := f.bySet[set]; ok {
		return slug
	}
	parts := make([]*Accelerator, len(candidates))
	for i, c := range candidates {
		parts[i] = f.matcher.parts[c]
	}
	slug := f.slug(name, parts)
	f.bySet[set] = slug
	whole := parts
	if old := f.bySlug[slug]; old != nil {
		whole = f.union(old, candidates)
	}
	f.bySlug[slug] = newFamily(slug, name, whole)
	declareBy(f, name, parts, func(p *Accelerator) string { return fmt.Sprint(p.MemoryGB) })
	declareBy(f, name, parts, func(p *Accelerator) string { return string(p.Form) })
	return slug
}

func declareBy(f *families, name string, parts []*Accelerator, trait func(*Accelerator) string) {
	byTrait := map[string][]string{}
	for _, p := range parts {
		byTrait[trait(p)] = append(byTrait[trait(p)], p.Slug)
	}
	for _, t := range slices.Sorted(maps.Keys(byTrait)) {
		if len(byTrait[t]) < len(parts) {
			f.declare(name, byTrait[t])
		}
	}
}

// of returns the slug of the family of exactly these parts, or of those a name may
// mean where memory and form leave a set that no entry was made for.
func (f *families) of(left, named []string) string {
	if slug, ok := f.bySet[strings.Join(left, ";")]; ok {
		return slug
	}
	return f.bySet[strings.Join(named, ";")]
}

func (f *families) union(old *Accelerator, candidates []string) []*Accelerator {
	var parts []*Accelerator
	for _, slug := range f.matcher.order {
		if slices.Contains(old.Candidates, slug) || slices.Contains(candidates, slug) {
			parts = append(parts, f.matcher.parts[slug])
		}
	}
	return parts
}

// slug names the family {model}-any, or {model}-{memory}gb-any when all parts have
// one memory.
func (f *families) slug(name string, parts []*Accelerator) string {
	slugs := make([]string, len(parts))
	for i, p := range parts {
		slugs[i] = memorySuffix.ReplaceAllString(p.Slug, "")
	}
	stem := commonStem(slugs, "-")
	if stem == "" {
		stem = cmp.Or(slugify(name), slugify(parts[0].Vendor))
	}
	if bare := f.withoutForm(stem, parts); bare != "" {
		stem = bare
	}
	if gb, shared := sharedNumber(parts, memoryGB); shared {
		stem += "-" + strconv.FormatFloat(gb, 'f', -1, 64) + "gb"
	}
	return stem + "-any"
}

// withoutForm drops a trailing form from the stem where the model has no part in
// another form, so that both H20 are h20-any.
func (f *families) withoutForm(stem string, parts []*Accelerator) string {
	cut := strings.LastIndex(stem, "-")
	if cut < 0 || !isFormToken(stem[cut+1:]) {
		return ""
	}
	bare, others := stem[:cut], 0
	for _, slug := range f.matcher.order {
		if strings.HasPrefix(slug, bare+"-") {
			others++
		}
	}
	if others != len(parts) {
		return ""
	}
	return bare
}

func isFormToken(s string) bool {
	for _, form := range []Form{FormPCIe, FormSXM, FormNVL, FormOAM} {
		if strings.HasPrefix(s, string(form)) {
			return true
		}
	}
	return false
}

// commonStem returns what the names begin with, cut back to a separator unless
// nothing with a digit would be left; "" when they have no model in common.
func commonStem(names []string, sep string) string {
	stem := names[0]
	for _, n := range names[1:] {
		i := 0
		for i < len(stem) && i < len(n) && stem[i] == n[i] {
			i++
		}
		stem = stem[:i]
	}
	whole := !slices.ContainsFunc(names, func(n string) bool {
		return len(n) > len(stem) && !strings.HasPrefix(n[len(stem):], sep)
	})
	if cut := strings.LastIndex(stem, sep); !whole && cut >= 0 && strings.ContainsFunc(stem[:cut], unicode.IsDigit) {
		stem = stem[:cut]
	}
	if !strings.ContainsFunc(stem, unicode.IsDigit) {
		return ""
	}
	return strings.TrimSuffix(stem, sep)
}

// slugify returns the name as an address part, "" when it is not written in ASCII.
func slugify(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII }) {
		return ""
	}
	fields := strings.FieldsFunc(Fold(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(fields, "-")
}

func memoryGB(a *Accelerator) Number { return a.MemoryGB }

func sharedNumber(parts []*Accelerator, figure func(*Accelerator) Number) (float64, bool) {
	first := figure(parts[0])
	for _, p := range parts {
		if figure(p) != first {
			return 0, false
		}
	}
	return first.Get()
}

// newFamily makes the entry of several parts: figures they all share, and for the
// others the span they take.
func newFamily(slug, name string, parts []*Accelerator) *Accelerator {
	fam := &Accelerator{
		Slug:              slug,
		Vendor:            shared(parts, func(a *Accelerator) string { return a.Vendor }),
		Architecture:      shared(parts, func(a *Accelerator) string { return a.Architecture }),
		ComputeCapability: shared(parts, func(a *Accelerator) string { return a.ComputeCapability }),
		FormFactor:        shared(parts, func(a *Accelerator) string { return a.FormFactor }),
		MemoryType:        shared(parts, func(a *Accelerator) string { return a.MemoryType }),
		Interconnect:      shared(parts, func(a *Accelerator) string { return a.Interconnect }),
		PCIeGen:           shared(parts, func(a *Accelerator) string { return a.PCIeGen }),
		SoftwareStack:     shared(parts, func(a *Accelerator) string { return a.SoftwareStack }),
		ExportNote:        shared(parts, func(a *Accelerator) Words { return a.ExportNote }),
		Form:              shared(parts, func(a *Accelerator) Form { return a.Form }),
		LaunchYear:        shared(parts, func(a *Accelerator) Opt[int] { return a.LaunchYear }),
		MIGInstancesMax:   shared(parts, func(a *Accelerator) Opt[int] { return a.MIGInstancesMax }),
		MatrixUnits:       shared(parts, func(a *Accelerator) bool { return a.MatrixUnits }),
		OSDevicesPerUnit:  shared(parts, func(a *Accelerator) int { return a.OSDevicesPerUnit }),
		Spans:             map[string]Span{},
	}
	if fam.Form == "" {
		fam.Form = FormUnknown
	}
	for _, p := range parts {
		fam.Candidates = append(fam.Candidates, p.Slug)
	}
	fam.Model = familyModel(name, parts)
	for _, figure := range Figures {
		if value, ok := sharedNumber(parts, figure.Of); ok {
			*figure.field(fam) = Known(value)
		} else if span, ok := spanOf(parts, figure.Of); ok {
			fam.Spans[figure.Key] = span
		}
	}
	return fam
}

func shared[T comparable](parts []*Accelerator, field func(*Accelerator) T) T {
	first := field(parts[0])
	for _, p := range parts[1:] {
		if field(p) != first {
			var none T
			return none
		}
	}
	return first
}

func spanOf(parts []*Accelerator, figure func(*Accelerator) Number) (Span, bool) {
	var s Span
	found := false
	for _, p := range parts {
		v, ok := figure(p).Get()
		switch {
		case !ok:
			s.Missing++
		case !found:
			s.Low, s.High, found = v, v, true
		default:
			s.Low, s.High = min(s.Low, v), max(s.High, v)
		}
	}
	return s, found
}

func familyModel(name string, parts []*Accelerator) string {
	models := make([]string, len(parts))
	for i, p := range parts {
		models[i] = p.Model
	}
	model := strings.TrimRight(cmp.Or(commonStem(models, " "), name), "- ")
	if gb, ok := sharedNumber(parts, memoryGB); ok && !strings.Contains(model, "GB") {
		model += fmt.Sprintf(" %vGB", gb)
	}
	return strings.TrimSpace(model)
}

// Label returns the accelerator's name for people; a family's says that the
// variant is not stated.
func (a *Accelerator) Label() Words {
	if !a.Family() {
		return Words{Zh: a.Model, En: a.Model}
	}
	return Words{Zh: a.Model + "（版本未注明）", En: a.Model + " (variant not stated)"}
}
