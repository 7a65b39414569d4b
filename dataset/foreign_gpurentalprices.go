package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"time"

	"gpuscale/catalog"
)

// rentalLicence is the credit that the list's licence asks for wherever its figures
// are shown.
const rentalLicence = "CC-BY-4.0 gpurentalprices.com"

// rentalOffer is one element of "offers" in gpurentalprices' JSON: USD an hour for
// one card.
type rentalOffer struct {
	Provider  string      `json:"provider"`
	GPU       string      `json:"gpu"`
	VRAM      json.Number `json:"vram_gb"`
	Price     json.Number `json:"usd_hr"`
	Kind      string      `json:"kind"`
	SourceURL string      `json:"source_url"`
	Fetched   string      `json:"fetched_at"`
	MinGPUs   json.Number `json:"min_gpus"`
}

// readRentalPrices reads gpurentalprices' JSON. Lines are those on which an offer
// begins.
func readRentalPrices(r io.Reader, o Options) (*File, error) {
	text, err := io.ReadAll(limited(r))
	if err != nil {
		return nil, err
	}
	f := newForeignSink(o, GPURentalPrices, Format{Encoding: JSON})
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	d := json.NewDecoder(bytes.NewReader(text))
	if err := seekOffers(d); err != nil {
		f.problem(1, Problem{Code: CodeUnknownKind, Detail: because(ReasonNoOffers)})
		return f.file, nil
	}
	lines := lineCounter{text: text, line: 1}
	for d.More() {
		var raw json.RawMessage
		at := d.InputOffset()
		if err := d.Decode(&raw); err != nil {
			return nil, wrongFormat(err, ReasonNoJSON, strconv.Itoa(lines.at(at)))
		}
		if f.file.Rows++; f.file.Rows > MaxRows {
			return nil, errTooManyRows()
		}
		line := lines.at(at)
		var offer rentalOffer
		if err := json.Unmarshal(raw, &offer); err != nil {
			f.problem(line, unreadable(raw, err))
			continue
		}
		f.rentalQuote(line, offer)
	}
	return f.finish(), nil
}

// unreadable names the field of an offer that holds something of another type.
func unreadable(raw json.RawMessage, err error) Problem {
	p := Problem{Code: CodeNumber, Value: string(raw)}
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) {
		p.Column = wrong.Field
		if wrong.Type != reflect.TypeFor[json.Number]() {
			p.Code = CodeUnreadable
		}
	}
	return p
}

// seekOffers moves behind the "[" of the top-level "offers".
func seekOffers(d *json.Decoder) error {
	missing := errors.New(`no "offers"`)
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return missing
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		if key == "offers" {
			if t, err := d.Token(); err != nil || t != json.Delim('[') {
				return missing
			}
			return nil
		}
		var skipped json.RawMessage
		if err := d.Decode(&skipped); err != nil {
			return err
		}
	}
	return missing
}

// lineCounter turns growing offsets into line numbers.
type lineCounter struct {
	text []byte
	pos  int64
	line int
}

func (c *lineCounter) at(offset int64) int {
	for offset < int64(len(c.text)) && strings.ContainsRune(" \t\r\n,", rune(c.text[offset])) {
		offset++
	}
	if offset > c.pos {
		c.line += bytes.Count(c.text[c.pos:offset], []byte("\n"))
		c.pos = offset
	}
	return c.line
}

// rentalKinds maps the list's kinds to how a price is billed and what sort it is.
var rentalKinds = map[string]struct {
	billing catalog.BillingMode
	tier    catalog.PriceKind
}{
	"on-demand":  {catalog.OnDemand, catalog.KindList},
	"spot":       {catalog.Spot, catalog.KindList},
	"secure":     {catalog.OnDemand, catalog.KindSecure},
	"community":  {catalog.OnDemand, catalog.KindCommunity},
	"serverless": {catalog.BillUsage, catalog.KindList},
}

func (f *foreignSink) rentalQuote(line int, offer rentalOffer) {
	kind, known := rentalKinds[offer.Kind]
	price, code := foreignPrice(offer.Price.String())
	switch {
	case offer.Provider == "" || offer.GPU == "":
		f.problem(line, Problem{Column: "gpu", Code: CodeRequired, Value: offer.GPU})
		return
	case !known:
		f.problem(line, Problem{Column: "kind", Code: CodeWord, Value: offer.Kind})
		return
	case code != "" || price.IsZero():
		f.problem(line, Problem{Column: "usd_hr", Code: firstCode(code, CodeSkipped), Value: offer.Price.String(), Detail: because(ReasonAboveZero)})
		return
	}
	q := quote{
		line: line, provider: f.provider(offer.Provider), accelerator: offer.GPU, form: formOf(offer.GPU),
		vendor: rentalVendor(offer.GPU), vram: foreignFigure(offer.VRAM.String()), count: 1, share: "1",
		billing: kind.billing, tier: kind.tier, unit: catalog.GPUHour, scope: catalog.ScopeWhole, amount: price,
		seen: f.rentalDate(offer.Fetched), url: firstOf(offer.SourceURL, f.o.Foreign.SourceURL), licence: rentalLicence,
	}
	if n, err := strconv.Atoi(offer.MinGPUs.String()); err == nil && n > 1 {
		q.count, q.note = n, fmt.Sprintf("sold from %d cards", n)
	}
	if q.provider == "gcp" {
		// The list takes these from Google's price of the card alone.
		q.scope, q.note = catalog.ScopeGPUPart, addNote(q.note, "host not included")
	}
	f.quotes = append(f.quotes, q)
}

func (f *foreignSink) rentalDate(fetched string) string {
	t, err := time.Parse(time.RFC3339, fetched)
	if err != nil {
		return f.o.Foreign.Seen
	}
	return catalog.DateOf(t).String()
}

func rentalVendor(gpu string) string {
	if strings.HasPrefix(gpu, "mi3") || strings.HasPrefix(gpu, "mi2") || strings.HasPrefix(gpu, "mi1") {
		return vendors["amd"]
	}
	return vendorOf("nvidia", gpu)
}
