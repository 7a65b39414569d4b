package handlers

import (
	"net/url"
	"testing"

	"gpuscale/text"
	"gpuscale/views"
)

func TestLinksChangeOneParameterAndKeepTheRestInOrder(t *testing.T) {
	values := url.Values{"q": {"a b&c"}, "provider": {"x", "y"}, "page": {"3"}, "unknown": {"1"}}
	plain := address{frame: views.Frame{Lang: text.EN}, path: "/offers", names: []string{"q", "provider", "sort", "page"}, values: values}
	for name, a := range map[string]address{"as it is": plain, "fixed": plain.fixed()} {
		for _, row := range []struct{ what, got, want string }{
			{"another order", a.with("sort", "-price"), "/en/offers?q=a+b%26c&provider=x&provider=y&sort=-price"},
			{"another page", a.with("page", "4"), "/en/offers?q=a+b%26c&provider=x&provider=y&page=4"},
			{"one value less", a.without("provider", "x"), "/en/offers?q=a+b%26c&provider=y"},
			{"several changes", a.changed(map[string][]string{"q": nil, "provider": nil, "page": {"2"}}), "/en/offers?page=2"},
			{"nothing left", a.changed(map[string][]string{"q": nil, "provider": nil}), "/en/offers"},
			{"all anew", a.of(url.Values{"provider": {"z"}}), "/en/offers?provider=z"},
			{"carried elsewhere", a.carried("provider", "sort"), "?provider=x&provider=y"},
			{"nothing carried", a.carried("sort"), ""},
			{"one more", extended(a.with("q"), "why_not=doubt"), "/en/offers?provider=x&provider=y&why_not=doubt"},
		} {
			if row.got != row.want {
				t.Errorf("%s, %s: %s, want %s", name, row.what, row.got, row.want)
			}
		}
	}
}
