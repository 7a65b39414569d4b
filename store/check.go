package store

import (
	"context"
	"fmt"

	"gpuscale/dataset"
)

// Check looks for damaged pages, broken references and versions that contradict
// each other. It changes nothing; an empty list means that all is well.
func (s *Store) Check(ctx context.Context) ([]string, error) {
	return within(ctx, s.config.BulkWait, func(ctx context.Context) ([]string, error) {
		checks := []func(context.Context) ([]string, error){s.checkChangesets, s.checkVersions}
		if !s.onPostgres() {
			checks = append(checks, s.checkPages, s.checkForeignKeys)
		}
		var problems []string
		for _, check := range checks {
			found, err := check(ctx)
			if err != nil {
				return problems, err
			}
			problems = append(problems, found...)
		}
		return problems, nil
	})
}

func (s *Store) checkPages(ctx context.Context) ([]string, error) {
	var lines []string
	err := s.read.WithContext(ctx).Raw("PRAGMA integrity_check(20)").Scan(&lines).Error
	if len(lines) == 1 && lines[0] == "ok" {
		return nil, err
	}
	return lines, err
}

func (s *Store) checkForeignKeys(ctx context.Context) ([]string, error) {
	var broken []struct {
		Table  string
		Parent string
		N      int64
	}
	err := s.read.WithContext(ctx).
		Raw(`SELECT "table", parent, COUNT(*) AS n FROM pragma_foreign_key_check GROUP BY 1, 2 ORDER BY 1, 2`).Scan(&broken).Error
	var problems []string
	for _, b := range broken {
		problems = append(problems, fmt.Sprintf("%s: %d rows refer to %s that are not there", b.Table, b.N, b.Parent))
	}
	return problems, err
}

func (s *Store) checkChangesets(ctx context.Context) ([]string, error) {
	var n int64
	err := s.read.WithContext(ctx).
		Raw("SELECT COUNT(*) FROM changesets c JOIN changesets later ON later.id = c.id + 1 WHERE later.at <= c.at").Scan(&n).Error
	if n > 0 {
		return []string{fmt.Sprintf("changesets: %d are not later than the one before", n)}, err
	}
	return nil, err
}

// checkVersions holds every table to: versions of a key count 1, 2, …; only the
// last may be open; one begins no earlier than the one before it ended.
func (s *Store) checkVersions(ctx context.Context) ([]string, error) {
	var problems []string
	for _, kind := range dataset.Kinds {
		name := tables[kind].name()
		for what, query := range map[string]string{
			"keys whose versions do not count from 1 without a gap": "SELECT COUNT(*) FROM (SELECT record_key FROM " + name +
				" GROUP BY record_key HAVING COUNT(*) <> MAX(version) OR MIN(version) <> 1) gaps",
			"versions that overlap the next one": "SELECT COUNT(*) FROM " + name + " v JOIN " + name +
				" later ON later.record_key = v.record_key AND later.version = v.version + 1" +
				" WHERE v.to_cs IS NULL OR later.from_cs < v.to_cs",
		} {
			var n int64
			if err := s.read.WithContext(ctx).Raw(query).Scan(&n).Error; err != nil {
				return problems, err
			}
			if n > 0 {
				problems = append(problems, fmt.Sprintf("%s: %d %s", kind, n, what))
			}
		}
	}
	return problems, nil
}
