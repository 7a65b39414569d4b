package dataset

import (
	"strings"
	"testing"
)

// 0.02 a minute is 1.20 an hour, and the line says what was published.
func TestPricesByTheMinuteBecomeHourly(t *testing.T) {
	for _, tt := range []struct{ unit, amount, want, hourly string }{
		{"gpu-minute", "0.02", "1.2", "gpu-hour"},
		{"元/卡分钟", "0.02", "1.2", "gpu-hour"},
		{"instance-minute", "0.16", "9.6", "instance-hour"},
		{"gpu-second", "0.000333333", "1.1999988", "gpu-hour"},
		{"gpu-hour", "0.02", "0.02", "gpu-hour"},
	} {
		t.Run(tt.unit, func(t *testing.T) {
			text := "offer_id,provider,accelerator,gpu_count,billing_mode,price_amount,price_tier,currency,unit,confidence,evidence_grade,scope,share\n" +
				"of-1,acme,A100,1,on-demand," + tt.amount + ",list,CNY," + tt.unit + ",official page,A,whole,1\n"
			f, err := ReadCSV(strings.NewReader(text), Options{Name: "offers.csv"})
			if err != nil || len(f.Problems) > 0 || len(f.Records) != 1 {
				t.Fatal(err, f.Problems)
			}
			r := f.Records[0]
			if r.Get("price_amount") != tt.want || r.Get("unit") != tt.hourly {
				t.Errorf("%s %s, want %s %s", r.Get("price_amount"), r.Get("unit"), tt.want, tt.hourly)
			}
			if said := strings.Contains(r.Get("note"), tt.amount+" / "+tt.unit); said != (tt.unit != tt.hourly) {
				t.Errorf("the note says %q", r.Get("note"))
			}
		})
	}
}
