// Command gpuscale serves the portal 算力秤 GPUScale and keeps its data.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// version is set by the build; "dev" otherwise.
var version = "dev"

// The exit statuses.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, streams{os.Stdin, os.Stdout, os.Stderr}, os.Getenv, os.Args[1:]))
}

// streams are where a command reads and writes.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// settings are what every subcommand is told by flags or the environment.
type settings struct {
	addr, db, baseURL, site string
	trustedProxies          []string
}

// command is one subcommand.
type command struct {
	name, usage string
	run         func(context.Context, settings, streams, []string) error
}

// commands are the subcommands by the order of the usage text; each lives in a
// file of its own, main_<name>.go.
func commands() []command {
	return []command{
		{"serve", "serve                      serve the portal (the default)", serve},
		{"import", "import FILE…               preview files and write what they change (import -h)", importFiles},
		{"export", "export DIR | FILE.xlsx     write every record as CSV files, or as one workbook", export},
		{"backup", "backup FILE                write a checked copy of the SQLite database", backup},
		{"restore", "restore FILE               put a backup in the place of the database", restore},
		{"user", "user ACTION [NAME]         add, passwd, disable or list accounts: add NAME -role editor|admin -password-stdin", manageUsers},
		{"check", "check                      look for damage, wrong records and contradictions", check},
		{"version", "version                    print the version", printVersion},
		{"healthcheck", "healthcheck                exit with 0 when the portal at -addr is alive", healthcheck},
	}
}

// usageError is a mistake in the command line: exit status 2.
type usageError struct{ message string }

func (e usageError) Error() string { return e.message }

// run is the program: it reads flags, picks the subcommand and returns the exit
// status.
func run(ctx context.Context, io streams, getenv func(string) string, args []string) int {
	s, rest, err := parse(getenv, args, io.err)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	if err == nil {
		err = dispatch(ctx, s, io, rest)
	}
	var usage usageError
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return exitOK
	case errors.As(err, &usage):
		fmt.Fprintf(io.err, "gpuscale: %s\nTry gpuscale -h.\n", usage.message)
		return exitUsage
	default:
		fmt.Fprintf(io.err, "gpuscale: %v\n", err)
		return exitFailed
	}
}

func dispatch(ctx context.Context, s settings, io streams, args []string) error {
	if len(args) == 0 {
		args = []string{"serve"}
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(ctx, s, io, args[1:])
		}
	}
	return usageError{fmt.Sprintf("unknown command %q", args[0])}
}

// parse reads the flags; each one's default comes from the environment. All wrong
// values are reported together.
func parse(getenv func(string) string, args []string, stderr io.Writer) (settings, []string, error) {
	env := func(name, fallback string) string {
		if v := getenv(name); v != "" {
			return v
		}
		return fallback
	}
	var s settings
	var proxies string
	flags := flag.NewFlagSet("gpuscale", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&s.addr, "addr", env("GPUSCALE_ADDR", "localhost:8080"), "address to listen on (GPUSCALE_ADDR)")
	flags.StringVar(&s.db, "db", env("GPUSCALE_DB", "data/gpuscale.db"), "SQLite file or postgres:// URL (GPUSCALE_DB)")
	flags.StringVar(&s.baseURL, "base-url", env("GPUSCALE_BASE_URL", ""), "public address for absolute links (GPUSCALE_BASE_URL)")
	flags.StringVar(&proxies, "trusted-proxies", env("GPUSCALE_TRUSTED_PROXIES", ""), "comma-separated addresses or networks whose X-Forwarded-For is believed (GPUSCALE_TRUSTED_PROXIES)")
	flags.StringVar(&s.site, "site", env("GPUSCALE_SITE", ""), "JSON file with contact, icp and police for the footer (GPUSCALE_SITE)")
	flags.Usage = func() { usage(flags, stderr) }
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return s, nil, err
		}
		return s, nil, usageError{err.Error()}
	}
	s.trustedProxies = split(proxies)
	return s, flags.Args(), s.check()
}

func split(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}

func (s settings) check() error {
	var problems []string
	if _, _, err := net.SplitHostPort(s.addr); err != nil {
		problems = append(problems, fmt.Sprintf("-addr %q is no host:port", s.addr))
	}
	if s.baseURL != "" {
		u, err := url.Parse(s.baseURL)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
			problems = append(problems, fmt.Sprintf("-base-url %q is no http(s)://host", s.baseURL))
		}
	}
	for _, proxy := range s.trustedProxies {
		if _, _, err := net.ParseCIDR(proxy); err != nil && net.ParseIP(proxy) == nil {
			problems = append(problems, fmt.Sprintf("-trusted-proxies: %q is no address or network", proxy))
		}
	}
	if len(problems) > 0 {
		return usageError{strings.Join(problems, "; ")}
	}
	return nil
}

func usage(flags *flag.FlagSet, w io.Writer) {
	fmt.Fprint(w, "Usage: gpuscale [flags] [command]\n\nCommands:\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %s\n", c.usage)
	}
	fmt.Fprint(w, "\nFlags:\n")
	flags.PrintDefaults()
}
