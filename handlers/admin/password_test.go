package admin

import (
	"strings"
	"testing"
	"testing/quick"
	"time"
)

func TestPasswordsAreRefusedForBeingGuessable(t *testing.T) {
	for _, row := range []struct {
		name, password string
		want           PasswordProblem
	}{
		{"eleven characters", "abcdefghijk", PasswordShort},
		{"eleven Chinese characters", "春眠不觉晓处处闻啼鸟夜", PasswordShort},
		{"twelve Chinese characters", "春眠不觉晓处处闻啼鸟夜来", ""},
		{"words with spaces", "correct horse battery staple", ""},
		{"64 characters", strings.Repeat("violet tractor ", 4) + "four", ""},
		{"more than can be hashed", strings.Repeat("é", MaxPassword+1), PasswordLong},
		{"bytes that are no text", "abcdefghijkl\xff", PasswordLong},
		{"the most common word with digits", "password1234", PasswordCommon},
		{"letters as digits", "P@ssw0rd2026!", PasswordCommon},
		{"counting", "123456789012", PasswordCommon},
		{"a keyboard row", "qwertyuiop123", PasswordCommon},
		{"keyboard columns", "1qaz2wsx3edc", PasswordCommon},
		{"a zigzag", "1q2w3e4r5t6y", PasswordCommon},
		{"one letter", "aaaaaaaaaaaa", PasswordCommon},
		{"a word twice", "iloveyou iloveyou", PasswordCommon},
		{"love in pinyin", "woaini1314520", PasswordCommon},
		{"two common words", "sunshine-dragon", PasswordCommon},
		{"the site's name", "gpuscale2026!", PasswordCommon},
		{"the account's name", "linyanxiaolinyanxiao1", PasswordName},
		{"random letters", "xkqvzjtwmplr", ""},
	} {
		if got := CheckPassword("linyanxiao", row.password); got != row.want {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

// The most used passwords of twelve characters and more are made of these parts.
func TestTheListCoversItsOwnCombinations(t *testing.T) {
	missed, tried := 0, 0
	for _, word := range commonWords() {
		for _, ending := range []string{"123456789012", "123456789abc", "qwertyuiop12", "201820192020"} {
			if len([]rune(word+ending)) < MinPassword {
				continue
			}
			tried++
			if CheckPassword("", word+ending) != PasswordCommon {
				missed++
			}
		}
	}
	if tried < 3000 || missed > 0 {
		t.Errorf("%d of %d combinations pass", missed, tried)
	}
}

func TestAPasswordMatchesOnlyItself(t *testing.T) {
	hash, err := HashPassword(t.Context(), "春眠不觉晓 correct horse")
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("%q, %v", hash, err)
	}
	for password, want := range map[string]bool{"春眠不觉晓 correct horse": true, "春眠不觉晓 correct hors": false, "春眠不觉晓 correct horse ": false, "": false} {
		if match, outdated, err := checkHash(t.Context(), password, hash); err != nil || match != want || outdated {
			t.Errorf("%q: %t, outdated %t, %v", password, match, outdated, err)
		}
	}
	if _, outdated, err := checkHash(t.Context(), "x", "$argon2id$v=19$m=8192,t=1,p=1$c29tZXNhbHRzb21lc2FsdA$CUvDkTRrLZVSI6OOzNJ6iMiPSWHd5JvNIDIWWRKXGyg"); err != nil || !outdated {
		t.Errorf("weaker parameters: outdated %t, %v", outdated, err)
	}
}

func TestTheRestDoublesUpToAQuarterOfAnHour(t *testing.T) {
	for failures, want := range map[int]time.Duration{0: 0, 1: time.Second, 2: 2 * time.Second, 5: 16 * time.Second, 10: 512 * time.Second, 11: longestRest, 1000: longestRest} {
		if got := restAfter(failures); got != want {
			t.Errorf("after %d failures %v, want %v", failures, got, want)
		}
	}
}

func TestKeysSurviveTheirAddress(t *testing.T) {
	for _, key := range []string{"of-0001/2026-12-05", "~a~1/b", "new", ".", "..", "x.json", "autodl/billing/按量 计费", "a~2b", "#2", "a.csv.md"} {
		s := segment(key)
		if keyOf(s) != key || strings.Contains(s, "/") || s == newWord || strings.HasSuffix(s, ".json") {
			t.Errorf("%q becomes %q and %q", key, s, keyOf(s))
		}
	}
	same := func(key string) bool { return keyOf(segment(key)) == key }
	if err := quick.Check(same, nil); err != nil {
		t.Error(err)
	}
}

func TestFilesAreToldByTheirBytes(t *testing.T) {
	for content, want := range map[string]string{
		"\x89PNG\r\n\x1a\n": "image/png", "%PDF-1.7": "application/pdf", "price 8.00": "text/plain; charset=utf-8",
		"<!doctype html>": "", "<svg onload=x>": "text/plain; charset=utf-8", "PK\x03\x04": "", "MZ\x00\x01": "",
	} {
		if got := evidenceType([]byte(content)); got != want {
			t.Errorf("%q is %q, want %q", content, got, want)
		}
	}
	for name, want := range map[string]string{`C:\tmp\价格.png`: "价格.png", "../../etc/passwd": "passwd", "a\r\nb.png": "ab.png", "": "evidence", "/": "evidence"} {
		if got := fileName(name); got != want {
			t.Errorf("%q is kept as %q, want %q", name, got, want)
		}
	}
}
