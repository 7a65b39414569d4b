package sizing

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

//go:embed accuracy.csv
var accuracyCSV string

// AccuracyRow says how far one formula lies from published values of one kind, as
// in docs/accuracy.md. Median, P90 and Worst are |ours ÷ published − 1| over the
// rows that have a published value, as shares; all unknown when none has.
type AccuracyRow struct {
	// Part is memory, training or inference, Formula the identifier in it.
	Part, Group, Formula string
	// Rows is how many reference rows there are, Published how many of them have a
	// published value.
	Rows, Published    int
	Median, P90, Worst Figure
	// WorstCase names the row that lies furthest off.
	WorstCase string
}

var accuracy = sync.OnceValue(func() []AccuracyRow {
	rows, err := parseAccuracy(accuracyCSV)
	if err != nil {
		panic(err) // the embedded file is written and checked by the package's tests
	}
	return rows
})

// Accuracy returns the errors of the formulas over the reference rows, by part and
// formula; the slice is the caller's.
func Accuracy() []AccuracyRow { return append([]AccuracyRow(nil), accuracy()...) }

var accuracyColumns = []string{"part", "group", "formula", "rows", "published", "median", "p90", "worst", "worst_case"}

func parseAccuracy(content string) ([]AccuracyRow, error) {
	records, err := csv.NewReader(strings.NewReader(content)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("accuracy.csv: %w", err)
	}
	rows := make([]AccuracyRow, 0, len(records))
	for i, record := range records {
		if i == 0 || len(record) != len(accuracyColumns) {
			continue
		}
		row := AccuracyRow{Part: record[0], Group: record[1], Formula: record[2], WorstCase: record[8]}
		if row.Rows, err = strconv.Atoi(record[3]); err != nil {
			return nil, fmt.Errorf("accuracy.csv line %d: %w", i+1, err)
		}
		if row.Published, err = strconv.Atoi(record[4]); err != nil {
			return nil, fmt.Errorf("accuracy.csv line %d: %w", i+1, err)
		}
		for column, figure := range map[int]*Figure{5: &row.Median, 6: &row.P90, 7: &row.Worst} {
			if record[column] == "" {
				continue
			}
			share, err := strconv.ParseFloat(record[column], 64)
			if err != nil {
				return nil, fmt.Errorf("accuracy.csv line %d: %w", i+1, err)
			}
			*figure = Known(share)
		}
		rows = append(rows, row)
	}
	return rows, nil
}
