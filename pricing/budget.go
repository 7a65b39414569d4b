package pricing

import "gpuscale/catalog"

// HoursWithin returns the most whole hours in one go that every card can run for at
// most a budget, with everything else of the job unchanged; ok is false when not
// even the costs without a run fit. It never exceeds MaxHours.
func (r *Row) HoursWithin(budget catalog.Decimal) (hours int, ok bool) {
	limit, small := Exactly(budget).Times(Whole(100)).Floor().whole()
	if !small || !r.fits(0, limit) {
		return 0, false
	}
	low, high := 0, MaxHours+1 // low fits, high does not
	for high-low > 1 {
		middle := low + (high-low)/2
		if r.fits(middle, limit) {
			low = middle
		} else {
			high = middle
		}
	}
	return low, true
}

func (r *Row) fits(hours int, cents int64) bool {
	job := r.group.run.planner.job
	job.Schedule = Schedule{Hours: catalog.Known(whole(int64(hours)))}
	run := *r.group.run
	run.planner = newPlanner(job, r.group.run.planner.basis)
	g := run.newGroup(run.planner, &r.group.plan.key)
	if g.plan.excluded != nil {
		return false
	}
	total, ok := g.low.cents(r.nano)
	return ok && total <= cents
}
