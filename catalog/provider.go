package catalog

// ProviderKind is the kind of platform.
type ProviderKind string

// Provider kinds, as the contract names them.
const (
	Hyperscaler  ProviderKind = "hyperscaler"
	Specialist   ProviderKind = "specialist"
	DomesticChip ProviderKind = "domestic-chip"
	Academic     ProviderKind = "academic"
	Marketplace  ProviderKind = "marketplace"
)

// MarketArea separates mainland platforms from international references.
type MarketArea string

// Market areas.
const (
	MainlandChina MarketArea = "cn"
	International MarketArea = "intl"
)

// ProviderStatus says whether a platform rents today and how well it is known.
type ProviderStatus string

// Provider statuses; only active and thin providers are ranked.
const (
	StatusActive     ProviderStatus = "active"
	StatusThin       ProviderStatus = "thin"
	StatusUnverified ProviderStatus = "unverified"
	StatusWithdrawn  ProviderStatus = "withdrawn"
	StatusBulletin   ProviderStatus = "bulletin"
)

// Provider is a platform that rents accelerators. List fields are empty and
// texts blank where nothing is known.
type Provider struct {
	Slug               string
	Name               Words
	Kind               ProviderKind
	Market             MarketArea
	Status             ProviderStatus
	Website            string
	Regions            []Words
	BillingModes       []string // words of the data set, e.g. "per-second", "spot"
	BillingDetail      Words
	SLAPercent         Opt[Decimal]
	SLAScope           Words // what the figure covers; never show the figure without it
	Compliance         []string
	FreeTrial          Words
	Whitepaper         Words
	Schedulers         []string
	Frameworks         []string
	CUDAVersions       []string
	PreinstalledImages []Words
	StoragePrice       Words
	EgressPrice        Words
	DataUpload         []Words
	Invoice            Words
	MinRental          Words
	NamedInSeed        bool
	Source             Source
	Doubts             []string
}

// Ranked reports whether the provider's prices may be ranked at all.
func (p Provider) Ranked() bool { return p.Status == StatusActive || p.Status == StatusThin }
