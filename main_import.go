package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os/user"
	"strings"
	"time"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/store"
)

// importOptions are the flags of import.
type importOptions struct {
	kind, seen, source, provider, why string
	accepted                          string // the reason for unlikely rows, "" leaves them out
	dryRun, strict                    bool
}

// importFiles previews files against what is recorded and, unless it is a dry run,
// writes what they change as one changeset: all of it or nothing. Lines that are
// refused are named with their reason and left out, and so are unlikely ones unless
// -accept-flagged says why they are right; with -strict any of them keeps everything
// from being written. It may run while the portal serves.
func importFiles(ctx context.Context, s settings, io streams, args []string) (err error) {
	o, names, err := parseImport(&s, io.err, args)
	if err != nil {
		return err
	}
	files, err := filesOf(names)
	if err != nil {
		return err
	}
	db, err := openStore(ctx, s.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	recorded, err := recordedAt(ctx, db, nil)
	if err != nil {
		return err
	}
	read, from, err := readFiles(files, o.reading(recorded.options))
	if err != nil {
		return err
	}
	judged := recorded.judge(read, time.Now())
	if err := errors.Join(printPreview(io.out, judged.preview), o.printFlags(io.out, judged)); err != nil {
		return err
	}
	if err := o.objection(judged); err != nil || o.dryRun || judged.preview.Empty() {
		return err
	}
	keeps := func(int) bool { return o.accepted != "" }
	c := store.Changeset{Why: judged.explained(o.why, o.accepted, keeps), File: from, Ops: judged.admitted(keeps, o.accepted)}
	return o.write(ctx, db, io.out, c)
}

func parseImport(s *settings, stderr io.Writer, args []string) (importOptions, []string, error) {
	var o importOptions
	flags := flag.NewFlagSet("import", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&s.db, "db", s.db, "SQLite file or postgres:// URL")
	flags.StringVar(&o.kind, "kind", "", "kind of the records, where neither name nor header tells: "+kindWords())
	flags.StringVar(&o.seen, "seen", "", "day on which a published catalogue was read, YYYY-MM-DD; undated otherwise")
	flags.StringVar(&o.source, "source", "", "address of the page that a published catalogue was read from")
	flags.StringVar(&o.provider, "provider", "", "slug of the provider, for catalogues that name none")
	flags.StringVar(&o.why, "why", "", "reason for the change, kept in the history; names the files otherwise")
	flags.StringVar(&o.accepted, "accept-flagged", "", "write unlikely rows too, with this reason, which readers see beside the price")
	flags.BoolVar(&o.dryRun, "dry-run", false, "show what would change and write nothing")
	flags.BoolVar(&o.strict, "strict", false, "write nothing when a line is refused or left out as unlikely")
	files, err := interspersed(flags, args)
	if err != nil {
		return o, nil, err
	}
	return o, files, o.check(files)
}

func (o *importOptions) check(files []string) error {
	switch {
	case len(files) == 0:
		return usageError{"import takes one or more files or folders"}
	case o.kind != "" && !dataset.Kind(o.kind).Known():
		return usageError{fmt.Sprintf("-kind %q is none of %s", o.kind, kindWords())}
	}
	if _, err := catalog.ParseDate(o.seen); err != nil {
		return usageError{fmt.Sprintf("-seen %q is no date", o.seen)}
	}
	o.accepted = strings.TrimSpace(o.accepted)
	if o.why = strings.TrimSpace(o.why); o.why == "" {
		o.why = "Import of " + strings.Join(files, ", ")
	}
	return nil
}

func kindWords() string {
	words := make([]string, len(dataset.Kinds))
	for i, kind := range dataset.Kinds {
		words[i] = string(kind)
	}
	return strings.Join(words, ", ")
}

// reading adds what the flags say to what the readers may know.
func (o *importOptions) reading(known dataset.Options) dataset.Options {
	known.Kind = dataset.Kind(o.kind)
	known.Foreign.Provider, known.Foreign.Seen, known.Foreign.SourceURL = o.provider, o.seen, o.source
	return known
}

// objection says why a preview must not be written.
func (o *importOptions) objection(judged judgedFiles) error {
	p := judged.preview
	refused := p.Counts[dataset.ActionRefused]
	switch {
	case len(p.Broken) > 0:
		return fmt.Errorf("nothing was written: %d other records would contradict the files", len(p.Broken))
	case o.strict && refused > 0:
		return fmt.Errorf("nothing was written: %d lines are refused", refused)
	case o.strict && o.accepted == "" && len(judged.flags) > 0:
		return fmt.Errorf("nothing was written: %d lines are unlikely", len(judged.flags))
	}
	for _, f := range p.Files {
		if len(f.Records) == 0 && len(f.Problems) > 0 {
			return fmt.Errorf("nothing was written: no line of %s can be taken", f.Name)
		}
	}
	return nil
}

func (o *importOptions) write(ctx context.Context, db *store.Store, out io.Writer, c store.Changeset) error {
	c.Who, c.Origin = commandUser(), store.OriginImport
	done, err := db.Apply(ctx, c)
	if errors.Is(err, store.ErrConflict) {
		return fmt.Errorf("nothing was written: records were changed meanwhile, import again: %w", err)
	}
	if err != nil {
		return err
	}
	if done.Changeset == 0 {
		_, err = fmt.Fprintln(out, "Nothing to write: everything is recorded already.")
		return err
	}
	_, err = fmt.Fprintf(out, "Wrote changeset %d: %d added, %d changed. It can be taken back as a whole in the history.\n", done.Changeset, done.Added, done.Changed)
	return err
}

// commandUser names who runs a command, for the history.
func commandUser() string {
	if u, err := user.Current(); err == nil && u.Username != "" {
		return "command line: " + u.Username
	}
	return "command line"
}
