package text

var _ = register(Table{
	"asof.lead":       {"你看到的是 {moment} 的记录", "You are looking at the records of {moment}"},
	"asof.same":       {"这一页上的价格此后没有变化。", "No price on this page has changed since."},
	"asof.changed":    {"此后这一页上有 {n} 处变化。", "{n} thing on this page has changed since.|{n} things on this page have changed since."},
	"asof.now":        {"按现在的价格重新看", "Show today’s prices"},
	"asof.what":       {"变了什么", "What changed"},
	"asof.more":       {"另有 {n} 处变化没有列出", "{n} more change is not listed|{n} more changes are not listed"},
	"asof.delisted":   {"已下架，当时 {old}", "delisted; was {old}"},
	"asof.ended":      {"已到期，当时 {old}", "has ended; was {old}"},
	"asof.sold-out":   {"已售罄，{old}", "sold out; {old}"},
	"asof.unranked":   {"不再参与排名（{why}），{old}", "no longer ranked ({why}); {old}"},
	"asof.none":       {"没有可排名的价格", "no ranked price"},
	"asof.best.cn":    {"{card} 国内最低按需价", "{card}, lowest on-demand in mainland China"},
	"asof.best.intl":  {"{card} 国际最低按需价", "{card}, lowest on-demand abroad"},
	"asof.hour":       {"¥{amount} / 卡时", "¥{amount} / GPU·h"},
	"asof.rate":       {"汇率 {base} → {quote}", "Exchange rate {base} → {quote}"},
	"asof.list":       {"此后的变化", "Changes since"},
	"asof.arrow":      {"变为", "became"},
	"asof.comma":      {"、", ", "},
	"asof.modes.note": {"{name}（{mode}）", "{name} ({mode})"},
})
