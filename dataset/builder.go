package dataset

import (
	"hash/maphash"
	"path"
	"slices"
	"strconv"
	"strings"
)

// File is what was read from one file: the good records, and every problem with
// the rows that were refused.
type File struct {
	Name       string
	Kind       Kind
	Format     Format
	Columns    []string // columns the file has; others say nothing about a record
	Records    []Record
	Lines      []int // line of each record
	Rows       int   // rows below the header, empty ones not counted
	Duplicates []int // lines equal to an earlier one in all columns
	Problems   []Problem

	// Of published catalogues only: rows that are no offers (machines without an
	// accelerator), rows that are part of the price of another line, and what to know
	// about rows that were taken.
	Catalogue Catalogue
	Skipped   []Problem
	Joined    []Problem
	Notices   []Problem
	// Alike names, by the key of a line, a price on record that another source gives
	// and that may be the same; see Adopt.
	Alike map[string]string
}

// Options tell the readers what they cannot see in the file.
type Options struct {
	Name string // file name for messages; may tell the kind
	Kind Kind   // empty: by name, then by header

	// Names are accepted in place of provider slugs; see ProviderNames.
	Names map[string]string
	// Mapped are the names that editors gave a meaning; see MappedNames.
	Mapped map[string]map[string]string

	Foreign ForeignOptions
}

// builder turns rows of cells, from whatever kind of file, into records.
type builder struct {
	file   *File
	schema Schema
	names  map[string]string
	mapped map[string]string
	width  int   // cells of the header
	places []int // schema column of each cell; -1: none, must stay empty
	slab   []string
	keys   Keys
	equal  map[string]map[uint64][]int // key base -> hash -> records
	first  map[string]int              // key base -> its first record
	seed   maphash.Seed
}

func newBuilder(o Options) *builder {
	return &builder{file: &File{Name: o.Name, Kind: o.Kind}, names: o.Names, mapped: o.Mapped[OwnSource], seed: maphash.MakeSeed(),
		equal: map[string]map[uint64][]int{}, first: map[string]int{}}
}

func (b *builder) problem(line int, p Problem) {
	p.File, p.Line, p.Kind = b.file.Name, line, b.file.Kind
	b.file.Problems = append(b.file.Problems, p)
}

// header reads the column names and reports whether rows can follow.
func (b *builder) header(line int, cells []string) bool {
	names := make([]string, len(cells))
	for i, cell := range cells {
		names[i] = columnName(cell)
	}
	if b.file.Kind == "" {
		b.file.Kind = kindOf(b.file.Name, names)
	}
	if !b.file.Kind.Known() {
		b.problem(line, Problem{Code: CodeUnknownKind, Value: strings.Join(names, ",")})
		return false
	}
	b.schema = SchemaOf(b.file.Kind)
	b.width = len(cells)
	b.places = make([]int, len(cells))
	for i, name := range names {
		b.places[i] = b.place(line, name, cells[i])
	}
	for i, c := range b.schema.Columns {
		if c.Required && !slices.Contains(b.places, i) {
			b.problem(line, Problem{Column: c.Name, Code: CodeMissingColumn})
		}
	}
	return len(b.file.Problems) == 0
}

func (b *builder) place(line int, name, cell string) int {
	if name == "" {
		return -1
	}
	i, c, ok := b.schema.Column(name)
	if !ok {
		if i, c, ok = b.schema.Column(chineseHeaders[b.file.Kind][name]); !ok {
			b.problem(line, Problem{Column: cell, Code: CodeUnknownColumn})
			return -1
		}
	}
	if slices.Contains(b.file.Columns, c.Name) {
		b.problem(line, Problem{Column: c.Name, Code: CodeRepeatedColumn})
		return -1
	}
	b.file.Columns = append(b.file.Columns, c.Name)
	return i
}

// row adds one row. It fails only when the file has too many.
func (b *builder) row(line int, cells []string) error {
	if !slices.ContainsFunc(cells, func(s string) bool { return s != "" }) {
		return nil
	}
	if b.file.Rows++; b.file.Rows > MaxRows {
		return errTooManyRows()
	}
	if len(cells) != b.width {
		b.problem(line, Problem{Code: CodeRagged, Value: strconv.Itoa(len(cells)), Detail: because(ReasonCells, strconv.Itoa(b.width))})
		return nil
	}
	cells, said := b.hourly(cells)
	if values, ok := b.values(line, cells); ok {
		b.noted(values, said)
		b.add(line, values)
	}
	return nil
}

func (b *builder) values(line int, cells []string) ([]string, bool) {
	values := b.alloc()
	ok := true
	for i, cell := range cells {
		at := b.places[i]
		if at < 0 {
			if cell != "" {
				b.problem(line, Problem{Code: CodeRagged, Value: cell, Detail: because(ReasonNoHeader)})
				ok = false
			}
			continue
		}
		c := b.schema.Columns[at]
		if !c.numeric() {
			cell = unguard(cell)
		}
		v, code := c.Canonical(b.mapProvider(c, cell))
		if code == CodeSlug || code == CodeWord {
			v, code = c.Canonical(b.translate(c, cell))
		}
		if code != "" {
			b.problem(line, b.refusal(c, code, v))
			ok = false
			continue
		}
		values[at] = v
	}
	return values, ok
}

// refusal is the problem of a value. A provider by a name that no record has is
// unknown, whatever letters it is written in: an editor may say which one it is.
func (b *builder) refusal(c Column, code Code, value string) Problem {
	if code == CodeSlug && b.provider(c) {
		return Problem{Column: c.Name, Code: CodeReference, Value: value, Detail: because(ReasonNotIn, string(Providers))}
	}
	return Problem{Column: c.Name, Code: code, Value: value, Detail: c.Explain(code)}
}

// alloc cuts rows out of larger blocks: one allocation a row would be most of the
// time of a large import.
func (b *builder) alloc() []string {
	n := len(b.schema.Columns)
	if len(b.slab) < n {
		b.slab = make([]string, 256*n)
	}
	row := b.slab[:n:n]
	b.slab = b.slab[n:]
	return row
}

func (b *builder) add(line int, values []string) {
	base := b.schema.Key(values)
	if b.repeats(base, values) {
		b.file.Duplicates = append(b.file.Duplicates, line)
		return
	}
	b.file.Records = append(b.file.Records, Record{Kind: b.file.Kind, Key: b.keys.Assign(base), Values: values})
	b.file.Lines = append(b.file.Lines, line)
}

// repeats reports whether an equal record was added before, and notes this one.
// Values are hashed only where an identity is seen twice.
func (b *builder) repeats(base string, values []string) bool {
	next := len(b.file.Records)
	first, seen := b.first[base]
	if !seen {
		b.first[base] = next
		return false
	}
	hashes := b.equal[base]
	if hashes == nil {
		hashes = map[uint64][]int{b.hash(b.file.Records[first].Values): {first}}
		b.equal[base] = hashes
	}
	h := b.hash(values)
	for _, i := range hashes[h] {
		if slices.Equal(b.file.Records[i].Values, values) {
			return true
		}
	}
	hashes[h] = append(hashes[h], next)
	return false
}

func (b *builder) hash(values []string) uint64 {
	var h maphash.Hash
	h.SetSeed(b.seed)
	for _, v := range values {
		h.WriteString(v)
		h.WriteByte(0)
	}
	return h.Sum64()
}

// columnName folds what spreadsheets do to a header.
func columnName(cell string) string {
	return strings.ReplaceAll(strings.ToLower(trim(cell)), " ", "_")
}

// kindOf recognises a kind by the name of its file, else by the header: the kind
// that has all these columns and misses the fewest, none of them required.
func kindOf(name string, header []string) Kind {
	base := strings.TrimSuffix(strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/"))), ".csv")
	if k := Kind(base); k.Known() {
		return k
	}
	best, fewest := Kind(""), 0
	for _, kind := range Kinds {
		if missing, ok := headerFits(SchemaOf(kind), header); ok && (best == "" || missing < fewest) {
			best, fewest = kind, missing
		}
	}
	return best
}

func headerFits(s Schema, header []string) (missing int, ok bool) {
	have := map[string]bool{}
	for _, name := range header {
		if _, _, known := s.Column(name); !known && name != "" {
			if name, known = chineseHeaders[s.Kind][name]; !known {
				return 0, false
			}
		}
		have[name] = true
	}
	for _, c := range s.Columns {
		if !have[c.Name] {
			if c.Required {
				return 0, false
			}
			missing++
		}
	}
	return missing, true
}
