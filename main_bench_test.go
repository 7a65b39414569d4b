package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkColdStart measures the built binary from its start, with the seed still
// to be loaded into a new database, to the first whole page.
func BenchmarkColdStart(b *testing.B) {
	binary := filepath.Join(b.TempDir(), "gpuscale")
	if out, err := exec.Command("go", "build", "-ldflags", "-s -w", "-o", binary, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	for _, known := range []struct {
		name string
		seed bool
	}{{"new-database", true}, {"second-start", false}} {
		b.Run(known.name, func(b *testing.B) {
			db := filepath.Join(b.TempDir(), "gpuscale.db")
			if !known.seed {
				coldStart(b, binary, db)
			}
			for b.Loop() {
				if known.seed {
					db = filepath.Join(b.TempDir(), fmt.Sprintf("%d.db", time.Now().UnixNano()))
				}
				coldStart(b, binary, db)
			}
		})
	}
}

func coldStart(b *testing.B, binary, db string) {
	b.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	addr := listener.Addr().String()
	listener.Close()
	ctx, cancel := context.WithTimeout(b.Context(), 30*time.Second)
	defer cancel()
	server := exec.CommandContext(ctx, binary, "-addr", addr, "-db", db)
	if err := server.Start(); err != nil {
		b.Fatal(err)
	}
	for ctx.Err() == nil {
		if answer, err := http.Get("http://" + addr + "/offers"); err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				break
			}
		}
		time.Sleep(2 * time.Millisecond)
	}
	b.StopTimer()
	if ctx.Err() != nil {
		b.Fatal("no page within 30 seconds")
	}
	_ = server.Process.Signal(os.Interrupt)
	_ = server.Wait()
	b.StartTimer()
}
