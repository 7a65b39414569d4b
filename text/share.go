package text

var _ = register(Table{
	"share.title":   {"短链接好了", "Your short link"},
	"share.live":    {"打开时显示当时的最新价格。", "Shows the newest prices whenever it is opened."},
	"share.frozen":  {"永远显示 {date}（UTC+8）的价格，并说明此后变了什么。", "Always shows the prices of {date} (UTC+8), and what has changed since."},
	"share.address": {"短链接", "Short link"},
	"share.copy":    {"复制", "Copy"},
	"share.copied":  {"已复制", "Copied"},
	"share.back":    {"回到这一页", "Back to the page"},
	"share.path":    {"只能分享本站的公开页面", "Only public pages of this site can be shared"},
	"share.long":    {"网址超过 {limit} 个字符，先减少几个条件", "The address is over {limit} characters; remove some conditions first"},
})
