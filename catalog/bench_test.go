package catalog_test

import (
	"fmt"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/govalues/decimal"

	"gpuscale/catalog"
	"gpuscale/catalog/catalogtest"
)

var benchQueries = []struct {
	name  string
	query catalog.OfferQuery
}{
	{"default", catalog.OfferQuery{}},
	{"all by price", catalog.OfferQuery{Show: catalog.ShowAll}},
	{"page 100 of all", catalog.OfferQuery{Show: catalog.ShowAll, Page: 100}},
	{"gpu family, three regions", catalog.OfferQuery{Show: catalog.ShowAll,
		GPU: catalog.Terms[string]{In: []string{"a100-any"}}, Region: catalog.Terms[string]{In: []string{"北京", "上海", "深圳"}}}},
	{"80 GB on demand below 20, per TFLOPS", catalog.OfferQuery{Show: catalog.ShowAll,
		VRAM: catalog.Bounds{Min: catalog.Known(80.0)}, Billing: catalog.Terms[catalog.BillingMode]{In: []catalog.BillingMode{catalog.OnDemand}},
		PriceMax: catalog.Known(decimal.MustNew(20, 0)), Sort: catalog.Sort{Key: catalog.SortPricePerTFLOPS}}},
	{"text, newest", catalog.OfferQuery{Show: catalog.ShowAll, Text: "a100 北京", Sort: catalog.Sort{Key: catalog.SortSeen, Desc: true}}},
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		m := catalog.NewMarket(catalogtest.Data(n, 1), catalogtest.Day)
		for _, c := range benchQueries {
			b.Run(fmt.Sprintf("%d/%s", n, c.name), func(b *testing.B) {
				var times []time.Duration
				b.ReportAllocs()
				before := processorTime(b)
				for b.Loop() {
					start := time.Now()
					if m.Search(c.query).Total == 0 {
						b.Fatal("nothing found")
					}
					times = append(times, time.Since(start))
				}
				used := processorTime(b) - before
				b.ReportMetric(float64(used.Microseconds())/float64(len(times)), "cpu-µs/op")
				slices.Sort(times)
				b.ReportMetric(float64(times[len(times)/2].Microseconds()), "p50-µs")
				b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-µs")
			})
		}
	}
}

// processorTime returns what this process has used so far: unlike the clock it says
// the same on a busy machine.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func BenchmarkNewMarket(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		d := catalogtest.Data(n, 1)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				catalog.NewMarket(d, catalogtest.Day)
			}
		})
	}
}

// heap returns the bytes in use after a collection.
func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

func BenchmarkMarketMemory(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				d := catalogtest.Data(n, 1)
				before := heap()
				m := catalog.NewMarket(d, catalogtest.Day)
				b.ReportMetric(float64(heap()-before)/float64(n), "bytes/offer")
				runtime.KeepAlive(d)
				runtime.KeepAlive(m)
			}
		})
	}
}
