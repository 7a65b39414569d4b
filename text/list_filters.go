package text

var _ = register(Table{
	"list.filter":       {"筛选", "Filters"},
	"list.filter.close": {"关闭", "Close"},
	"list.filter.go":    {"应用", "Apply"},
	"list.filter.clear": {"清除全部", "Clear all"},
	"list.chips":        {"已选条件", "Conditions"},
	"list.chip.remove":  {"移除条件：{label}", "Remove condition: {label}"},
	"list.chip.not":     {"不含 {label}", "Not {label}"},
	"list.none":         {"没有符合全部条件的", "Nothing meets all conditions"},
	"list.none.text":    {"去掉一个条件试试，或清除全部。", "Drop a condition, or clear all."},
})
