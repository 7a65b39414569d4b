package catalog

// Form is the connection form of an accelerator, the one vocabulary for filters.
type Form string

// Forms of an accelerator; FormUnknown where neither name nor source tells.
const (
	FormPCIe    Form = "pcie"
	FormSXM     Form = "sxm"
	FormNVL     Form = "nvl"
	FormOAM     Form = "oam"
	FormOther   Form = "other"
	FormUnknown Form = "unknown"
)

// Forms lists the filter vocabulary in display order.
var Forms = []Form{FormSXM, FormPCIe, FormNVL, FormOAM, FormOther, FormUnknown}

// Accelerator is one part as catalogs sell it: model, memory, form factor and
// export variant make different accelerators. A family stands for a published
// name that fits several parts: Candidates lists them, and a figure is known
// only when all candidates share it.
type Accelerator struct {
	Slug              string
	Vendor            string
	Model             string
	Architecture      string
	ComputeCapability string
	LaunchYear        Opt[int]
	FormFactor        string // the maker's word, e.g. SXM4
	Form              Form
	MemoryGB          Number // marketing capacity
	MemoryVisibleGiB  Number // what the driver shows
	MemoryType        string
	BandwidthGBs      Number // decimal GB/s
	FP64TFLOPS        Number
	FP32TFLOPS        Number
	TF32TFLOPS        Number // dense
	FP16TFLOPS        Number // dense, matrix units with FP32 accumulate
	BF16TFLOPS        Number
	FP8TFLOPS         Number
	INT8TOPS          Number
	Interconnect      string
	InterconnectGBs   Number // total bidirectional per card with its own link
	DefaultLinkGBs    Number // what a rented card has unless its offer names NVLink
	PCIeGen           string
	TDPWatts          Number
	MIGInstancesMax   Opt[int]
	MatrixUnits       bool
	OSDevicesPerUnit  int
	SoftwareStack     string
	ExportNote        Words
	Source            Source
	SpecConfidence    string // high, medium, low
	MoreSources       []string
	CitedPrimaryURL   string
	Candidates        []string // slugs; only for a family
	Spans             map[string]Span
}

// Family reports whether the entry stands for several parts.
func (a *Accelerator) Family() bool { return len(a.Candidates) > 0 }

// Span is the range a figure takes over a family's candidates; Missing counts the
// candidates for which it is unknown.
type Span struct {
	Low, High float64
	Missing   int
}

// Alias maps a published spelling to one accelerator.
type Alias struct {
	Name     string
	Slug     string
	Kind     string // product, instance, …
	Evidence string // mirror, page, constructed
}

// Kinds of aliases that name what a cloud sells, not the card in it.
const (
	AliasInstance       = "instance"
	AliasInstanceFamily = "instance family"
)

// AmbiguousName maps a published spelling to the parts it may mean.
type AmbiguousName struct {
	Name       string
	Candidates []string
}

// ContextAlias says what a name means inside one provider's or format's catalogue.
type ContextAlias struct {
	Context string
	Name    string
	Slug    string
}

// ReportedMemory is what a driver or catalogue reports per device, in MiB.
type ReportedMemory struct {
	Slug string
	MiB  int
}
