package text

var _ = register(Table{
	"rental.title":          {"在租方案", "Offers"},
	"rental.caption":        {"参与排名的方案，按需价由低到高，没有按需价的在后，{unit}", "Ranked offers by on-demand price, those without one last, {unit}"},
	"rental.compare":        {"对比所选", "Compare the chosen"},
	"rental.more":           {"看全部 {n} 个方案", "All {n} offers"},
	"rental.none":           {"没有收录方案。", "No offers recorded."},
	"rental.none-ranked":    {"没有参与排名的价格；收录到的都在下面，写明原因。", "No ranked price; what is recorded stands below, with the reasons."},
	"rental.others":         {"不参与排名的价格：{n} 条", "Prices that are not ranked: {n}"},
	"rental.others.caption": {"证据、时效、口径或平台状态不达标的价格照样列出，但不与上面的比高低。", "Prices whose evidence, age, basis or provider falls short are listed, but not ranked with those above."},
	"rental.others.more":    {"看全部 {n} 条", "All {n} of them"},
	"rental.col.card":       {"GPU / 方案", "GPU / offer"},
	"rental.col.machine":    {"卡数与主机", "Cards and host"},
	"rental.col.billing":    {"计费", "Billing"},
	"rental.col.published":  {"发布的价格", "As published"},
	"rental.col.tflops":     {"每百 TFLOPS", "per 100 TFLOPS"},
	"rental.col.gb":         {"每 GB 显存", "per GB"},
	"rental.col.why":        {"不排名的原因", "Why not ranked"},
	"rental.doubt":          {"存疑", "Doubts:"},
	"rental.doubts":         {"上面标出的存疑", "The doubts marked above"},
	"rental.regions":        {"{first}等 {n} 个地域", "{first} and others, {n} regions"},
})
