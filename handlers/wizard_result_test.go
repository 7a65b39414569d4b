package handlers

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"gpuscale/catalog"
	"gpuscale/recommendation"
	"gpuscale/text"
	"gpuscale/views"
)

func TestTheResultStatesItsFinding(t *testing.T) {
	s := newSite(t)
	for path, want := range map[string][2]string{
		"/wizard/training/result":    {" 个方案可用，首选云擎天下 B200 ", "li.rank"},
		"/en/wizard/training/result": {" plans are left; first is OmniYQ B200 ", "li.rank"},
	} {
		d := s.page(t, path)
		if title := d.Find("main h1").Text(); !strings.Contains(title, want[0]) || d.Find(want[1]).Length() < 5 {
			t.Errorf("%s: %q, %d plans in full", path, title, d.Find(want[1]).Length())
		}
		if d.Find("#result > section").First().Find("table.wz-limits").Length() != 1 {
			t.Errorf("%s: the limits are not first", path)
		}
	}
}

// The article's recommendations, metrics and advice stand on the page exactly as in
// the data.
func TestTheArticleIsQuotedExactly(t *testing.T) {
	s := newSite(t)
	for _, scenario := range []string{recommendation.Training, recommendation.Inference, recommendation.Research} {
		for _, l := range text.Langs {
			prefix := ""
			if l == text.EN {
				prefix = "/en"
			}
			d := s.page(t, prefix+"/wizard/"+scenario+"/result")
			for _, row := range seedData().Scenarios {
				if row.Scenario == scenario {
					expectRow(t, d, l, row)
				}
			}
		}
	}
}

func expectRow(t *testing.T, d *goquery.Document, l text.Lang, row catalog.ScenarioRow) {
	t.Helper()
	if row.Type == "provider" {
		product := d.Find("#article [data-provider='" + row.Provider + "'] .wz-product").Text()
		if product != views.In(l, row.Product) {
			t.Errorf("%s %s: product %q", row.Scenario, row.Provider, product)
		}
	}
	if row.Advice != (catalog.Words{}) && !slices.Contains(texts(d.Find("#advice .wz-advice")), views.In(l, row.Advice)) {
		t.Errorf("%s: no advice %q", row.Scenario, row.Advice.Zh)
	}
	if row.Metric == "" {
		return
	}
	m := d.Find("#metrics tr[data-key='" + row.Metric + "']")
	if m.AttrOr("data-operator", "") != row.Operator || m.AttrOr("data-threshold", "") != row.Threshold.Zh || m.AttrOr("data-unit", "") != row.Unit {
		t.Errorf("%s: metric %s is not as in the data", row.Scenario, row.Metric)
	}
	if !strings.Contains(m.Find("th").Text(), views.In(l, row.MetricLabel)) {
		t.Errorf("%s: label of %s is %q", row.Scenario, row.Metric, m.Find("th").Text())
	}
}

// The numbers that people read, for the three scenarios of the article.
func TestTheArticlesMetricsArePrinted(t *testing.T) {
	s := newSite(t)
	for scenario, want := range map[string][]string{
		recommendation.Training:  {"单卡显存容量|≥|80|GB", "NVLink 带宽|≥|600|GB/s", "集群规模|≥|16|张"},
		recommendation.Inference: {"延迟|<|5|ms", "吞吐量|≥|1,000|QPS", "vGPU 资源隔离|=|是|"},
		recommendation.Research:  {"长周期运行稳定性 MTBF|≥|5,000|小时", "数据安全合规|=|等保三级|", "HPC 调度系统 建议项|属于|Slurm、Torque|"},
	} {
		var got []string
		s.page(t, "/wizard/"+scenario+"/result").Find("#metrics tbody tr").Each(func(_ int, tr *goquery.Selection) {
			cells := texts(tr.Find("th, td"))
			got = append(got, strings.Join(cells[:4], "|"))
		})
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("%s: no %q in %q", scenario, w, got)
			}
		}
	}
}

// The article recommends the A800 for training although it fails its own bar.
func TestTheA800FailsTheArticlesOwnBar(t *testing.T) {
	d := newSite(t).page(t, "/wizard/training/result")
	pick := d.Find("#article [data-provider=volcengine]").Text()
	for _, want := range []string{"不一致", "400 GB/s", "≥ 600 GB/s", "文章自己的指标"} {
		if !strings.Contains(pick, want) {
			t.Errorf("no %q in %q", want, pick)
		}
	}
}

func TestUnknownIsNeverAPass(t *testing.T) {
	s := newSite(t)
	var r wizardResultData
	s.getJSON(t, "/wizard/inference/result.json", &r)
	unknown := 0
	for _, p := range r.Ranked {
		for _, c := range p.Checks {
			if c.State == "unknown" {
				unknown++
				if c.Reason == nil {
					t.Errorf("%s %s: unknown without a reason", p.Provider, c.Key)
				}
			}
			if c.State == "pass" && c.Value == nil {
				t.Errorf("%s %s: passes without a value", p.Provider, c.Key)
			}
		}
	}
	if unknown == 0 {
		t.Error("nothing is unknown")
	}
	d := s.page(t, "/wizard/inference/result")
	d.Find("ul.checks li").Each(func(_ int, li *goquery.Selection) {
		word := map[string]string{"pass": "满足", "fail": "不满足", "unknown": "未知"}[li.AttrOr("data-state", "")]
		if got := li.Find("b").First().Text(); word == "" || got != word {
			t.Errorf("%s: %q", li.AttrOr("data-state", ""), got)
		}
	})
}

func TestEveryPlanInFullShowsWhatItsScoreIsMadeOf(t *testing.T) {
	d := newSite(t).page(t, "/wizard/training/result")
	d.Find("li.rank").Each(func(i int, li *goquery.Selection) {
		if li.Find(".bar-l").Length() != 4 || li.Find(".wz-parts tbody").Length() != 4 || li.Find(".huge").Text() == "" {
			t.Errorf("plan %d: %d bars, %d groups", i, li.Find(".bar-l").Length(), li.Find(".wz-parts tbody").Length())
		}
		if li.Find(".wz-parts td:nth-child(3)").Length() < 12 || li.Find(".wz-marks dd").Length() != 2 {
			t.Errorf("plan %d: parts or marks missing", i)
		}
		if priced := li.Find("a[href^='/calculator/cost?']"); priced.Length() == 1 {
			q, err := url.Parse(priced.AttrOr("href", ""))
			if err != nil || q.Query().Get("gpus") != "16" || q.Query().Get("hours") != "720" || q.Query().Get("provider") == "" {
				t.Errorf("plan %d: cost link %s", i, priced.AttrOr("href", ""))
			}
		}
	})
	if rest := d.Find("#rest tbody tr").Length(); rest == 0 {
		t.Error("no rows for the other platforms")
	}
	all := newSite(t).page(t, "/wizard/training/result?show=all")
	if all.Find("li.rank").Length() <= d.Find("li.rank").Length() || all.Find("#rest").Length() != 0 {
		t.Errorf("show=all: %d plans", all.Find("li.rank").Length())
	}
}

// Every plan has its place once, whether in full or as a row.
func TestEveryPlanIsListedOnce(t *testing.T) {
	s := newSite(t)
	var r wizardResultData
	s.getJSON(t, "/wizard/rendering/result.json", &r)
	d := s.page(t, "/wizard/rendering/result")
	for _, p := range r.Ranked {
		if n := d.Find("#plan-" + strconv.Itoa(p.Rank)).Length(); n != 1 {
			t.Errorf("place %d is there %d times", p.Rank, n)
		}
	}
	if len(r.Ranked) != r.Plans || len(r.Lost) != r.Plans-1 {
		t.Errorf("%d plans, %d ranked, %d lost", r.Plans, len(r.Ranked), len(r.Lost))
	}
}

func TestHardLimitsExcludeAndSayWhom(t *testing.T) {
	s := newSite(t)
	d := s.page(t, "/wizard/training/result?must=vram&must=nvlink_bandwidth")
	if d.Find("ul.checks li.ck-n[data-key=vram]").Length() != 0 || d.Find("#excluded tbody tr").Length() == 0 {
		t.Error("a plan with less memory is listed, or nothing is excluded")
	}
	if n := d.Find("input[name=must][checked]").Length(); n != 2 {
		t.Errorf("%d boxes ticked", n)
	}
	first := texts(d.Find("table.wz-limits tbody tr td:last-child"))
	if !strings.Contains(first[0], "硬指标") || !strings.Contains(first[1], "硬指标") {
		t.Errorf("hard limits are not first: %v", first)
	}
	soft := d.Find("table.wz-limits tbody tr").First().Find("a").AttrOr("href", "")
	if soft != "/wizard/training/result?must=nvlink_bandwidth" {
		t.Errorf("softening leads to %s", soft)
	}
	var r wizardResultData
	s.getJSON(t, "/wizard/training/result.json?must=vram&must=nvlink_bandwidth", &r)
	if r.Excluded == 0 || r.Lost[0].Code != recommendation.LostHardLimit || r.Lost[0].Rank != nil {
		t.Errorf("%d excluded, first lost %+v", r.Excluded, r.Lost[0])
	}
}

func TestWhenNothingIsLeftTheWayBackIsCounted(t *testing.T) {
	data := seedData()
	data.Scenarios = nil
	data.Prices = slices.DeleteFunc(slices.Clone(data.Prices), func(p catalog.PriceLine) bool {
		return p.Provider != "autodl" || p.AcceleratorName != "RTX 4090"
	})
	s := newSiteOf(t, data)
	d := s.page(t, "/wizard/finetune/result?budget=1&must=budget&must=vram")
	if got := d.Find("main h1").Text(); got != "没有方案过得了硬指标" || d.Find("li.rank").Length() != 0 {
		t.Fatalf("%s", got)
	}
	back := d.Find(".empty a")
	if words := strings.Join(texts(back), "|"); words != "去掉「预算」，有 1 个|去掉「单卡显存」，有 0 个" {
		t.Errorf("ways back: %s", words)
	}
	if rank := s.page(t, back.First().AttrOr("href", "")).Find("li.rank"); rank.Length() != 1 {
		t.Errorf("%s has %d plans", back.First().AttrOr("href", ""), rank.Length())
	}
	var r wizardResultData
	if status := s.getJSON(t, "/wizard/finetune/result.json?budget=1&must=budget", &r); status != 200 || len(r.Ranked) != 0 || len(r.Lost) != 1 {
		t.Errorf("%d %+v", status, r)
	}
}

func TestWeightsWorkWithoutScripts(t *testing.T) {
	s := newSite(t)
	d := s.page(t, "/wizard/training/result?gpus=8&must=vram")
	if n := d.Find("#wz-weights input[type=range]").Length(); n != 4 {
		t.Errorf("%d sliders", n)
	}
	address := submit(d, "#wz-weights", url.Values{"w_cost": {"90"}})
	again := s.page(t, address)
	if got := again.Find("#w-cost").AttrOr("value", ""); got != "90" || again.Find("input[name=must][checked]").Length() != 1 || !strings.Contains(address, "gpus=8") {
		t.Errorf("%s: cost %s", address, got)
	}
	numbers := submit(d, "#wizard-presets form", url.Values{"w_ecosystem": {"55.5"}})
	if got := s.page(t, numbers).Find("#w-ecosystem").AttrOr("value", ""); got != "55.5" {
		t.Errorf("%s: ecosystem %s", numbers, got)
	}
	for _, preset := range d.Find("#wizard-presets a").EachIter() {
		if p := s.page(t, preset.AttrOr("href", "")); p.Find("#wizard-presets a[aria-current]").Text() != preset.Text() {
			t.Errorf("%s is not current where it leads", preset.Text())
		}
	}
}

func TestWeightsChangeTheRankingForScripts(t *testing.T) {
	w := newSite(t).do("/wizard/training/result?w_cost=90", "HX-Request", "true")
	body := w.Body.String()
	for _, want := range []string{`id="result"`, `id="wizard-head"`, `id="w-cost-share"`, `id="wizard-presets"`, "<title>", `hx-swap-oob="true"`} {
		if !strings.Contains(body, want) {
			t.Errorf("no %s in the fragments", want)
		}
	}
	if strings.Contains(body, `id="wz-weights"`) {
		t.Error("the form that has the focus would be swapped")
	}
}

func TestTheResultSaysHowFirmItIs(t *testing.T) {
	lines := strings.Join(texts(newSite(t).page(t, "/wizard/inference/result").Find("#firm li")), "\n")
	for _, want := range []string{"权重从 30.0%", "2,000 组权重", "第 2 名"} {
		if !strings.Contains(lines, want) {
			t.Errorf("no %q in %s", want, lines)
		}
	}
}

func TestThePitfallsAreCheckedLive(t *testing.T) {
	s := newSite(t)
	d := s.page(t, "/wizard/training/result?upload_gb=5000")
	for slug, want := range map[string]string{
		recommendation.PitfallOverbuying: "文章说 T4 的性能成本比是 A100 的 2 倍", recommendation.PitfallLatency: "30%",
		recommendation.PitfallFramework: "PyTorch", recommendation.PitfallHidden: "文章说传输最多占 15%",
	} {
		p := d.Find("#pitfalls [data-slug='" + slug + "']")
		if p.Length() != 1 || !strings.Contains(p.Text(), want) {
			t.Errorf("%s: %q", slug, p.Text())
		}
	}
	if n := d.Find("#trends li").Length(); n != len(seedData().Trends) {
		t.Errorf("%d trends", n)
	}
	if n := d.Find("#proof .wz-todo li").Length(); n < 8 {
		t.Errorf("%d things to try", n)
	}
}

// Portal's own scenarios say that they are not the article's.
func TestOwnScenariosSayWhoseTheyAre(t *testing.T) {
	s := newSite(t)
	for _, scenario := range []string{recommendation.Finetune, recommendation.Rendering} {
		d := s.page(t, "/wizard/"+scenario+"/result")
		if !strings.Contains(d.Find("#article .sec-h").Text(), "选型文章没有写这个场景") || d.Find("#article [data-provider]").Length() != 0 {
			t.Errorf("%s: %q", scenario, d.Find("#article .sec-h").Text())
		}
		d.Find("#metrics tbody tr").Each(func(_ int, tr *goquery.Selection) {
			if !strings.Contains(tr.Text(), "本站：") {
				t.Errorf("%s: %q has no reason", scenario, tr.Text())
			}
		})
	}
}
