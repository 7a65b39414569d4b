package recommendation_test

import (
	"testing"

	"gpuscale/recommendation"
)

// manyAnswers are sets of answers that between them ask for every check.
var manyAnswers = []string{
	"", "gpus=1", "gpus=64&days=400", "interruptible=yes&days=1", "interruptible=no&domestic=yes", "region=cn&cuda=12.4", "region=intl&cuda=11.8&domestic=no",
	"region=any", "region=华东", "region=us-east-1", "latency_ms=50&compliance=mlps-3", "compliance=iso-27001&scheduler=slurm", "compliance=soc&scheduler=kubernetes",
	"compliance=trusted-cloud&scheduler=torque&framework=mindspore", "framework=tensorflow&budget=100000", "framework=paddlepaddle&budget=10", "framework=jax&upload_gb=500",
	"model=Llama-3.1-70B&task=train", "model=Qwen2.5-7B&task=inference&gpus=1", "model=DeepSeek-R1&upload_gb=2000&budget=1000000",
	"identity=company", "identity=university", "identity=student&gpus=1", "identity=individual",
}

// No check passes or fails, and no figure counts, without saying where its value was
// read: an address, an evidence file, or the article.
func TestEveryJudgementHasItsSource(t *testing.T) {
	checked := map[string]bool{}
	for _, scenario := range recommendation.Scenarios {
		for _, query := range manyAnswers {
			for _, p := range decide(t, scenario, query).Ranked {
				for _, d := range p.Parts {
					for _, part := range d.Parts {
						if part.Utility.Known && part.Source.Link() == "" && !part.Source.IsArticle() {
							t.Errorf("%s ?%s %s: the figure %s counts without a source: %+v", scenario, query, p.Provider.Slug, part.Key, part.Source)
						}
					}
				}
				for _, c := range p.Checks {
					if c.State == recommendation.Unknown {
						continue
					}
					checked[c.Key] = true
					if c.Source.Link() == "" && !c.Source.IsArticle() {
						t.Errorf("%s ?%s %s: %s is %s (%s) without a source: %+v", scenario, query, p.Provider.Slug, c.Key, c.State, c.Value.Zh, c.Source)
					}
				}
			}
		}
	}
	if len(checked) < 18 {
		t.Errorf("only %d kinds of checks were judged: %v", len(checked), checked)
	}
}
