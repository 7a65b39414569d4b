package sizing

import (
	"cmp"
	"slices"
	"strconv"
)

// Result answers a Request: the memory of one model copy, the fit of every
// device, second opinions from other published formulas, and all constants used.
type Result struct {
	// Request is the request with its defaults filled in.
	Request            Request
	Model              Model
	Parameters, Active Parameters
	Memory             Memory
	// Fits are sorted: what fits with the fewest cards first, then what does not
	// fit, then what is unknown; ties by name.
	Fits        []Fit
	Opinions    []Opinion
	Notices     []Notice
	Version     string
	Assumptions []Assumption
}

// Evaluate sizes a request on the devices. It returns a *RequestError that lists
// every wrong field; the devices are only read.
func Evaluate(r Request, devices []Device) (Result, error) {
	j, errs := prepare(r)
	kept, missing := j.selectDevices(devices)
	if errs = append(errs, missing...); len(errs) > 0 {
		return Result{}, &RequestError{Fields: errs}
	}
	d := j.demand()
	result := Result{
		Request: j.request, Model: j.model, Parameters: j.model.Parameters(),
		Active: j.model.ActiveParameters(), Memory: d.memory(j.shownMode()),
		Opinions: d.opinions(), Notices: j.requestNotices(),
		Version: j.assume.Version, Assumptions: j.assume.List(),
		Fits: make([]Fit, 0, len(kept)),
	}
	for _, device := range kept {
		result.Fits = append(result.Fits, d.fit(device))
	}
	slices.SortStableFunc(result.Fits, compareFits)
	return result, nil
}

func (s State) rank() int {
	switch s {
	case Fits:
		return 0
	case DoesNotFit:
		return 1
	}
	return 2
}

func compareFits(a, b Fit) int {
	if c := cmp.Compare(a.State.rank(), b.State.rank()); c != 0 {
		return c
	}
	if a.State == Fits {
		if c := cmp.Compare(a.Cards, b.Cards); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.Device.Name, b.Device.Name)
}

// short writes a figure for a notice with three significant digits.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }
