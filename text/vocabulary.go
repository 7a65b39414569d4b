package text

// Word returns the text of one word of a fixed vocabulary: Word(l, "billing",
// "spot") is the text of "billing.spot". A word without a text is shown as it is,
// since imports may bring words that the interface does not know yet.
func Word(l Lang, family, word string) string {
	if key := family + "." + word; Has(key) {
		return T(l, key)
	}
	return word
}

var _ = register(Table{
	"billing.on-demand": {"按需", "On-demand"},
	"billing.spot":      {"竞价 / 抢占式", "Spot"},
	"billing.day":       {"包日", "Daily"},
	"billing.week":      {"包周", "Weekly"},
	"billing.month":     {"包月", "Monthly"},
	"billing.year":      {"包年", "Yearly"},
	"billing.reserved":  {"预留实例券", "Reserved"},
	"billing.core-hour": {"核时", "Core-hour"},
	"billing.dynamic":   {"动态折扣", "Dynamic discount"},
	"billing.usage":     {"按用量", "Usage-based"},

	"price_kind.list":          {"目录价", "List price"},
	"price_kind.approx":        {"约价", "About"},
	"price_kind.secure":        {"安全云", "Secure cloud"},
	"price_kind.community":     {"社区云", "Community cloud"},
	"price_kind.lowest-seller": {"最低卖家", "Lowest seller"},
	"price_kind.external":      {"校外价", "External users"},
	"price_kind.floor":         {"起价", "From"},
	"price_kind.range":         {"区间价", "Range"},
	"price_kind.member":        {"会员价", "Member price"},
	"price_kind.median":        {"中位价", "Median"},
	"price_kind.promo":         {"促销价", "Promotion"},
	"price_kind.quote":         {"询价", "Quote"},
	"price_kind.contract":      {"合同价", "Contract"},
	"price_kind.user":          {"用户报价", "User report"},
	"price_kind.example":       {"官方算例", "Worked example"},
	"price_kind.queue-low":     {"低优先队列", "Low-priority queue"},
	"price_kind.queue-normal":  {"普通队列", "Normal queue"},
	"price_kind.queue-high":    {"高优先队列", "High-priority queue"},
	"price_kind.internal":      {"校内价", "Internal users"},
	"price_kind.partner":       {"合作单位价", "Partners"},

	"grade.A": {"A 官方页面", "A official page"},
	"grade.B": {"B 有日期的转录", "B dated transcript"},
	"grade.C": {"C 笔记或汇总", "C note or roundup"},
	"grade.S": {"S 选型文章", "S source article"},

	"freshness.fresh":   {"新近", "Fresh"},
	"freshness.ageing":  {"渐旧", "Ageing"},
	"freshness.stale":   {"偏旧", "Stale"},
	"freshness.undated": {"无日期", "Undated"},

	"share.whole":   {"整卡", "Whole card"},
	"share.slice":   {"切分", "Slice"},
	"share.unknown": {"未说明", "Not stated"},

	"form.pcie":    {"PCIe", "PCIe"},
	"form.sxm":     {"SXM", "SXM"},
	"form.nvl":     {"NVL", "NVL"},
	"form.oam":     {"OAM", "OAM"},
	"form.other":   {"其他形态", "Other"},
	"form.unknown": {"形态未知", "Form unknown"},

	"provider_kind.hyperscaler":   {"综合云", "Hyperscaler"},
	"provider_kind.specialist":    {"GPU 专业平台", "GPU specialist"},
	"provider_kind.domestic-chip": {"国产芯片平台", "Domestic chips"},
	"provider_kind.academic":      {"高校与科研", "Academic"},
	"provider_kind.marketplace":   {"算力市场", "Marketplace"},

	"market.cn":   {"中国大陆", "Mainland China"},
	"market.intl": {"国际", "International"},

	"provider_status.active":     {"在营", "Active"},
	"provider_status.thin":       {"资料少", "Little evidence"},
	"provider_status.unverified": {"未核实", "Unverified"},
	"provider_status.withdrawn":  {"已下线", "Withdrawn"},
	"provider_status.bulletin":   {"价格公报", "Price bulletin"},

	"availability.available": {"有货", "Available"},
	"availability.sold-out":  {"售罄", "Sold out"},
	"availability.waitlist":  {"排队", "Waitlist"},

	"why_not.grade":             {"证据等级不到 B", "Evidence below grade B"},
	"why_not.stale":             {"超过 180 天没核对", "Not checked for over 180 days"},
	"why_not.undated":           {"没有日期", "Undated"},
	"why_not.kind":              {"不是可比的目录价", "Not a comparable list price"},
	"why_not.share":             {"不是整卡或份额不明", "Not a whole card, or share unknown"},
	"why_not.host-excluded":     {"不含主机", "Host not included"},
	"why_not.no-per-card-price": {"折不出单卡价", "No per-card price"},
	"why_not.provider":          {"平台未核实或已下线", "Provider unverified or withdrawn"},
	"why_not.ended":             {"已结束", "Ended"},
	"why_not.sold-out":          {"售罄", "Sold out"},
	"why_not.doubt":             {"有未解决的存疑", "Open doubt"},
	"why_not.contradiction":     {"与自家其他价格矛盾", "Contradicts another price"},

	"reason.core-hours":    {"以核时计价，1 卡含几核未公布", "Priced per core-hour; cores per card not published"},
	"reason.count-unknown": {"卡数未公布", "Card count not published"},
	"reason.host-excluded": {"只含 GPU，主机另计", "GPU only, host billed apart"},
	"reason.share-unknown": {"是否整卡未说明", "Share of the card not stated"},
	"reason.price-unknown": {"未公开价格", "Price not published"},

	"contradiction.spot-above-on-demand":     {"竞价高于按需", "Spot above on-demand"},
	"contradiction.term-above-on-demand":     {"包期折合高于按需", "Term price above on-demand"},
	"contradiction.month-above-on-demand":    {"包月高于按需 730 小时", "Month above 730 on-demand hours"},
	"contradiction.year-above-months":        {"包年高于 12 个月", "Year above twelve months"},
	"contradiction.reserved-above-on-demand": {"预留高于按需", "Reserved above on-demand"},
	"contradiction.spot-equals-on-demand":    {"竞价与按需相同，不算优惠", "Spot equals on-demand: no discount"},

	"unit_name.gpu-hour":       {"卡时", "GPU-hour"},
	"unit_name.gpu-day":        {"卡·天", "GPU-day"},
	"unit_name.gpu-week":       {"卡·周", "GPU-week"},
	"unit_name.gpu-month":      {"卡·月", "GPU-month"},
	"unit_name.gpu-year":       {"卡·年", "GPU-year"},
	"unit_name.instance-hour":  {"整机·时", "instance-hour"},
	"unit_name.instance-day":   {"整机·天", "instance-day"},
	"unit_name.instance-week":  {"整机·周", "instance-week"},
	"unit_name.instance-month": {"整机·月", "instance-month"},
	"unit_name.instance-year":  {"整机·年", "instance-year"},
	"unit_name.core-hour":      {"核时", "core-hour"},
	"unit_name.pflop-hour":     {"PFLOP·时", "PFLOP-hour"},

	"group.performance": {"性能与硬件", "Performance"},
	"group.cost":        {"成本与计费", "Cost and billing"},
	"group.stability":   {"稳定性", "Stability"},
	"group.ecosystem":   {"生态", "Ecosystem"},
	"group.service":     {"服务", "Service"},

	"confidence.official page":      {"官方页面", "Official page"},
	"confidence.third-party report": {"第三方报告", "Third-party report"},
	"confidence.seed article":       {"选型文章", "Source article"},

	"verdict.wrong":     {"有误", "Wrong"},
	"verdict.doubtful":  {"存疑", "Doubtful"},
	"verdict.unsourced": {"无据", "Unsourced"},
	"verdict.defect":    {"自相矛盾", "Defect"},
	"verdict.note":      {"注", "Note"},

	"currency.CNY": {"人民币", "CNY"},
	"currency.USD": {"美元", "USD"},

	"value.unknown": {"未公开", "Not published"},
	"value.none":    {"—", "—"},
	"value.article": {"原文（选型文章）", "source article"},
})
