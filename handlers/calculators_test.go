package handlers

import (
	"encoding/csv"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

func (s *site) listing(t *testing.T, query string) *sizingJSON {
	t.Helper()
	answer := new(sizingJSON)
	if status := s.getJSON(t, sizingPath+".json?"+query, answer); status != http.StatusOK {
		t.Fatalf("%s: status %d", query, status)
	}
	return answer
}

func TestTheSizingFilesKeepTheOrderAskedFor(t *testing.T) {
	s := newSite(t)
	speeds := func(query string) (list []float64, names []string) {
		for _, f := range s.listing(t, query).Fits {
			names = append(names, f.Accelerator)
			if f.State == "fits" && f.TokensPerS != nil {
				list = append(list, *f.TokensPerS)
			}
		}
		return list, names
	}
	up, _ := speeds("model=Llama-2-7B&sort=speed")
	if len(up) < 5 || !slices.IsSorted(up) {
		t.Errorf("sorted by speed: %v", up)
	}
	down, names := speeds("model=Llama-2-7B&sort=-speed")
	slices.Reverse(down)
	if !slices.IsSorted(down) {
		t.Errorf("sorted by speed downwards: %v", down)
	}
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(s.do(sizingPath+".csv?model=Llama-2-7B&sort=-speed").Body.String(), "\ufeff"))).ReadAll()
	if err != nil || len(rows) != len(names)+1 {
		t.Fatal(err, len(rows), len(names))
	}
	for i, name := range names {
		if rows[i+1][0] != name {
			t.Fatalf("line %d of the file is %s, of the JSON %s", i+1, rows[i+1][0], name)
		}
	}
}

func TestAFamilyIsSizedByItsLowestMember(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct{ gpu, code, words string }{
		{"a800-80gb-any", "variant-bandwidth", "1,935"},
		{"a100-any", "variant-memory", "40"},
	} {
		f := s.listing(t, "model=Llama-2-7B&gpu="+c.gpu).Fits
		i := slices.IndexFunc(f, func(x sizingFitJSON) bool {
			return x.Accelerator == c.gpu
		})
		if i < 0 || f[i].State != "fits" || f[i].TokensPerS == nil {
			t.Fatalf("%s: %+v", c.gpu, f)
		}
		said := false
		for _, w := range f[i].Warnings {
			said = said || w.Code == c.code && strings.Contains(w.Text, c.words) && strings.Contains(w.Text, "按该族最低值")
			if strings.Contains(w.Text, "未公开") {
				t.Errorf("%s: what is known as a range is called %q", c.gpu, w.Text)
			}
		}
		if !said {
			t.Errorf("%s does not say %s: %+v", c.gpu, c.code, f[i].Warnings)
		}
	}
}

func TestValuesThatCannotCountAreSaid(t *testing.T) {
	s := newSite(t)
	for _, precision := range []string{"fp32", "int8"} {
		notices := s.listing(t, "model=Llama-2-7B&task=qlora&precision="+precision).Notices
		if !slices.ContainsFunc(notices, func(n noticeJSON) bool {
			return strings.Contains(n.Text, "QLoRA 的权重固定为 NF4")
		}) {
			t.Errorf("%s: %+v", precision, notices)
		}
	}
	if fields := s.fieldsOf(t, costPath+".json?line_hours=5"); fields["line_gpu"] == "" {
		t.Errorf("hours of a line without a card: %v", fields)
	}
}

func TestMessagesNameTheTrueBounds(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct{ path, field, want string }{
		{sizingPath + ".json?task=train&mfu=101", "mfu", "65"},
		{sizingPath + ".json?task=train&mfu=66", "mfu", "65"},
		{sizingPath + ".json?gpus=9999999999", "gpus", "1,024"},
		{sizingPath + ".json?gpus=999999999亿", "gpus", "1,024"},
		{costPath + ".json?storage_gb=1e309", "storage_gb", "数字太大"},
		{costPath + ".json?gpu=t4-16gb&drop=5", "drop", "没有这一行"},
		{costPath + ".json?hours=12,5&months=3", "hours", "小数点"},
		{costPath + ".json?hours=12,5&months=3", "months", "时间只填一种"},
		{costPath + ".json?hours=12,5&months=x", "hours", "时间只填一种"},
	} {
		if got := s.fieldsOf(t, c.path)[c.field]; !strings.Contains(got, c.want) {
			t.Errorf("%s: %s says %q, want %q in it", c.path, c.field, got, c.want)
		}
	}
	hint := s.page(t, costPath).Find("#c-gpus-h").Text()
	if strings.Contains(hint, ".50") {
		t.Errorf("the hint of a whole number takes decimals: %q", hint)
	}
}

func TestEveryFileOfTheCalculatorsCreditsWhomItQuotes(t *testing.T) {
	s := newSite(t)
	query := ""
	for _, card := range seedMarket().Accelerators() {
		gpu := card.Slug
		_, others, _ := strings.Cut(s.do(costPath+".md?hours=100&gpu="+gpu).Body.String(), "## 备选")
		others, _, _ = strings.Cut(others, "\n## ")
		if strings.Contains(others, "RunPod") && s.weigh(t, "hours=100&gpu="+gpu).Results[0].Provider != "runpod" {
			query = "hours=100&gpu=" + gpu
			break
		}
	}
	if query == "" {
		t.Fatal("no sheet of this market has RunPod as an alternative only")
	}
	if sheet := s.page(t, costPath+"?"+query).Find("#cost-sheet").Text(); !strings.Contains(sheet, "CC BY") {
		t.Errorf("%s: the sheet names RunPod without its credit", query)
	}
	md := s.do(costPath + ".md?" + query).Body.String()
	for _, line := range strings.Split(md, "\n") {
		if strings.HasPrefix(line, "|") && strings.Contains(line, "RunPod") && !strings.Contains(line, "CC BY") {
			t.Errorf("a line without credit: %s", line)
		}
	}
}

func TestTheCostSpeaksOnlyOfWhatWasAsked(t *testing.T) {
	s := newSite(t)
	page := s.page(t, costPath+"?gpu=rtx-5090-32gb&hours=100").Find("#cost-result").Text()
	if strings.Contains(page, "卡以外的费用占") || !strings.Contains(page, "没有填存储、流量或公网 IP") {
		t.Error("a job of cards only is given a share of other costs")
	}
	for _, bad := range []string{" 、", "变成A", "变成R"} {
		if strings.Contains(strings.Join(strings.Fields(page), " "), bad) {
			t.Errorf("the page has %q", bad)
		}
	}
	over := s.page(t, costPath+"?gpu=a100-sxm4-80gb&gpus=8&hours=700&budget=1000").Find("#cost-result").Text()
	if !strings.Contains(over, "超过预算 ¥1,000") {
		t.Error("the budget that is exceeded has no currency")
	}
	for _, query := range []string{"gpu=rtx-5090-32gb&hours=100", "gpu=t4-16gb&hours=1", "gpu=h20-any&hours=1"} {
		_, changes, found := strings.Cut(s.do(costPath+".md?"+query).Body.String(), "## 什么时候最便宜的会换\n\n")
		if found && !strings.HasPrefix(changes, "- ") {
			t.Errorf("%s: nothing below the heading of changes: %.60q", query, changes)
		}
	}
}

func TestNotesAndActionsOfASizingStandBelowTheirCard(t *testing.T) {
	d := newSite(t).page(t, sizingAt("model", "Llama-2-7B", "task", "train", "tokens", "200B"))
	columns := d.Find(".sizing-t thead th").Length()
	rows := d.Find(".sizing-t tbody tr[id]")
	if rows.Length() == 0 || d.Find(".sizing-t tbody tr.below").Length() != rows.Length() {
		t.Fatalf("%d cards have %d rows below", rows.Length(), d.Find(".sizing-t tbody tr.below").Length())
	}
	rows.Each(func(_ int, row *goquery.Selection) {
		if cells := row.Children().Length(); cells != columns {
			t.Errorf("%s has %d cells under %d heads", row.AttrOr("id", ""), cells, columns)
		}
		below := row.Next()
		if below.Find("td").AttrOr("colspan", "") != strconv.Itoa(columns) || below.Find("a.btn").Length() != 1 {
			t.Errorf("%s: what stands below does not span the table or lacks its action", row.AttrOr("id", ""))
		}
	})
}
