package recommendation

import (
	"strconv"

	"gpuscale/catalog"
)

// readLink judges the link between the job's cards. It names the card's own link where
// even that fails the limit. What a network may give between machines is not published,
// so that a limit which only the card's own link could meet stays open there.
func readLink(_ *engine, c *candidate, m *metric) reading {
	r := c.between()
	switch {
	case !r.stated:
		return r
	case Test(catalog.Known(r.high), m.Operator, m.number.Value) == Fail:
		r.low, r.subject = r.high, catalog.Words{}
	case r.reason == UnknownOneCard:
		return reading{state: Unknown, reason: UnknownOneCard, source: r.source}
	case r.reason == UnknownMachine:
		own := c.ownLink()
		r.words = figureWords(own.low, own.high)
		r.stated, r.state = false, Unknown
	}
	return r
}

// between is the link between two of the job's cards: that of the card inside one
// machine, at most that where a network joins machines of one card, or where nobody
// says how many cards a machine holds.
func (c *candidate) between() reading {
	r := c.ownLink()
	perMachine, known := c.count.Get()
	switch {
	case !r.stated || c.cards <= 1 || known && perMachine >= c.cards:
	case !known:
		r.low, r.reason = 0, UnknownMachine
	case perMachine <= 1:
		r.low, r.reason = 0, UnknownOneCard
	default:
		r.subject = insideMachine(perMachine)
	}
	return r
}

// insideMachine says for which cards the link of a card holds.
func insideMachine(cards int) catalog.Words {
	n := strconv.Itoa(cards)
	return catalog.Words{Zh: "同一台机器的 " + n + " 张卡之间，机器之间走网络", En: "the " + n + " cards of one machine; a network joins machines"}
}

// ownLink is the link of the card. Where the offer does not settle it, it lies between
// what any such card has and what its own link could be.
func (c *candidate) ownLink() reading {
	if c.link.Known {
		return exactly(c.link.Value, c.source())
	}
	low := c.spanned(FigureLink, defaultLink)
	high := c.spanned("interconnect_own_gb_s", ownLink)
	if !high.stated {
		return high
	}
	if low.stated {
		high.low = min(low.low, high.low)
	} else {
		high.low = 0
	}
	high.reason = UnknownSeveral
	return high
}
