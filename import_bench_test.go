package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"gpuscale/dataset"
)

// manyLines is a CSV file of n new price lines.
func manyLines(b testing.TB, n int) string {
	b.Helper()
	schema := dataset.SchemaOf(dataset.Offers)
	records := make([]dataset.Record, n)
	for i := range records {
		r := dataset.Record{Kind: dataset.Offers, Values: make([]string, len(schema.Columns))}
		for name, v := range map[string]string{
			"offer_id": fmt.Sprintf("bench-%06d", i), "provider": "tencent-cloud", "instance_type": fmt.Sprintf("gpu.%d", i%900), "accelerator": "NVIDIA A100 80GB",
			"accelerator_vendor": "NVIDIA", "vram_gb": "80", "gpu_count": strconv.Itoa(1 + i%8), "vcpu": strconv.Itoa(8 + i%100), "billing_mode": "on-demand",
			"price_amount": fmt.Sprintf("%d.%02d", 20+i%90, i%100), "price_tier": "list", "currency": "CNY", "unit": "gpu-hour", "source_url": "https://example.com/pricing",
			"source_date": "2026-11-30", "confidence": "official page", "evidence_grade": "A", "scope": "whole", "share": "1", "region": "r" + strconv.Itoa(i),
		} {
			at, _, _ := schema.Column(name)
			r.Values[at] = v
		}
		r.Key = schema.Key(r.Values)
		records[i] = r
	}
	var file bytes.Buffer
	if err := dataset.WriteCSV(&file, dataset.Offers, records); err != nil {
		b.Fatal(err)
	}
	return file.String()
}

// readers ask for pages as a few visitors do, each a moment after the answer before,
// until stop is closed, and return how long each answer took. One request in four is
// for a page that nobody asked for before.
func readers(b testing.TB, url string, stop <-chan struct{}) []time.Duration {
	b.Helper()
	var mutex sync.Mutex
	var took []time.Duration
	var group sync.WaitGroup
	for reader := range 4 {
		group.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				case <-time.After(5 * time.Millisecond):
				}
				path := []string{"/", "/providers", "/offers?sort=-price", fmt.Sprintf("/offers?price_min=0.0%d%d", reader+1, n)}[n%4]
				begin := time.Now()
				w, err := http.Get(url + path)
				if err != nil {
					b.Error(err)
					return
				}
				_, _ = io.Copy(io.Discard, w.Body)
				_ = w.Body.Close()
				if w.StatusCode != http.StatusOK {
					b.Errorf("%s: %d", path, w.StatusCode)
					return
				}
				mutex.Lock()
				took = append(took, time.Since(begin))
				mutex.Unlock()
			}
		})
	}
	group.Wait()
	return took
}

func percentile(took []time.Duration, part float64) time.Duration {
	slices.Sort(took)
	return took[min(len(took)-1, int(float64(len(took))*part))]
}

// BenchmarkVisitorsDuringAnImport compares how long visitors wait for pages while
// 100,000 price lines are written with how long they wait when nothing else is done.
func BenchmarkVisitorsDuringAnImport(b *testing.B) {
	for b.Loop() {
		p, h := opened(b)
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.RemoteAddr = nextVisitor() // no reader meets the limit of one client
			h.ServeHTTP(w, r)
		}))
		e := signIn(b, p, h, "ming")
		path, preview := e.preview("offers.csv", manyLines(b, 100_000))
		if got := facts(preview); got != "100,000 0 0 0" {
			b.Fatalf("the preview counts %s", got)
		}
		quietEnds := make(chan struct{})
		time.AfterFunc(5*time.Second, func() { close(quietEnds) })
		quiet := readers(b, server.URL, quietEnds)
		written := make(chan struct{})
		begin := time.Now()
		go func() {
			defer close(written)
			if w := e.post(path, why()); w.Code != http.StatusSeeOther {
				b.Errorf("written with %d: %s", w.Code, words(e.document(w).Find("main .err")))
			}
			if status, d := e.get(path); status != http.StatusOK || d.Find(".note-k").Length() != 1 {
				b.Errorf("after writing: %d: %s", status, words(d.Find("main")))
			}
		}()
		busy := readers(b, server.URL, written)
		b.ReportMetric(time.Since(begin).Seconds(), "import-s")
		before, during := percentile(quiet, 0.99), percentile(busy, 0.99)
		b.ReportMetric(before.Seconds()*1000, "quiet-p99-ms")
		b.ReportMetric(during.Seconds()*1000, "import-p99-ms")
		b.ReportMetric(during.Seconds()/before.Seconds(), "ratio")
		if n := p.snapshot.Current().PriceCount(); n < 100_000 {
			b.Errorf("%d prices after the import", n)
		}
		server.Close()
	}
}
