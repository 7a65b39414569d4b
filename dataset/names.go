package dataset

import "strings"

// ProviderNames returns what a file may call a provider instead of its slug: its
// Chinese and English names in lower case. A name that two providers share is left
// out, because it would be a guess.
func ProviderNames(providers []Record) map[string]string {
	names := map[string]string{}
	for _, r := range providers {
		slug := r.Get("slug")
		for _, name := range []string{r.Get("name_zh"), r.Get("name_en")} {
			name = strings.ToLower(name)
			if other, taken := names[name]; taken && other != slug {
				slug = ""
			}
			names[name] = slug
		}
	}
	return names
}

// OwnSource is the source of files of this set, beside the published catalogues.
const OwnSource = "set"

// MappedNames returns the slugs that editors gave to what sources call providers: by
// source, then by name in lower case. What is itself a provider on record needs none.
func MappedNames(names, providers []Record) map[string]map[string]string {
	slugs := make(map[string]bool, len(providers))
	for _, r := range providers {
		slugs[r.Get("slug")] = true
	}
	mapped := map[string]map[string]string{}
	for _, r := range names {
		source, name := r.Get("source"), strings.ToLower(r.Get("name"))
		if slugs[name] {
			continue
		}
		if mapped[source] == nil {
			mapped[source] = map[string]string{}
		}
		mapped[source][name] = r.Get("provider")
	}
	return mapped
}

// Source returns what the names in f belong to: its catalogue, or OwnSource.
func (f *File) Source() string {
	if f.Catalogue != "" {
		return string(f.Catalogue)
	}
	return OwnSource
}

// chineseWords are the words that editors in China write where the file has a
// vocabulary, by column. Only words with one meaning are here.
var chineseWords = map[string]map[string]string{
	"billing_mode": {"按量": "on-demand", "按量计费": "on-demand", "按需": "on-demand", "竞价": "spot", "抢占": "spot",
		"抢占式": "spot", "包日": "day", "包周": "week", "包月": "month", "包年": "year", "预留": "reserved"},
	"currency": {"人民币": "CNY", "元": "CNY", "美元": "USD"},
	"unit": {"元/卡时": "gpu-hour", "卡时": "gpu-hour", "台时": "instance-hour", "卡天": "gpu-day", "卡日": "gpu-day",
		"台天": "instance-day", "卡月": "gpu-month", "台月": "instance-month", "卡年": "gpu-year", "台年": "instance-year",
		"核时": "core-hour"},
	"price_tier":           {"目录价": "list", "标价": "list", "约": "approx", "起": "floor", "会员价": "member", "促销": "promo"},
	"scope":                {"整机": "whole", "整卡": "whole", "含主机": "whole", "仅显卡": "gpu-part"},
	"confidence":           {"官方页面": "official page", "第三方": "third-party report", "选型文章": "seed article"},
	"availability":         {"有货": "available", "售罄": "sold-out", "排队": "waitlist"},
	"billed_while_stopped": {"是": "yes", "否": "no"},
	"named_in_seed":        {"是": "yes", "否": "no"},
}

// translate replaces what an editor wrote by the word the file uses, where it has
// exactly one meaning.
func (b *builder) translate(column Column, cell string) string {
	if column.Type == Word {
		if w, ok := chineseWords[column.Name][trim(cell)]; ok {
			return w
		}
	}
	if b.provider(column) {
		if slug := b.names[strings.ToLower(trim(cell))]; slug != "" {
			return slug
		}
	}
	return cell
}

// provider reports whether a column holds providers.
func (b *builder) provider(column Column) bool {
	return references[b.file.Kind][column.Name] == providerSlug
}

// mapProvider replaces what the file calls a provider where an editor said which one
// that is.
func (b *builder) mapProvider(column Column, cell string) string {
	if column.Slug && len(b.mapped) > 0 && b.provider(column) {
		if slug := b.mapped[strings.ToLower(trim(cell))]; slug != "" {
			return slug
		}
	}
	return cell
}
