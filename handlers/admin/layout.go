package admin

import "gpuscale/dataset"

// layout says how the table of a kind is laid out: which columns name a record,
// which are shown, which can be edited in the row, and which narrow the table.
type layout struct {
	title, sub []string
	columns    []string
	inline     []string
	filters    []string
}

// layouts are the tables; a kind without one shows its identity and its first
// columns.
var layouts = map[dataset.Kind]layout{
	dataset.Offers: {title: []string{"provider", "instance_type"}, sub: []string{"accelerator", "gpu_count", "region"},
		columns: []string{"billing_mode", "price_amount", "currency", "unit", "evidence_grade", "source_url", "source_date"},
		inline:  []string{"price_amount", "evidence_grade", "source_url", "source_date"},
		filters: []string{"provider", "billing_mode", "evidence_grade", "price_tier"}},
	dataset.Providers: {title: []string{"name_zh"}, sub: []string{"slug", "name_en"},
		columns: []string{"kind", "market", "status", "website", "source_date"}, inline: []string{"kind", "market", "status", "website", "source_date"},
		filters: []string{"kind", "market", "status"}},
	dataset.Accelerators: {title: []string{"model"}, sub: []string{"slug", "vendor"},
		columns: []string{"memory_gb", "memory_bandwidth_gb_s", "fp16_tflops_dense", "interconnect_gb_s", "tdp_w", "confidence"},
		inline:  []string{"memory_gb", "memory_bandwidth_gb_s", "fp16_tflops_dense", "interconnect_gb_s", "tdp_w", "confidence"}, filters: []string{"vendor", "form", "confidence"}},
	dataset.ProviderFacts: {title: []string{"provider"}, sub: []string{"dimension", "subject_zh"},
		columns: []string{"key", "value", "unit", "source_url", "source_date"}, inline: []string{"value", "source_url", "source_date"}, filters: []string{"provider", "dimension", "key"}},
	dataset.ExtraCosts: {title: []string{"provider"}, sub: []string{"item"},
		columns: []string{"cost_type", "price", "currency", "unit", "source_url", "source_date"}, inline: []string{"price", "source_url", "source_date"}, filters: []string{"provider", "cost_type"}},
	dataset.ExchangeRates: {title: []string{"base", "quote"}, sub: []string{"kind"},
		columns: []string{"date", "rate", "source_url"}, inline: []string{"rate", "source_url"}, filters: []string{"base", "quote"}},
	dataset.Scenarios: {title: []string{"scenario_zh"}, sub: []string{"row_type", "sort"},
		columns: []string{"provider", "metric_zh", "operator", "threshold", "unit", "advice"}, inline: []string{"threshold"}, filters: []string{"scenario", "row_type"}},
	dataset.Texts:       {title: []string{"key"}, columns: []string{"zh", "en"}, inline: nil},
	dataset.SourceNames: {title: []string{"name"}, sub: []string{"source", "provider"}, columns: []string{"source", "provider"}, inline: []string{"provider"}, filters: []string{"source", "provider"}},
	dataset.Benchmarks:  {title: []string{"accelerator"}, sub: []string{"region"}, columns: []string{"gpu_count", "price_low", "price_high", "currency", "unit", "source_date"}, inline: []string{"price_low", "price_high", "source_date"}},
	dataset.Doubts:      {title: []string{"id"}, sub: []string{"target_type"}, columns: []string{"target", "verdict", "text_zh"}, inline: []string{"verdict"}, filters: []string{"target_type", "verdict"}},
	dataset.FactKeys:    {title: []string{"key"}, sub: []string{"label_zh"}, columns: []string{"group", "type", "unit", "better", "comparable", "sort"}, inline: []string{"sort"}, filters: []string{"group", "type"}},
	dataset.Aliases:     {title: []string{"alias"}, columns: []string{"slug", "kind", "evidence", "seen_in"}, inline: []string{"slug"}, filters: []string{"kind"}},
	dataset.Ambiguous:   {title: []string{"alias"}, columns: []string{"candidates", "evidence", "how_to_resolve"}, inline: []string{"candidates"}},
	dataset.Pitfalls:    {title: []string{"title_zh"}, sub: []string{"slug"}, columns: []string{"metric", "value", "unit", "sort", "source_date"}, inline: []string{"value", "sort"}},
	dataset.Trends:      {title: []string{"title_zh"}, sub: []string{"slug"}, columns: []string{"kind", "sort", "source_date"}, inline: []string{"sort"}, filters: []string{"kind"}},
	dataset.Dimensions:  {title: []string{"name_zh"}, sub: []string{"slug"}, columns: []string{"aspects", "group", "sort"}, inline: []string{"sort"}},
}

// shownColumns is how many columns a kind without a layout shows.
const shownColumns = 5

func layoutOf(kind dataset.Kind) layout {
	if l, ok := layouts[kind]; ok {
		return l
	}
	schema := dataset.SchemaOf(kind)
	l := layout{title: schema.Identity}
	for _, c := range schema.Columns {
		if len(l.columns) == shownColumns {
			break
		}
		if !contains(schema.Identity, c.Name) {
			l.columns = append(l.columns, c.Name)
		}
	}
	return l
}

func contains(list []string, s string) bool {
	for _, e := range list {
		if e == s {
			return true
		}
	}
	return false
}
