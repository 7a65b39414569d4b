package text

var _ = register(Table{
	"number.not-a-number":      {"这不是数字，请只填数字", "This is not a number"},
	"number.exponent":          {"数字太大或太小：不接受 1e309 这样的写法，请写全数字", "Too large or too small: exponents such as 1e309 are not accepted, write the digits out"},
	"number.decimal-comma":     {"小数点请用「.」；逗号只用来分千位", "Use a point for decimals; commas only group thousands"},
	"number.too-many-digits":   {"数字太长了", "Too many digits"},
	"number.not-whole":         {"请填整数", "Enter a whole number"},
	"number.too-many-decimals": {"小数位太多", "Too many decimals"},
	"number.below-minimum":     {"不能小于 {limit}", "Must be at least {limit}"},
	"number.above-maximum":     {"不能大于 {limit}", "Must be at most {limit}"},
})
