package text

var _ = register(Table{
	"figure.glyph.official": {"官", "O"},
	"figure.glyph.report":   {"转", "T"},
	"figure.glyph.article":  {"文", "A"},
	"figure.no-address":     {"来源没有网址", "no address"},
	"figure.source-of":      {"来源：{figure}", "Source: {figure}"},
	"figure.seen":           {"核对于 {date}", "Seen {date}"},
	"figure.grade":          {"证据 {grade}", "Evidence {grade}"},
	"figure.credit":         {"数据来自", "Data by"},
	"figure.evidence":       {"依据", "Evidence"},
	"figure.unranked":       {"不参与排名，因为：", "Not ranked, because:"},
})
