package dataset

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"gpuscale/catalog"
)

// Catalogue names a format in which others publish prices.
type Catalogue string

// The published formats that can be imported as price lines.
const (
	SkyPilot        Catalogue = "skypilot"
	GPUHunt         Catalogue = "gpuhunt"
	FSDL            Catalogue = "fsdl"
	GPURentalPrices Catalogue = "gpurentalprices"
)

// ForeignOptions tell what published catalogues leave out.
type ForeignOptions struct {
	Provider  string // slug, where the file has none; empty: by its name ("aws/vms.csv", "aws.csv")
	Seen      string // day on which the file was published or fetched; empty: undated
	SourceURL string // page to which figures without an address of their own belong
	// Matcher knows the memory of cards; without it memory is not checked.
	Matcher *catalog.Matcher
}

// foreignSink turns the rows of a published catalogue into price lines.
type foreignSink struct {
	file    *File
	o       Options
	width   int
	columns map[string]int
	take    func(*foreignSink, foreignRow)
	end     func(*foreignSink) // what can only be told when all rows are known
	quotes  []quote
	gcp     gcpParts
	joined  map[int]int        // line -> the line whose price it is part of
	silent  map[string]bool    // shape and region of prices that a zone of it does not state
	largest map[string]float64 // gpuhunt: largest memory a card was listed with
}

// foreignRow is one row of a published catalogue, by header name.
type foreignRow struct {
	line    int
	cells   []string
	columns map[string]int
}

func (r foreignRow) get(name string) string {
	if i, ok := r.columns[name]; ok {
		return trim(r.cells[i])
	}
	return ""
}

// catalogueOf recognises a format by the columns that only it has.
func catalogueOf(header []string) Catalogue {
	columns := foreignColumns(header)
	has := func(names ...string) bool {
		return !slices.ContainsFunc(names, func(n string) bool { _, ok := columns[n]; return !ok })
	}
	switch {
	case has("instancetype", "acceleratorname", "acceleratorcount", "price"):
		return SkyPilot
	case has("instance_name", "location", "price", "gpu_count", "gpu_name", "spot"):
		return GPUHunt
	case has("cloud", "gpu_type", "gpus", "on-demand"):
		return FSDL
	}
	return ""
}

func foreignColumns(header []string) map[string]int {
	columns := make(map[string]int, len(header))
	for i, cell := range header {
		name := columnName(cell)
		if strings.HasPrefix(name, "provider(") {
			name = "provider"
		}
		if _, twice := columns[name]; !twice {
			columns[name] = i
		}
	}
	return columns
}

func newForeignSink(o Options, c Catalogue, format Format) *foreignSink {
	f := &foreignSink{o: o, file: &File{Name: o.Name, Kind: Offers, Catalogue: c, Format: format,
		Columns: foreignOfferColumns}}
	switch c {
	case SkyPilot:
		f.take, f.end = (*foreignSink).skyPilotRow, (*foreignSink).joinGCP
	case GPUHunt:
		f.largest = map[string]float64{}
		f.take, f.end = (*foreignSink).gpuHuntRow, (*foreignSink).sliceGPUHunt
	case FSDL:
		f.take, f.end = (*foreignSink).fsdlRow, func(*foreignSink) {}
	}
	return f
}

// foreignOfferColumns are what an import from a catalogue speaks of; an editor's
// exception, doubts and validity stay when a known price is read again, and the name
// under which the file came is no change of a price.
var foreignOfferColumns = []string{"offer_id", "provider", "instance_type", "accelerator", "accelerator_vendor",
	"form_factor", "vram_gb", "gpu_count", "vcpu", "ram_gib", "region", "billing_mode", "price_amount", "price_tier",
	"currency", "unit", "source_url", "source_date", "confidence", "evidence_grade", "note", "scope", "share", "licence"}

func (f *foreignSink) header(line int, cells []string) bool {
	f.width, f.columns = len(cells), foreignColumns(cells)
	return true
}

func (f *foreignSink) row(line int, cells []string) error {
	if blank(cells) {
		return nil
	}
	if f.file.Rows++; f.file.Rows > MaxRows {
		return errTooManyRows()
	}
	if len(cells) != f.width {
		f.problem(line, Problem{Code: CodeRagged, Value: strconv.Itoa(len(cells)), Detail: because(ReasonCells, strconv.Itoa(f.width))})
		return nil
	}
	f.take(f, foreignRow{line: line, cells: cells, columns: f.columns})
	return nil
}

func (f *foreignSink) problem(line int, p Problem) {
	f.file.Problems = append(f.file.Problems, f.about(line, p))
}

func (f *foreignSink) skip(line int, value string, why Reason) {
	f.file.Skipped = append(f.file.Skipped, f.about(line, Problem{Code: CodeSkipped, Value: value, Detail: because(why)}))
}

func (f *foreignSink) notice(line int, p Problem) {
	f.file.Notices = append(f.file.Notices, f.about(line, p))
}

func (f *foreignSink) about(line int, p Problem) Problem {
	p.File, p.Line, p.Kind = f.file.Name, line, Offers
	return p
}

func (f *foreignSink) finish() *File {
	if f.end != nil {
		f.end(f)
	}
	f.emit()
	f.nameJoined()
	return f.file
}

// join notes that a line is part of the price that another one brings.
func (f *foreignSink) join(line, with int) {
	if f.joined == nil {
		f.joined = map[int]int{}
	}
	f.joined[line] = with
}

// nameJoined accounts for the lines that bring nothing of their own.
func (f *foreignSink) nameJoined() {
	named := map[int]bool{}
	for _, lines := range [][]int{f.file.Lines, f.file.Duplicates} {
		for _, line := range lines {
			named[line] = true
		}
	}
	for _, p := range slices.Concat(f.file.Problems, f.file.Skipped) {
		named[p.Line] = true
	}
	for _, line := range slices.Sorted(maps.Keys(f.joined)) {
		if !named[line] {
			f.file.Joined = append(f.file.Joined, f.about(line, Problem{Code: CodeJoined, Detail: because(ReasonWithLine, strconv.Itoa(f.joined[line]))}))
		}
	}
}

// provider returns the slug for what the file calls a provider, or for the file
// itself when it names none.
func (f *foreignSink) provider(name string) string {
	if name == "" {
		name = f.o.Foreign.Provider
	}
	if name == "" {
		name = fileProvider(f.o.Name)
	}
	if slug := f.o.Names[strings.ToLower(name)]; slug != "" {
		return slug
	}
	slug := strings.Trim(slugify(name), "-")
	if known := f.o.Mapped[string(f.file.Catalogue)][slug]; known != "" {
		return known
	}
	return slug
}

// fileProvider takes the provider from "…/aws/vms.csv" or "aws.csv".
func fileProvider(name string) string {
	parts := strings.Split(strings.ReplaceAll(name, `\`, "/"), "/")
	base := strings.TrimSuffix(strings.ToLower(parts[len(parts)-1]), ".csv")
	if (base == "vms" || base == "pricing" || base == "catalog") && len(parts) > 1 {
		return parts[len(parts)-2]
	}
	return base
}

// foreignPrice reads an amount that must be above zero: catalogues write zero for
// "not known" and for parts whose price is elsewhere, never for "free". Floating
// residue is rounded away at the nine decimals that money has.
func foreignPrice(s string) (catalog.Decimal, Code) {
	if s == "" {
		return catalog.Decimal{}, CodeRequired
	}
	d, err := catalog.ParseDecimal(s)
	if err != nil {
		return catalog.Decimal{}, CodeNumber
	}
	if d.Scale() > 9 {
		d = catalog.RoundHalfUp(d, 9)
	}
	d = d.Trim(0)
	if _, err := catalog.Nano(d); err != nil {
		return catalog.Decimal{}, CodeRange
	}
	if d.Sign() < 0 {
		return d, CodeNegative
	}
	return d, ""
}

// foreignFigure returns a plain figure above zero, or "" for anything else: in
// catalogues an absent, zero, "nan" or "4-6" host size says nothing exact.
func foreignFigure(s string) string {
	v, code := canonicalNumber(s)
	if code != "" || v == "0" || strings.HasPrefix(v, "-") {
		return ""
	}
	return v
}

// foreignCount reads a number of cards. whole is false for fractions, which come
// back as a share of one card where they are one over a small number.
func foreignCount(s string) (count int, share string, code Code) {
	v, code := canonicalNumber(s)
	if s == "" || v == "0" {
		return 0, "", ""
	}
	if code != "" {
		return 0, "", CodeNumber
	}
	x, err := strconv.ParseFloat(v, 64)
	switch {
	case err != nil || x < 0:
		return 0, "", CodeNumber
	case x == float64(int(x)) && x <= 10_000:
		return int(x), "1", ""
	case x > 1:
		return 0, "", CodeInteger
	}
	for n := 2; n <= 64; n++ {
		if diff := x*float64(n) - 1; diff < 0.01 && diff > -0.01 {
			return 1, "1/" + strconv.Itoa(n), ""
		}
	}
	return 0, "", CodeFraction
}
