package pricing

import "gpuscale/catalog"

// ByAccelerator weighs, at every price that fits the query, the job of the price's
// accelerator, in one pass and without looking for sensitivities. Jobs go by slug;
// prices of other accelerators are left out, and a family's prices are never a
// member's. It returns ErrInvalidJob when a job is one that Job.Check objects to.
func ByAccelerator(m *catalog.Market, q catalog.OfferQuery, jobs map[string]Job) (map[string]Result, error) {
	runs := make(map[string]*evaluation, len(jobs))
	for slug, job := range jobs {
		if err := job.invalid(); err != nil {
			return nil, err
		}
		run := newEvaluation(m, q, job)
		if err := run.buyBasket(); err != nil {
			return nil, err
		}
		runs[slug] = run
	}
	var c candidate
	m.EachBilled(q, func(p *catalog.BilledPrice) bool {
		if p.Accelerator == nil {
			return true
		}
		if run := runs[p.Accelerator.Slug]; run != nil {
			run.add(&c, p)
		}
		return true
	})
	results := make(map[string]Result, len(runs))
	for slug, run := range runs {
		run.sort()
		run.result.Rates = run.ratesUsed()
		results[slug] = run.result
	}
	return results, nil
}
