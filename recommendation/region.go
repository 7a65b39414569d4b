package recommendation

import (
	"slices"
	"strings"

	"gpuscale/catalog"
)

// abroad are words in the name of a region outside the mainland. Names of mainland
// clouds' regions are Chinese; codes such as us-east-1 are those of foreign clouds.
var abroad = []string{"香港", "澳门", "台湾", "台北", "新加坡", "东京", "日本", "首尔", "韩国", "硅谷", "弗吉尼亚", "美国", "北美", "欧洲",
	"法兰克福", "德国", "伦敦", "英国", "海外", "hong kong", "singapore", "tokyo", "seoul", "frankfurt", "london", "america",
	"europe", "us-", "eu-", "ap-", "eastus", "westus"}

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
	places := strings.Split(answer, "、")
	if slices.ContainsFunc(regions, func(r string) bool { return containsAny(r, places) }) {
		return Pass
	}
	return Fail
}

func readRegion(e *engine, c *candidate, _ *metric) reading {
	answer := e.answers.Region
	r := reading{state: regionState(answer, c.provider, c.regions), source: c.source()}
	r.words = plainWords(strings.Join(c.regions, "、"))
	if len(c.regions) > 0 || answer == "any" {
		return r
	}
	r.source = &c.provider.Source
	stated := providerRegions(c.provider)
	switch {
	case answer == "cn" || answer == "intl":
		r.state = regionState(answer, c.provider, nil)
		r.words = plainWords(string(c.provider.Market))
		if len(stated) > 0 {
			r.words = plainWords(strings.Join(stated, "、"))
		}
		// A platform's list of regions is not complete: that it names none of them
		// only means that it has to be asked.
		if regionState(answer, c.provider, stated) != r.state {
			r.state, r.reason = Unknown, UnknownOtherScope
		}
	case len(stated) == 0:
		r.reason = UnknownUnpublished
	case regionState(answer, c.provider, stated) == Fail:
		r.state, r.words = Fail, plainWords(strings.Join(stated, "、"))
	default:
		// The provider has the region, but not every offer is sold in all of them.
		r.state, r.reason, r.words = Unknown, UnknownOtherScope, plainWords(strings.Join(stated, "、"))
		if len(stated) == 1 {
			r.state, r.reason = Pass, ""
		}
	}
	return r
}

func providerRegions(p *catalog.Provider) []string {
	names := make([]string, len(p.Regions))
	for i, r := range p.Regions {
		names[i] = r.Zh
	}
	return names
}
