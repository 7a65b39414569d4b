package dataset

import (
	"bytes"
	"errors"
	"maps"
	"strings"
	"testing"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"
)

func read(t *testing.T, name, content string) *File {
	t.Helper()
	files, err := upload(t, name, content)
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	return files[0]
}

// linesOf lists what each line would do, by line.
func linesOf(p *Preview) map[int]Action {
	found := map[int]Action{}
	for _, r := range p.Rows {
		found[r.Line] = r.Action
	}
	return found
}

func TestEveryLineSaysWhatItWouldDo(t *testing.T) {
	current := smallSet()
	p := NewPreview(current, []*File{read(t, "offers.csv", offersText(t,
		offerRow(map[string]string{"accelerator_vendor": "NVIDIA"}),
		offerRow(map[string]string{"offer_id": "of-2"}),
		offerRow(map[string]string{"offer_id": "of-3", "provider": "nobody"}),
		offerRow(map[string]string{"offer_id": "of-2"}),
		offerRow(map[string]string{"offer_id": "of-4", "currency": "RMBB"}),
	))})
	want := map[int]Action{2: ActionUnchanged, 3: ActionNew, 4: ActionRefused, 5: ActionDuplicate, 6: ActionRefused}
	if got := linesOf(p); !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if p.Counts[ActionRefused] != 2 || len(p.Records()) != 1 || p.Records()[0].Key != "of-2" {
		t.Errorf("counts %v, records %v", p.Counts, p.Records())
	}
	for line, want := range map[int]string{4: "offers.csv:4: provider: \"nobody\"", 6: "offers.csv:6: currency: \"RMBB\""} {
		for _, r := range p.Rows {
			if r.Line == line && (len(r.Problems) != 1 || !strings.HasPrefix(r.Problems[0].Error(), want)) {
				t.Errorf("line %d: %v", line, r.Problems)
			}
		}
	}
	if names := p.UnknownProviders(); len(names) != 1 || names[0] != (NameCount{"nobody", 1}) {
		t.Errorf("unknown providers %v", names)
	}
}

func TestAFileMayReferToWhatAnotherBrings(t *testing.T) {
	var providers strings.Builder
	newcomer := smallSet()[Providers][0].With("slug", "newcomer").With("name_zh", "新").With("name_en", "Newcomer")
	if err := WriteCSV(&providers, Providers, []Record{newcomer}); err != nil {
		t.Fatal(err)
	}
	offers := read(t, "offers.csv", offersText(t, offerRow(map[string]string{"offer_id": "n-1", "provider": "newcomer"})))
	p := NewPreview(smallSet(), []*File{offers, read(t, "providers.csv", providers.String())})
	records := p.Records()
	if len(records) != 2 || records[0].Kind != Providers || records[1].Kind != Offers {
		t.Errorf("records %v", records)
	}
}

func TestARefusedLineTakesThoseThatReferToItAlong(t *testing.T) {
	var providers strings.Builder
	// The name is that of another provider in other letters.
	if err := WriteCSV(&providers, Providers, []Record{smallSet()[Providers][0].With("slug", "copy").With("name_zh", "丙").With("name_en", "ＡＣＭＥ")}); err != nil {
		t.Fatal(err)
	}
	p := NewPreview(smallSet(), []*File{read(t, "providers.csv", providers.String()),
		read(t, "offers.csv", offersText(t, offerRow(map[string]string{"offer_id": "n-1", "provider": "copy"})))})
	if p.Counts[ActionRefused] != 2 || len(p.Records()) != 0 || !p.Empty() {
		t.Errorf("counts %v, records %v", p.Counts, p.Records())
	}
}

func TestRecordsElsewhereMayNotBreak(t *testing.T) {
	current := smallSet()
	current[ProviderFacts] = []Record{fact("vram_max", "80").With("unit", "GB")}
	key := current[FactKeys][0].With("unit", "MiB")
	var keys strings.Builder
	if err := WriteCSV(&keys, FactKeys, []Record{key}); err != nil {
		t.Fatal(err)
	}
	p := NewPreview(current, []*File{read(t, "fact_keys.csv", keys.String())})
	if len(p.Broken) != 1 || p.Broken[0].Kind != ProviderFacts || p.Broken[0].Code != CodeUnit {
		t.Errorf("broken %v", p.Broken)
	}
}

func TestLargeMovesAreToldApart(t *testing.T) {
	for _, row := range []struct {
		name, old, now, extra string
		percent               string
		large                 bool
	}{
		{"a fall of five percent", "8", "7.6", "", "-5", false},
		{"exactly thirty percent", "10", "13", "", "30", false},
		{"a little more than thirty", "10", "13.01", "", "30.1", true},
		{"a fall to a third", "9", "3", "", "-66.7", true},
		{"another currency", "8", "7.9", "USD", "", true},
		{"a price that becomes unknown", "8", "", "", "", false},
		{"a price that becomes known", "", "8", "", "", false},
		{"a price that was nothing", "0", "8", "", "", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			current := smallSet()
			current[Offers] = []Record{offerRow(map[string]string{"price_amount": row.old})}
			now := offerRow(map[string]string{"price_amount": row.now})
			if row.extra != "" {
				now = now.With("currency", row.extra)
			}
			p := NewPreview(current, []*File{read(t, "offers.csv", offersText(t, now))})
			move := p.Rows[0].Move
			percent := ""
			if move.Percent.Known {
				percent = move.Percent.Value.Trim(0).String()
			}
			if move.Large != row.large || percent != row.percent {
				t.Errorf("got %s, large %v", percent, move.Large)
			}
			if got := len(p.Moves) == 1; got != row.large {
				t.Errorf("listed: %v", p.Moves)
			}
		})
	}
}

func TestAFurtherLineOfAPriceMovesItToo(t *testing.T) {
	current := smallSet()
	current[Offers] = []Record{offerRow(map[string]string{"price_amount": "8"}),
		offerRow(map[string]string{"price_amount": "10", "valid_from": "2026-12-10"}), offerRow(map[string]string{"price_amount": "90", "valid_from": "2027-06-01"})}
	for _, row := range []struct {
		id, from, amount, percent string
		large                     bool
	}{
		{"of-1", "2026-12-01", "9", "12.5", false}, {"of-1", "2026-12-24", "14", "40", true}, {"of-2", "2026-12-24", "99", "", false},
	} {
		p := NewPreview(current, []*File{read(t, "offers.csv", offersText(t,
			offerRow(map[string]string{"offer_id": row.id, "valid_from": row.from, "price_amount": row.amount})))})
		percent := ""
		if move := p.Rows[0].Move; move.Percent.Known {
			percent = move.Percent.Value.Trim(0).String()
		}
		if p.Rows[0].Action != ActionNew || percent != row.percent || (len(p.Moves) == 1) != row.large {
			t.Errorf("%s from %s at %s: %+v", row.id, row.from, row.amount, p.Rows[0].Move)
		}
	}
}

func TestTheSameRowsInAnyWritingAreTheSame(t *testing.T) {
	text := offersText(t, offerRow(map[string]string{"offer_id": "w-1", "instance_type": "推理型 A100", "region": "华北;华东", "note": "含,逗号\"引号\"\n换行"}))
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	gbk, err := simplifiedchinese.GB18030.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"plain": text, "with a mark": "\ufeff" + text, "UTF-16LE": utf16, "CRLF": strings.ReplaceAll(text, "\n", "\r\n"),
		"quoted first header": strings.Replace(text, "offer_id", `"offer_id"`, 1), "marked and quoted": "\ufeff" + strings.Replace(text, "offer_id", `"offer_id"`, 1),
		"as Chinese Excel saves it": gbk,
	} {
		t.Run(name, func(t *testing.T) {
			p := NewPreview(smallSet(), []*File{read(t, "offers.csv", content)})
			if len(p.Records()) != 1 || p.Counts[ActionRefused] != 0 {
				t.Fatalf("counts %v, problems %v", p.Counts, p.Files[0].Problems)
			}
			r := p.Records()[0]
			if r.Get("instance_type") != "推理型 A100" || r.Get("region") != "华北;华东" || strings.ReplaceAll(r.Get("note"), "\r\n", "\n") != "含,逗号\"引号\"\n换行" {
				t.Errorf("got %q", r.Values)
			}
		})
	}
}

func TestAnArchiveOfTheSetRoundTrips(t *testing.T) {
	set := smallSet()
	set[Offers] = append(set[Offers], offerRow(map[string]string{"offer_id": "of-9", "instance_type": "=cmd|'/C calc'!A0", "note": "-x", "price_amount": "-5", "exception": "代金券"}))
	var archive bytes.Buffer
	if err := WriteZip(&archive, set); err != nil {
		t.Fatal(err)
	}
	r := bytes.NewReader(archive.Bytes())
	files, err := ReadUpload(r, r.Size(), Options{Name: "gpuscale.zip"})
	if err != nil || len(files) != len(Kinds) {
		t.Fatalf("%d files, %v", len(files), err)
	}
	p := NewPreview(set, files)
	if !p.Empty() || p.Counts[ActionRefused] != 0 || p.Counts[ActionUnchanged] != 5 {
		t.Errorf("counts %v", p.Counts)
	}
	if _, err := ReadUpload(r, r.Size(), Options{Name: "gpuscale.csv"}); !errors.Is(err, ErrFormat) {
		t.Errorf("named as text: %v", err)
	}
}

func TestWhatIsWrittenIsUnchangedWhenReadAgain(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.StringMatching(`[-=+@＝＋' ",;\n一二a-z0-9\t]{0,12}`)
		r := offerRow(map[string]string{"offer_id": rapid.StringMatching(`[a-z0-9]{1,8}`).Draw(rt, "id")})
		for _, column := range []string{"instance_type", "note", "exception"} {
			_, c, _ := SchemaOf(Offers).Column(column)
			v, code := c.Canonical(text.Draw(rt, column))
			if code != "" {
				rt.Skip()
			}
			r = r.With(column, v)
		}
		current := smallSet()
		current[Offers] = []Record{r}
		if p := NewPreview(current, []*File{read(t, "offers.csv", offersText(t, r))}); p.Counts[ActionUnchanged] != 1 {
			rt.Fatalf("counts %v: %+v", p.Counts, p.Rows)
		}
	})
}
