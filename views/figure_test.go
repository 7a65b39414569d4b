package views

import (
	"testing"

	"gpuscale/catalog"
)

func TestHourlyKeepsTwoDecimalsAndTwoSignificantDigits(t *testing.T) {
	for in, want := range map[string]string{
		"8": "8.00", "0.0084": "0.0084", "0.012": "0.012", "0.5": "0.50", "1234.5": "1,234.50",
		"2.675": "2.68", "0.00004": "0.000040", "0": "0.00", "0.079": "0.079", "0.0996": "0.100", "16.4499": "16.45",
	} {
		d, err := catalog.ParseDecimal(in)
		if err != nil {
			t.Fatal(err)
		}
		if got := Hourly(d); got != want {
			t.Errorf("Hourly(%s) = %q, want %q", in, got, want)
		}
	}
}
