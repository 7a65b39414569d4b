package catalog

import (
	"strconv"
	"strings"
)

// wording is the small vocabulary that cells need to be sentences in both
// languages; unknown words stand for themselves.
type wording map[string]Words

func (w wording) of(word string) Words {
	if t, ok := w[word]; ok {
		return t
	}
	return Words{Zh: word, En: word}
}

var billingWords = wording{
	string(OnDemand): {"按需", "on demand"}, string(Spot): {"竞价", "spot"}, string(BillDay): {"包天", "daily"},
	string(BillWeek): {"包周", "weekly"}, string(BillMonth): {"包月", "monthly"}, string(BillYear): {"包年", "yearly"},
	string(BillReserved): {"预留", "reserved"}, string(BillCoreHour): {"按核时", "per core-hour"},
	string(BillDynamic): {"动态折扣", "dynamic discount"}, string(BillUsage): {"按用量", "by usage"},
}

var priceUnitWords = wording{
	string(GPUHour): {"卡时", "GPU-hour"}, string(InstanceHour): {"台时", "machine-hour"}, string(GPUDay): {"卡·天", "GPU-day"},
	string(InstanceDay): {"台·天", "machine-day"}, string(GPUWeek): {"卡·周", "GPU-week"}, string(InstanceWeek): {"台·周", "machine-week"},
	string(GPUMonth): {"卡·月", "GPU-month"}, string(InstanceMonth): {"台·月", "machine-month"}, string(GPUYear): {"卡·年", "GPU-year"},
	string(InstanceYear): {"台·年", "machine-year"}, string(CoreHour): {"核时", "core-hour"}, string(PFLOPHour): {"PFLOP·时", "PFLOP-hour"},
}

var currencyWords = wording{string(CNY): {"元", "CNY"}, string(USD): {"美元", "USD"}}

var kindWords = wording{
	string(KindApprox): {"约 ", "about "}, string(KindFloor): {"最低 ", "from "}, string(KindMedian): {"中位 ", "median "},
	string(KindPromo): {"促销 ", "promotion "}, string(KindMember): {"会员 ", "member "}, string(KindList): {"", ""},
}

var shareWords = wording{string(ShareWhole): {"整卡", "whole card"}, string(ShareSlice): {"切片", "slice"}}

// PublishedText returns the price as published, for people: "约 8.00 元/卡时（按需）".
func (p *Price) PublishedText() Words {
	if !p.Amount.Known {
		return Words{}
	}
	amount := MoneyText(p.Amount.Value)
	if p.Max.Known {
		amount += "–" + MoneyText(p.Max.Value)
	}
	unit, currency := priceUnitWords.of(string(p.Unit)), currencyWords.of(string(p.Currency))
	kind, billing := Words{}, billingWords.of(string(p.Billing))
	if w, ok := kindWords[string(p.Kind)]; ok {
		kind = w
	}
	return Words{
		Zh: kind.Zh + amount + " " + currency.Zh + "/" + unit.Zh + "（" + billing.Zh + "）",
		En: kind.En + amount + " " + currency.En + "/" + unit.En + " (" + billing.En + ")",
	}
}

// MoneyText writes an amount with at least two decimals and two significant digits,
// at most four decimals where those suffice, rounded half-up, without separators.
func MoneyText(d Decimal) string {
	scale := 2
	for scale < 9 && !d.IsZero() && significant(RoundHalfUp(d, scale)) < 2 {
		scale++
	}
	if exact := d.Trim(2); exact.Scale() <= 4 && exact.Scale() > scale {
		scale = exact.Scale()
	}
	return RoundHalfUp(d, scale).String()
}

// roundText writes the amount of a quote, which is often a round number of thousands:
// "6,800", and "6,800.50" where there are cents.
func roundText(d Decimal) string {
	whole, cents, _ := strings.Cut(MoneyText(d), ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if strings.Trim(cents, "0") == "" {
		return whole
	}
	return whole + "." + cents
}

func significant(d Decimal) int {
	return len(strings.TrimLeft(strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, d.String()), "0"))
}

// NumberText writes a figure without needless zeros.
func NumberText(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func joinWords(list []Words, zh, en string) Words {
	var a, b []string
	for _, w := range list {
		a, b = append(a, w.In("zh")), append(b, w.In("en"))
	}
	return Words{Zh: strings.Join(a, zh), En: strings.Join(b, en)}
}

func sameWords(list []string) Words {
	return Words{Zh: strings.Join(list, "、"), En: strings.Join(list, ", ")}
}
