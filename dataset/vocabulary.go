package dataset

import "gpuscale/catalog"

// Vocabularies of Word columns, and of the elements of List columns.
var (
	yesNo        = []string{"yes", "no"}
	currencies   = wordsOf(catalog.Currencies)
	costCurrency = []string{"CNY", "USD", "PERCENT"}
	confidences  = wordsOf([]catalog.Confidence{catalog.OfficialPage, catalog.ThirdParty, catalog.SeedArticle})
	units        = wordsOf(catalog.Units)
	groups       = wordsOf(catalog.Groups)

	providerKinds    = []string{"hyperscaler", specialistWord, "domestic-chip", "academic", "marketplace"}
	markets          = []string{"CN", "INTL"}
	providerStatuses = []string{"active", "thin", "unverified", "withdrawn", "bulletin"}
	providerBilling  = []string{"per-second", "per-minute", "per-hour", "on-demand", "day", "week", "month",
		"year", "spot", "reserved", "coupon", "core-hour", "dynamic", "member", "cardless", "serverless",
		"bare-metal", "savings-plan", "package", "usage"}

	factDimensions = []string{"identity", "hardware", "performance", "billing", "ecosystem", "scenario",
		"stability", "compliance", "data", "service", "network", "availability"}
	factTypes = []string{"text", "number", "bool", "list"}

	costTypes = []string{"data-transfer", "data-disk", "file-storage", "stopped-rule", "retention", "egress",
		"minimum-charge", "system-disk", "object-storage", "image-storage", "cpu-addon", "public-ip",
		"cardless-mode", "subscription-rule", "snapshot", "network-addon", "spot-rule", "refund",
		"load-balancer", "start-rule", "management-node", "account", "host-part", "upload"}
	costUnits = []string{"GB-day", "GB-month", "GB-hour", "GB", "GiB-month", "TB", "TB-day", "TB-month",
		"user-year", "core-hour", "hour", "day", "month", "once", "percent-of-total",
		"Mbps-hour", "Mbps-day", "Mbps-month"}

	aliasKinds    = []string{"product", "instance", "catalog", "nvidia-smi", "device", "user", "gcp accelerator type", "instance family"}
	aliasEvidence = []string{"mirror", "page", "constructed", "look-up"}
	doubtTargets  = []string{"offer", "fact", "scenario", "pitfall", "trend", "provider", "dataset"}
	verdicts      = []string{"wrong", "doubtful", "unsourced", "defect", "note"}
)

// specialistWord is the file's word for what pages call "specialist".
const specialistWord = "specialist GPU platform"

func wordsOf[W ~string](words []W) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = string(w)
	}
	return out
}
