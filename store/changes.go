package store

import (
	"context"
	"slices"
	"strconv"

	"gpuscale/catalog"
	"gpuscale/dataset"
)

const (
	// logLength is how many of the newest changesets the public log covers.
	logLength = 500
	// listedVersions is up to how many opened and closed versions a changeset is
	// logged record by record; larger ones, imports, are summed up.
	listedVersions = 200
)

// Actions of catalog.Change. An imported line stands for many records: New is
// their number, and Provider whose they are.
const (
	actionAdded    = "added"
	actionChanged  = "changed"
	actionRemoved  = "removed"
	actionImported = "imported"
)

// changes builds the public log, the newest changeset first. Columns for editors
// only are left out.
func (s *Store) changes(ctx context.Context, instants []changesetRow) ([]catalog.Change, error) {
	recent := instants[max(0, len(instants)-logLength):]
	counts, err := s.versionCounts(ctx, recent[0].ID, recent[len(recent)-1].ID)
	if err != nil {
		return nil, err
	}
	var small, large []int64
	for _, c := range recent {
		if n := counts[c.ID]; n.opened+n.closed > listedVersions {
			large = append(large, c.ID)
		} else {
			small = append(small, c.ID)
		}
	}
	var lines []catalog.Change
	for _, kind := range dataset.Kinds {
		t := tables[kind]
		listed, err := s.listedChanges(ctx, t, small)
		if err != nil {
			return nil, err
		}
		summed, err := s.summedChanges(ctx, t, large)
		if err != nil {
			return nil, err
		}
		lines = append(append(lines, listed...), summed...)
	}
	return dated(lines, recent), nil
}

// dated adds who-knows-when: the instant and reason of each line's changeset.
func dated(lines []catalog.Change, recent []changesetRow) []catalog.Change {
	byID := make(map[int64]changesetRow, len(recent))
	for _, c := range recent {
		byID[c.ID] = c
	}
	for i := range lines {
		c := byID[lines[i].Changeset]
		lines[i].At, lines[i].Reason = instant(c.At), c.Why
	}
	slices.SortStableFunc(lines, func(a, b catalog.Change) int { return int(b.Changeset - a.Changeset) })
	return lines
}

type versionCount struct{ opened, closed int }

// versionCounts counts what each changeset from low to high opened and closed.
func (s *Store) versionCounts(ctx context.Context, low, high int64) (map[int64]versionCount, error) {
	counts := map[int64]versionCount{}
	for _, kind := range dataset.Kinds {
		for _, side := range []string{"from_cs", "to_cs"} {
			var found []struct{ ID, N int64 }
			err := s.read.WithContext(ctx).Table(string(kind)).Select(side+" AS id, COUNT(*) AS n").
				Where(side+" BETWEEN ? AND ?", low, high).Group(side).Scan(&found).Error
			if err != nil {
				return nil, err
			}
			for _, f := range found {
				c := counts[f.ID]
				if side == "from_cs" {
					c.opened += int(f.N)
				} else {
					c.closed += int(f.N)
				}
				counts[f.ID] = c
			}
		}
	}
	return counts, nil
}

// step is what one changeset did to one record.
type step struct{ before, after version }

type stepKey struct {
	changeset int64
	key       string
}

// stepList is what changesets did to the records of one table, in order of key.
type stepList struct {
	steps     map[stepKey]step
	order     []stepKey
	truncated bool
}

func (l *stepList) put(changeset int64, v version, opened bool) {
	k := stepKey{changeset, v.record.Key}
	p, seen := l.steps[k]
	if !seen {
		l.order = append(l.order, k)
	}
	if opened {
		p.after = v
	} else {
		p.before = v
	}
	l.steps[k] = p
}

// dropLast removes the record that a limit may have cut in half.
func (l *stepList) dropLast() {
	l.truncated = true
	last := l.order[len(l.order)-1].key
	for len(l.order) > 0 && l.order[len(l.order)-1].key == last {
		delete(l.steps, l.order[len(l.order)-1])
		l.order = l.order[:len(l.order)-1]
	}
}

// steps pairs the versions that changesets closed with those they opened. It reads
// at most limit versions; 0 means all.
func (s *Store) steps(ctx context.Context, t *table, changesets []int64, limit int) (*stepList, error) {
	found := &stepList{steps: map[stepKey]step{}}
	if len(changesets) == 0 {
		return found, nil
	}
	wanted := make(map[int64]bool, len(changesets))
	for _, id := range changesets {
		wanted[id] = true
	}
	query := s.versions(ctx, t).Where("from_cs IN ? OR to_cs IN ?", changesets, changesets).Order("record_key, version")
	if limit > 0 {
		query = query.Limit(limit)
	}
	n := 0
	err := t.each(query, func(v version) {
		n++
		if wanted[v.from] {
			found.put(v.from, v, true)
		}
		if wanted[v.to] {
			found.put(v.to, v, false)
		}
	})
	if limit > 0 && n == limit {
		found.dropLast()
	}
	return found, err
}

func (s *Store) listedChanges(ctx context.Context, t *table, changesets []int64) ([]catalog.Change, error) {
	found, err := s.steps(ctx, t, changesets, 0)
	if err != nil {
		return nil, err
	}
	var lines []catalog.Change
	for _, k := range found.order {
		lines = append(lines, t.publicLines(k, found.steps[k])...)
	}
	return lines, nil
}

// publicLines says what a step did: one line per changed column, or one line for
// an added or removed record, with its price where it has one.
func (t *table) publicLines(k stepKey, p step) []catalog.Change {
	line := catalog.Change{Changeset: k.changeset, Kind: string(t.kind), Key: k.key}
	switch {
	case !p.before.present:
		line.Action, line.Provider = actionAdded, t.provider(p.after.record)
		line.Field, line.New = t.price(p.after.record)
		return []catalog.Change{line}
	case !p.after.present:
		line.Action, line.Provider = actionRemoved, t.provider(p.before.record)
		line.Field, line.Old = t.price(p.before.record)
		return []catalog.Change{line}
	}
	var lines []catalog.Change
	line.Action, line.Provider = actionChanged, t.provider(p.after.record)
	for i, c := range t.schema.Columns {
		line.Field, line.Old, line.New = c.Name, p.before.record.Values[i], p.after.record.Values[i]
		if !c.EditorOnly && line.Old != line.New {
			lines = append(lines, line)
		}
	}
	return lines
}

func (t *table) price(r dataset.Record) (field, value string) {
	const column = "price_amount"
	if i, _, ok := t.schema.Column(column); ok {
		return column, r.Values[i]
	}
	return "", ""
}

// provider returns the slug of the provider that a record is about, or "".
func (t *table) provider(r dataset.Record) string {
	if i, _, ok := t.schema.Column(t.providerColumn()); ok {
		return r.Values[i]
	}
	return ""
}

func (t *table) providerColumn() string {
	if t.kind == dataset.Providers {
		return "slug"
	}
	return "provider"
}

// summedChanges counts what large changesets opened, by provider where there is
// one, and what they removed.
func (s *Store) summedChanges(ctx context.Context, t *table, changesets []int64) ([]catalog.Change, error) {
	if len(changesets) == 0 {
		return nil, nil
	}
	provider := "''"
	if _, _, ok := t.schema.Column("provider"); ok {
		provider = "COALESCE(provider, '')"
	}
	opened, err := s.countBy(ctx, t, summing{"from_cs", provider, "from_cs IN ?"}, changesets)
	if err != nil {
		return nil, err
	}
	removed, err := s.countBy(ctx, t, summing{"to_cs", provider, "to_cs IN ? AND NOT EXISTS (SELECT 1 FROM " + t.name() +
		" later WHERE later.record_key = " + t.name() + ".record_key AND later.version = " + t.name() + ".version + 1)"}, changesets)
	if err != nil {
		return nil, err
	}
	return append(t.sums(opened, actionImported), t.sums(removed, actionRemoved)...), nil
}

type summing struct{ changeset, provider, condition string }

type sum struct {
	ID       int64
	Provider string
	N        int64
}

func (s *Store) countBy(ctx context.Context, t *table, by summing, changesets []int64) ([]sum, error) {
	var sums []sum
	err := s.read.WithContext(ctx).Table(string(t.kind)).
		Select(by.changeset+" AS id, "+by.provider+" AS provider, COUNT(*) AS n").
		Where(by.condition, changesets).
		Group("1, 2").Order("1, 2").Scan(&sums).Error
	return sums, err
}

func (t *table) sums(sums []sum, action string) []catalog.Change {
	lines := make([]catalog.Change, len(sums))
	for i, s := range sums {
		lines[i] = catalog.Change{Changeset: s.ID, Kind: string(t.kind), Action: action, Provider: s.Provider,
			New: strconv.FormatInt(s.N, 10)}
		if action == actionRemoved {
			lines[i].Old, lines[i].New = lines[i].New, ""
		}
	}
	return lines
}
