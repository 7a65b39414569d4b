package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gpuscale/dataset"
)

// export writes every record, editors' columns included, as the CSV set or the
// workbook that import reads. It may run while the portal serves.
func export(ctx context.Context, s settings, io streams, args []string) (err error) {
	flags := flag.NewFlagSet("export", flag.ContinueOnError)
	flags.SetOutput(io.err)
	flags.StringVar(&s.db, "db", s.db, "SQLite file or postgres:// URL")
	bom := flags.Bool("bom", false, "begin files with a byte-order mark, for spreadsheets")
	rest, err := interspersed(flags, args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return usageError{"export takes one folder or workbook: export DIR | FILE.xlsx"}
	}
	db, err := openStore(ctx, s.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	recorded, err := db.Load(ctx, nil)
	if err != nil {
		return err
	}
	files, err := exportTo(rest[0], recorded.Set, *bom)
	if err != nil {
		return err
	}
	records := 0
	for _, kind := range dataset.Kinds {
		records += len(recorded.Set[kind])
	}
	_, err = fmt.Fprintf(io.out, "%s: %d files, %d records of revision %d\n", rest[0], files, records, recorded.Revision)
	return err
}

// exportTo writes a workbook where the name says so, else a folder of CSV files, and
// returns how many files that makes.
func exportTo(target string, set dataset.Set, bom bool) (files int, err error) {
	if strings.EqualFold(filepath.Ext(target), ".xlsx") {
		return 1, dataset.WriteFile(target, func(w io.Writer) error { return dataset.WriteXLSX(w, set) })
	}
	var options []dataset.WriteOption
	if bom {
		options = append(options, dataset.WithBOM())
	}
	return len(dataset.Kinds), dataset.WriteDir(target, set, options...)
}

// interspersed parses flags that may stand before, between and after the other
// arguments, which it returns.
func interspersed(flags *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		switch err := flags.Parse(args); {
		case errors.Is(err, flag.ErrHelp):
			return nil, err
		case err != nil:
			return nil, usageError{err.Error()}
		}
		if flags.NArg() == 0 {
			return rest, nil
		}
		rest, args = append(rest, flags.Arg(0)), flags.Args()[1:]
	}
}
