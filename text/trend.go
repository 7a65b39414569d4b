package text

// What leads from a trend of the article to the data; {n} counts what is found there.
var _ = register(Table{
	"trend.offers.vendor":           {"NVIDIA 以外的 {n} 个方案，与 GPU 同表", "{n} offer of other makers than NVIDIA, in the same table|{n} offers of other makers than NVIDIA, in the same table"},
	"trend.offers.billing":          {"按用量计费的方案：{n} 个", "{n} offer billed by usage|{n} offers billed by usage"},
	"trend.providers.heterogeneous": {"写明异构计算的平台：{n} 家", "{n} provider states mixed accelerators|{n} providers state mixed accelerators"},
	"trend.providers.latency":       {"公布延迟的平台：{n} 家", "{n} provider publishes a latency|{n} providers publish a latency"},
	"trend.providers.free_trial":    {"提供免费试用：{n} 家", "{n} provider with a free trial|{n} providers with a free trial"},
	"trend.providers.whitepaper":    {"有技术白皮书：{n} 家", "{n} provider with white papers|{n} providers with white papers"},
	"trend.providers.cases":         {"有客户案例：{n} 家", "{n} provider with customer cases|{n} providers with customer cases"},
	"trend.kind.hyperscaler":        {"头部云厂商：{n} 家", "{n} leading cloud|{n} leading clouds"},
	"trend.kind.specialist":         {"垂直平台：{n} 家", "{n} specialist|{n} specialists"},
	"trend.kind.domestic-chip":      {"国产化方案：{n} 家", "{n} provider of domestic chips|{n} providers of domestic chips"},
	"trend.utilisation":             {"按利用率算每个有效卡时", "Cost of a useful GPU-hour by utilisation"},
	"trend.region":                  {"按地域挑", "Choose by region"},
	"trend.latency":                 {"按能等的毫秒数挑", "Choose by the latency you can bear"},
	"trend.proof":                   {"选型向导与试用清单", "The wizard and its list for a trial"},
})
