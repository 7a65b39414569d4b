package text

var _ = register(Table{
	"quote.cn":             {"国内", "China"},
	"quote.intl":           {"海外", "Abroad"},
	"quote.of":             {"{n} 个可比价", "{n} price|{n} prices"},
	"quote.cards":          {"（{n} 卡）", "({n} cards)"},
	"quote.published":      {"发布的报价", "As published"},
	"quote.benchmarks":     {"市场行情（不是方案）", "Market quotes (no offers)"},
	"quote.benchmarks.how": {"没有平台的行情数字：不能下单，不折算，不参与排名", "Figures without a provider: they cannot be ordered, are not converted and not ranked"},
})
