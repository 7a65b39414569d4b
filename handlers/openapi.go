package handlers

import (
	"context"
	"reflect"
	"slices"
	"strings"

	"gpuscale/text"
	"gpuscale/web"
)

// answers are the Go types of the JSON answers, by page.
var answers = map[string]any{
	"/":                        homeJSON{},
	"/calculator/cost":         costJSON{},
	"/calculator/sizing":       sizingJSON{},
	"/changes":                 changeLogJSON{},
	"/compare":                 compareJSON{},
	"/gpus":                    gpusJSON{},
	"/gpus/:slug":              gpuJSON{},
	"/guide":                   guideAnswer{},
	"/offers":                  offersJSON{},
	"/providers":               providersJSON{},
	"/providers/:slug":         providerJSON{},
	"/wizard":                  wizardStartData{},
	"/wizard/:scenario":        wizardQuestionData{},
	"/wizard/:scenario/check":  wizardCheckData{},
	"/wizard/:scenario/result": wizardResultData{},
}

// errorAnswer is the JSON of every error.
type errorAnswer struct {
	Error struct {
		Code    string            `json:"code"`
		Message string            `json:"message"`
		Fields  map[string]string `json:"fields"`
	} `json:"error"`
}

// apiPages are the description of all JSON answers.
func (p *Portal) apiPages() []web.Page {
	return []web.Page{{Path: "/openapi", Reps: web.JSON, Handler: p.openapi}}
}

// openapi describes the JSON answers, from the types that are encoded. It has no
// HTML of its own: the guide explains the interface.
func (p *Portal) openapi(_ context.Context, r *web.Request) (web.Result, error) {
	if r.Rep == web.HTML {
		return web.Result{Redirect: p.Frame(r).Href("/guide")}, nil
	}
	return web.Result{JSON: func() any { return p.description(lang(r)) }}, nil
}

func (p *Portal) description(l text.Lang) schema {
	s := &schemas{components: map[string]schema{}}
	failure := schema{"description": text.T(l, "api.error"), "content": jsonContent(s.of(reflect.TypeFor[errorAnswer]()))}
	paths := schema{}
	for _, page := range p.pages() {
		if page.Reps&web.JSON == 0 || page.Path == "/openapi" {
			continue
		}
		paths[jsonPath(page.Path)] = schema{"get": operation(l, page, s, failure)}
	}
	return schema{
		"openapi": "3.1.0",
		"info":    schema{"title": text.T(l, "site.full"), "version": "1", "description": text.T(l, "api.about")},
		"servers": []schema{{"url": p.Site.Base}, {"url": p.Site.Base + "/en"}},
		"paths":   paths, "components": schema{"schemas": s.components},
	}
}

// jsonPath is the address of a page's JSON in OpenAPI's notation: "/gpus/{slug}.json".
func jsonPath(path string) string {
	if path == "/" {
		return "/index.json"
	}
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if name, variable := strings.CutPrefix(part, ":"); variable {
			parts[i] = "{" + name + "}"
		}
	}
	return strings.Join(parts, "/") + ".json"
}

func operation(l text.Lang, page web.Page, s *schemas, failure schema) schema {
	parameters := []schema{}
	for part := range strings.SplitSeq(page.Path, "/") {
		if name, variable := strings.CutPrefix(part, ":"); variable {
			parameters = append(parameters, schema{"name": name, "in": "path", "required": true, "schema": schema{"type": "string"}})
		}
	}
	for _, name := range page.Params {
		parameters = append(parameters, schema{
			"name": name, "in": "query", "description": text.T(l, "api.param"),
			"schema": schema{"type": "array", "items": schema{"type": "string"}}, "explode": true,
		})
	}
	responses := schema{"400": failure, "429": failure, "503": failure}
	if slices.ContainsFunc(parameters, func(x schema) bool { return x["in"] == "path" }) {
		responses["404"] = failure
	}
	if page.Path == "/compare" { // nothing of what is asked for is in the market
		responses["404"] = failure
	}
	responses["200"] = schema{"description": text.T(l, "api.answer"), "content": jsonContent(s.of(reflect.TypeOf(answers[page.Path])))}
	return schema{"operationId": operationID(page.Path), "parameters": parameters, "responses": responses}
}

// operationID names an operation after its path: "gpus-slug", "calculator-cost".
func operationID(path string) string {
	if path == "/" {
		return "index"
	}
	return strings.ReplaceAll(strings.ReplaceAll(strings.Trim(path, "/"), ":", ""), "/", "-")
}

func jsonContent(of schema) schema { return schema{"application/json": schema{"schema": of}} }
