package text

var _ = register(Table{
	"query.word":           {"「{value}」不在可选值里。可选：{allowed}", "“{value}” is not one of the values: {allowed}"},
	"query.slug":           {"平台页网址里的名字，如 autodl", "the name in a provider page’s address, such as autodl"},
	"query.once":           {"只能填一个值", "Only one value"},
	"query.whole":          {"请填 {low} 到 {high} 之间的整数", "Enter a whole number from {low} to {high}"},
	"query.moment":         {"请填日期（2026-12-01）或带时区的时刻（RFC 3339）", "Enter a date (2026-12-01) or a time with zone (RFC 3339)"},
	"query.future":         {"这个时刻还没到", "This moment has not come yet"},
	"query.before-records": {"那时还没有记录", "Nothing was recorded at that moment"},
})
