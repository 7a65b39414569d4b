package handlers

import (
	"math"
	"strings"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/recommendation"
	"gpuscale/text"
	"gpuscale/views"
)

// The JSON of a result. Scores are 0–100; score is the lower end, which ranks.
type (
	wizardResultData struct {
		Scenario string              `json:"scenario"`
		AsOf     string              `json:"as_of"`
		Answers  map[string]string   `json:"answers"`
		Weights  map[string]float64  `json:"weights"`
		Must     []string            `json:"must"`
		Plans    int                 `json:"plans_total"`
		Meeting  int                 `json:"meeting_total"` // fail nothing the reader asked for
		Idle     []string            `json:"must_idle"`     // hard limits without a check here
		Excluded int                 `json:"excluded_total"`
		Article  []wizardPickData    `json:"article"`
		Ranked   []wizardPlanData    `json:"ranked"`
		Lost     []wizardLostData    `json:"lost"`
		Advice   []wizardAdviceData  `json:"advice"`
		Pitfalls []wizardPitfallData `json:"pitfalls"`
		Firmness wizardFirmnessData  `json:"firmness"`
	}
	wizardPickData struct {
		Provider string   `json:"provider"`
		Product  string   `json:"product"`
		Agrees   bool     `json:"agrees"`
		Why      string   `json:"why"`
		Rank     *int     `json:"rank"`
		Codes    []string `json:"codes"`
	}
	wizardPlanData struct {
		Rank        int                `json:"rank"`
		Provider    string             `json:"provider"`
		Offer       *string            `json:"offer"`
		Price       *string            `json:"price"`
		Accelerator *string            `json:"accelerator"`
		Cards       int                `json:"cards"`
		Total       *wizardTotalData   `json:"total"`
		AtLeast     bool               `json:"at_least"`
		Score       float64            `json:"score"`
		ScoreLow    float64            `json:"score_low"`
		ScoreHigh   float64            `json:"score_high"`
		Coverage    float64            `json:"coverage"`
		PlaceBest   int                `json:"place_best"`
		PlaceWorst  int                `json:"place_worst"`
		Parts       map[string]float64 `json:"parts"`
		PartsHigh   map[string]float64 `json:"parts_high"`
		Checks      []wizardCheckState `json:"checks"`
		Reasons     []wizardNoticeData `json:"reasons"`
		Warnings    []wizardNoticeData `json:"warnings"`
	}
	wizardTotalData struct {
		Amount   string  `json:"amount"`
		Max      *string `json:"max"`
		Currency string  `json:"currency"`
	}
	wizardCheckState struct {
		Key       string   `json:"key"`
		Label     string   `json:"label"`
		Operator  string   `json:"operator"`
		Threshold string   `json:"threshold"`
		Unit      string   `json:"unit"`
		Value     *string  `json:"value"`
		State     string   `json:"state"`
		SourceURL *string  `json:"source_url"`
		Source    *string  `json:"source_kind"` // link, or article: the seed article has no address
		Reason    *string  `json:"reason"`
		Hard      bool     `json:"hard"`
		Origin    string   `json:"origin"`
		Doubts    []string `json:"doubts"`
	}
	wizardNoticeData struct {
		Code string `json:"code"`
		Text string `json:"text"`
	}
	wizardLostData struct {
		Rank        *int    `json:"rank"`
		Provider    string  `json:"provider"`
		Offer       *string `json:"offer"`
		Accelerator *string `json:"accelerator"`
		Reason      string  `json:"reason"`
		Code        string  `json:"code"`
	}
	wizardAdviceData struct {
		Text   string  `json:"text"`
		Origin string  `json:"origin"`
		Metric *string `json:"metric"`
		Live   *string `json:"live"`
	}
	wizardPitfallData struct {
		Slug  string `json:"slug"`
		State string `json:"state"`
		Text  string `json:"text"`
		Code  string `json:"code"`
	}
	wizardFirmnessData struct {
		Switching map[string]*float64 `json:"switching_weights"`
		Shares    []wizardShareData   `json:"first_shares"`
		Draws     int                 `json:"draws"`
	}
	wizardShareData struct {
		Rank  int     `json:"rank"`
		Share float64 `json:"share"`
	}
)

// wizardEncoder turns a result into its JSON in one language.
type wizardEncoder struct {
	l text.Lang
	w views.WizardWords
}

// hundredths rounds a score for print.
func hundredths(x float64) float64 { return math.Round(x*100) / 100 }

func rankOrNull(rank int) *int {
	if rank == 0 {
		return nil
	}
	return &rank
}

func (j wizardEncoder) pick(p *recommendation.ArticlePick) wizardPickData {
	data := wizardPickData{Provider: p.Provider, Product: views.In(j.l, p.Product), Agrees: p.Agrees, Rank: rankOrNull(p.Rank)}
	var why []string
	for _, n := range p.Why {
		why, data.Codes = append(why, j.w.Article(n)), append(data.Codes, n.Code)
	}
	data.Why = strings.Join(why, views.SentenceGap(j.l))
	return data
}

func (j wizardEncoder) plan(p *recommendation.Plan) wizardPlanData {
	data := wizardPlanData{
		Rank: p.Rank, Provider: p.Provider.Slug, Accelerator: cardSlug(p.Accelerator), Cards: p.Cards, Total: totalOf(p.Bill),
		Score: hundredths(p.Score.Low), ScoreLow: hundredths(p.Score.Low), ScoreHigh: hundredths(p.Score.High), Coverage: hundredths(p.Score.Coverage),
		PlaceBest: p.Places.Best, PlaceWorst: p.Places.Worst, Parts: map[string]float64{}, PartsHigh: map[string]float64{},
		Checks: []wizardCheckState{}, Reasons: []wizardNoticeData{}, Warnings: []wizardNoticeData{},
	}
	if p.Offer != nil {
		data.Offer, data.Price = &p.Offer.ID, &p.Price.ID
	}
	if p.Bill != nil {
		data.AtLeast = p.Bill.AtLeast
	}
	for _, d := range p.Parts {
		data.Parts[string(d.Dimension)], data.PartsHigh[string(d.Dimension)] = hundredths(d.Score.Low), hundredths(d.Score.High)
	}
	for i := range p.Checks {
		data.Checks = append(data.Checks, j.check(&p.Checks[i]))
	}
	for _, n := range p.Reasons {
		data.Reasons = append(data.Reasons, wizardNoticeData{n.Code, j.w.Reason(n)})
	}
	for _, n := range p.Warnings {
		data.Warnings = append(data.Warnings, wizardNoticeData{n.Code, j.w.Warning(n)})
	}
	return data
}

func totalOf(b *pricing.Bill) *wizardTotalData {
	if b == nil {
		return nil
	}
	total := wizardTotalData{Amount: catalog.RoundHalfUp(b.Total.Low, 2).String(), Currency: string(b.Total.Currency)}
	if b.Total.High.Known {
		high := catalog.RoundHalfUp(b.Total.High.Value, 2).String()
		total.Max = &high
	}
	return &total
}

func (j wizardEncoder) check(c *recommendation.Check) wizardCheckState {
	data := wizardCheckState{Key: c.Key, Label: j.w.Key(c.Key), Operator: c.Operator, Threshold: c.Threshold.Zh, Unit: c.Unit,
		Value: orNull(views.In(j.l, c.Value)), State: string(c.State), SourceURL: orNull(c.Source.Link()), Reason: orNull(c.Reason), Hard: c.Hard,
		Origin: string(c.Origin), Doubts: c.Doubts}
	switch {
	case data.SourceURL != nil:
		data.Source = orNull("link")
	case c.Source.IsArticle():
		data.Source = orNull("article")
	}
	if data.Doubts == nil {
		data.Doubts = []string{}
	}
	return data
}

func (j wizardEncoder) lost(l *recommendation.Lost) wizardLostData {
	data := wizardLostData{Rank: rankOrNull(l.Rank), Provider: l.Provider.Slug, Accelerator: cardSlug(l.Accelerator), Reason: j.w.Lost(l.Reason), Code: l.Reason.Code}
	if l.Offer != nil {
		data.Offer = &l.Offer.ID
	}
	return data
}

func (j wizardEncoder) advice(a *recommendation.LiveAdvice) wizardAdviceData {
	data := wizardAdviceData{Text: j.w.Advice(&a.Advice), Origin: string(a.Origin), Metric: orNull(a.Metric)}
	if a.Live != nil {
		data.Live = orNull(j.w.Live(*a.Live))
	}
	return data
}

func (j wizardEncoder) firmness(r *recommendation.Result) wizardFirmnessData {
	data := wizardFirmnessData{Switching: map[string]*float64{}, Shares: []wizardShareData{}, Draws: r.Firmness.Draws}
	for i, at := range r.Firmness.Switching {
		var weight *float64
		if at.Known {
			percent := hundredths(100 * at.Value)
			weight = &percent
		}
		data.Switching[string(recommendation.Dimensions[i])] = weight
	}
	for _, s := range r.Firmness.Shares {
		data.Shares = append(data.Shares, wizardShareData{s.Rank, s.Share})
	}
	return data
}
