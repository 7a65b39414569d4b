package views

import "net/url"

// WebAddress is an address as a link may have it, or "" for one that is no full http or
// https address: such are shown as text.
func WebAddress(s string) string {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return ""
	}
	return u.String()
}
