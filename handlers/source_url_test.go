package handlers

import (
	"net/url"
	"strings"
	"testing"
)

// sourceURLs collects the values of every field of an answer that names a source's
// address, by the place where they stand.
func sourceURLs(at string, v any, found map[string]any) {
	switch v := v.(type) {
	case object:
		for name, value := range v {
			if strings.HasSuffix(name, "source_url") {
				found[at+"."+name] = value
			}
			sourceURLs(at+"."+name, value, found)
		}
	case []any:
		for _, value := range v {
			sourceURLs(at+"[]", value, found)
		}
	}
}

func TestASourceURLIsAnAddressOrNull(t *testing.T) {
	s := newSiteOf(t, withChanges())
	addresses, nulls := 0, 0
	for _, example := range examples {
		var answer any
		s.getJSON(t, example, &answer)
		found := map[string]any{}
		sourceURLs(example, answer, found)
		for at, value := range found {
			if value == nil {
				nulls++
				continue
			}
			address, _ := value.(string)
			u, err := url.Parse(address)
			onSite := strings.HasPrefix(address, "/evidence/")
			if err != nil || !onSite && (u.Scheme != "http" && u.Scheme != "https" || u.Host == "") {
				t.Errorf("%s is %v", at, value)
			}
			addresses++
		}
	}
	if addresses == 0 || nulls == 0 {
		t.Errorf("%d addresses and %d nulls: the examples hold too little to tell", addresses, nulls)
	}
}
