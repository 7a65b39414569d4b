package dataset

import (
	"fmt"
	"hash/fnv"
	"path"
	"slices"
	"strconv"
	"strings"

	"gpuscale/catalog"
)

// quote is one price of a published catalogue before prices that differ in place
// only are put together.
type quote struct {
	catalogue    Catalogue
	line         int
	id           string
	provider     string
	instance     string
	accelerator  string
	vendor       string
	form         string
	vram         string
	count        int
	share        string
	vcpu, ram    string
	region, zone string
	billing      catalog.BillingMode
	tier         catalog.PriceKind
	unit         catalog.Unit
	scope        catalog.Scope
	amount       catalog.Decimal
	seen, url    string
	licence      string
	note         string
}

// shape is what quotes share that are one price in different places.
func (q quote) shape() string {
	return strings.Join([]string{q.provider, q.instance, q.accelerator, q.form, q.vram, strconv.Itoa(q.count), q.share,
		q.vcpu, q.ram, string(q.billing), string(q.tier), string(q.unit), string(q.scope), q.seen, q.url}, "\x00")
}

// emit turns the quotes into records. A price that is the same in every region is
// one line for all of them: it is listed there, which does not mean that the card
// is there. A price that differs by zone becomes a line per zone, which names it.
func (f *foreignSink) emit() {
	groups := map[string][]quote{}
	var order []string
	for _, q := range f.quotes {
		q.catalogue = f.file.Catalogue
		s := q.shape()
		if groups[s] == nil {
			order = append(order, s)
		}
		groups[s] = append(groups[s], q)
	}
	f.quotes = nil
	ids := map[string]int{}
	for _, s := range order {
		for _, q := range f.places(f.distinct(groups[s])) {
			f.add(q, ids)
		}
	}
	slices.Sort(f.file.Duplicates)
	f.file.Duplicates = slices.Compact(f.file.Duplicates)
}

// distinct drops repeated lines and refuses a second price for the same place.
func (f *foreignSink) distinct(group []quote) []quote {
	first := map[string]quote{}
	var out []quote
	for _, q := range group {
		place := q.region + "\x00" + q.zone
		earlier, seen := first[place]
		switch {
		case !seen:
			first[place] = q
			out = append(out, q)
		case earlier.amount.Equal(q.amount):
			f.file.Duplicates = append(f.file.Duplicates, q.line)
		default:
			f.problem(q.line, Problem{Code: CodeConflict, Value: q.amount.String(), Detail: because(ReasonOtherPrice, strconv.Itoa(earlier.line), earlier.amount.String())})
		}
	}
	return out
}

// places puts quotes of one shape together as far as their prices agree.
func (f *foreignSink) places(group []quote) []quote {
	regions, byRegion := groupByRegion(group)
	if sameAmount(group) && !slices.ContainsFunc(group, f.partly) {
		q := group[0]
		if q.zone = ""; len(regions) > 1 {
			q.region = ""
			q.note = addNote(q.note, fmt.Sprintf("one price listed for %d regions; stock not stated", len(regions)))
		}
		f.joinAll(group)
		return []quote{q.listed(regions...)}
	}
	var out []quote
	for _, region := range regions {
		here := byRegion[region]
		if sameAmount(here) && !f.partly(here[0]) {
			f.joinAll(here)
			q := here[0]
			q.zone = ""
			out = append(out, q.listed(region))
			continue
		}
		for _, q := range here {
			out = append(out, q.listed(region, q.zone))
		}
	}
	return out
}

// leaveSilent notes that a zone says nothing of a price: what the other zones of its
// region say is then not the price of the region.
func (f *foreignSink) leaveSilent(q quote) {
	if q.zone == "" {
		return
	}
	if f.silent == nil {
		f.silent = map[string]bool{}
	}
	f.silent[q.shape()+"\x00"+q.region] = true
}

// partly reports whether a price is known for some zones of its region only.
func (f *foreignSink) partly(q quote) bool { return f.silent[q.shape()+"\x00"+q.region] }

// joinAll notes that the quotes are one price, that of the first.
func (f *foreignSink) joinAll(group []quote) {
	for _, q := range group[1:] {
		f.join(q.line, group[0].line)
	}
}

// listed fixes the id by region and zone, then writes places as the region.
func (q quote) listed(places ...string) quote {
	q.id = q.identity()
	var named []string
	for _, p := range places {
		if p = strings.ReplaceAll(strings.Trim(p, " ,"), ";", ","); p != "" {
			named = append(named, p)
		}
	}
	q.region = strings.Join(named, ";")
	return q
}

// identity derives the price's id from what it is a price of, so that the next
// reading of the same catalogue finds it again. The digest keeps names apart that
// read alike.
func (q quote) identity() string {
	h := fnv.New64a()
	h.Write([]byte(strings.Join([]string{string(q.catalogue), q.lasting(), q.region, q.zone}, "\x00")))
	name := q.instance
	if name == "" {
		name = strconv.Itoa(q.count) + "x-" + q.accelerator
	}
	readable := slugify(strings.Join([]string{q.provider, name, q.region, q.zone, string(q.billing)}, "-"))
	if len(readable) > 120 {
		readable = readable[:120]
	}
	sum := h.Sum64()
	return fmt.Sprintf("%s-%08x", strings.Trim(readable, "-"), uint32(sum^sum>>32))
}

// lasting is the shape without what the next reading may state differently.
func (q quote) lasting() string {
	q.seen, q.url, q.vram, q.form = "", "", "", ""
	return q.shape()
}

func (f *foreignSink) add(q quote, ids map[string]int) {
	if other, taken := ids[q.id]; taken {
		f.problem(q.line, Problem{Code: CodeRepeated, Value: q.id, Detail: because(ReasonAsLine, strconv.Itoa(other))})
		return
	}
	schema := SchemaOf(Offers)
	values := make([]string, len(schema.Columns))
	for name, v := range f.values(q) {
		i, c, _ := schema.Column(name)
		canonical, code := c.Canonical(v)
		if code != "" {
			f.problem(q.line, Problem{Column: name, Code: code, Value: v, Detail: c.Explain(code)})
			return
		}
		values[i] = canonical
	}
	ids[q.id] = q.line
	f.file.Records = append(f.file.Records, Record{Kind: Offers, Key: schema.Key(values), Values: values})
	f.file.Lines = append(f.file.Lines, q.line)
}

func (f *foreignSink) values(q quote) map[string]string {
	grade := catalog.GradeB
	if q.seen == "" {
		grade = catalog.GradeC // an undated transcript is no better than a note
	}
	return map[string]string{
		"offer_id": q.id, "provider": q.provider, "instance_type": q.instance, "accelerator": q.accelerator,
		"accelerator_vendor": q.vendor, "form_factor": q.form, "vram_gb": q.vram, "gpu_count": strconv.Itoa(q.count),
		"vcpu": q.vcpu, "ram_gib": q.ram, "region": q.region, "billing_mode": string(q.billing),
		"price_amount": q.amount.String(), "price_tier": string(q.tier), "currency": string(catalog.USD),
		"unit": string(q.unit), "source_url": firstOf(q.url, publishers[f.file.Catalogue]), "source_date": q.seen, "confidence": string(catalog.ThirdParty),
		"evidence_grade": string(grade), "via": string(f.file.Catalogue) + " " + path.Base(strings.ReplaceAll(f.file.Name, `\`, "/")), "note": q.note,
		"scope": string(q.scope), "share": q.share, "licence": q.licence,
	}
}

// publishers are the pages that the catalogues are published on: the source of a
// figure for which neither the file nor the editor names one.
var publishers = map[Catalogue]string{
	SkyPilot:        "https://github.com/skypilot-org/skypilot-catalog",
	GPUHunt:         "https://github.com/dstackai/gpuhunt",
	FSDL:            "https://github.com/full-stack-deep-learning/website",
	GPURentalPrices: "https://gpurentalprices.com",
}

func groupByRegion(group []quote) (regions []string, byRegion map[string][]quote) {
	byRegion = map[string][]quote{}
	for _, q := range group {
		if byRegion[q.region] == nil {
			regions = append(regions, q.region)
		}
		byRegion[q.region] = append(byRegion[q.region], q)
	}
	return regions, byRegion
}

func sameAmount(group []quote) bool {
	return !slices.ContainsFunc(group, func(q quote) bool { return !q.amount.Equal(group[0].amount) })
}

func addNote(notes ...string) string {
	notes = slices.DeleteFunc(notes, func(n string) bool { return n == "" })
	return strings.Join(notes, ", ")
}

// slugify keeps lower-case letters, digits and points, and one "-" for the rest.
func slugify(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '.', r == '_':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return b.String()
}
