package text

var _ = register(Table{
	"api.about":  {"每个页面在网址后加 .json 即得数据；金额为十进制字符串，未知为 null；中文在 /，英文在 /en/。", "Every page is data when its address ends in .json. Amounts are decimal strings, unknown is null; Chinese at /, English at /en/."},
	"api.answer": {"结果", "The answer"},
	"api.error":  {"出错：机器码、说明、按参数的提示", "An error: code, message, and a message per parameter"},
	"api.param":  {"与网页同名的参数；可重复表示「或」", "As on the page; repeat it for “or”"},
})
