package dataset

import "gpuscale/catalog"

func (p *parser) scenario() catalog.ScenarioRow {
	return catalog.ScenarioRow{
		Scenario:    p.text("scenario"),
		Title:       p.words("scenario_zh", "scenario_en"),
		Sort:        p.integer("sort").Value,
		Type:        p.word("row_type"),
		Provider:    p.text("provider"),
		Product:     p.words("product", "product_en"),
		Metric:      p.text("metric"),
		MetricLabel: p.words("metric_zh", "metric_en"),
		Operator:    p.word("operator"),
		Threshold:   p.words("threshold", "threshold_en"),
		Unit:        p.text("unit"),
		Advice:      p.words("advice", "advice_en"),
		Source:      p.source(),
		Doubts:      p.list("doubt"),
	}
}

func (p *parser) pitfall() catalog.Pitfall {
	return catalog.Pitfall{
		Slug:        p.text("slug"),
		Title:       p.words("title_zh", "title_en"),
		Description: p.words("description_zh", "description_en"),
		Metric:      p.text("metric"),
		Value:       p.decimal("value"),
		Unit:        p.text("unit"),
		Advice:      p.words("advice_zh", "advice_en"),
		Sort:        p.integer("sort").Value,
		Source:      p.source(),
		Doubts:      p.list("doubt"),
	}
}

func (p *parser) trend() catalog.Trend {
	return catalog.Trend{
		Slug:        p.text("slug"),
		Title:       p.words("title_zh", "title_en"),
		Description: p.words("description_zh", "description_en"),
		Implication: p.words("implication_zh", "implication_en"),
		Kind:        p.word("kind"),
		Sort:        p.integer("sort").Value,
		Source:      p.source(),
		Doubts:      p.list("doubt"),
	}
}

func (p *parser) dimension() catalog.Dimension {
	return catalog.Dimension{
		Slug:    p.text("slug"),
		Name:    p.words("name_zh", "name_en"),
		Aspects: p.wordList("aspects", "aspects_en"),
		Group:   catalog.Group(p.word("group")),
		Sort:    p.integer("sort").Value,
		Source:  p.source(),
	}
}

func (p *parser) passage() catalog.Text {
	return catalog.Text{Key: p.text("key"), Body: p.words("zh", "en")}
}
