package sizing

import "testing"

func TestModelsAreFoundAsPeopleTypeThem(t *testing.T) {
	for typed, want := range map[string]string{
		"Llama-2-70B": "Llama-2-70B", "llama-2-70b": "Llama-2-70B", "LLaMA-2 70B": "Llama-2-70B", "llama2 70b": "Llama-2-70B",
		"meta-llama/Llama-2-70b-chat-hf": "Llama-2-70B", "Qwen2.5 7B": "Qwen2.5-7B", "Qwen/Qwen2.5-7B-Instruct": "Qwen2.5-7B",
		"deepseek-v3": "DeepSeek-V3/R1", "DeepSeek R1": "DeepSeek-V3/R1", "deepseek-ai/DeepSeek-V3": "DeepSeek-V3/R1",
		"bert-base-uncased": "BERT-base-uncased", "mixtral-8x7b": "Mixtral-8x7B",
	} {
		if m, ok := FindModel(typed); !ok || m.Name != want {
			t.Errorf("%q: got %q, want %q", typed, m.Name, want)
		}
	}
	for _, typed := range []string{"", "  ", "/", "70B", "Llama-2", "Llama-2-70", "Qwen2.5-700B", "-hf", "LLaMA-2 70B 4bit"} {
		if m, ok := FindModel(typed); ok {
			t.Errorf("%q was taken for %s", typed, m.Name)
		}
	}
}

func TestNoTwoModelsFoldToOneName(t *testing.T) {
	seen := map[string]string{}
	for _, m := range Models() {
		for _, name := range m.names() {
			folded := foldModel(name)
			if other, taken := seen[folded]; taken && other != m.Name {
				t.Errorf("%s and %s are both %q", other, m.Name, folded)
			}
			seen[folded] = m.Name
		}
	}
}

func TestASentenceNamesItsModel(t *testing.T) {
	for sentence, want := range map[string]string{
		"单卡可加载 LLaMA-2 70B": "Llama-2-70B", "LLaMA-2 70B loads on one card": "Llama-2-70B", "Llama 2 7B": "Llama-2-7B",
		"训练 GPT-2-XL": "GPT-2-XL", "单卡可加载大模型": "",
	} {
		if m, ok := FindModelIn(sentence); m.Name != want || ok != (want != "") {
			t.Errorf("%q: got %q, want %q", sentence, m.Name, want)
		}
	}
}
