package chart

import (
	"time"

	"github.com/a-h/templ"
)

// story is one component in one situation, shown in the storybook.
type story struct {
	name  string
	width int // of its container in px; 0 = the page
	body  templ.Component
}

func date(text string) time.Time {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return t
}

func dated(day string, price float64, text string) Dated {
	return Dated{On: date(day), Price: price, Date: day, Text: text}
}

// beamPrices are on-demand, month, year and spot.
var beamPrices = [][4]Reading{
	{At(1.98), At(1.75), At(1.52), {}},
	{At(2.35), At(1.96), At(1.68), At(1.40)},
	{At(8), At(6.16), At(5.6), At(3.2)},
	{At(16.8), At(14.2), At(11.9), At(8.4)},
	{{}, At(4.4), {}, {}},
	{At(0.62), {}, {}, {}},
}

func beams(factor float64) []Beam {
	var prices []Reading
	for _, row := range beamPrices {
		prices = append(prices, row[:]...)
	}
	scaled := func(r Reading) Reading { r.Value *= factor; return r }
	for i := range prices {
		prices[i] = scaled(prices[i])
	}
	axis := NewBeamAxis(prices)
	var out []Beam
	for i, row := range beamPrices {
		out = append(out, Beam{
			Axis: axis, OnDemand: scaled(row[0]), Month: scaled(row[1]), Year: scaled(row[2]), Spot: scaled(row[3]),
			Best: i%2 == 0, Name: "各计费方式单价：按需 ¥1.98",
		})
	}
	return out
}

func steelyard() Steelyard {
	return Steelyard{
		Caption: Caption{
			Finding: "今日秤上：80GB 级训练卡，最高价比最低价贵 33%", Note: "按需单价，元/卡时 · 5 个方案",
			Name: "80GB 级训练卡按需单价分布：火山引擎 A100 6.00 元最低",
		},
		Sign: "¥", Median: At(6.9), MedianText: "中位 6.90",
		Weights: []Weight{
			{6.9, "6.90", "火山引擎 A800", ""},
			{6, "6.00", "火山引擎", "A100 · 动态折扣最低"},
			{6.8, "6.80", "并行科技 A100", ""},
			{7.6, "7.60", "百度智能云 A800", ""},
			{8, "8.00", "腾讯云 A100", ""},
		},
	}
}

func crowdedYard() Steelyard {
	return Steelyard{
		Caption: Caption{Finding: "Nine offers within ten cents", Name: "Nine offers"},
		Sign:    "$", Median: At(0.94), MedianText: "median 0.94",
		Weights: []Weight{
			{0.9, "0.90", "Tencent Cloud", "A100 80GB, floor of a floating price"},
			{0.9, "0.90", "Paratera A100", ""}, {0.91, "0.91", "Volcengine A800", ""},
			{0.92, "0.92", "Baidu AI Cloud A800", ""}, {0.94, "0.94", "Alibaba Cloud A100", ""},
			{0.95, "0.95", "Huawei Cloud A100", ""}, {0.97, "0.97", "UCloud A100", ""},
			{0.99, "0.99", "AutoDL A100", ""}, {0.99, "0.99", "Matpool A100", ""},
		},
	}
}

func history() History {
	return History{
		Caption: Caption{
			Finding: "公开记录里，A100 80GB 一年降了 21%", Note: "纵轴 5 到 9，不从 0 起；线只连同一来源。",
			Name: "A100 80GB 按需单价记录：gpurent 由 8.9 降到 6.8",
		},
		Unit: "元/卡时",
		Table: HistoryTable{
			Summary: "查看数据表", Date: "日期", Source: "来源", Price: "价格",
		},
		Series: []Series{
			{Name: "腾讯云官网", Accent: true, Points: []Dated{
				dated("2025-01-10", 7.6, "7.60"), dated("2025-06-02", 6.9, "6.90"), dated("2025-12-20", 6, "6.00"),
			}},
			{Name: "行情报告", URL: "https://example.com/report", Points: []Dated{
				{On: date("2025-03-01"), Price: 7.1, High: At(8.9), Date: "2025-03-01", Text: "7.10–8.90"},
				{On: date("2025-07-14"), Price: 6.4, High: At(7.2), Date: "2025-07-14", Text: "6.40–7.20"},
			}},
			{Name: "文章", Points: []Dated{dated("2025-05-20", 8, "8.00")}},
			{Name: "OpenRouter", Points: []Dated{
				dated("2024-11-01", 8.8, "8.80"), dated("2025-02-01", 8.1, "8.10"), dated("2025-12-01", 6.2, "6.20"),
			}},
		},
	}
}

func onePoint() History {
	h := history()
	h.Finding, h.Note = "只有一条记录，还看不出走势", "2025-12-20，来自腾讯云官网"
	h.Series = []Series{{Name: "腾讯云官网", Accent: true, Points: []Dated{dated("2025-12-20", 6, "6.00")}}}
	return h
}

func breakEven() BreakEven {
	return BreakEven{
		Caption: Caption{
			Finding: "每月用超过 563 小时，包月就比按需划算", Note: "每卡月费随使用时长变化；红色砝码是你现在的用量。",
			Name: "每卡月费用随使用小时变化：每月超过 563 小时包月更省",
		},
		HoursLabel: "每卡每月使用小时", CostLabel: "元/卡·月", MaxHours: 730,
		Lines: []CostLine{
			{"按需", "5,840", Solid, Rate(8, 730)},
			{"包月", "4,500", Accent, Fee(4500, 730)},
			{"包年", "4,088", Dashed, Fee(4088, 730)},
			{"竞价", "2,616", Dotted, Rate(3.584, 730)},
		},
		Crossings: []Crossing{{562.5, 4500, "盈亏点 563 小时（77%）", "盈亏点 563 小时"}},
		Now:       At(660), NowText: "现在 660 小时",
	}
}

func bill(id string) StackedBill {
	return StackedBill{
		Caption: Caption{
			Finding: "每 100 元里，有 31 元没花在有效算力上", Note: "包月总价 ¥141,000 的构成。",
			Name: "总成本 141,000 元：有效算力 97,644，闲置 10,356，存储 21,000，流量 12,000",
		},
		ID: id,
		Parts: []BillPart{
			{Extra, "存储", "21,000 · 14.9%", 21000, false},
			{Useful, "有效算力", "97,644 · 69.3%", 97644, false},
			{Wasted, "闲置", "10,356 · 7.3%", 10356, false},
			{Extra, "流量", "12,000 · 8.5%", 12000, true},
		},
	}
}

func memory() MemoryBar {
	return MemoryBar{
		Caption: Caption{
			Finding: "2 张 80GB 差 19 GB，放不下", Note: "竖线为各张数的可用显存（按标称 90% 计）。",
			Name: "需要 163 GB：权重 140，KV 缓存 10.7，运行开销 12.3",
		},
		Parts: []MemoryPart{
			{"权重", "140 GB", 140, false}, {"KV 缓存", "10.7", 10.7, true}, {"运行开销", "12.3", 12.3, false},
		},
		TotalText: "共 163 GB",
		Capacities: []Capacity{
			{72, "1 × 80GB", "可用 72 ✕", false}, {144, "2 × 80GB", "可用 144 ✕", false}, {288, "4 × 80GB", "可用 288 ✓", true},
		},
	}
}

func scores() []Score {
	return []Score{
		{Name: "性能", Text: "88", Value: At(88)},
		{Name: "成本", Text: "68", Value: At(68), Low: At(52), High: At(81)},
		{Name: "稳定"},
		{Name: "生态", Text: "100", Value: At(100)},
	}
}

func stories() []story {
	out := []story{
		{"steelyard, wide", 700, PriceSteelyard(steelyard())},
		{"steelyard, medium", 480, PriceSteelyard(steelyard())},
		{"steelyard, narrow", 358, PriceSteelyard(steelyard())},
		{"crowded steelyard", 700, PriceSteelyard(crowdedYard())},
		{"crowded steelyard, narrow", 300, PriceSteelyard(crowdedYard())},
		{"history, extra", 1028, PriceHistory(history())},
		{"history, medium", 500, PriceHistory(history())},
		{"history, narrow", 358, PriceHistory(history())},
		{"one reading", 660, PriceHistory(onePoint())},
		{"break-even, medium", 480, BreakEvenChart(breakEven())},
		{"break-even, wide", 700, BreakEvenChart(breakEven())},
		{"break-even, narrow", 358, BreakEvenChart(breakEven())},
		{"bill, medium", 480, BillBar(bill("a"))},
		{"bill, narrow", 300, BillBar(bill("b"))},
		{"memory, extra", 980, MemoryFigure(memory())},
		{"memory, narrow", 358, MemoryFigure(memory())},
		{"memory meter", 200, MemoryMeter(At(163), At(173), "需要 163，可用 173 GB")},
		{"memory meter, too small", 200, MemoryMeter(At(163), At(144), "需要 163，可用 144 GB")},
		{"score bars", 260, ScoreBars(scores(), "未知")},
		{"profile", 80, Profile(scores(), "四维评分：性能 88，成本 68，稳定未知，生态 100")},
		{"sparkline", 84, Sparkline(history().Series, "走势")},
	}
	for _, factor := range []float64{1, 730, 1 / 7.2} {
		set := beams(factor)
		out = append(out, story{"beam scale", 168, BeamScale(set[0].Axis)})
		for _, b := range set {
			out = append(out, story{"beam", 168, PriceBeam(b)})
		}
	}
	for _, m := range []LegendMark{MarkSpot, MarkYear, MarkMonth, MarkOnDemand} {
		out = append(out, story{"glyph " + string(m), 14, BeamGlyph(m)})
	}
	return out
}
