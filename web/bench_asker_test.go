//go:build unix

package web_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/textproto"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"gpuscale/web"
)

// askerVariable makes the test program a client: benchmarks start it again so that
// the processor time of their own process is the server's alone.
const askerVariable = "GPUSCALE_TEST_ASKER"

// askerConnections is how many requests are on their way at once: enough that the
// server never waits for one.
const askerConnections = 8

// errand is one round of requests, a line of JSON on the asker's standard input. It
// answers each with a line, which is empty when all went well.
type errand struct {
	Address, Request string
	Status, Times    int
}

func TestMain(m *testing.M) {
	if os.Getenv(askerVariable) == "" {
		os.Exit(m.Run())
	}
	errands, lines := json.NewDecoder(os.Stdin), map[string][]*line{}
	for {
		var e errand
		if err := errands.Decode(&e); err != nil {
			return
		}
		problem := ""
		if err := e.run(lines); err != nil {
			problem = err.Error()
		}
		fmt.Println(problem)
	}
}

// run asks over all connections to the address, which are kept for the next round.
func (e errand) run(lines map[string][]*line) error {
	for len(lines[e.Address]) < askerConnections {
		l, err := net.Dial("tcp", e.Address)
		if err != nil {
			return err
		}
		lines[e.Address] = append(lines[e.Address], &line{l, bufio.NewReaderSize(l, 1<<16)})
	}
	problems := make([]error, askerConnections)
	var running sync.WaitGroup
	for i, l := range lines[e.Address] {
		running.Go(func() {
			for range e.Times / askerConnections {
				if problems[i] = l.ask(e.Request, e.Status); problems[i] != nil {
					return
				}
			}
		})
	}
	running.Wait()
	return errors.Join(problems...)
}

// line is one kept connection.
type line struct {
	connection net.Conn
	reader     *bufio.Reader
}

// ask sends a request as it is and reads its answer with as little work as HTTP allows.
func (l *line) ask(request string, want int) error {
	if _, err := io.WriteString(l.connection, request); err != nil {
		return err
	}
	length := 0
	for first := true; ; first = false {
		b, err := l.reader.ReadSlice('\n')
		if err != nil {
			return err
		}
		text := strings.TrimRight(string(b), "\r\n")
		if first && !strings.HasPrefix(text, "HTTP/1.1 "+strconv.Itoa(want)) {
			return errors.New(text)
		}
		if text == "" {
			break
		}
		if n, found := strings.CutPrefix(text, "Content-Length: "); found {
			length, _ = strconv.Atoi(n)
		}
	}
	_, err := l.reader.Discard(length)
	return err
}

// side is one of several servers that answer in turns.
type side struct {
	handler http.Handler
	headers string // of the request, each line with its end
	status  int
	errand  errand
	cpu     []float64 // µs a request, by round
	wall    []float64
}

// inTurns has each side answer the same number of requests a round, the first being
// what the others are measured by, and reports for each its median requests a second
// and as ratio the median over the rounds of its rate to the first one's. cpu-ratio
// is the same by the server's processor time, which other work disturbs less.
func inTurns(b *testing.B, names []string, sides map[string]*side) {
	send := startAsker(b)
	for _, s := range sides {
		s.errand = errand{Address: serveBench(b, s.handler), Status: s.status, Times: 256,
			Request: "GET /page HTTP/1.1\r\nHost: localhost\r\n" + s.headers + "\r\n"}
		send(s.errand)
	}
	for round := 0; b.Loop(); round++ {
		for i := range names {
			s := sides[names[(i+round)%len(names)]]
			used, start := benchCPU(b), time.Now()
			send(s.errand)
			n := float64(s.errand.Times)
			s.wall = append(s.wall, float64(time.Since(start).Nanoseconds())/1000/n)
			s.cpu = append(s.cpu, float64((benchCPU(b)-used).Nanoseconds())/1000/n)
		}
	}
	first := sides[names[0]]
	for _, name := range names {
		s := sides[name]
		b.ReportMetric(1e6/median(s.wall), name+"-req/s")
		b.ReportMetric(median(s.cpu), name+"-cpu-µs")
		if s != first {
			b.ReportMetric(median(ratios(first.wall, s.wall)), name+"-ratio")
			b.ReportMetric(median(ratios(first.cpu, s.cpu)), name+"-cpu-ratio")
		}
	}
}

// startAsker starts the client's process; the function it returns waits for a round.
func startAsker(b *testing.B) func(errand) {
	b.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(os.Environ(), askerVariable+"=1")
	command.Stderr = os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _, _ = in.Close(), command.Wait() })
	answers, errands := textproto.NewReader(bufio.NewReader(out)), json.NewEncoder(in)
	return func(e errand) {
		if err := errands.Encode(e); err != nil {
			b.Fatal(err)
		}
		if problem, err := answers.ReadLine(); err != nil || problem != "" {
			b.Fatal(problem, err)
		}
	}
}

func serveBench(b *testing.B, h http.Handler) (address string) {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(b.Context())
	stopped := make(chan error, 1)
	go func() { stopped <- web.Serve(ctx, listener, h, time.Millisecond) }()
	b.Cleanup(func() { stop(); <-stopped })
	return listener.Addr().String()
}

// benchCPU is the processor time this process has used.
func benchCPU(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func ratios(over, under []float64) []float64 {
	all := make([]float64, len(over))
	for i := range over {
		all[i] = over[i] / under[i]
	}
	return all
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
