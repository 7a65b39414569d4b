package catalog

import (
	"math"
	"regexp"
	"slices"
	"strings"
)

// memoryTolerance is how far a published memory may lie from a card's and still
// mean that card: makers, drivers and catalogues count in different units.
const memoryTolerance = 0.10

// MatchKind says how a published name was understood.
type MatchKind string

// Match kinds.
const (
	MatchedByName   MatchKind = "name"   // the name means one part
	MatchedByFilter MatchKind = "filter" // memory or form left one part of several
	MatchedFamily   MatchKind = "family" // several parts remain
	MatchedNone     MatchKind = "none"
)

// Match is the outcome of matching a published name: the slug of an accelerator or
// family, "" for none, and for a family the parts that remain.
type Match struct {
	Slug       string
	Kind       MatchKind
	Candidates []string
}

// Published is what a price list says of a card.
type Published struct {
	Context         string // provider slug, or name of an import format
	InstanceType    string
	AcceleratorName string
	FormFactor      string
	VRAMGB          Number // per card, or of the slice
	Share           Share
}

// Matcher finds the accelerator that a published name means.
type Matcher struct {
	parts     map[string]*Accelerator
	order     []string // slugs as the data lists them
	context   map[[2]string]string
	exact     map[string]string
	normal    map[string]string
	ambiguous map[string][]string
	reported  map[string][]float64 // GiB by slug
	names     map[string][]string  // that a card is searched by, by slug
	families  *families
}

// NewMatcher prepares the names of d.
func NewMatcher(d Data) *Matcher {
	m := &Matcher{
		parts:     map[string]*Accelerator{},
		context:   map[[2]string]string{},
		exact:     map[string]string{},
		normal:    map[string]string{},
		ambiguous: map[string][]string{},
		reported:  map[string][]float64{},
		names:     searchAliases(d.Aliases),
	}
	for i := range d.Accelerators {
		m.parts[d.Accelerators[i].Slug] = &d.Accelerators[i]
		m.order = append(m.order, d.Accelerators[i].Slug)
	}
	for _, a := range d.ContextAliases {
		m.context[[2]string{a.Context, NormaliseName(a.Name)}] = a.Slug
	}
	for _, a := range d.Aliases {
		m.exact[a.Name] = a.Slug
		if n := NormaliseName(a.Name); m.normal[n] == "" {
			m.normal[n] = a.Slug
		}
	}
	for _, r := range d.ReportedMemory {
		m.reported[r.Slug] = append(m.reported[r.Slug], float64(r.MiB)/1024)
	}
	m.families = newFamilies(m)
	for _, a := range d.AmbiguousNames {
		if known := m.known(a.Candidates); len(known) > 0 {
			m.ambiguous[NormaliseName(a.Name)] = known
			m.families.declare(a.Name, known)
		}
	}
	return m
}

func (m *Matcher) known(slugs []string) []string {
	return slices.DeleteFunc(slices.Clone(slugs), func(s string) bool { return m.parts[s] == nil })
}

// Match finds the accelerator that p means: the instance type first, then the
// published name, each also without a trailing bracket. Memory overrides a name.
func (m *Matcher) Match(p Published) Match {
	var several, named []string
	for _, name := range p.names() {
		slug, candidates := m.lookUp(p.Context, name)
		if slug != "" && (several == nil || slices.Contains(several, slug)) {
			return Match{Slug: m.sibling(slug, p), Kind: MatchedByName}
		}
		if several == nil && candidates != nil {
			several, named = m.filter(candidates, p), candidates
			if len(several) == 1 {
				return Match{Slug: several[0], Kind: MatchedByFilter}
			}
		}
	}
	if len(several) == 0 {
		return Match{Kind: MatchedNone}
	}
	return Match{Slug: m.families.of(several, named), Kind: MatchedFamily, Candidates: several}
}

var trailingBracket = regexp.MustCompile(`\s*[（(][^（()）]*[)）]$`)

func (p Published) names() []string {
	var names []string
	for _, n := range []string{p.InstanceType, p.AcceleratorName} {
		if n = strings.TrimSpace(n); n == "" {
			continue
		}
		names = append(names, n)
		if !strings.HasSuffix(n, ")") && !strings.HasSuffix(n, "）") {
			continue
		}
		if bare := trailingBracket.ReplaceAllString(n, ""); bare != "" {
			names = append(names, bare)
		}
	}
	return names
}

func (m *Matcher) lookUp(context, name string) (slug string, candidates []string) {
	normal := NormaliseName(name)
	for _, slug := range []string{m.context[[2]string{context, normal}], m.exact[name], m.normal[normal]} {
		if m.parts[slug] != nil {
			return slug, nil
		}
	}
	return "", m.ambiguous[normal]
}

// filter keeps the candidates that the published memory and form allow; never nil.
func (m *Matcher) filter(candidates []string, p Published) []string {
	memory := p.cardMemory()
	form := strings.ToLower(strings.TrimSpace(p.FormFactor))
	left := []string{}
	for _, slug := range candidates {
		part := m.parts[slug]
		fits := !memory.Known || m.memoryFits(part, memory.Value)
		if fits && (form == "" || part.Form == "" || part.Form == FormUnknown || strings.HasPrefix(form, string(part.Form))) {
			left = append(left, slug)
		}
	}
	return left
}

// cardMemory returns the memory of the whole card, of which a slice is a share.
func (p Published) cardMemory() Number {
	if !p.VRAMGB.Known || p.VRAMGB.Value <= 0 {
		return Number{}
	}
	if !p.Share.Known() || p.Share.Num <= 0 {
		return p.VRAMGB
	}
	return Known(p.VRAMGB.Value * float64(p.Share.Den) / float64(p.Share.Num))
}

// memoryFits compares with every figure known for the part; a part without any
// passes.
func (m *Matcher) memoryFits(part *Accelerator, gb float64) bool {
	figures := m.reported[part.Slug]
	for _, n := range []Number{part.MemoryVisibleGiB, part.MemoryGB} {
		if n.Known {
			figures = append(figures[:len(figures):len(figures)], n.Value)
		}
	}
	return len(figures) == 0 || slices.ContainsFunc(figures, func(f float64) bool {
		return math.Abs(gb-f) <= memoryTolerance*f
	})
}

// sibling returns the part of the same model whose memory is the published one
// when the named part's is not, else the named part.
func (m *Matcher) sibling(slug string, p Published) string {
	memory := p.cardMemory()
	named := m.parts[slug]
	if !memory.Known || m.memoryFits(named, memory.Value) {
		return slug
	}
	stem := memorySuffix.ReplaceAllString(slug, "")
	for _, other := range m.order {
		part := m.parts[other]
		if part.MemoryGB.Known && memorySuffix.ReplaceAllString(other, "") == stem &&
			part.Form == named.Form && m.memoryFits(part, memory.Value) {
			return other
		}
	}
	return slug
}

var memorySuffix = regexp.MustCompile(`-\d+gb$`)

// driverFigure reports whether gb is what a driver shows for the card rather than
// the memory it is sold with.
func (m *Matcher) driverFigure(a *Accelerator, gb float64) bool {
	if !a.MemoryGB.Known || a.Family() || gb == a.MemoryGB.Value || !m.memoryFits(a, gb) {
		return false
	}
	if gb != math.Trunc(gb) {
		return true
	}
	return a.MemoryVisibleGiB.Known && gb == math.Round(a.MemoryVisibleGiB.Value)
}

// Accelerator returns the part or family with the slug, nil when there is none.
func (m *Matcher) Accelerator(slug string) *Accelerator {
	if part := m.parts[slug]; part != nil {
		return part
	}
	return m.families.bySlug[slug]
}
