package web

import (
	"fmt"
	"net/url"
	"path"
	"strings"
	"unicode/utf8"
)

// LocalPath returns target when it is a plain path of this site, with its query,
// and false for everything that a browser might take elsewhere: other schemes,
// "//host", backslashes in any spelling, dot segments, control characters. Letters
// beyond ASCII are returned escaped, as headers and addresses need them.
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
	return escapeBeyondASCII(target), true
}

func escapeBeyondASCII(target string) string {
	if !strings.ContainsFunc(target, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return target
	}
	var b strings.Builder
	for i := range len(target) {
		if target[i] < utf8.RuneSelf {
			b.WriteByte(target[i])
		} else {
			fmt.Fprintf(&b, "%%%02X", target[i])
		}
	}
	return b.String()
}

func forbiddenInPath(r rune) bool { return r == '\\' || r <= ' ' || r == 0x7f }
