package dataset

import "gpuscale/catalog"

var scenarioColumns = []Column{
	{Name: "scenario", Required: true, Slug: true},
	{Name: "scenario_zh", Required: true},
	{Name: "sort", Type: Integer, Required: true},
	{Name: "row_type", Type: Word, Words: []string{"provider", "metric", "advice"}, Required: true},
	{Name: "provider", Slug: true},
	{Name: "product"},
	{Name: "metric", Slug: true},
	{Name: "metric_zh"},
	{Name: "operator", Type: Word, Words: []string{">=", "<", "=", "in"}},
	{Name: "threshold"},
	{Name: "unit"},
	{Name: "advice"},
	{Name: "source_url", Type: Address},
	{Name: "source_date", Type: Day},
	{Name: "confidence", Type: Word, Words: confidences, Required: true},
	{Name: "doubt", Type: List},
	{Name: "scenario_en"},
	{Name: "metric_en"},
	{Name: "advice_en"},
	{Name: "product_en"},
	{Name: "threshold_en"},
}

var pitfallColumns = []Column{
	{Name: "slug", Required: true, Slug: true},
	{Name: "title_zh", Required: true},
	{Name: "description_zh", Required: true},
	{Name: "metric"},
	{Name: "value", Type: Money},
	{Name: "unit"},
	{Name: "advice_zh"},
	{Name: "sort", Type: Integer, Required: true},
	{Name: "source_url", Type: Address},
	{Name: "source_date", Type: Day},
	{Name: "confidence", Type: Word, Words: confidences, Required: true},
	{Name: "doubt", Type: List},
	{Name: "title_en"},
	{Name: "description_en"},
	{Name: "advice_en"},
}

var trendColumns = []Column{
	{Name: "slug", Required: true, Slug: true},
	{Name: "title_zh", Required: true},
	{Name: "description_zh", Required: true},
	{Name: "implication_zh"},
	{Name: "kind", Type: Word, Words: []string{"trend", "conclusion", "background"}, Required: true},
	{Name: "sort", Type: Integer, Required: true},
	{Name: "source_url", Type: Address},
	{Name: "source_date", Type: Day},
	{Name: "confidence", Type: Word, Words: confidences, Required: true},
	{Name: "title_en"},
	{Name: "description_en"},
	{Name: "implication_en"},
	{Name: "doubt", Type: List},
}

var dimensionColumns = []Column{
	{Name: "slug", Required: true, Slug: true},
	{Name: "name_zh", Required: true},
	{Name: "aspects", Type: List},
	{Name: "sort", Type: Integer, Required: true},
	{Name: "source_url", Type: Address},
	{Name: "confidence", Type: Word, Words: confidences, Required: true},
	{Name: "name_en"},
	{Name: "aspects_en", Type: List},
	{Name: "group", Type: Word, Words: groups, Required: true},
}

var textColumns = []Column{
	{Name: "key", Type: Word, Words: catalog.GuideTexts, Required: true},
	{Name: "zh", Required: true},
	{Name: "en"},
}
