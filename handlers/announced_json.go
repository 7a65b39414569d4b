package handlers

import (
	"maps"

	"gpuscale/catalog"
	"gpuscale/text"
	"gpuscale/views"
)

// announcedJSON is a published price that is not in force yet: no ranking uses it.
type announcedJSON struct {
	ID           string              `json:"id"`
	Provider     string              `json:"provider"`
	InstanceType *string             `json:"instance_type"`
	Accelerator  *string             `json:"accelerator"`
	Count        *int                `json:"count"`
	Billing      catalog.BillingMode `json:"billing"`
	Price        publishedJSON       `json:"price"`
	PerGPUHour   *moneyJSON          `json:"per_gpu_hour"`
	Reason       *catalog.Reason     `json:"reason"`
	ValidFrom    string              `json:"valid_from"`
	ValidTo      *string             `json:"valid_to"`
	Grade        catalog.Grade       `json:"grade"`
	sourceJSON
}

// announcedAnswer lists the announced prices of a page, the next first, and adds
// their doubts to those of the answer.
func announcedAnswer(l text.Lang, v *views.Viewpoint, r *views.Rentals, doubts map[string]doubtJSON) []announcedJSON {
	all := []announcedJSON{}
	for i := range r.Announced {
		o, p, hour := r.Announced[i].Row.Offer, r.Announced[i].Price.Price, r.Announced[i].Price.Hour
		one := announcedJSON{
			ID: p.ID, Provider: o.Provider.Slug, InstanceType: orNull(o.InstanceType), Count: optional(o.Count), Billing: p.Billing,
			Price: publishedPrice(p), PerGPUHour: hourMoney(hour), ValidFrom: p.ValidFrom.String(), ValidTo: orNull(p.ValidTo.String()),
			Grade: p.Grade, sourceJSON: sourceAnswer(v, p.Source, p.Doubts),
		}
		if o.Accelerator != nil {
			one.Accelerator = &o.Accelerator.Slug
		}
		if one.PerGPUHour == nil {
			one.Reason = &hour.Reason
		}
		maps.Copy(doubts, doubtsAnswer(l, v.Market, p.Doubts))
		all = append(all, one)
	}
	return all
}
