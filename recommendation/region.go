package recommendation

import (
	"cmp"
	"slices"
	"strings"

	"gpuscale/catalog"
)

// abroad are words in the name of a region outside the mainland. Names of mainland
// clouds' regions are Chinese; codes such as us-east-1 are those of foreign clouds.
var abroad = []string{"香港", "澳门", "台湾", "台北", "新加坡", "东京", "日本", "首尔", "韩国", "硅谷", "弗吉尼亚", "美国", "北美", "欧洲",
	"法兰克福", "德国", "伦敦", "英国", "海外", "hong kong", "singapore", "tokyo", "seoul", "frankfurt", "london", "america",
	"europe", "us-", "eu-", "ap-", "eastus", "westus"}

// area is a part of the mainland by whose name people ask, with words in the names of
// its provinces' and cities' regions.
type area struct {
	name   catalog.Words
	places []string
}

var areas = []area{
	{catalog.Words{Zh: "华东", En: "East China"}, []string{"上海", "江苏", "南京", "苏州", "无锡", "浙江", "杭州", "宁波", "安徽", "合肥", "芜湖", "宿州", "福建", "福州", "厦门", "江西", "南昌",
		"山东", "济南", "青岛", "cn-east", "cn-shanghai", "cn-hangzhou", "cn-nanjing", "cn-qingdao", "cn-fuzhou"}},
	{catalog.Words{Zh: "华北", En: "North China"}, []string{"北京", "天津", "河北", "张家口", "廊坊", "怀来", "山西", "太原", "大同", "内蒙古", "呼和浩特", "乌兰察布", "和林格尔",
		"cn-north", "cn-beijing", "cn-zhangjiakou", "cn-huhehaote", "cn-wulanchabu", "cn-tianjin"}},
	{catalog.Words{Zh: "华南", En: "South China"}, []string{"广东", "广州", "深圳", "东莞", "珠海", "韶关", "河源", "汕尾", "广西", "南宁", "海南", "海口", "cn-south", "cn-shenzhen", "cn-guangzhou", "cn-heyuan"}},
	{catalog.Words{Zh: "华中", En: "Central China"}, []string{"湖北", "武汉", "湖南", "长沙", "河南", "郑州", "cn-wuhan", "cn-zhengzhou"}},
	{catalog.Words{Zh: "西南", En: "Southwest China"}, []string{"重庆", "四川", "成都", "雅安", "贵州", "贵阳", "贵安", "云南", "昆明", "西藏", "cn-southwest", "cn-chengdu"}},
	{catalog.Words{Zh: "西北", En: "Northwest China"}, []string{"陕西", "西安", "甘肃", "庆阳", "兰州", "宁夏", "中卫", "银川", "青海", "新疆", "克拉玛依", "cn-northwest"}},
	{catalog.Words{Zh: "东北", En: "Northeast China"}, []string{"辽宁", "沈阳", "大连", "吉林", "长春", "黑龙江", "哈尔滨", "cn-northeast"}},
}

func areaOf(value string) (area, bool) {
	value = strings.TrimSuffix(catalog.Fold(value), "地区")
	i := slices.IndexFunc(areas, func(a area) bool { return value == a.name.Zh || value == catalog.Fold(a.name.En) })
	if i < 0 {
		return area{}, false
	}
	return areas[i], true
}

// AreaName is the English name of a part of the mainland such as 华东; ok is false for
// anything else.
func AreaName(zh string) (english string, ok bool) {
	a, ok := areaOf(zh)
	return a.name.En, ok
}

// placesOf lists the words by which the regions of an answer are known.
func placesOf(answer string) []string {
	if a, ok := areaOf(answer); ok {
		return append([]string{a.name.Zh}, a.places...)
	}
	return strings.Split(answer, "、")
}

// regionState judges the stated regions of an offer, or of its provider, under the
// answer: cn is a platform of the mainland whose stated regions are not abroad.
func regionState(answer string, p *catalog.Provider, regions []string) State {
	switch answer {
	case "any":
		return Pass
	case "cn", "intl":
		mainland := p.Market == catalog.MainlandChina
		if mainland && len(regions) > 0 {
			mainland = slices.ContainsFunc(regions, func(r string) bool { return !containsAny(r, abroad) })
		}
		if mainland == (answer == "cn") {
			return Pass
		}
		return Fail
	}
	if len(regions) == 0 {
		return Unknown
	}
	places := placesOf(answer)
	if slices.ContainsFunc(regions, func(r string) bool { return containsAny(r, places) }) {
		return Pass
	}
	// Somewhere in the mainland may be the wanted place of the mainland.
	if slices.Contains(regions, "中国大陆") && !containsAny(answer, abroad) {
		return Unknown
	}
	return Fail
}

// soldIn is where an offer of one region is sold, as far as the answer goes.
type soldIn struct {
	market catalog.MarketArea
	region string
}

// regionOf judges the regions of a price. Hundreds of thousands of prices name the same
// few regions, so that those of offers in one region are judged once.
func (e *engine) regionOf(g *catalog.RankedPrice) State {
	if len(g.Regions) != 1 {
		return regionState(e.answers.Region, g.Provider, g.Regions)
	}
	key := soldIn{g.Provider.Market, g.Regions[0]}
	state, known := e.regions[key]
	if !known {
		state = regionState(e.answers.Region, g.Provider, g.Regions)
		e.regions[key] = state
	}
	return state
}

func readRegion(e *engine, c *candidate, _ *metric) reading {
	answer := e.answers.Region
	r := reading{state: regionState(answer, c.provider, c.regions), source: c.source()}
	r.words = plainWords(strings.Join(c.regions, "、"))
	if len(c.regions) > 0 || answer == "any" {
		if r.state == Unknown {
			r.reason = UnknownOtherScope
		}
		return r
	}
	r.source = &c.provider.Source
	stated := providerRegions(c.provider)
	switch {
	case answer == "cn" || answer == "intl":
		r.state = regionState(answer, c.provider, nil)
		r.words = plainWords(string(c.provider.Market))
		if len(stated) > 0 {
			r.words = statedRegions(c.provider)
		}
		// A platform's list of regions is not complete: that it names none of them
		// only means that it has to be asked.
		if regionState(answer, c.provider, stated) != r.state {
			r.state, r.reason = Unknown, UnknownOtherScope
		}
	case len(stated) == 0:
		r.reason = UnknownUnpublished
	case regionState(answer, c.provider, stated) == Fail:
		r.state, r.words = Fail, statedRegions(c.provider)
	default:
		// The provider has the region, but not every offer is sold in all of them.
		r.state, r.reason, r.words = Unknown, UnknownOtherScope, statedRegions(c.provider)
		if len(stated) == 1 {
			r.state, r.reason = Pass, ""
		}
	}
	return r
}

// statedRegions lists the regions of a provider's record in both languages.
func statedRegions(p *catalog.Provider) catalog.Words {
	zh, en := make([]string, len(p.Regions)), make([]string, len(p.Regions))
	for i, r := range p.Regions {
		zh[i], en[i] = r.Zh, cmp.Or(r.En, r.Zh)
	}
	return catalog.Words{Zh: strings.Join(zh, "、"), En: strings.Join(en, ", ")}
}

func providerRegions(p *catalog.Provider) []string {
	names := make([]string, len(p.Regions))
	for i, r := range p.Regions {
		names[i] = r.Zh
	}
	return names
}
