package handlers

import (
	"math"
	"strconv"
	"strings"

	"gpuscale/catalog"
	"gpuscale/sizing"
	"gpuscale/text"
	"gpuscale/views"
	"gpuscale/views/chart"
)

// memoryClasses are the usual memories of cards, in GB, that the answer speaks of.
var memoryClasses = []float64{24, 48, 80, 141}

// plainCard sizes the job on a card of which only the memory is known.
func (s *sizingPage) plainCard(gb float64, cards int) *sizing.Fit {
	request := s.result.Request
	request.GPUs, request.GPU = cards, nil
	result, err := sizing.Evaluate(request, []sizing.Device{{Slug: "plain", Name: "plain", MemoryGB: sizing.Known(gb)}})
	if err != nil {
		return &sizing.Fit{State: sizing.NotKnown}
	}
	return &result.Fits[0]
}

// figures are the answer: memory, cards, speed or time, and cost.
func (s *sizingPage) figures() []views.SizingFigure {
	r := &s.result
	list := []views.SizingFigure{{
		Label: s.t("sizing.need"), Big: gigabyteText(r.Memory.TotalGB), Unit: "GB",
		Note: s.t(s.needNote(), "precision", s.precision(), "context", text.Count(r.Request.Context), "batch", text.Count(r.Request.Batch)),
	}}
	fit := s.focus()
	if r.Request.GPUs > 0 && fit != nil {
		list = append(list, views.SizingFigure{
			Label: s.t("sizing.each"), Big: gigabyteText(fit.PerCardGB.Value), Unit: "GB",
			Note: s.t("sizing.each.note", "n", fit.Cards, "card", s.cardName(fit.Device.Slug)),
		})
	} else if r.Request.GPUs == 0 {
		list = append(list, s.leastFigure())
	}
	if fit != nil {
		if speed, ok := s.speedFigure(fit); ok {
			list = append(list, speed)
		}
	}
	return append(list, s.costFigure(fit))
}

// needNote is the key of what the memory was computed for.
func (s *sizingPage) needNote() string {
	if s.result.Request.Task == sizing.Inference {
		return "sizing.need.note"
	}
	return "sizing.need.train"
}

// leastFigure is the fewest cards of 80 GB, with those of other memories.
func (s *sizingPage) leastFigure() views.SizingFigure {
	var figure views.SizingFigure
	var others []string
	for _, gb := range memoryClasses {
		size := text.Float(gb, 0)
		fit := s.plainCard(gb, 0)
		switch {
		case gb == 80 && fit.State == sizing.Fits:
			figure.Label, figure.Big, figure.Unit = s.t("sizing.least", "gb", size), text.Count(fit.Cards), s.t("sizing.cards")
		case gb == 80:
			figure.Label, figure.Big = s.t("sizing.least", "gb", size), s.t("sizing.best.none")
		case fit.State == sizing.Fits:
			others = append(others, s.t("sizing.least.other", "gb", size, "n", text.Count(fit.Cards)))
		default:
			others = append(others, s.t("sizing.least.none", "gb", size))
		}
	}
	figure.Note = strings.Join(others, " · ")
	return figure
}

// speedFigure is the time of the whole run where tokens are known, else the speed;
// never a time as one number.
func (s *sizingPage) speedFigure(f *sizing.Fit) (figure views.SizingFigure, ok bool) {
	card := s.t("sizing.best.card", "card", s.cardName(f.Device.Slug), "n", f.Cards)
	switch {
	case f.Hours != nil:
		return views.SizingFigure{
			Label: s.t("sizing.time"), Big: s.duration(*f.Hours), Note: s.t("sizing.time.note", "card", card, "hours", countRange(*f.GPUHours)),
		}, true
	case f.TokensPerS.Known:
		figure = views.SizingFigure{Label: s.t("sizing.speed"), Big: bigText(f.TokensPerS.Value), Unit: s.t("sizing.tok_s"), Note: card}
		if f.Serving != nil {
			figure.Note = s.t("sizing.speed.note", "card", card, "first", s.seconds(f.Serving.FirstToken))
			figure.Below = s.fullLoad(f.Serving, " "+s.t("sizing.tok_s"))
		} else if s.result.Request.Task != sizing.Inference {
			figure.Note = s.t("sizing.speed.train", "card", card)
		}
		return figure, true
	}
	return views.SizingFigure{}, false
}

// fullLoad is the throughput under in-flight batching, in a unit where it needs one.
func (s *sizingPage) fullLoad(v *sizing.ServingFigures, unit string) string {
	if v.MaxTokensPerS <= 0 {
		return ""
	}
	return s.t("sizing.full", "rate", bigText(v.MaxTokensPerS)+unit, "batch", text.Float(v.MaxBatch, 0))
}

// costFigure is the cheapest set that fits, the whole run beside it.
func (s *sizingPage) costFigure(focus *sizing.Fit) views.SizingFigure {
	figure := views.SizingFigure{Label: s.t("sizing.best"), Big: s.t("sizing.best.none"), Note: s.t("sizing.best.why")}
	home, cost := s.best(catalog.MainlandChina)
	abroad, far := s.best(catalog.International)
	if home == nil {
		home, cost, far = abroad, far, nil
	}
	switch {
	case focus == nil:
		figure.Note = s.t("sizing.best.nofit")
		return figure
	case cost == nil:
		return figure
	}
	figure.Seal = s.t("sizing.best.seal")
	figure.Big, figure.Unit = s.money(cost.hour), s.t("sizing.per_hour")
	figure.Note = s.t("sizing.best.card", "card", s.cardName(home.Device.Slug), "n", home.Cards)
	var below []string
	if cost.run != nil {
		figure.Label, figure.Big, figure.Unit = s.t("sizing.best.whole"), s.runText(cost), ""
		below = append(below, s.money(cost.hour)+s.t("sizing.per_hour"))
	}
	if far != nil {
		below = append(below, s.t("sizing.best.intl", "price", s.money(far.hour), "card", s.cardName(abroad.Device.Slug), "n", abroad.Cards))
	}
	figure.Below = strings.Join(below, s.t("sizing.and"))
	return figure
}

func (s *sizingPage) runText(c *sizingCost) string {
	if c.runIsMin {
		return s.t("sizing.at-least", "amount", s.moneyRange(c.run))
	}
	return s.moneyRange(c.run)
}

// bar is the answer at the foot of small screens.
func (s *sizingPage) bar() views.SizingBar {
	need := gigabyteText(s.result.Memory.TotalGB)
	for _, area := range areas {
		if fit, cost := s.best(area); fit != nil {
			return views.SizingBar{
				Text:   s.t("sizing.bar.cards", "gb", need, "card", s.cardName(fit.Device.Slug), "n", fit.Cards),
				Figure: s.barFigure(cost) + " ↓",
			}
		}
	}
	return views.SizingBar{Text: s.t("sizing.bar", "gb", need), Figure: "↓"}
}

func (s *sizingPage) barFigure(c *sizingCost) string {
	if c.run != nil {
		return s.runText(c)
	}
	return s.money(c.hour) + s.t("sizing.per_hour")
}

// duration prints a range of hours in the unit that reads best.
func (s *sizingPage) duration(hours sizing.Range) string {
	switch {
	case hours.High < 2:
		return s.t("sizing.minutes", "low", figureText(hours.Low*60), "high", figureText(hours.High*60))
	case hours.High < 72:
		return s.t("sizing.hours", "low", figureText(hours.Low), "high", figureText(hours.High))
	}
	return s.t("sizing.days", "low", figureText(hours.Low/24), "high", figureText(hours.High/24))
}

// countRange prints the bounds of a range.
func countRange(r sizing.Range) string { return figureText(r.Low) + "–" + figureText(r.High) }

// seconds prints a short time.
func (s *sizingPage) seconds(t float64) string {
	if t < 1 {
		return s.t("sizing.milliseconds", "ms", figureText(math.Max(t*1000, 0.01)))
	}
	return s.t("sizing.seconds", "s", figureText(t))
}

// bigText prints a figure with about three digits, very large ones in powers of ten.
func bigText(f float64) string {
	if math.Abs(f) >= 1e12 {
		return strings.Replace(strconv.FormatFloat(f, 'e', 2, 64), "e+", " × 10^", 1)
	}
	return figureText(f)
}

// capacities are the lines of the memory figure and its finding: one card, the last
// number that is too few, and the fewest that do.
func (s *sizingPage) capacities() (lines []chart.Capacity, finding string) {
	gb := s.classMemory()
	size := text.Float(gb, 0)
	fit := s.plainCard(gb, 0)
	line := func(cards int, fits bool) chart.Capacity {
		total := text.Float(gb*float64(cards), 0)
		note := s.t("sizing.figure.short", "total", total)
		if fits {
			note = s.t("sizing.figure.enough", "total", total)
		}
		return chart.Capacity{Usable: gb * float64(cards), Title: s.t("sizing.figure.cap", "n", cards, "gb", size), Note: note, Fits: fits}
	}
	switch {
	case fit.State != sizing.Fits:
		return []chart.Capacity{line(1, false)}, s.t("sizing.figure.none", "gb", size)
	case fit.Cards == 1:
		return []chart.Capacity{line(1, true)}, s.t("sizing.figure.fits", "gb", size, "left", gigabyteText(fit.HeadroomGB.Value))
	}
	less := s.fewerCards(fit.Cards)
	if less > 1 {
		lines = append(lines, line(1, false))
	}
	lines = append(lines, line(less, false), line(fit.Cards, true))
	return lines, s.t("sizing.figure.cards", "less", less, "gb", size, "n", fit.Cards)
}

// fewerCards is the number of cards tried before n: half within one machine, else a
// machine less.
func (s *sizingPage) fewerCards(n int) int {
	if node := int(s.ask.request.Assumptions.NodeCards); n > node {
		return max(n-node, 1)
	}
	return max(n/2, 1)
}

// classMemory is the memory of the card asked for, else of the smallest usual class
// that holds all, else 80 GB.
func (s *sizingPage) classMemory() float64 {
	if len(s.ask.cards.In) == 1 {
		if card, ok := s.ask.market.Accelerator(s.ask.cards.In[0]); ok && card.MemoryGB.Or(0) > 0 {
			return card.MemoryGB.Value
		}
	}
	for _, gb := range memoryClasses {
		if gb <= 80 && s.result.Memory.TotalGB <= gb {
			return gb
		}
	}
	return 80
}
