package text

var _ = register(Table{
	"admin.nav.export":  {"导出", "Export"},
	"export.title":      {"导出", "Export"},
	"export.about":      {"全部记录、全部字段，含只给编辑看的备注和来源经过；原样导回不会有任何变化。", "Every record with every column, editors’ notes included; imported again it changes nothing."},
	"export.zip":        {"下载整套（ZIP）", "Download the set (ZIP)"},
	"export.zip.bom":    {"整套，给 Excel 用", "The set, for Excel"},
	"export.xlsx":       {"一个工作簿（XLSX）", "One workbook (XLSX)"},
	"export.count":      {"条数", "Records"},
	"export.csv":        {"CSV", "CSV"},
	"export.csv.of":     {"{kind} 的 CSV", "CSV of {kind}"},
	"export.csv.bom":    {"给 Excel 用", "for Excel"},
	"export.csv.bom.of": {"{kind} 的 CSV，给 Excel 用", "CSV of {kind}, for Excel"},
	"export.note":       {"「给 Excel 用」的文件带字节序标记，中文不会乱码。以 = + - @ 开头的文字前有一个单引号，表格软件不会把它当公式；导回时自动去掉。", "Files for Excel begin with a byte-order mark, so that Chinese is read right. Texts that begin with = + - @ carry an apostrophe that keeps spreadsheets from running them; the import takes it off."},
})
