package store

import (
	"context"
	"fmt"
	"strings"

	"gorm.io/gorm"

	"gpuscale/catalog"
	"gpuscale/dataset"
)

// ListQuery selects rows of an admin table. Columns must be columns of the kind;
// others are refused with ErrInvalid.
type ListQuery struct {
	Filter map[string][]string // column → any of these values; "" selects unknown
	Search string              // words that must all occur, in any case and width
	Sort   string              // a column, with "-" before it for descending; "" keeps the order of recording
	Page   Page
}

// List returns one page of the open records of a kind and how many match in all.
// Unknown values sort last in both directions.
func (s *Store) List(ctx context.Context, kind dataset.Kind, q ListQuery) ([]Recorded, int64, error) {
	t, err := tableOf(kind)
	if err != nil {
		return nil, 0, err
	}
	limit, offset, err := q.Page.bounds()
	if err != nil {
		return nil, 0, err
	}
	order, err := t.order(q.Sort)
	if err != nil {
		return nil, 0, err
	}
	page, err := reading(ctx, s, func(ctx context.Context) (page pageOf[Recorded], err error) {
		condition, err := t.condition(s.read.WithContext(ctx).Table(string(kind)), q)
		if err != nil {
			return page, err
		}
		condition = condition.Session(&gorm.Session{})
		if err := condition.Count(&page.total).Error; err != nil {
			return page, err
		}
		var found []version
		query := condition.Select(t.selected()).Order(order).Limit(limit).Offset(offset)
		if err := t.each(query, func(v version) { found = append(found, v) }); err != nil {
			return page, err
		}
		page.rows, err = s.recorded(ctx, found)
		return page, err
	})
	return page.rows, page.total, err
}

// order returns the ORDER BY of a sort key; only columns of the kind are let in.
func (t *table) order(sort string) (string, error) {
	if sort == "" {
		return t.position(), nil
	}
	name, descending := strings.CutPrefix(sort, "-")
	if _, _, ok := t.schema.Column(name); !ok {
		return "", fmt.Errorf("%w: %s has no column %q to sort by", ErrInvalid, t.kind, name)
	}
	direction := ""
	if descending {
		direction = " DESC"
	}
	return quote(name) + " IS NULL, " + quote(name) + direction + ", record_key", nil
}

func (t *table) condition(query *gorm.DB, q ListQuery) (*gorm.DB, error) {
	query = query.Where("to_cs IS NULL")
	for name, values := range q.Filter {
		i, column, ok := t.schema.Column(name)
		if !ok {
			return nil, fmt.Errorf("%w: %s has no column %q to filter by", ErrInvalid, t.kind, name)
		}
		wanted, unknown, err := filterValues(column, values)
		if err != nil {
			return nil, err
		}
		name = quote(t.columns[i])
		switch {
		case unknown && len(wanted) > 0:
			query = query.Where(name+" IS NULL OR "+name+" IN ?", wanted)
		case unknown:
			query = query.Where(name + " IS NULL")
		case len(wanted) > 0:
			query = query.Where(name+" IN ?", wanted)
		}
	}
	for _, word := range strings.Fields(catalog.Fold(q.Search)) {
		query = query.Where(`search LIKE ? ESCAPE '\'`, likePattern(word))
	}
	return query, nil
}

func filterValues(c dataset.Column, texts []string) (values []any, unknown bool, err error) {
	c.Required = false
	for _, text := range texts {
		value, _, err := encodeValue(c, text)
		if err != nil {
			return nil, false, fmt.Errorf("%w: %s: %w", ErrInvalid, c.Name, err)
		}
		if value == nil {
			unknown = true
		} else {
			values = append(values, value)
		}
	}
	return values, unknown, nil
}
