package storetest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"gpuscale/store"
)

// server is a PostgreSQL server for tests.
type server struct {
	admin   *url.URL // a database to connect to for creating others
	folder  string   // "" when the server is not ours
	process *os.Process
	exited  chan struct{}

	migrateOnce  sync.Once
	template     string // name of a migrated database
	dropTemplate func() error
	migrateErr   error
}

var (
	sharedServer = sync.OnceValues(startServer)
	started      atomic.Pointer[server]
	databases    atomic.Int64
)

// Main runs the tests of a package and stops the server that they started.
func Main(m *testing.M) int {
	code := m.Run()
	if s := started.Load(); s != nil {
		s.stop()
	}
	return code
}

func startServer() (*server, error) {
	if dsn := os.Getenv("GPUSCALE_TEST_PG"); dsn != "" {
		admin, err := url.Parse(dsn)
		if err != nil {
			return nil, errors.New("GPUSCALE_TEST_PG is no URL")
		}
		s := &server{admin: admin}
		started.Store(s)
		return s, nil
	}
	initdb, err := findBinary("initdb")
	if err != nil {
		return nil, err
	}
	postgres, err := findBinary("postgres")
	if err != nil {
		return nil, err
	}
	s := &server{exited: make(chan struct{})}
	if err := s.start(initdb, postgres); err != nil {
		s.stop()
		return nil, err
	}
	started.Store(s)
	return s, nil
}

func findBinary(name string) (string, error) {
	installed, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if err == nil && len(installed) > 0 {
		return slices.MaxFunc(installed, func(a, b string) int { return release(a) - release(b) }), nil
	}
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	return "", fmt.Errorf("%s is missing: install PostgreSQL (apt-get install postgresql) or set GPUSCALE_TEST_PG", name)
}

func release(path string) int {
	n, _ := strconv.Atoi(strings.Split(path, "/")[4])
	return n
}

func (s *server) start(initdb, postgres string) error {
	owner, err := serverOwner()
	if err != nil {
		return err
	}
	if s.folder, err = os.MkdirTemp(fastFolder(), "gpuscale-pg-"); err != nil {
		return err
	}
	if owner != nil {
		if err := os.Chown(s.folder, int(owner.Uid), int(owner.Gid)); err != nil {
			return err
		}
	}
	data := filepath.Join(s.folder, "data")
	create := exec.Command(initdb, "-D", data, "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8")
	create.Dir, create.SysProcAttr = s.folder, &syscall.SysProcAttr{Credential: owner}
	if out, err := create.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	serve := exec.Command(postgres, "-D", data, "-k", s.folder, "-c", "listen_addresses=", "-c", "fsync=off",
		"-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "autovacuum=off", "-c", "shared_buffers=16MB",
		"-c", "wal_level=minimal", "-c", "max_wal_senders=0")
	// SIGINT is PostgreSQL's fast shutdown; it arrives even when the tests are killed.
	serve.Dir, serve.SysProcAttr = s.folder, &syscall.SysProcAttr{Credential: owner, Pdeathsig: syscall.SIGINT}
	if err := s.run(serve); err != nil {
		return err
	}
	s.admin = &url.URL{Scheme: "postgres", User: url.User("postgres"), Path: "/postgres",
		RawQuery: url.Values{"host": {s.folder}}.Encode()}
	return s.waitUntilReady()
}

// fastFolder returns a folder in memory where there is one with room: a database is
// hundreds of small files, and every test makes one.
func fastFolder() string {
	const shared, room = "/dev/shm", 1 << 30
	var fs syscall.Statfs_t
	if err := syscall.Statfs(shared, &fs); err == nil && fs.Bavail*uint64(fs.Bsize) > room {
		return shared
	}
	return os.TempDir()
}

// run starts the server from a thread of its own: the death signal is bound to the
// thread, and Go may end any other.
func (s *server) run(serve *exec.Cmd) error {
	result := make(chan error)
	go func() {
		runtime.LockOSThread()
		err := serve.Start()
		s.process = serve.Process
		result <- err
		if err == nil {
			_ = serve.Wait() // the exit status of a test server that was told to stop says nothing
		}
		close(s.exited)
	}()
	return <-result
}

// serverOwner returns whom the server runs as: PostgreSQL refuses to run as root.
func serverOwner() (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		return nil, errors.New("as root, tests need the account postgres to run PostgreSQL as")
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, err
}

func (s *server) waitUntilReady() error {
	deadline := time.Now().Add(30 * time.Second)
	for {
		err := s.execute("SELECT 1")
		if err == nil {
			return nil
		}
		select {
		case <-s.exited:
			return errors.New("PostgreSQL ended while starting")
		case <-time.After(20 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return err
		}
	}
}

func (s *server) stop() {
	if s.dropTemplate != nil {
		if err := s.dropTemplate(); err != nil {
			fmt.Fprintln(os.Stderr, "storetest:", err)
		}
	}
	if s.process != nil {
		if s.process.Signal(syscall.SIGINT) == nil {
			<-s.exited
		}
	}
	if s.folder != "" {
		if err := os.RemoveAll(s.folder); err != nil {
			fmt.Fprintln(os.Stderr, "storetest:", err)
		}
	}
}

func (s *server) execute(statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	connection, err := pgx.Connect(ctx, s.admin.String())
	if err != nil {
		return err
	}
	_, err = connection.Exec(ctx, statement)
	return errors.Join(err, connection.Close(ctx))
}

// createDatabase copies a template and returns the URL of the copy and how to drop it.
func (s *server) createDatabase(template string) (dsn string, drop func() error, err error) {
	name := fmt.Sprintf("gpuscale_test_%d_%d", os.Getpid(), databases.Add(1))
	if err := s.execute("CREATE DATABASE " + name + " ENCODING 'UTF8' TEMPLATE " + template); err != nil {
		return "", nil, err
	}
	target := *s.admin
	target.Path = "/" + name
	return target.String(), func() error { return s.execute("DROP DATABASE " + name + " WITH (FORCE)") }, nil
}

// createMigrated copies a database that is migrated once per test process.
func (s *server) createMigrated() (dsn string, drop func() error, err error) {
	s.migrateOnce.Do(func() { s.template, s.dropTemplate, s.migrateErr = s.migrated() })
	if s.migrateErr != nil {
		return "", nil, s.migrateErr
	}
	return s.createDatabase(s.template)
}

func (s *server) migrated() (name string, drop func() error, err error) {
	dsn, drop, err := s.createDatabase("template0")
	if err != nil {
		return "", nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	opened, err := store.Open(ctx, store.Config{DSN: dsn})
	if err != nil {
		return "", nil, errors.Join(err, drop())
	}
	target, parseErr := url.Parse(dsn)
	if err := errors.Join(parseErr, opened.Migrate(ctx), opened.Close()); err != nil {
		return "", nil, errors.Join(err, drop())
	}
	return strings.TrimPrefix(target.Path, "/"), drop, nil
}
