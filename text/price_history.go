package text

var _ = register(Table{
	"readings.title":    {"价格记录", "Price history"},
	"readings.finding":  {"{readings} 条按需读数，{providers} 家平台的 {offers} 个方案；不同来源不连线", "{readings} on-demand readings of {offers} offers from {providers} providers; sources are not joined"},
	"readings.one":      {"只有一条有日期的读数（{day}），看不出走势", "Only one dated reading ({day}): no course can be told"},
	"readings.move":     {"同一来源（{source}）：{day} {from}，{until} {to}。", "Within one source ({source}): {from} on {day}, {to} on {until}."},
	"readings.note":     {"每个点是某个来源某一天的读数；线只连同一来源、同一方案的不同日子。不同来源口径不同，不据此说涨跌。", "Each dot is one source on one day; lines join days of the same source and offer only. Sources differ, so no rise or fall is told across them."},
	"readings.axis":     {"纵轴从 {low} 到 {high}，不从 0 起。", "The axis runs from {low} to {high}, not from 0."},
	"readings.some":     {"图里画 {n} 个方案，其余在下面的表里。", "The chart shows {n} offers; the others stand in the table below."},
	"readings.undated":  {"另有 {n} 条没有日期，不画。", "{n} reading without a date is not drawn.|{n} readings without a date are not drawn."},
	"readings.name":     {"{card} 按需价格记录：{finding}", "On-demand price history of {card}: {finding}"},
	"readings.table":    {"查看图中数据", "Data of the chart"},
	"readings.all":      {"全部 {n} 条读数", "All {n} readings"},
	"readings.date":     {"日期", "Date"},
	"readings.none":     {"没有有日期的按需读数。", "No dated on-demand reading."},
	"readings.provider": {"平台与方案", "Provider and offer"},
})
