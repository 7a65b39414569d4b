package catalog

// factUnits are the units of facts as they follow a figure, with the space before
// them where the language sets one.
var factUnits = wording{
	"percent": {"%", "%"}, "card": {" 张", " cards"}, "images/s": {" 张/秒", " images/s"},
	"second": {" 秒", " seconds"}, "minute": {" 分钟", " minutes"}, "hour": {" 小时", " hours"}, "day": {" 天", " days"},
	"week": {" 周", " weeks"}, "month": {" 个月", " months"},
	"CNY": {" 元", " CNY"}, "CNY/month": {" 元/月", " CNY/month"}, "CNY/card-hour": {" 元/卡时", " CNY/GPU-hour"},
	"USD/CU": {" 美元/CU", " USD/CU"}, "CU/GB-second": {" CU/(GB·秒)", " CU per GB-second"},
	"CU/vCPU-second": {" CU/(vCPU·秒)", " CU per vCPU-second"},
}

// FactUnit is the unit of a fact as it follows a figure: "%", " 天". A unit without
// words of its own, such as GB, stands for itself after a space; "" has none.
func FactUnit(unit string) Words {
	if w, ok := factUnits[unit]; ok || unit == "" {
		return w
	}
	return Words{Zh: " " + unit, En: " " + unit}
}

// FactText is the value of a fact of kind k with its unit; items of a list stay apart
// by ";". English words of a number have their unit already.
func FactText(k *FactKey, f *Fact) Words {
	unit := f.Unit
	if unit == "" {
		unit = k.Unit
	}
	if k.Type != "number" {
		return f.Value
	}
	u := FactUnit(unit)
	text := Words{Zh: f.Value.Zh + u.Zh, En: f.Value.En}
	if text.En == "" || text.En == f.Value.Zh {
		text.En = f.Value.Zh + u.En
	}
	return text
}
