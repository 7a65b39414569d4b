package dataset

import (
	"slices"
	"testing"
)

func TestEveryKindHasASchemaWhoseIdentityColumnsExist(t *testing.T) {
	if len(Kinds) != len(schemas) {
		t.Fatalf("%d kinds in load order, %d schemas", len(Kinds), len(schemas))
	}
	for _, kind := range Kinds {
		s := SchemaOf(kind)
		if s.Kind != kind || len(s.Columns) == 0 {
			t.Errorf("%s has no schema of its own", kind)
		}
		for _, name := range s.Identity {
			if _, _, ok := s.Column(name); !ok {
				t.Errorf("%s: identity column %q does not exist", kind, name)
			}
		}
		names := s.Names()
		slices.Sort(names)
		if len(slices.Compact(names)) != len(s.Columns) {
			t.Errorf("%s names a column twice", kind)
		}
		for _, c := range s.Columns {
			if c.Type == Word && len(c.Words) == 0 {
				t.Errorf("%s.%s is a word without a vocabulary", kind, c.Name)
			}
		}
	}
}

func TestKeysJoinIdentityAndNumberRepeats(t *testing.T) {
	s := SchemaOf(ExtraCosts)
	values := make([]string, len(s.Columns))
	values[0], values[1], values[2] = "", "egress", "a"
	if got := s.Key(values); got != "/egress/a" {
		t.Errorf("empty leading part: got %q", got)
	}
	values[2] = ""
	if got := s.Key(values); got != "/egress" {
		t.Errorf("empty trailing part: got %q", got)
	}
	var keys Keys
	var got []string
	for _, k := range []string{"x", "x", "x#2", "x", "y"} {
		got = append(got, keys.Assign(k))
	}
	if want := []string{"x", "x#2", "x#2#2", "x#3", "y"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
