package recommendation_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"gpuscale/catalog"
	"gpuscale/recommendation"
)

func TestEveryQuestionHasAnOptionForNotKnowingAndAReason(t *testing.T) {
	counts := map[string]int{recommendation.Training: 6, recommendation.Inference: 6, recommendation.Research: 4,
		recommendation.Finetune: 6, recommendation.Rendering: 5}
	for scenario, pages := range counts {
		if got := recommendation.Steps(scenario); len(got) != pages {
			t.Errorf("%s has %d pages, want %d", scenario, len(got), pages)
		}
		for _, q := range recommendation.Questions(scenario) {
			if q.Options[len(q.Options)-1] != recommendation.DontKnow || q.Why == "" || q.Step == "" {
				t.Errorf("%s %s: %+v", scenario, q.Key, q)
			}
			if !slices.Contains(recommendation.QuestionKeys(), q.Key) || !slices.Contains(recommendation.StepCodes, q.Step) {
				t.Errorf("%s: %s of step %s has no words", scenario, q.Key, q.Step)
			}
			if q.Kind == recommendation.Choice && !slices.Contains(q.Options, q.Default) {
				t.Errorf("%s %s: the default %q is no option", scenario, q.Key, q.Default)
			}
			if optional := q.Step == recommendation.StepMore; optional && q.Default != "none" && q.Default != "no" && q.Default != "0" && q.Key != "interruptible" {
				t.Errorf("%s %s: an optional question asks for %q when it is left alone", scenario, q.Key, q.Default)
			}
			if q.Kind == recommendation.Figure && q.Field.Max.IsZero() {
				t.Errorf("%s %s has no upper bound", scenario, q.Key)
			}
		}
	}
	for _, key := range []string{"identity", "compliance", "upload_gb", "budget", "region", "interruptible", "cuda", "domestic"} {
		for _, scenario := range recommendation.Scenarios {
			if !slices.ContainsFunc(recommendation.Questions(scenario), func(q recommendation.Question) bool { return q.Key == key }) {
				t.Errorf("%s does not ask for %s", scenario, key)
			}
		}
	}
	if recommendation.Questions("mining") != nil {
		t.Error("an invented scenario asks questions")
	}
}

func TestTheDefaultsAreWhatIsPrinted(t *testing.T) {
	for _, scenario := range recommendation.Scenarios {
		printed := url.Values{}
		for _, q := range recommendation.Questions(scenario) {
			printed.Set(q.Key, q.Default)
		}
		given, problems := recommendation.ParseAnswers(seedMarket(), scenario, printed)
		if len(problems) > 0 {
			t.Fatalf("%s: %v", scenario, problems)
		}
		none, _ := recommendation.ParseAnswers(seedMarket(), scenario, nil)
		dontKnow := url.Values{}
		for _, q := range recommendation.Questions(scenario) {
			dontKnow.Set(q.Key, "unknown")
		}
		unknown, problems := recommendation.ParseAnswers(seedMarket(), scenario, dontKnow)
		if len(problems) > 0 {
			t.Fatalf("%s: %v", scenario, problems)
		}
		for name, other := range map[string]recommendation.Answers{"none": none, "unknown": unknown, "default": recommendation.DefaultAnswers(scenario)} {
			if other.GPUs != given.GPUs || other.Days != given.Days || other.Task != given.Task || other.Region != given.Region ||
				other.Interruptible != given.Interruptible || other.Framework != given.Framework || other.Weights != recommendation.DefaultWeights(scenario) {
				t.Errorf("%s, %s: %+v, printed %+v", scenario, name, other, given)
			}
			if other.Given("gpus") {
				t.Errorf("%s, %s: nobody named the cards", scenario, name)
			}
		}
	}
}

func TestAnswersAreReadAsPeopleTypeThem(t *testing.T) {
	a, problems := recommendation.ParseAnswers(seedMarket(), recommendation.Training, url.Values{
		"model": {"llama-3.1-70b"}, "task": {"FINETUNE"}, "gpus": {"３２"}, "days": {" 90 "}, "budget": {"30万"}, "upload_gb": {"1,500.5"},
		"interruptible": {"Yes"}, "region": {"CN"}, "cuda": {"12.4"}, "w_cost": {"55.5"}, "must": {"VRAM", "", "vram"}, "latency_ms": {""},
		"utm_source": {"x"}, "domestic": {"no", "no"},
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if a.Model != "Llama-3.1-70B" || a.Task != "finetune" || a.GPUs != 32 || a.Days != 90 || a.Budget.Value.String() != "300000" ||
		a.UploadGB.String() != "1500.5" || !a.Interruptible || a.Region != "cn" || a.CUDA.Value != 12.04 || a.Weights.Cost != 55.5 ||
		!slices.Equal(a.Must, []string{"vram"}) || a.LatencyMS.Known || a.Domestic {
		t.Errorf("%+v", a)
	}
	if !a.Given("gpus") || a.Given("latency_ms") {
		t.Error("what was answered is not told from what was not")
	}
}

func TestEveryWrongAnswerIsOneProblemAtItsField(t *testing.T) {
	for _, c := range []struct{ field, value, code string }{
		{"model", "Qwen99-1B", recommendation.ProblemVocabulary},
		{"task", "mine", recommendation.ProblemVocabulary},
		{"gpus", "0", catalog.TypedBelowMin},
		{"gpus", "1.5", catalog.TypedNotWhole},
		{"gpus", "many", catalog.TypedNotANumber},
		{"gpus", "100001", catalog.TypedAboveMax},
		{"days", "-1", catalog.TypedBelowMin},
		{"days", "1e9", catalog.TypedExponent},
		{"interruptible", "perhaps", recommendation.ProblemVocabulary},
		{"region", "亚特兰蒂斯", recommendation.ProblemVocabulary},
		{"latency_ms", "NaN", catalog.TypedNotANumber},
		{"latency_ms", "0", catalog.TypedBelowMin},
		{"compliance", "gdpr", recommendation.ProblemVocabulary},
		{"scheduler", "cron", recommendation.ProblemVocabulary},
		{"framework", "caffe", recommendation.ProblemVocabulary},
		{"cuda", "12.4.1", recommendation.ProblemVocabulary},
		{"budget", "-5", catalog.TypedBelowMin},
		{"identity", "robot", recommendation.ProblemVocabulary},
		{"upload_gb", "0x10", catalog.TypedNotANumber},
		{"domestic", "maybe", recommendation.ProblemVocabulary},
		{"w_performance", "101", catalog.TypedAboveMax},
		{"w_cost", "-1", catalog.TypedBelowMin},
		{"must", "beauty", recommendation.ProblemVocabulary},
	} {
		_, problems := recommendation.ParseAnswers(seedMarket(), recommendation.Training, url.Values{c.field: {c.value}})
		if len(problems) != 1 || problems[0].Field != c.field || problems[0].Code != c.code || problems[0].Params["value"] != c.value {
			t.Errorf("%s=%s: %+v, want %s", c.field, c.value, problems, c.code)
		}
	}
	for _, query := range []string{"gpus=1&gpus=2", "region=cn&region=intl", "cuda=11.8&cuda=12.1"} {
		values, _ := url.ParseQuery(query)
		if _, problems := recommendation.ParseAnswers(seedMarket(), recommendation.Training, values); len(problems) != 1 || problems[0].Code != recommendation.ProblemRepeated {
			t.Errorf("%s: %+v", query, problems)
		}
	}
	zero, _ := url.ParseQuery("w_performance=0&w_cost=0&w_stability=0&w_ecosystem=0")
	if a, problems := recommendation.ParseAnswers(seedMarket(), recommendation.Training, zero); len(problems) != 1 ||
		problems[0].Code != recommendation.ProblemWeightsZero || a.Weights != recommendation.DefaultWeights(recommendation.Training) {
		t.Errorf("no weight at all: %+v", problems)
	}
	many, _ := url.ParseQuery("model=Llama-3.1-8B&gpus=90000")
	if _, problems := recommendation.ParseAnswers(seedMarket(), recommendation.Training, many); len(problems) != 1 || problems[0].Field != "gpus" {
		t.Errorf("more cards than a model is spread over: %+v", problems)
	}
}

// Whatever spelling an answer is typed in, its plain form is read as the same answer
// and is its own plain form.
func TestThePlainFormOfAnAnswerIsTheSameAnswer(t *testing.T) {
	plain := map[string]string{"gpus=３２": "32", "days= 90 ": "90", "budget=30万": "300000", "upload_gb=1,500.50": "1500.5", "latency_ms=５０": "50",
		"model=llama-3.1-70b": "Llama-3.1-70B", "task=FINETUNE": "finetune", "interruptible=Yes": "yes", "region=华东地区": "华东", "region=US-EAST-1": "us-east-1",
		"compliance=MLPS-3": "mlps-3", "scheduler=Slurm": "slurm", "framework=PyTorch": "pytorch", "cuda=12.10": "12.10", "cuda=13": "13.0",
		"identity=Student": "student", "domestic=YES": "yes"}
	for typed, want := range plain {
		key, value, _ := strings.Cut(typed, "=")
		a, problems := recommendation.ParseAnswers(seedMarket(), recommendation.Training, url.Values{key: {value}})
		again, _ := recommendation.ParseAnswers(seedMarket(), recommendation.Training, url.Values{key: {a.Written(key)}})
		if len(problems) > 0 || a.Written(key) != want || again.Written(key) != want || !again.Given(key) {
			t.Errorf("%s: %q, again %q, want %q; %v", typed, a.Written(key), again.Written(key), want, problems)
		}
	}
}

func TestARegionIsAnyThatTheCatalogueNames(t *testing.T) {
	for _, name := range []string{"上海二A", "us-east-1", "US-EAST-1", "郑州核心节点"} {
		a, problems := recommendation.ParseAnswers(seedMarket(), recommendation.Training, url.Values{"region": {name}})
		if len(problems) > 0 || a.Region == "" {
			t.Errorf("%s: %v", name, problems)
		}
	}
	r := decide(t, recommendation.Training, "region=us-east-1&must=region")
	for _, p := range r.Ranked {
		if c := check(t, p, recommendation.KeyRegion); c.State == recommendation.Fail {
			t.Errorf("%s is ranked outside the region", p.Provider.Slug)
		}
	}
	if aws := check(t, planOf(t, r, "aws"), recommendation.KeyRegion); aws.State != recommendation.Pass {
		t.Errorf("aws: %+v", aws)
	}
}

func FuzzAnswersNeverBreakADecision(f *testing.F) {
	f.Add("training", "model=Llama-3.1-8B&gpus=4&must=vram")
	f.Add("rendering", "w_cost=0&upload_gb=5万&region=北京")
	f.Add("research", "days=3650&budget=0&cuda=9.0&compliance=mlps-3")
	f.Fuzz(func(t *testing.T, scenario, query string) {
		values, err := url.ParseQuery(query)
		if err != nil || !slices.Contains(recommendation.Scenarios, scenario) {
			t.Skip()
		}
		a, _ := recommendation.ParseAnswers(seedMarket(), scenario, values)
		r, err := recommendation.Decide(seedMarket(), a)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range r.Ranked {
			if !(p.Score.Low >= 0 && p.Score.Low <= p.Score.High+1e-9 && p.Score.High <= 100+1e-9) {
				t.Fatalf("%s scores %v", p.Provider.Slug, p.Score)
			}
		}
	})
}
