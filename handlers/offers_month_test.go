package handlers

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"gpuscale/catalog"
)

// monthList is a list in cards and months with what each price comes to.
type monthList struct {
	Offers []struct {
		ID     string
		Count  *int
		Prices []struct {
			ID      string
			Billing string
			Ranked  bool
			InUnit  *struct{ Amount, Currency string } `json:"in_unit"`
		}
	}
}

// The month of a list and the bill of a month are one figure, wherever they stand.
func TestTheMonthOfAListIsTheCalculatorsMonth(t *testing.T) {
	s := newSite(t)
	for _, q := range []string{"", "&month=720", "&month=744", "&currency=USD", "&currency=USD&month=744"} {
		var list monthList
		s.getJSON(t, "/offers.json?show=all&per=200&unit=gpu-month&count_max=1"+q, &list)
		bills := map[string]string{}
		for _, gpu := range []string{"rtx-5090-32gb", "rtx-4090-24gb", "h20-96gb"} {
			var bill struct {
				Results []struct {
					Price string
					Total struct{ Amount string }
				}
			}
			s.getJSON(t, costPath+".json?gpu="+gpu+"&gpus=1&months=1"+q, &bill)
			for _, r := range bill.Results {
				bills[r.Price] = r.Total.Amount
			}
		}
		compared := map[string]bool{}
		for _, o := range list.Offers {
			for _, p := range o.Prices {
				bill, weighed := bills[p.ID]
				if !weighed {
					continue
				}
				compared[p.Billing] = true
				if p.InUnit == nil || p.InUnit.Amount != bill {
					t.Errorf("%s: %s %s is listed at %+v, billed at %s", q, p.ID, p.Billing, p.InUnit, bill)
				}
			}
		}
		if len(compared) < 4 {
			t.Errorf("%s: only %v were compared", q, compared)
		}
	}
}

func TestAMonthIsTheSameOnListAndFiles(t *testing.T) {
	s := newSite(t)
	query := "?q=5090&provider=compshare&unit=gpu-month"
	list := s.page(t, "/offers"+query+"&month=730").Find("#offers tbody").Text()
	for what, text := range map[string]string{
		"page": list, "md": s.do("/offers.md" + query).Body.String(), "csv": s.do("/offers.csv" + query).Body.String(),
		"English page": s.page(t, "/en/offers"+query).Find("#offers tbody").Text(),
	} {
		if !strings.Contains(text, "2,186.43") || strings.Contains(text, "2,145.29") {
			t.Errorf("the %s does not have the month of 31 days at 70.53: %s", what, text)
		}
	}
	for path, want := range map[string]string{"/offers": "整期", "/en/offers": "whole periods"} {
		if note := s.page(t, path+query).Find("#results").Text(); !strings.Contains(note, want) {
			t.Errorf("%s does not say how a month is paid", path)
		}
		if note := s.page(t, path+"?q=5090").Find("#results").Text(); strings.Contains(note, want) {
			t.Errorf("%s explains months where hours are shown", path)
		}
	}
}

// Filter and order go by the very figures that are printed.
func TestFiltersAndOrderAgreeWithTheUnitShown(t *testing.T) {
	s := newSite(t)
	for _, q := range []string{"unit=gpu-month", "unit=gpu-month&currency=USD&month=744", "unit=gpu-hour", "unit=gpu-hour&currency=USD"} {
		var list monthList
		s.getJSON(t, "/offers.json?per=200&"+q, &list)
		last := -1.0
		for _, o := range list.Offers {
			lowest := -1.0
			for _, p := range o.Prices {
				if p.InUnit == nil {
					t.Fatalf("%s: the ranked price %s has no figure", q, p.ID)
				}
				f, _ := strconv.ParseFloat(p.InUnit.Amount, 64)
				if lowest < 0 || f < lowest {
					lowest = f
				}
				if n := s.foundWithin(t, q, p.ID, p.InUnit.Amount); n != 1 {
					t.Errorf("%s: %s at %s is found %d times between its own figures", q, p.ID, p.InUnit.Amount, n)
				}
			}
			if lowest < last {
				t.Errorf("%s: %s at %v stands behind %v", q, o.ID, lowest, last)
			}
			last = lowest
		}
		if len(list.Offers) < 20 {
			t.Errorf("%s: %d offers", q, len(list.Offers))
		}
	}
}

// foundWithin counts how often a price is listed between an amount and itself.
func (s *site) foundWithin(t *testing.T, query, id, amount string) int {
	t.Helper()
	var list monthList
	s.getJSON(t, fmt.Sprintf("/offers.json?per=200&%s&price_min=%s&price_max=%s", query, url.QueryEscape(amount), url.QueryEscape(amount)), &list)
	n := 0
	for _, o := range list.Offers {
		for _, p := range o.Prices {
			if p.ID == id {
				n++
			}
			if p.InUnit.Amount != amount {
				n = -catalog.DefaultPer
			}
		}
	}
	return n
}
