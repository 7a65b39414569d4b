package dataset

// chineseHeaders are the column names an editor in China writes in a spreadsheet,
// by kind. Only the kinds that are kept in spreadsheets have them.
var chineseHeaders = map[Kind]map[string]string{
	Offers: {
		"编号": "offer_id", "报价编号": "offer_id", "供应商": "provider", "平台": "provider", "服务商": "provider",
		"实例规格": "instance_type", "实例": "instance_type", "规格": "instance_type", "型号": "accelerator",
		"加速卡": "accelerator", "显卡": "accelerator", "gpu型号": "accelerator", "厂商": "accelerator_vendor",
		"外形": "form_factor", "接口形态": "form_factor", "显存": "vram_gb", "显存gb": "vram_gb", "显存（gb）": "vram_gb",
		"显存(gb)": "vram_gb", "卡数": "gpu_count", "cpu核数": "vcpu", "核数": "vcpu", "内存": "ram_gib",
		"内存（gib）": "ram_gib", "内存(gib)": "ram_gib", "地域": "region", "地区": "region", "计费方式": "billing_mode",
		"计费模式": "billing_mode", "价格": "price_amount", "单价": "price_amount", "最高价": "price_max",
		"价格类型": "price_tier", "币种": "currency", "货币": "currency", "单位": "unit", "互联": "interconnect",
		"来源": "source_url", "来源网址": "source_url", "来源日期": "source_date", "日期": "source_date",
		"可信度": "confidence", "证据等级": "evidence_grade", "等级": "evidence_grade", "经由": "via", "备注": "note",
		"范围": "scope", "份额": "share", "生效日期": "valid_from", "失效日期": "valid_to", "库存": "availability",
		"疑点": "doubt", "许可": "licence", "例外说明": "exception",
	},
	Providers: {
		"标识": "slug", "中文名": "name_zh", "名称": "name_zh", "英文名": "name_en", "类型": "kind", "市场": "market",
		"状态": "status", "网址": "website", "官网": "website", "地域": "regions", "计费方式": "billing_modes",
		"来源": "source_url", "来源日期": "source_date", "可信度": "confidence", "备注": "note", "疑点": "doubt",
	},
	ProviderFacts: {
		"供应商": "provider", "平台": "provider", "维度": "dimension", "键": "key", "值": "value", "单位": "unit",
		"来源": "source_url", "来源日期": "source_date", "可信度": "confidence", "经由": "via", "备注": "note",
		"值（英文）": "value_en", "疑点": "doubt", "对象": "subject_zh", "对象（英文）": "subject_en",
		"生效日期": "valid_from", "失效日期": "valid_to",
	},
	ExtraCosts: {
		"供应商": "provider", "平台": "provider", "费用类型": "cost_type", "项目": "item", "价格": "price",
		"最高价": "price_max", "币种": "currency", "单位": "unit", "免费额度": "free_quota",
		"关机计费": "billed_while_stopped", "规则": "rule", "来源": "source_url", "来源日期": "source_date",
		"可信度": "confidence", "经由": "via", "备注": "note", "疑点": "doubt",
	},
	ExchangeRates: {
		"日期": "date", "基准货币": "base", "计价货币": "quote", "汇率": "rate", "类型": "kind", "来源": "source_url",
		"可信度": "confidence", "备注": "note",
	},
}
