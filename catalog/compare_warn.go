package catalog

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// warn notes what is not like for like between the columns, and the doubts that
// stand against what they show.
func (m *Market) warn(c *Comparison) {
	if len(c.Columns) > 1 {
		for _, t := range unlikeTraits {
			c.warnUnlike(t)
		}
	}
	c.warnFamilies()
	c.warnCoreHours()
	c.warnScopes()
	m.warnDoubts(c)
}

// trait is what should be alike between columns; "" where it is not known.
type trait struct {
	code WarningCode
	text Words
	of   func(CompareColumn) string
}

var unlikeTraits = []trait{
	{WarnForm, Words{"卡的形态不同，互联与功耗也随之不同", "The form factors differ, and with them link and power"}, formTrait},
	{WarnMemory, Words{"单卡显存不同", "Memory per card differs"}, memoryTrait},
	{WarnShare, Words{"有的是整卡，有的是切片", "Some are whole cards, some are slices"},
		offerTrait(shareTrait)},
	{WarnShare, Words{"切片大小不同", "The slices are different parts of a card"}, offerTrait(sliceTrait)},
	{WarnInterconnect, Words{"卡间互联不同，多卡任务不能只看单价", "The links between cards differ: for multi-card jobs the price is not all"}, linkTrait},
	{WarnPriceKind, Words{"按需价的性质不同（列表价、起步价、会员价等）", "The on-demand prices are of different kinds (list, floor, member and so on)"},
		offerTrait(kindTrait)},
	{WarnHost, Words{"有的价格不含主机（CPU 与内存）", "Some prices leave out the host (CPU and memory)"}, offerTrait(scopeTrait)},
}

func offerTrait(of func(*Offer) string) func(CompareColumn) string {
	return func(c CompareColumn) string {
		if c.Offer == nil {
			return ""
		}
		return of(c.Offer)
	}
}

func formTrait(c CompareColumn) string {
	form := FormUnknown
	if c.Offer != nil {
		form = c.Offer.Form
	} else if c.Accelerator != nil {
		form = c.Accelerator.Form
	}
	if form == FormUnknown {
		return ""
	}
	return string(form)
}

func memoryTrait(c CompareColumn) string {
	var n Number
	if c.Offer != nil {
		n = c.Offer.VRAMGB
	} else if c.Accelerator != nil {
		n = c.Accelerator.MemoryGB
	}
	return numberValue(n).Value
}

func linkTrait(c CompareColumn) string {
	var n Number
	if c.Offer != nil {
		n = c.Offer.InterconnectGBs
	} else if c.Accelerator != nil {
		n = c.Accelerator.DefaultLinkGBs
	}
	return numberValue(n).Value
}

func shareTrait(o *Offer) string {
	if !o.Share.Known() {
		return "" // not stated is neither whole nor a slice
	}
	return string(o.Share.Word())
}

// sliceTrait tells slices apart: 2/8 of a card are 1/4.
func sliceTrait(o *Offer) string {
	if !o.Share.Known() || o.Share.Whole() {
		return ""
	}
	p := part{int64(o.Share.Num), int64(o.Share.Den)}.lowest()
	return fmt.Sprintf("%d/%d", p.times, p.divisor)
}

func kindTrait(o *Offer) string {
	for i := range o.Prices {
		if o.Prices[i].Billing == OnDemand {
			return string(o.Prices[i].Kind)
		}
	}
	return ""
}

func scopeTrait(o *Offer) string {
	if len(o.Prices) == 0 {
		return ""
	}
	return string(o.Prices[0].Scope)
}

func (c *Comparison) warnUnlike(t trait) {
	var ids, seen []string
	for _, column := range c.Columns {
		v := t.of(column)
		if v == "" {
			continue
		}
		ids = append(ids, column.ID)
		if !slices.Contains(seen, v) {
			seen = append(seen, v)
		}
	}
	if len(seen) > 1 {
		c.Warnings = append(c.Warnings, CompareWarning{Code: t.code, Text: t.text, IDs: ids})
	}
}

// columnsWhere returns the ids of the columns that a test holds for.
func (c *Comparison) columnsWhere(holds func(CompareColumn) bool) []string {
	var ids []string
	for _, column := range c.Columns {
		if holds(column) {
			ids = append(ids, column.ID)
		}
	}
	return ids
}

func (c *Comparison) warnIf(code WarningCode, text Words, holds func(CompareColumn) bool) {
	if ids := c.columnsWhere(holds); len(ids) > 0 {
		c.Warnings = append(c.Warnings, CompareWarning{Code: code, Text: text, IDs: ids})
	}
}

func (c *Comparison) warnFamilies() {
	text := Words{"来源没有写明具体版本，只列出各版本共有的参数，其余为范围", "The source does not name the variant: figures that all variants share are shown, the others as a span"}
	c.warnIf(WarnFamily, text, func(column CompareColumn) bool {
		a := column.gpu()
		return a != nil && a.Family()
	})
}

func (column CompareColumn) gpu() *Accelerator {
	if column.Offer != nil {
		return column.Offer.Accelerator
	}
	return column.Accelerator
}

// warnCoreHours tells of prices per core-hour. What the article says of a provider's
// billing is not what a particular offer is billed by.
func (c *Comparison) warnCoreHours() {
	text := Words{"原价按核时计，一张卡含多少核未公布，不折算成卡时", "Priced per core-hour. How many cores a card has is not published, so it is not converted to card-hours"}
	for r := range c.rows() {
		for i := range r.Cells {
			if cell := &r.Cells[i]; cell.Reason == ReasonCoreHours || c.Kind != CompareOffers && cell.Article && strings.Contains(cell.Text.Zh, "核时") {
				c.addWarning(CompareWarning{Code: WarnCoreHours, Text: text, IDs: []string{c.Columns[i].ID}})
			}
		}
	}
}

// addWarning joins a warning to one that says the same of other columns.
func (c *Comparison) addWarning(w CompareWarning) {
	for i := range c.Warnings {
		if old := &c.Warnings[i]; old.Code == w.Code && old.Text == w.Text {
			old.IDs = union(old.IDs, w.IDs)
			return
		}
	}
	c.Warnings = append(c.Warnings, w)
}

func (c *Comparison) warnScopes() {
	text := Words{"SLA 数字只适用于括号内的范围，不能直接比较，也不参与评分", "An SLA figure holds for the scope in brackets only. It is neither compared nor scored"}
	c.warnIf(WarnSLAScope, text, func(column CompareColumn) bool {
		return column.Provider != nil && column.Provider.SLAPercent.Known
	})
}

// warnDoubts repeats, once each, the objections to what the columns show: those
// beside the cells, those to the provider as a whole, and what the article claims
// of a card.
func (m *Market) warnDoubts(c *Comparison) {
	for i, column := range c.Columns {
		var ids []string
		for r := range c.rows() {
			ids = union(ids, r.Cells[i].Doubts)
		}
		if column.Provider != nil {
			ids = union(ids, m.providerDoubts(column.Provider))
		}
		ids = union(ids, m.claimDoubts(column))
		slices.Sort(ids)
		for _, id := range ids {
			if d := m.doubts[id]; d != nil {
				c.addWarning(CompareWarning{Code: WarnDoubt, Text: d.Text, IDs: []string{column.ID}, Doubts: []string{id}})
			}
		}
	}
}

func (m *Market) providerDoubts(p *Provider) []string {
	return slices.DeleteFunc(slices.Clone(p.Doubts), func(id string) bool {
		d := m.doubts[id]
		return d == nil || d.TargetType != "provider"
	})
}

// claimDoubts returns the objections to what the article says of a column's card: of
// an offer those to what it says of the provider's cards, of an accelerator those
// that hold of the card whoever rents it out.
func (m *Market) claimDoubts(column CompareColumn) []string {
	a := column.gpu()
	if a == nil {
		return nil
	}
	model := tokens(a.Model)
	var ids []string
	for _, c := range m.compareIndex().claims {
		if column.Offer != nil && column.Offer.Provider.Slug != c.provider || column.Offer == nil && !c.ofCard {
			continue
		}
		if slices.ContainsFunc(c.models, func(name string) bool { return namesModel(name, model) }) {
			ids = union(ids, c.doubts)
		}
	}
	return ids
}

func tokens(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// modelNames returns the words of a text that look like models: A800, 910B.
func modelNames(text string) []string {
	return slices.DeleteFunc(tokens(text), func(t string) bool {
		return len(t) < 2 || strings.HasSuffix(t, "GB") || !strings.ContainsFunc(t, unicode.IsDigit) || !strings.ContainsFunc(t, unicode.IsLetter)
	})
}

// namesModel reports whether a name is one of the words of a model, or the start of
// one that goes on in the other kind of character: A800, 910B of 910B2.
func namesModel(name string, model []string) bool {
	for _, word := range model {
		rest, ok := strings.CutPrefix(word, name)
		if ok && (rest == "" || unicode.IsLetter(rune(name[len(name)-1])) && unicode.IsDigit(rune(rest[0]))) {
			return true
		}
	}
	return false
}
