//go:build unix

package handlers

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"syscall"
	"testing"
	"time"

	"gpuscale/web"
)

// roundLength is how many requests each side answers before it is the other's turn:
// long enough for the clock, short enough that other work on the machine falls on both.
const roundLength = 16

// against has two servers answer in turns and reports the processor time a request of
// each and, as ratio, the median over the rounds of fresh to fixed. The i-th request
// of both is for the same page.
func against(b *testing.B, fixed, fresh func(i int) int64) {
	web.TuneCollector()
	var ratios []float64
	var spent [2]time.Duration
	n := 0
	round := func(side int, request func(i int) int64) time.Duration {
		start := cpu(b)
		for i := range roundLength {
			request(n + i)
		}
		took := cpu(b) - start
		spent[side] += took
		return took
	}
	size := fresh(0)
	for b.Loop() {
		sent := round(0, fixed)
		ratios = append(ratios, float64(round(1, fresh))/float64(sent))
		n += roundLength
	}
	slices.Sort(ratios)
	b.ReportMetric(ratios[len(ratios)/2], "ratio")
	b.ReportMetric(float64(spent[0].Microseconds())/float64(n), "fixed-cpu-µs")
	b.ReportMetric(float64(spent[1].Microseconds())/float64(n), "fresh-cpu-µs")
	b.ReportMetric(float64(size), "B/page")
}

// cpu is the processor time this process has used.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// loopback serves h on a real connection and returns a request that reads the whole
// answer, uncompressed.
func loopback(b *testing.B, h http.Handler) func(path string) int64 {
	b.Helper()
	server := httptest.NewServer(h)
	b.Cleanup(server.Close)
	client := &http.Client{Transport: &http.Transport{DisableCompression: true}}
	buffer := make([]byte, 256<<10)
	return func(path string) int64 {
		answer, err := client.Get(server.URL + path)
		if err != nil {
			b.Fatal(err)
		}
		defer answer.Body.Close()
		n, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, answer.Body, buffer)
		if err != nil || answer.StatusCode != http.StatusOK {
			b.Fatal(answer.Status, err)
		}
		return n
	}
}
