package dataset

import (
	"bytes"
	"fmt"
	"testing"
)

// BenchmarkRead100kOffers reads, validates and parses 100,000 price lines.
func BenchmarkRead100kOffers(b *testing.B) {
	records := make([]Record, 100_000)
	for i := range records {
		records[i] = offerRow(map[string]string{"offer_id": fmt.Sprintf("of-%06d", i), "instance_type": fmt.Sprintf("8×RTX %d 裸金属", i%500),
			"price_amount": fmt.Sprintf("%d.%04d1", i%90, i%10000), "vram_gb": "24", "vcpu": "5.8855", "ram_gib": "64", "region": "北京;上海",
			"source_url": "https://www.example.com/pricing/page", "source_date": "2026-09-24", "evidence_grade": "B",
			"note": "transcript of the price page, tax included", "via": "third-party transcript of 2026-09-24"})
	}
	var file bytes.Buffer
	if err := WriteCSV(&file, Offers, records); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(file.Len()))
	b.ReportAllocs()
	for b.Loop() {
		f, err := ReadCSV(bytes.NewReader(file.Bytes()), Options{Name: "offers.csv"})
		if err != nil || len(f.Records) != len(records) {
			b.Fatal(err, f.Problems)
		}
		if data, problems := Parse(Set{Offers: f.Records}); len(problems) > 0 || len(data.Prices) != len(records) {
			b.Fatal(problems)
		}
	}
}
