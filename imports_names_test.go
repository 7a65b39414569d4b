package main

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"gpuscale/dataset"
)

const nimbusList = "Cloud,GPU Type,GPU Arch,GPUs,GPU RAM,vCPUs,RAM,On-demand,Per-GPU,Spot,Name\n" +
	"Nimbus,A100 (80 GB),Ampere,8,640,96,1000,16.00,2.00,,nimbus.8x\n"

// mapTo says which provider the first unknown name of a preview is.
func (e *editor) mapTo(path, name, slug string) {
	e.t.Helper()
	if w := e.post(path+"/providers", url.Values{"name.0": {name}, "as.0": {slug}}); w.Code != http.StatusSeeOther {
		e.t.Fatalf("mapping %s: %d %s", name, w.Code, words(e.document(w).Find(".err")))
	}
}

// TestANameThatAnEditorMappedIsKnownToTheNextImport maps a name once; the mapping is
// a record with a history, belongs to its source, can be edited and is taken back
// with its import.
func TestANameThatAnEditorMappedIsKnownToTheNextImport(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	path, d := e.preview("cloud-gpus.csv", nimbusList, "seen", "2026-11-20")
	if got := d.Find("input[name='name.0']").AttrOr("value", ""); got != "nimbus" {
		t.Fatalf("unknown provider %q", got)
	}
	e.mapTo(path, "nimbus", "lambda")
	if _, d = e.get(path); facts(d) != "2 0 0 0" || !strings.Contains(words(d.Find("main tbody")), "nimbus") {
		t.Fatalf("mapped: %s: %s", facts(d), words(d.Find("main tbody")))
	}
	if w := e.post(path, why()); w.Code != http.StatusSeeOther {
		t.Fatalf("write: %d", w.Code)
	}
	kept, err := p.store.Record(t.Context(), dataset.SourceNames, "fsdl/nimbus")
	if err != nil || kept.Record.Get("provider") != "lambda" || kept.Who != "ming" {
		t.Fatalf("kept as %+v, %v", kept, err)
	}
	if _, d = e.preview("cloud-gpus.csv", strings.Replace(nimbusList, "16.00,2.00", "16.80,2.10", 1), "seen", "2026-11-20"); facts(d) != "0 1 0 0" {
		t.Errorf("the next list: %s: %s", facts(d), words(d.Find("main tbody")))
	}
	if _, d = e.preview("latest.json", `{"offers":[{"provider":"nimbus","gpu":"h100","usd_hr":2.5,"kind":"on-demand"}]}`); facts(d) != "0 0 0 1" {
		t.Errorf("the name in another source: %s", facts(d))
	}
	out := commandOn(t, p.settings.db, exitOK, "import", write(t, "cloud-gpus.csv", nimbusList), "-seen", "2026-11-20", "-dry-run")
	if !strings.Contains(out, "new 0, changed 0, unchanged 1, refused 0") {
		t.Errorf("by command: %s", out)
	}
	_, d = e.get("/admin/source_names/fsdl~1nimbus")
	form := fields(d.Find("main form").First())
	form.Set("provider", "aws")
	if w := e.post("/admin/source_names/fsdl~1nimbus", form); w.Code != http.StatusSeeOther {
		t.Fatalf("editing: %d %s", w.Code, words(e.document(w).Find(".err")))
	}
	if _, d = e.preview("cloud-gpus.csv", nimbusList, "seen", "2026-11-20"); facts(d) != "1 0 0 0" {
		t.Errorf("after the edit: %s", facts(d))
	}
}

func TestAMappingIsTakenBackWithItsImport(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	path, _ := e.preview("cloud-gpus.csv", nimbusList, "seen", "2026-11-20")
	e.mapTo(path, "nimbus", "lambda")
	e.get(path)
	e.post(path, why())
	if w := e.post("/admin/changesets/2/revert", url.Values{"why": {"试试"}}); w.Code != http.StatusSeeOther {
		t.Fatalf("revert: %d", w.Code)
	}
	if _, d := e.preview("cloud-gpus.csv", nimbusList, "seen", "2026-11-20"); facts(d) != "0 0 0 1" {
		t.Errorf("after taking back: %s", facts(d))
	}
}

// TestAProviderByAnyNameCanBeMappedOrAdded takes names that no address could hold, and
// kinds whose keys name the provider.
func TestAProviderByAnyNameCanBeMappedOrAdded(t *testing.T) {
	p, h := opened(t)
	e := signIn(t, p, h, "ming")
	rows := "provider,cost_type,item,price,currency,unit,confidence\n星云 算力,data-disk,云盘,0.35,CNY,GB-month,official page\n"
	path, d := e.preview("extra_costs.csv", rows)
	if facts(d) != "0 0 0 1" || d.Find("input[name='name.0']").AttrOr("value", "") != "星云 算力" || d.Find("input[name='slug.0']").Length() != 1 {
		t.Fatalf("%s: %s", facts(d), words(d.Find("main")))
	}
	e.mapTo(path, "星云 算力", "lambda")
	if _, d = e.get(path); facts(d) != "2 0 0 0" {
		t.Fatalf("mapped: %s: %s", facts(d), words(d.Find("main tbody")))
	}
	if w := e.post(path, why()); w.Code != http.StatusSeeOther {
		t.Fatalf("write: %d", w.Code)
	}
	if r, err := p.store.Record(t.Context(), dataset.ExtraCosts, "lambda/data-disk/云盘"); err != nil || r.Record.Get("price") != "0.35" {
		t.Errorf("%+v, %v", r, err)
	}
	path, d = e.preview("extra_costs.csv", strings.Replace(rows, "星云", "银河", 1))
	add := url.Values{"name.0": {"银河 算力"}, "as.0": {"+"}, "label.0": {"银河算力"}, "kind.0": {d.Find("#kind-0 option").First().AttrOr("value", "")}, "market.0": {d.Find("#market-0 option").First().AttrOr("value", "")}}
	if w := e.post(path+"/providers", add); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("without a slug: %d", w.Code)
	}
	add.Set("slug.0", "yinhe")
	if w := e.post(path+"/providers", add); w.Code != http.StatusSeeOther {
		t.Fatalf("with a slug: %d", w.Code)
	}
	if _, d = e.get(path); facts(d) != "3 0 0 0" {
		t.Errorf("added: %s: %s", facts(d), words(d.Find("main tbody")))
	}
}
