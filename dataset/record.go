package dataset

// Kind names one kind of record: the base name of its CSV file and of its table.
type Kind string

// The kinds of record, one CSV file each.
const (
	Providers       Kind = "providers"
	Accelerators    Kind = "accelerators"
	Aliases         Kind = "aliases"
	Ambiguous       Kind = "ambiguous"
	ProviderAliases Kind = "provider_aliases"
	MemoryReported  Kind = "memory_reported"
	SourceNames     Kind = "source_names"
	Offers          Kind = "offers" // one line is one price
	ProviderFacts   Kind = "provider_facts"
	FactKeys        Kind = "fact_keys"
	ExtraCosts      Kind = "extra_costs"
	Scenarios       Kind = "scenarios"
	Pitfalls        Kind = "pitfalls"
	Trends          Kind = "trends"
	Dimensions      Kind = "dimensions"
	Benchmarks      Kind = "market_benchmarks"
	ExchangeRates   Kind = "exchange_rates"
	Doubts          Kind = "doubts"
	Texts           Kind = "texts"
)

// Type is the type of a column. It decides what is accepted, how values are
// compared, and the SQL type that the store gives the column.
type Type int

// MaxText is the most characters a cell may hold.
const MaxText = 20_000

// Column types.
const (
	Text     Type = iota // any text of up to MaxText characters; TEXT
	Word                 // one word of Column.Words; TEXT
	List                 // words or texts separated by ";"; TEXT
	Money                // plain decimal, up to nine decimals; BIGINT in units of 1e-9
	Number               // plain decimal figure; DOUBLE PRECISION
	Integer              // whole number; BIGINT
	Day                  // YYYY, YYYY-MM or YYYY-MM-DD; TEXT
	Address              // http(s) URL, "seed:…", or "upload:" and the SHA-256 of an evidence file; TEXT
	Fraction             // "1", "1/2"; TEXT
)

// Column describes one column of a kind.
type Column struct {
	Name       string
	Type       Type
	Words      []string // vocabulary of a Word column, or of a List's elements when set
	Required   bool
	Slug       bool // a Text of letters, digits, ".", "_", ":" and "-" only
	EditorOnly bool // never shown to readers (via, note, …)
}

// Schema describes one kind: its columns in file order and those that identify a
// record. Where the identity repeats, an ordinal tells the records apart.
type Schema struct {
	Kind     Kind
	Columns  []Column
	Identity []string

	index    map[string]int
	identity []int // places of the Identity columns
}

// Record is one row of one kind: canonical text per column, in schema order; an
// empty value is unknown. Key identifies the record for good: edits keep it.
type Record struct {
	Kind   Kind
	Key    string
	Values []string
}

// Set is all records of all kinds.
type Set map[Kind][]Record
