package handlers

import (
	"encoding/json"
	"reflect"
	"strings"
	"time"
)

// schema is a JSON Schema, as OpenAPI 3.1 uses it.
type schema map[string]any

// schemas writes the schemas of Go types as their JSON encoding has them; named
// structs become components that others refer to.
type schemas struct {
	components map[string]schema
}

// of returns the schema of t, or a reference to it.
func (s *schemas) of(t reflect.Type) schema {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return schema{"type": "string", "format": "date-time"}
	case t == reflect.TypeFor[json.RawMessage]():
		return schema{"type": []string{"number", "null"}} // exact numbers are written as they are
	case t.Kind() == reflect.Pointer:
		return schema{"anyOf": []schema{s.of(t.Elem()), {"type": "null"}}}
	case t.Kind() == reflect.Struct && t.Name() != "":
		return s.component(t)
	}
	switch t.Kind() {
	case reflect.Struct:
		return s.object(t)
	case reflect.Slice, reflect.Array:
		return schema{"type": "array", "items": s.of(t.Elem())}
	case reflect.Map:
		return schema{"type": "object", "additionalProperties": s.of(t.Elem())}
	case reflect.Bool:
		return schema{"type": "boolean"}
	case reflect.Float32, reflect.Float64:
		return schema{"type": "number"}
	case reflect.String:
		return schema{"type": "string"}
	case reflect.Interface:
		return schema{}
	}
	return schema{"type": "integer"}
}

func (s *schemas) component(t reflect.Type) schema {
	name := componentName(t)
	if _, known := s.components[name]; !known {
		s.components[name] = nil // a type may hold itself
		s.components[name] = s.object(t)
	}
	return schema{"$ref": "#/components/schemas/" + name}
}

// componentName drops what marks a type as JSON: offersJSON is "Offers".
func componentName(t reflect.Type) string {
	name := strings.TrimSuffix(strings.TrimSuffix(t.Name(), "JSON"), "Data")
	return strings.ToUpper(name[:1]) + name[1:]
}

// object is the schema of a struct; what is embedded is its own. A list tagged
// null:"unknown" is null where nothing is known.
func (s *schemas) object(t reflect.Type) schema {
	properties, required := schema{}, []string{}
	s.fields(t, properties, &required)
	return schema{"type": "object", "properties": properties, "required": required}
}

func (s *schemas) fields(t reflect.Type, properties schema, required *[]string) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			s.fields(f.Type, properties, required)
			continue
		case !f.IsExported() || name == "-":
			continue
		case name == "":
			name = f.Name
		}
		properties[name] = s.of(f.Type)
		if f.Tag.Get("null") == "unknown" {
			properties[name] = schema{"anyOf": []schema{s.of(f.Type), {"type": "null"}}}
		}
		if !strings.Contains(options, "omit") {
			*required = append(*required, name)
		}
	}
}
