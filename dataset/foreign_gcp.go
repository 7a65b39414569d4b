package dataset

import (
	"regexp"
	"strconv"

	"gpuscale/catalog"
)

// GCP sells a card and its host apart, and the catalogue has a row for each. Only
// their sum is a price that can be compared.
type gcpParts struct {
	hosts map[gcpPlace][]gcpHost
	cards []gcpCard
}

// gcpPlace is what a card and its host have in common.
type gcpPlace struct {
	accelerator  string
	count        int
	region, zone string
}

type gcpHost struct {
	line        int
	instance    string
	vcpu, ram   string
	price, spot catalog.Decimal // zero: not known
	incomplete  bool
}

type gcpCard struct {
	quote
	price, spot catalog.Decimal
}

// gcpFamilies are the machine families that come with cards, and which.
var gcpFamilies = map[string]string{
	"a2-highgpu": "A100", "a2-megagpu": "A100", "a2-ultragpu": "A100-80GB", "a3-highgpu": "H100", "a3-edgegpu": "H100",
	"a3-megagpu": "H100-MEGA", "a3-ultragpu": "H200", "a4-highgpu": "B200", "a4x-highgpu": "GB200",
}

var gcpMachine = regexp.MustCompile(`^(a\d+x?-[a-z]+gpu)-(\d+)g$`)

// gcpL4 is the number of L4 cards in a g2 machine, by its vCPUs.
var gcpL4 = map[string]int{"4": 1, "8": 1, "12": 1, "16": 1, "32": 1, "24": 2, "48": 4, "96": 8}

var gcpG2 = regexp.MustCompile(`^g2-standard-(\d+)$`)

// gcpCards tells which cards belong to a machine type; ok is false for machines
// without any.
func gcpCards(instance string) (accelerator string, count int, ok bool) {
	if m := gcpMachine.FindStringSubmatch(instance); m != nil {
		n, err := strconv.Atoi(m[2])
		accelerator, ok = gcpFamilies[m[1]]
		return accelerator, n, ok && err == nil
	}
	if m := gcpG2.FindStringSubmatch(instance); m != nil {
		n := gcpL4[m[1]]
		return "L4", n, n > 0
	}
	return "", 0, false
}

// addHost notes the host part of a machine with cards; it reports false for
// machines without any.
func (g *gcpParts) addHost(f *foreignSink, r foreignRow) bool {
	accelerator, count, ok := gcpCards(r.get("instancetype"))
	if !ok {
		return false
	}
	host := gcpHost{line: r.line, instance: r.get("instancetype"), vcpu: foreignFigure(r.get("vcpus")), ram: foreignFigure(r.get("memorygib"))}
	price, code := foreignPrice(r.get("price"))
	spot, spotCode := foreignPrice(r.get("spotprice"))
	if code != "" {
		f.problem(r.line, Problem{Column: "Price", Code: code, Value: r.get("price")})
		return true
	}
	if spotCode == "" {
		host.spot = spot
	}
	host.price, host.incomplete = price, price.IsZero()
	if g.hosts == nil {
		g.hosts = map[gcpPlace][]gcpHost{}
	}
	place := gcpPlace{accelerator, count, r.get("region"), r.get("availabilityzone")}
	g.hosts[place] = append(g.hosts[place], host)
	return true
}

// addGPU notes the card part; its price does not cover a host.
func (g *gcpParts) addGPU(f *foreignSink, r foreignRow, q quote) {
	price, code := foreignPrice(r.get("price"))
	spot, spotCode := foreignPrice(r.get("spotprice"))
	switch {
	case code != "":
		f.problem(r.line, Problem{Column: "Price", Code: code, Value: r.get("price")})
		return
	case price.IsZero():
		f.problem(r.line, Problem{Column: "Price", Code: CodeSkipped, Value: r.get("price"), Detail: because(ReasonZeroPart)})
		return
	case spotCode != "":
		spot = catalog.Decimal{}
	}
	g.cards = append(g.cards, gcpCard{quote: q, price: price, spot: spot})
}

// joinGCP adds host and card where the catalogue has both for one place, and marks
// the rest as prices of the card alone.
func (f *foreignSink) joinGCP() {
	matched := map[int]bool{}
	for _, card := range f.gcp.cards {
		place := gcpPlace{card.accelerator, card.count, card.region, card.zone}
		joined := false
		for _, host := range f.gcp.hosts[place] {
			matched[host.line] = true
			if host.incomplete {
				continue
			}
			joined = f.joinPart(card, host) || joined
			f.join(host.line, card.line)
		}
		if !joined {
			card.scope = catalog.ScopeGPUPart
			card.note = addNote(card.note, "host not included")
			f.addPrices(card.quote, card.price, card.spot)
		}
	}
	for _, hosts := range f.gcp.hosts {
		for _, host := range hosts {
			switch {
			case host.incomplete:
				f.problem(host.line, Problem{Column: "Price", Code: CodeSkipped, Value: "0", Detail: because(ReasonZeroPart)})
			case !matched[host.line]:
				f.problem(host.line, Problem{Code: CodeSkipped, Value: host.instance, Detail: because(ReasonLoneHost)})
			}
		}
	}
	sortProblems(f.file.Problems)
	f.gcp = gcpParts{}
}

func (f *foreignSink) joinPart(card gcpCard, host gcpHost) bool {
	total, err := card.price.Add(host.price)
	if err != nil {
		return false
	}
	var spot catalog.Decimal
	if card.spot.IsPos() && host.spot.IsPos() {
		if spot, err = card.spot.Add(host.spot); err != nil {
			return false
		}
	}
	card.instance, card.vcpu, card.ram = host.instance, host.vcpu, host.ram
	card.note = addNote(card.note, "card "+card.price.String()+" + host "+host.price.String())
	f.addPrices(card.quote, total.Trim(0), spot.Trim(0))
	return true
}
