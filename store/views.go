package store

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"gpuscale/catalog"
)

// viewRow is a row of price_views.
type viewRow struct {
	Price string `gorm:"primaryKey"`
	Day   string `gorm:"primaryKey"`
	Views int64
}

// TableName names the table for GORM.
func (viewRow) TableName() string { return "price_views" }

// AddPriceViews adds how often prices, by id, were looked at today in Shanghai.
// Callers gather counts and add them now and then: losing a few does no harm.
func (s *Store) AddPriceViews(ctx context.Context, views map[string]int) error {
	if len(views) == 0 {
		return nil
	}
	day := catalog.DateOf(s.config.Now()).String()
	rows := make([]viewRow, 0, len(views))
	for price, n := range views {
		rows = append(rows, viewRow{Price: price, Day: day, Views: int64(n)})
	}
	return writingOnly(ctx, s, func(ctx context.Context) error {
		return s.write.WithContext(ctx).Clauses(clause.OnConflict{
			Columns:   []clause.Column{{Name: "price"}, {Name: "day"}},
			DoUpdates: clause.Assignments(map[string]any{"views": gorm.Expr("price_views.views + excluded.views")}),
		}).CreateInBatches(rows, 500).Error
	})
}

// PriceViews returns how often each price was looked at from the given day on.
func (s *Store) PriceViews(ctx context.Context, from catalog.Date) (map[string]int, error) {
	return reading(ctx, s, func(ctx context.Context) (map[string]int, error) {
		var rows []viewRow
		err := s.read.WithContext(ctx).Model(&viewRow{}).Select("price, SUM(views) AS views").
			Where("day >= ?", from.String()).Group("price").Find(&rows).Error
		views := make(map[string]int, len(rows))
		for _, r := range rows {
			views[r.Price] = int(r.Views)
		}
		return views, err
	})
}
