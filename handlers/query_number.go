package handlers

import (
	"errors"

	"gpuscale/catalog"
	"gpuscale/text"
)

// number reads a number as people type it: full-width digits, grouped thousands,
// units of the field. Absent is unknown; what is no number or lies outside the
// field is a problem of the query.
func (q *query) number(name string, field catalog.TypedField) catalog.Opt[catalog.Decimal] {
	typed := q.typed(name)
	if typed == "" {
		return catalog.Opt[catalog.Decimal]{}
	}
	d, err := field.Parse(typed)
	var wrong *catalog.TypedError
	if errors.As(err, &wrong) {
		q.fail(name, typedProblem(q.lang, wrong))
		return catalog.Opt[catalog.Decimal]{}
	}
	return catalog.Known(d)
}

// figure is number for physical figures.
func (q *query) figure(name string, field catalog.TypedField) catalog.Number {
	d, known := q.number(name, field).Get()
	if !known {
		return catalog.Number{}
	}
	f, _ := d.Float64()
	return catalog.Known(f)
}

// typedProblem words why a typed number was refused.
func typedProblem(l text.Lang, e *catalog.TypedError) string {
	return text.T(l, "number."+e.Code, "limit", text.Group(e.Limit))
}
