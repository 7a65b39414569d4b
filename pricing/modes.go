package pricing

import (
	"errors"
	"fmt"
	"slices"

	"gpuscale/catalog"
)

// ErrUnknownOffer is returned for an offer or price id the market does not hold.
var ErrUnknownOffer = errors.New("unknown offer")

// Modes weighs a job at every price of one offer under the job's billing modes,
// ranked or not, without looking for sensitivities. It returns ErrUnknownOffer or
// ErrInvalidJob.
func Modes(m *catalog.Market, offerID string, job Job) (Result, error) {
	return ModesAmong(m, catalog.OfferQuery{}, offerID, job)
}

// ModesAmong is Modes with the further lines of a basket bought among the offers
// that fit a query, as Evaluate buys them.
func ModesAmong(m *catalog.Market, q catalog.OfferQuery, offerID string, job Job) (Result, error) {
	offer, ok := m.Offer(offerID)
	if !ok {
		return Result{}, fmt.Errorf("%w: %s", ErrUnknownOffer, offerID)
	}
	var prices []catalog.BilledPrice
	for i := range offer.Prices {
		if p := &offer.Prices[i]; len(job.Billing) == 0 || slices.Contains(job.Billing, p.Billing) {
			billed, _ := m.Billed(p.ID)
			prices = append(prices, billed)
		}
	}
	return weighPrices(m, q, prices, job)
}

// At weighs a job at one price; the row is nil when the price is excluded, with the
// reason. It returns ErrUnknownOffer or ErrInvalidJob.
func At(m *catalog.Market, priceID string, job Job) (*Row, *Notice, error) {
	billed, ok := m.Billed(priceID)
	if !ok {
		return nil, nil, fmt.Errorf("%w: %s", ErrUnknownOffer, priceID)
	}
	result, err := weighPrices(m, catalog.OfferQuery{}, []catalog.BilledPrice{billed}, job)
	switch {
	case err != nil:
		return nil, nil, err
	case len(result.Excluded) > 0:
		return nil, &result.Excluded[0].Notice, nil
	}
	return &result.Results[0], nil, nil
}

func weighPrices(m *catalog.Market, q catalog.OfferQuery, prices []catalog.BilledPrice, job Job) (Result, error) {
	if err := job.invalid(); err != nil {
		return Result{}, err
	}
	e := newEvaluation(m, q, job)
	if err := e.buyBasket(); err != nil {
		return Result{}, err
	}
	var c candidate
	for i := range prices {
		e.add(&c, &prices[i])
	}
	e.sort()
	e.result.Rates = e.ratesUsed()
	return e.result, nil
}

// StandardJob is a fixed job that makes offers comparable beside each other.
type StandardJob struct {
	Key string // one of the constants below
	Job Job
}

// The standard jobs: a month of 720 hours, 30 hours in one go, and the same 30 hours
// followed by a week shut down; the last two with 100 GB of data.
const (
	StandardMonth       = "month-720h"
	StandardShort       = "short-30h"
	StandardStoppedWeek = "stopped-week"
)

// StandardJobs returns the standard jobs for a number of cards.
func StandardJobs(cards int, currency catalog.Currency, month catalog.MonthHours) []StandardJob {
	job := func(hours int64) Job {
		return Job{Cards: cards, Schedule: Schedule{Hours: catalog.Known(whole(hours))}, Currency: currency, Month: month}
	}
	short := job(30)
	short.StorageGB = whole(100)
	stopped := short
	stopped.StoppedDays = whole(7)
	return []StandardJob{{StandardMonth, job(720)}, {StandardShort, short}, {StandardStoppedWeek, stopped}}
}

// ForgottenShutdown is the job of cards left running from Friday 18:00 to Monday
// 10:00.
func ForgottenShutdown(cards int, currency catalog.Currency) Job {
	return Job{Cards: cards, Schedule: Schedule{Hours: catalog.Known(whole(64))}, Currency: currency,
		Billing: []catalog.BillingMode{catalog.OnDemand}}
}

// HiddenShare returns the part of a total, in percent with one decimal, that is not
// card time: storage, traffic and addresses. It is unknown for a total of zero and
// where one of these costs is.
func (b *Bill) HiddenShare() catalog.Opt[catalog.Decimal] {
	if b.Total.Low.Sign() <= 0 {
		return catalog.Opt[catalog.Decimal]{}
	}
	for _, w := range b.Warnings {
		switch w.Code {
		case WarnStorageUnknown, WarnEgressUnknown, WarnUploadUnknown, WarnPublicIPUnknown:
			return catalog.Opt[catalog.Decimal]{}
		}
	}
	var hidden Amount
	for _, line := range b.Lines {
		switch line.Item {
		case ItemStorage, ItemEgress, ItemUpload, ItemPublicIP:
			hidden = hidden.Plus(Exactly(line.Amount))
		}
	}
	share, err := ProRata(Whole(100), hidden, Exactly(b.Total.Low)).Round(1)
	if err != nil {
		return catalog.Opt[catalog.Decimal]{}
	}
	return catalog.Known(share)
}
