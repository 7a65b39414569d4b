package pricing

import (
	"fmt"
	"strings"

	"gpuscale/catalog"
)

func couponCase(in *inputs) outcome {
	switch {
	case in.has("factor"):
		coupon := Coupon{Factor: in.amount("factor"), Count: in.int("count")}
		return number(coupon.Allowance().Times(Whole(PerHour)))
	case in.has("coupon_units"):
		coupon := Coupon{Factor: in.amount("coupon_units"), Count: 1}
		return number(coupon.CoveredShare(in.amount("instances")).Times(in.amount("hours")).Times(Whole(60)))
	case in.has("compute_on_demand"):
		uncovered := Whole(1).Minus(in.amount("covered_compute_fraction"))
		compute := in.amount("compute_on_demand").Times(uncovered)
		return number(compute.Plus(in.amount("disk")).Plus(in.amount("bandwidth")))
	case in.has("ri_units_per_hour"):
		var byHour []Amount
		for hour := 1; in.has(fmt.Sprintf("hour%d_units_h", hour)); hour++ {
			byHour = append(byHour, in.amount(fmt.Sprintf("hour%d_units_h", hour)))
		}
		coupon := Coupon{Factor: in.amount("ri_units_per_hour"), Count: 1}
		return number(coupon.Uncovered(byHour).Times(in.amount("on_demand_per_unit_h")))
	}
	var used Amount
	for _, units := range in.list("usage_units_h") {
		used = used.Plus(in.toAmount(units))
	}
	coupon := Coupon{Factor: in.amount("ri_units"), Count: 1}
	return number(coupon.Uncovered([]Amount{used}).Times(in.amount("on_demand_per_unit_h")))
}

// interruptions reads M, delta and R in whichever unit the row uses; the answer is
// in that of M.
func (in *inputs) interruptions() Interruptions {
	i := Interruptions{Checkpoints: true}
	if in.has("M_min") {
		i.MTBF = in.float("M_min")
	} else {
		i.MTBF = in.float("M_h")
	}
	switch {
	case in.has("delta_min"):
		i.Save = in.float("delta_min")
	case in.has("delta_s"):
		i.Save = in.float("delta_s") / 3600
	case in.has("delta_h"):
		i.Save = in.float("delta_h")
	}
	i.Restart = in.or("R_h", Amount{}).Float()
	return i
}

func (in *inputs) expectedTime() float64 {
	i := in.interruptions()
	interval := in.or("tau_h", fromFloat(i.DalyInterval())).Float()
	return i.ExpectedTime(in.float("Ts_h"), interval)
}

func spotCostCase(in *inputs) outcome {
	spot := in.amount("spot").Times(fromFloat(in.expectedTime()))
	onDemand := in.amount("on_demand").Times(in.amount("Ts_h"))
	sign := [...]string{"<", "=", ">"}[spot.Cmp(onDemand)+1]
	return words(cents(in.t, spot), sign, cents(in.t, onDemand))
}

func mtbfCase(in *inputs) outcome {
	switch {
	case in.has("events_per_day"):
		return number(fromFloat(ClusterMTBF(24, in.float("events_per_day"))))
	case in.has("gpu_mtbf_h"):
		return number(fromFloat(ClusterMTBF(in.float("gpu_mtbf_h"), in.float("gpus"))))
	}
	cluster := ClusterMTBF(in.float("days")*24, in.float("events"))
	return number(fromFloat(cluster * in.or("gpus", Whole(1)).Float()))
}

func overheadCase(in *inputs) outcome {
	run := in.float("days") * 24 * PerHour
	return number(fromFloat(100 * CheckpointShare(in.float("saves"), in.float("seconds"), run)))
}

func vatCase(in *inputs) outcome {
	rate := in.amount("rate")
	if in.has("net") {
		return number(WithTax(in.amount("net"), rate))
	}
	net, tax, err := Net(in.amount("gross"), rate)
	if err != nil {
		in.t.Fatal(err)
	}
	return words("net", net.String(), "tax", tax.String())
}

func compositeCase(in *inputs) outcome {
	compute := Linear(in.amount("gpu_price"), in.amount("gpu_hours"), 1)
	disk := ProRata(in.amount("disk_price_gb_month").Times(in.amount("disk_gb")), in.amount("days"), in.amount("month_days"))
	egress := in.amount("egress_gb").Times(in.amount("egress_price"))
	return number(compute.Plus(disk).Plus(egress))
}

func trafficCase(in *inputs) outcome {
	volume := TrafficGB(in.amount("mbit"), in.amount("util"), in.amount("hours"))
	return number(volume.Times(in.or("price_per_gb", Whole(1))))
}

func discountCase(in *inputs) outcome {
	factors := []Amount{}
	if in.has("discount") {
		factors = append(factors, in.amount("discount"))
	}
	if in.has("discounts") {
		for _, factor := range in.list("discounts") {
			factors = append(factors, in.toAmount(factor))
		}
	}
	price := Discounted(in.amount("list"), factors...)
	if in.has("coupon_off") {
		price = Voucher{Min: in.or("coupon_min", Amount{}), Off: in.amount("coupon_off")}.Apply(price)
	}
	return number(price)
}

// unknownCase goes the way of a page: the input is checked, an unknown price stays
// unknown.
func unknownCase(in *inputs) outcome {
	for _, key := range []string{"unit_price", "hours", "gpus"} {
		if in.raw(key) == nil {
			return words("UNKNOWN")
		}
	}
	job := Job{Cards: int(in.int("gpus")), Schedule: Schedule{Hours: catalog.Known(in.decimal(in.amount("hours")))}}
	if price := in.amount("unit_price"); price.Sign() < 0 || len(job.Check()) > 0 {
		return words("ERROR")
	}
	return number(Linear(in.amount("unit_price"), in.amount("hours"), in.int("gpus")))
}

func exchangeCase(in *inputs) outcome {
	hours := in.or("hours", Whole(1))
	for key := range in.values {
		if strings.EqualFold(key, string(catalog.USD)) {
			return number(Linear(Converted(in.amount(key), in.amount("rate")), hours, 1))
		}
	}
	return number(Linear(in.amount("cny").Over(in.amount("rate")), hours, 1))
}
