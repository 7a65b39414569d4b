package handlers

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"gpuscale/web"
)

// checker holds a decoded answer to a schema of the document.
type checker struct{ components object }

func (c checker) check(at string, s object, v any) []string {
	if ref, ok := s["$ref"].(string); ok {
		name := strings.TrimPrefix(ref, "#/components/schemas/")
		found, ok := c.components[name].(object)
		if !ok {
			return []string{at + ": no schema " + name}
		}
		return c.check(at, found, v)
	}
	if choices, ok := s["anyOf"].([]any); ok {
		for _, choice := range choices {
			if len(c.check(at, choice.(object), v)) == 0 {
				return nil
			}
		}
		return []string{fmt.Sprintf("%s: %.60v fits none of the choices", at, v)}
	}
	return c.checkType(at, s, v)
}

func (c checker) checkType(at string, s object, v any) (problems []string) {
	wrong := []string{fmt.Sprintf("%s: %.60v is no %v", at, v, s["type"])}
	switch s["type"] {
	case "object":
		fields, ok := v.(object)
		if !ok {
			return wrong
		}
		return c.checkFields(at, s, fields)
	case "array":
		items, ok := v.([]any)
		if !ok {
			return wrong
		}
		for i, item := range items {
			problems = append(problems, c.check(fmt.Sprintf("%s[%d]", at, i), s["items"].(object), item)...)
		}
	case "string":
		if _, ok := v.(string); !ok {
			return wrong
		}
	case "boolean":
		if _, ok := v.(bool); !ok {
			return wrong
		}
	case "number", "integer":
		if _, ok := v.(float64); !ok {
			return wrong
		}
	case "null":
		if v != nil {
			return wrong
		}
	}
	return problems
}

func (c checker) checkFields(at string, s, fields object) (problems []string) {
	if values, ok := s["additionalProperties"].(object); ok {
		for name, v := range fields {
			problems = append(problems, c.check(at+"."+name, values, v)...)
		}
		return problems
	}
	properties := s["properties"].(object)
	for _, name := range s["required"].([]any) {
		if _, there := fields[name.(string)]; !there {
			problems = append(problems, fmt.Sprintf("%s lacks %s", at, name))
		}
	}
	for name, v := range fields {
		of, described := properties[name].(object)
		if !described {
			problems = append(problems, at+"."+name+" is not described")
			continue
		}
		problems = append(problems, c.check(at+"."+name, of, v)...)
	}
	return problems
}

// examples are addresses whose answers hold something of everything.
var examples = []string{"/index.json", "/offers.json?show=all&per=200&currency=USD", "/compare.json?p=tencent-cloud&p=aliyun",
	"/compare.json?o=of-0001&o=of-0019", "/compare.json?g=a100-sxm4-80gb&g=t4-16gb", "/providers.json", "/providers/autodl.json",
	"/gpus.json", "/gpus/a100-80gb-any.json", "/gpus/rtx-3090-24gb.json", "/calculator/cost.json", "/calculator/cost.json?gpu=t4-16gb&hours=100&storage_gb=200&egress_gb=10&budget=5000",
	"/calculator/sizing.json", "/calculator/sizing.json?task=train&model=Llama-2-7B&tokens=2T", "/wizard.json", "/wizard/training.json", "/wizard/training/check.json",
	"/wizard/training/result.json", "/wizard/inference/result.json", "/wizard/rendering/result.json", "/guide.json", "/changes.json"}

func TestEveryJSONAnswerIsAsTheDescriptionSays(t *testing.T) {
	s := newSiteOf(t, withChanges())
	var document struct {
		OpenAPI    string `json:"openapi"`
		Paths      map[string]map[string]object
		Components struct{ Schemas object }
	}
	if status := s.getJSON(t, "/openapi.json", &document); status != http.StatusOK || document.OpenAPI != "3.1.0" {
		t.Fatalf("/openapi.json: %d, version %q", status, document.OpenAPI)
	}
	c, seen := checker{document.Components.Schemas}, map[string]bool{}
	for _, example := range examples {
		path, _, _ := strings.Cut(example, "?")
		described := pathOf(document.Paths, path)
		if described == "" {
			t.Errorf("%s is not described", path)
			continue
		}
		seen[described] = true
		responses := document.Paths[described]["get"]["responses"].(object)
		of := responses["200"].(object)["content"].(object)["application/json"].(object)["schema"].(object)
		var answer any
		if status := s.getJSON(t, example, &answer); status != http.StatusOK {
			t.Errorf("%s: status %d", example, status)
		}
		for _, problem := range c.check("answer", of, answer) {
			t.Errorf("%s: %s", example, problem)
		}
	}
	for _, page := range s.server.Pages() {
		if path := jsonPath(page.Path); page.Reps&web.JSON != 0 && page.Path != "/openapi" && !seen[path] {
			t.Errorf("no example of %s", path)
		}
	}
}

func TestTheDescriptionNamesTheAnswersForWhatIsMissing(t *testing.T) {
	s := newSite(t)
	var document struct {
		Paths map[string]struct{ Get struct{ Responses object } }
	}
	s.getJSON(t, "/openapi.json", &document)
	for described, address := range map[string]string{"/compare.json": "/compare.json?o=of-nothing", "/gpus/{slug}.json": "/gpus/nothing.json", "/wizard/{scenario}.json": "/wizard/nothing.json"} {
		if w := s.do(address); w.Code != http.StatusNotFound || document.Paths[described].Get.Responses["404"] == nil {
			t.Errorf("%s: %d, described as %v", address, w.Code, document.Paths[described].Get.Responses)
		}
	}
}

// pathOf finds the described path that an address belongs to.
func pathOf(paths map[string]map[string]object, address string) string {
	if _, exact := paths[address]; exact {
		return address
	}
	parts := strings.Split(address, "/")
	for path := range paths {
		if fits(strings.Split(path, "/"), parts) {
			return path
		}
	}
	return ""
}

func fits(pattern, parts []string) bool {
	if len(pattern) != len(parts) {
		return false
	}
	for i, p := range pattern {
		if !strings.HasPrefix(p, "{") && p != parts[i] {
			return false
		}
	}
	return true
}
