package pricing

import (
	"math/big"
	"strings"
	"testing"
	"time"

	"gpuscale/catalog"
)

func amountOf(t *testing.T, text string) Amount {
	t.Helper()
	rat, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is no number", text)
	}
	return fromRat(rat)
}

func fromFloat(f float64) Amount { return fromRat(new(big.Rat).SetFloat64(f)) }

// referenceModes run each mode of the reference file through the package's rules.
var referenceModes = map[string]func(*inputs) outcome{
	"on_demand_linear": func(in *inputs) outcome {
		return number(Linear(in.amount("unit_price"), in.amount("hours"), in.int("gpus")))
	},
	"month_convention": func(in *inputs) outcome {
		return number(Linear(in.amount("price"), in.amount("hours"), 1))
	},
	"billing_granularity": granularityCase,
	"graduated_tiers":     graduatedCase,
	"volume_tiers": func(in *inputs) outcome {
		return number(Volume(in.amount("quantity_gb"), in.tiers(Whole(1))))
	},
	"hourly_with_monthly_cap": func(in *inputs) outcome {
		return number(Capped(Linear(in.amount("price_per_hour"), in.amount("hours"), 1), in.amount("monthly_cap")))
	},
	"break_even_hours": func(in *inputs) outcome {
		hours, ok := BreakEvenHours(in.amount("monthly"), in.amount("hourly"))
		if !ok {
			return words("UNKNOWN")
		}
		return number(hours)
	},
	"break_even_utilisation": func(in *inputs) outcome {
		return number(BreakEvenUtilisation(in.amount("discount")))
	},
	"cheapest_mode":          cheapestCase,
	"commitment_partial_use": partialUseCase,
	"prepaid_year_discount":  prepaidYearsCase,
	"ri_deduction":           couponCase,
	"cost_per_million_tokens": func(in *inputs) outcome {
		speed := Amount{}
		if in.raw("tok_s") != nil {
			speed = in.amount("tok_s")
		}
		cost, ok := CostPerMillionTokens(in.amount("gpu_price"), in.int("gpus"), speed)
		if !ok {
			return words("UNKNOWN")
		}
		return number(cost)
	},
	"training_job_cost": trainingCase,
	"node_rounding": func(in *inputs) outcome {
		node := in.int("node")
		cards := Machines(in.int("gpus"), node) * node
		return number(Linear(in.amount("price_gpu_h"), in.amount("hours"), cards))
	},
	"daly_interval": func(in *inputs) outcome {
		return number(fromFloat(in.interruptions().DalyInterval()))
	},
	"young_interval": func(in *inputs) outcome {
		return number(fromFloat(in.interruptions().YoungInterval()))
	},
	"spot_expected_time": func(in *inputs) outcome { return number(fromFloat(in.expectedTime())) },
	"spot_no_checkpoint_time": func(in *inputs) outcome {
		return number(fromFloat(in.interruptions().ExpectedTimeWithoutCheckpoints(in.float("Ts_h"))))
	},
	"spot_expected_cost":  spotCostCase,
	"cluster_mtbf":        mtbfCase,
	"failure_share":       func(in *inputs) outcome { return number(percent(in.amount("events"), in.amount("total"))) },
	"checkpoint_overhead": overheadCase,
	"calendar_month_end": func(in *inputs) outcome {
		bought, err := catalog.ParseDate(in.text("purchase_date"))
		if err != nil {
			in.t.Fatal(err)
		}
		return words(LastDay(bought, int(in.int("months"))).String())
	},
	"vat_6pct":             vatCase,
	"composite_bill":       compositeCase,
	"bandwidth_vs_traffic": trafficCase,
	"discount_stack":       discountCase,
	"unknown_or_invalid":   unknownCase,
	"fx":                   exchangeCase,
}

func percent(part, whole Amount) Amount { return ProRata(Whole(100), part, whole) }

// tiers reads [[limit or null, price or factor], …]; factors multiply a list price.
func (in *inputs) tiers(list Amount) []Tier {
	var tiers []Tier
	for _, entry := range in.list("tiers") {
		pair := entry.([]any)
		price := in.decimal(in.toAmount(pair[1]).Times(list))
		tier := Tier{Price: price}
		if pair[0] != nil {
			tier.UpTo = catalog.Known(in.decimal(in.toAmount(pair[0])))
		}
		tiers = append(tiers, tier)
	}
	return tiers
}

func (in *inputs) decimal(a Amount) catalog.Decimal {
	d, err := a.Round(9)
	if err != nil {
		in.t.Fatal(err)
	}
	return d.Trim(0)
}

func granularityCase(in *inputs) outcome {
	price := in.amount("price_per_hour")
	settled := func(seconds []int64) outcome {
		total, err := SettledHourly(price, seconds)
		if err != nil {
			in.t.Fatal(err)
		}
		return number(total)
	}
	switch {
	case in.has("start"):
		start, err1 := time.Parse(time.TimeOnly, in.text("start"))
		end, err2 := time.Parse(time.TimeOnly, in.text("end"))
		if err1 != nil || err2 != nil {
			in.t.Fatal(err1, err2)
		}
		if end.Before(start) {
			end = end.AddDate(0, 0, 1)
		}
		return settled(ClockHours(start, end))
	case in.has("runs_min"):
		same := in.raw("same_clock_hour").(bool)
		var seconds []int64
		for _, run := range in.list("runs_min") {
			s := int64(in.toAmount(run).Float()) * 60
			if same && len(seconds) > 0 {
				seconds[0] += s
			} else {
				seconds = append(seconds, s)
			}
		}
		return settled(seconds)
	}
	zero := Amount{}
	step, minimum := in.or("granularity_s", zero).Float(), in.or("minimum_s", zero).Float()
	g := Granularity{StepSeconds: int64(step), MinimumSeconds: int64(minimum)}
	return number(g.Metered(price, in.int("seconds")))
}

// tencentFactors are the tiers of the case "Tencent-style", whose row with
// segments does not repeat them.
func tencentTiers(t *testing.T, list Amount) []Tier {
	in := readInputs(t, `{"tiers": [[96, "1.00"], [360, "0.50"], [null, "0.34"]]}`)
	return in.tiers(list)
}

func graduatedCase(in *inputs) outcome {
	switch {
	case in.has("segments"):
		var total Amount
		for _, entry := range in.list("segments") {
			pair := entry.([]any)
			list, hours := in.toAmount(pair[0]), in.toAmount(pair[1])
			total = total.Plus(Graduated(hours, tencentTiers(in.t, list)))
		}
		return number(total)
	case in.has("hours"):
		return number(Graduated(in.amount("hours"), in.tiers(in.or("price", Whole(1)))))
	}
	return number(Graduated(in.amount("quantity_gb"), in.tiers(Whole(1))))
}

func cheapestCase(in *inputs) outcome {
	months := in.or("months", Whole(1))
	hours := in.or("hours", Amount{})
	if in.has("hours_per_month") {
		hours = in.amount("hours_per_month").Times(months)
	}
	quotes := []Quote{{"on_demand", in.amount("hourly").Times(hours)}}
	if in.has("monthly") {
		quotes = append(quotes, Quote{"monthly", in.amount("monthly").Times(Periods(months, Whole(1)))})
	}
	if in.has("yearly") {
		quotes = append(quotes, Quote{"yearly", in.amount("yearly").Times(Periods(months, Whole(12)))})
	}
	best := Cheapest(quotes)
	name := best[0].Name
	if len(best) > 1 {
		name = "tie"
	}
	if in.has("months") {
		return words(name, cents(in.t, best[0].Total))
	}
	return words(name)
}

func partialUseCase(in *inputs) outcome {
	months := in.amount("months_used")
	onDemand := in.amount("hourly").Times(in.amount("hours_per_month")).Times(months)
	paid := in.amount("yearly").Times(Periods(months, Whole(12)))
	return words("yearly", cents(in.t, paid), "vs on_demand", cents(in.t, onDemand))
}

func prepaidYearsCase(in *inputs) outcome {
	years := in.raw("years")
	rules := in.raw("rule").(map[string]any)
	monthly := in.amount("monthly")
	rule, ok := rules[in.toAmount(years).value().RatString()].(string)
	if !ok {
		in.t.Fatalf("no rule for %v years", years)
	}
	if months, ok := strings.CutSuffix(rule, " months price"); ok {
		return number(monthly.Times(in.toAmount(months)))
	}
	list := monthly.Times(Whole(12)).Times(in.toAmount(years))
	return number(Discounted(list, in.toAmount(rule)))
}

func trainingCase(in *inputs) outcome {
	price := in.amount("price_gpu_h")
	if in.has("gpu_hours") {
		return number(Linear(price, in.amount("gpu_hours"), 1))
	}
	operations := Whole(6).Times(in.amount("params")).Times(in.amount("tokens"))
	tera := operations.Over(amountOf(in.t, "1e12"))
	hours, ok := CardHours(tera, in.amount("peak_tflops"), in.amount("mfu"))
	if !ok {
		return words("UNKNOWN")
	}
	return number(Linear(price, hours, 1))
}
