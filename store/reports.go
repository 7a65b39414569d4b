package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"
)

// ReportStatus says what became of a report.
type ReportStatus string

// Report statuses.
const (
	ReportNew      ReportStatus = "new"
	ReportAccepted ReportStatus = "accepted"
	ReportRejected ReportStatus = "rejected"
)

// Report is what a visitor says is wrong with a price. Code is what the visitor
// asks for the answer with; Contact is shown to editors only.
type Report struct {
	ID        int64
	Code      string
	Price     string // id of the price
	Text      string
	Contact   string
	Status    ReportStatus
	Answer    string
	Created   time.Time
	Settled   time.Time // zero while new
	SettledBy string
}

// reportRow is a row of reports.
type reportRow struct {
	ID        int64
	Code      string
	Price     string
	Body      string
	Contact   string
	Status    ReportStatus
	Answer    string
	SettledBy string
	SettledAt *int64
	CreatedAt int64 `gorm:"autoCreateTime:false"`
}

// TableName names the table for GORM.
func (reportRow) TableName() string { return "reports" }

func (r reportRow) report() Report {
	out := Report{ID: r.ID, Code: r.Code, Price: r.Price, Text: r.Body, Contact: r.Contact, Status: r.Status,
		Answer: r.Answer, SettledBy: r.SettledBy, Created: instant(r.CreatedAt)}
	if r.SettledAt != nil {
		out.Settled = instant(*r.SettledAt)
	}
	return out
}

// AddReport queues a visitor's report for the editors.
func (s *Store) AddReport(ctx context.Context, price, text, contact string) (Report, error) {
	if price == "" || strings.TrimSpace(text) == "" {
		return Report{}, fmt.Errorf("%w: a report needs a price and a text", ErrInvalid)
	}
	return writing(ctx, s, func(ctx context.Context) (Report, error) {
		r := reportRow{Code: newCode(), Price: price, Body: text, Contact: contact, Status: ReportNew, CreatedAt: s.now()}
		err := s.write.WithContext(ctx).Create(&r).Error
		return r.report(), err
	})
}

// Report returns the report with the given code, ErrNotFound when there is none.
func (s *Store) Report(ctx context.Context, code string) (Report, error) {
	return reading(ctx, s, func(ctx context.Context) (Report, error) {
		var r reportRow
		err := s.read.WithContext(ctx).Where("code = ?", strings.ToLower(code)).Take(&r).Error
		return r.report(), err
	})
}

// Reports returns one page of the reports with a status ("" for all), the oldest
// first, and how many there are in all.
func (s *Store) Reports(ctx context.Context, status ReportStatus, page Page) ([]Report, int64, error) {
	limit, offset, err := page.bounds()
	if err != nil {
		return nil, 0, err
	}
	found, err := reading(ctx, s, func(ctx context.Context) (found pageOf[Report], err error) {
		query := s.read.WithContext(ctx).Model(&reportRow{})
		if status != "" {
			query = query.Where("status = ?", status)
		}
		query = query.Session(&gorm.Session{})
		if err := query.Count(&found.total).Error; err != nil {
			return found, err
		}
		var rows []reportRow
		err = query.Order("id").Limit(limit).Offset(offset).Find(&rows).Error
		for _, r := range rows {
			found.rows = append(found.rows, r.report())
		}
		return found, err
	})
	return found.rows, found.total, err
}

// Settlement is an editor's decision on a report.
type Settlement struct {
	ID     int64
	Status ReportStatus // accepted or rejected
	Answer string       // shown to the visitor
	Who    string
}

// SettleReport decides on a new report; one that is settled already is ErrConflict.
func (s *Store) SettleReport(ctx context.Context, d Settlement) error {
	if d.Status != ReportAccepted && d.Status != ReportRejected {
		return fmt.Errorf("%w: a report is accepted or rejected", ErrInvalid)
	}
	return writingOnly(ctx, s, func(ctx context.Context) error {
		db := s.write.WithContext(ctx)
		var r reportRow
		if err := db.Where("id = ?", d.ID).Take(&r).Error; err != nil {
			return err
		}
		now := s.now()
		result := db.Model(&reportRow{}).Where("id = ? AND status = ?", d.ID, ReportNew).
			Select("status", "answer", "settled_by", "settled_at").
			Updates(reportRow{Status: d.Status, Answer: d.Answer, SettledBy: d.Who, SettledAt: &now})
		if result.Error == nil && result.RowsAffected == 0 {
			return fmt.Errorf("%w: the report was settled by %s", ErrConflict, r.SettledBy)
		}
		return result.Error
	})
}
