package handlers

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"gpuscale/catalog"
	"gpuscale/pricing"
	"gpuscale/text"
)

// basketMax is how many further lines a basket may have.
const basketMax = 20

// basketLine splits gpu×gpus×hours from the right, for the name of a card may have
// an x in it.
var basketLine = regexp.MustCompile(`^(.+?)\s*[×xX*✕]\s*([^×xX*✕]+?)\s*[×xX*✕]\s*([^×xX*✕]+)$`)

// readLines reads the basket, with the line that the form adds and without the one
// that it removes.
func (a *costAsk) readLines(q *query) {
	a.lines = slices.Clone(q.values["line"])
	if gpu := q.typed("line_gpu"); gpu != "" {
		a.addLine(q, gpu)
	} else if q.typed("line_hours") != "" {
		q.fail("line_gpu", text.T(q.lang, "cost.problem.line-gpu"))
	}
	if q.typed("drop") != "" {
		if len(a.lines) == 0 {
			q.fail("drop", text.T(q.lang, "cost.problem.drop"))
		} else if n := q.whole("drop", 1, len(a.lines), 0); n > 0 {
			a.lines = slices.Delete(a.lines, n-1, n)
		}
	}
	if len(a.lines) > basketMax {
		q.fail("line", text.T(q.lang, "cost.problem.lines", "n", basketMax))
		return
	}
	for i, typed := range a.lines {
		a.lines[i] = strings.TrimSpace(typed)
		if line, ok := a.parseLine(q, a.lines[i]); ok {
			a.job.Basket = append(a.job.Basket, line)
		}
	}
}

func (a *costAsk) addLine(q *query, gpu string) {
	hours, cards := q.typed("line_hours"), q.typed("line_gpus")
	if hours == "" {
		q.fail("line_hours", text.T(q.lang, "cost.problem.missing"))
		return
	}
	if cards == "" {
		cards = "1"
	}
	if _, ok := gpuSlug(a.market)(gpu); !ok {
		q.failWord("line_gpu", gpu, text.T(q.lang, "offers.slug.gpu"))
		return
	}
	q.number("line_gpus", pricing.Fields["gpus"])
	q.number("line_hours", pricing.Fields["hours"])
	if q.problems["line_gpus"] == "" && q.problems["line_hours"] == "" {
		a.lines = append(a.lines, gpu+"×"+cards+"×"+hours)
	}
}

func (a *costAsk) parseLine(q *query, typed string) (pricing.BasketLine, bool) {
	parts := basketLine.FindStringSubmatch(typed)
	if parts == nil {
		q.fail("line", text.T(q.lang, "cost.problem.line", "line", typed))
		return pricing.BasketLine{}, false
	}
	slug, ok := gpuSlug(a.market)(parts[1])
	if !ok {
		q.fail("line", text.T(q.lang, "cost.problem.line.gpu", "line", typed))
		return pricing.BasketLine{}, false
	}
	cards, okCards := lineNumber(q, typed, parts[2], pricing.Fields["gpus"])
	hours, okHours := lineNumber(q, typed, parts[3], pricing.Fields["hours"])
	n, _, _ := cards.Int64(0)
	return pricing.BasketLine{Accelerator: slug, Cards: int(n), Hours: hours}, okCards && okHours
}

func lineNumber(q *query, line, typed string, field catalog.TypedField) (catalog.Decimal, bool) {
	d, err := field.Parse(typed)
	var wrong *catalog.TypedError
	if errors.As(err, &wrong) {
		q.fail("line", text.T(q.lang, "cost.problem.line.number", "line", line, "why", typedProblem(q.lang, wrong)))
	}
	return d, err == nil
}
