package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// limited tells the re-run test binary which command to run under a limit on the size
// of files: to SQLite the end of that room looks as the end of a disk's does.
const limited = "GPUSCALE_TEST_LIMITED"

// roomFor limits every file of this process to a size.
func roomFor(t *testing.T, bytes uint64) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: bytes, Max: bytes}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
}

// onFullDisk runs a command of the program in a process of its own that has no more
// room, and returns its exit status and what it said.
func onFullDisk(t *testing.T, room int64, args ...string) (int, string) {
	t.Helper()
	again := exec.Command(os.Args[0], "-test.run=^TestTheLimitedCommand$", "-test.v")
	again.Env = append(os.Environ(), limited+"="+strings.Join(args, "\n"), fmt.Sprintf("%s_ROOM=%d", limited, room))
	said, err := again.CombinedOutput()
	if err != nil {
		t.Fatalf("%v ended with %v: %s", args, err, said)
	}
	status := 0
	_, found, ok := strings.Cut(string(said), "exit status ")
	if _, err := fmt.Sscan(found, &status); !ok || err != nil {
		t.Fatalf("%v said no status: %s", args, said)
	}
	return status, string(said)
}

// TestTheLimitedCommand is what onFullDisk runs.
func TestTheLimitedCommand(t *testing.T) {
	args := os.Getenv(limited)
	if args == "" {
		t.Skip("only for the tests of full disks")
	}
	var room uint64
	if _, err := fmt.Sscan(os.Getenv(limited+"_ROOM"), &room); err != nil {
		t.Fatal(err)
	}
	roomFor(t, room)
	var out, problems output
	status := run(context.Background(), streams{strings.NewReader(""), &out, &problems}, func(string) string { return "" }, strings.Split(args, "\n"))
	fmt.Printf("%s%sexit status %d\n", out.String(), problems.String(), status)
}

// manyOffers is a file of different price lines, larger than any room the tests leave.
func manyOffers(t *testing.T, n int) string {
	t.Helper()
	header, line, _ := strings.Cut(twoOffers, "\n")
	line, _, _ = strings.Cut(line, "\n")
	first, rest, _ := strings.Cut(line, ",")
	lines := []string{header}
	for i := range n {
		lines = append(lines, fmt.Sprintf("%s-full-%06d,%s?line=%d", first, i, rest, i))
	}
	return write(t, "many.csv", strings.Join(lines, "\n")+"\n")
}

func TestAnImportOntoAFullDiskChangesNothing(t *testing.T) {
	folder := t.TempDir()
	db := filepath.Join(folder, "gpuscale.db")
	commandOn(t, db, exitOK, "import", write(t, "offers.csv", twoOffers))
	before := exported(t, db)
	size := fileSize(t, db)
	many := manyOffers(t, 12_000)
	for name, room := range map[string]int64{"at once": size + 1<<16, "half way": size + 1<<20} {
		status, said := onFullDisk(t, room, "-db", db, "import", many)
		if status != exitFailed || !strings.Contains(said, "gpuscale: store: unavailable: disk") {
			t.Errorf("full %s: status %d, %.600s", name, status, said)
		}
		if after := exported(t, db); after != before {
			t.Errorf("full %s: the records changed", name)
		}
		commandOn(t, db, exitOK, "check")
	}
	commandOn(t, db, exitOK, "import", many)
	if after := exported(t, db); after == before {
		t.Error("with room again the import changed nothing")
	}
}

func TestABackupOntoAFullDiskLeavesNoFile(t *testing.T) {
	folder := t.TempDir()
	db, target := filepath.Join(folder, "gpuscale.db"), filepath.Join(folder, "backups", "b.db")
	if err := os.Mkdir(filepath.Dir(target), 0o750); err != nil {
		t.Fatal(err)
	}
	commandOn(t, db, exitOK, "import", manyOffers(t, 2_000))
	status, said := onFullDisk(t, fileSize(t, db)/2, "-db", db, "backup", target)
	if status != exitFailed || !strings.Contains(said, "disk") {
		t.Errorf("status %d, %.600s", status, said)
	}
	if left, err := os.ReadDir(filepath.Dir(target)); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	commandOn(t, db, exitOK, "check")
}

// exported is what export writes of all offers.
func exported(t *testing.T, db string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "set")
	commandOn(t, db, exitOK, "export", dir)
	offers, err := os.ReadFile(filepath.Join(dir, "offers.csv"))
	if err != nil {
		t.Fatal(err)
	}
	return string(offers)
}

func fileSize(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}
