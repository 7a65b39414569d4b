package main

import (
	"context"
	"errors"
	"fmt"

	"gpuscale/store"
)

// withStore opens the store for one command and closes it.
func withStore(ctx context.Context, s settings, use func(*store.Store) error) error {
	opened, err := openStore(ctx, s.db)
	if err != nil {
		return err
	}
	return errors.Join(use(opened), opened.Close())
}

// withExisting opens a store without loading anything into it.
func withExisting(ctx context.Context, s settings, use func(*store.Store) error) error {
	opened, err := store.Open(ctx, store.Config{DSN: s.db})
	if err != nil {
		return err
	}
	initialised, err := opened.Initialised(ctx)
	if err == nil && !initialised {
		err = fmt.Errorf("%s holds no data", s.db)
	}
	if err == nil {
		err = use(opened)
	}
	return errors.Join(err, opened.Close())
}

// backup writes a checked copy of the database while the portal may be running.
func backup(ctx context.Context, s settings, io streams, args []string) error {
	if len(args) != 1 {
		return usageError{"backup FILE"}
	}
	return withExisting(ctx, s, func(opened *store.Store) error {
		info, err := opened.Backup(ctx, args[0])
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(io.out, "backed up revision %d, %d versions of records, %d bytes to %s\n", info.Revision, info.Versions, info.Bytes, args[0])
		return err
	})
}

// restore puts a backup in the place of the database, which must not be in use.
func restore(ctx context.Context, s settings, io streams, args []string) error {
	if len(args) != 1 {
		return usageError{"restore FILE"}
	}
	done, err := store.Restore(ctx, store.Config{DSN: s.db}, args[0])
	if err != nil {
		return err
	}
	if done.Aside != "" {
		fmt.Fprintf(io.out, "the database that was there is kept as %s\n", done.Aside)
	}
	_, err = fmt.Fprintf(io.out, "restored revision %d, %d versions of records from %s\n", done.Revision, done.Versions, args[0])
	return err
}
