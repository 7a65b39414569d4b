package web

import (
	"net/url"
	"path"
	"strings"
)

// LocalPath returns target when it is a plain path of this site, with its query,
// and false for everything that a browser might take elsewhere: other schemes,
// "//host", backslashes in any spelling, dot segments, control characters.
func LocalPath(target string) (string, bool) {
	if !strings.HasPrefix(target, "/") || strings.HasPrefix(target, "//") || strings.ContainsFunc(target, forbiddenInPath) {
		return "", false
	}
	u, err := url.Parse(target)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil {
		return "", false
	}
	if strings.ContainsAny(u.Path, `\`) || strings.HasPrefix(u.Path, "//") || path.Clean(u.Path) != strings.TrimSuffix(u.Path, "/") && u.Path != "/" {
		return "", false
	}
	return target, true
}

func forbiddenInPath(r rune) bool { return r == '\\' || r <= ' ' || r == 0x7f }
