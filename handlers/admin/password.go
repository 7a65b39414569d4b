package admin

import (
	"context"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"golang.org/x/sync/semaphore"

	"gpuscale/catalog"
)

// Bounds of a password, in characters. There are no rules of composition: length
// and not being guessable is what counts.
const (
	MinPassword = 12
	MaxPassword = 256
)

// hashing are OWASP's minimum for argon2id: 19 MiB, two passes, one lane. They are
// part of every hash, so raising them rehashes at the next sign-in.
var hashing = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// hashes bounds how many hashes are computed at once: each takes 19 MiB and most
// of a core, and a flood of sign-ins must not take the site with it.
var hashes = semaphore.NewWeighted(2)

// HashPassword returns the argon2id hash of a password.
func HashPassword(ctx context.Context, password string) (string, error) {
	if err := hashes.Acquire(ctx, 1); err != nil {
		return "", err
	}
	defer hashes.Release(1)
	return argon2id.CreateHash(password, hashing)
}

// checkHash compares a password with a hash; outdated tells hashes made with other
// parameters than today's.
func checkHash(ctx context.Context, password, hash string) (match, outdated bool, err error) {
	if err := hashes.Acquire(ctx, 1); err != nil {
		return false, false, err
	}
	defer hashes.Release(1)
	match, params, err := argon2id.CheckHash(password, hash)
	return match, err == nil && *params != *hashing, err
}

// dummyHash stands for the hash of names without an account, so that they take as
// long as others.
var dummyHash = sync.OnceValue(func() string {
	hash, err := argon2id.CreateHash("no account has this password", hashing)
	if err != nil {
		panic(fmt.Sprintf("admin: no randomness for a hash: %v", err))
	}
	return hash
})

// PasswordProblem says why a password is refused: a code for pages and commands, ""
// when it is accepted.
type PasswordProblem string

// Problems of passwords.
const (
	PasswordShort  PasswordProblem = "short"
	PasswordLong   PasswordProblem = "long"
	PasswordCommon PasswordProblem = "common"
	PasswordName   PasswordProblem = "name" // it holds the account's name and little else
)

// CheckPassword returns why name may not have the password. Spaces and any script
// are welcome; nothing is trimmed or cut off.
func CheckPassword(name, password string) PasswordProblem {
	switch n := utf8.RuneCountInString(password); {
	case n < MinPassword:
		return PasswordShort
	case n > MaxPassword || !utf8.ValidString(password):
		return PasswordLong
	}
	folded := plain(password)
	if own := plain(name); own != "" && utf8.RuneCountInString(strings.ReplaceAll(folded, own, "")) < 4 {
		return PasswordName
	}
	if common(folded) {
		return PasswordCommon
	}
	return ""
}

// plain folds case, width and the digits that stand for letters, and drops what
// people put between words.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case ' ', '-', '_', '.', ',', '!', '?', '#', '*', '+', '=', '/', '&', '~', '%', '^', '(', ')':
			return -1
		}
		return r
	}, catalog.Fold(s))
}

//go:embed common_passwords.txt
var commonText string

// commonWords are the parts that most guessed passwords are made of, the longest
// first: taken alone, repeated, joined in twos and followed by digits they stand
// for far more than the three thousand most used passwords.
var commonWords = sync.OnceValue(func() []string {
	words := strings.Fields(commonText)
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
	return words
})

// common reports whether a folded password is made of at most two different common
// words, repeated at will, runs of a keyboard or of the alphabet, and digits; also
// when digits stand for letters.
func common(folded string) bool {
	words := strings.TrimRight(folded, "0123456789@$")
	return coverable(folded) || coverable(letters.Replace(words)) || coverable(letters.Replace(folded))
}

// letters undoes the usual replacements: p@ssw0rd.
var letters = strings.NewReplacer("@", "a", "4", "a", "3", "e", "1", "i", "0", "o", "$", "s", "5", "s", "7", "t")

func coverable(s string) bool {
	c := cover{failed: map[coverState]bool{}}
	return c.from(s, coverState{})
}

// coverState is how far a cover has come and which words it uses.
type coverState struct {
	at    int
	words [2]string
}

// cover tries the ways of taking a text apart; where one has failed it does not
// try again.
type cover struct{ failed map[coverState]bool }

func (c cover) from(s string, state coverState) bool {
	rest := s[state.at:]
	if rest == "" {
		return true
	}
	if c.failed[state] {
		return false
	}
	c.failed[state] = true // until shown otherwise
	for n := run(rest); n >= 3; n-- {
		if c.from(s, coverState{state.at + n, state.words}) {
			return true
		}
	}
	for _, w := range commonWords() {
		if words, ok := state.using(w); ok && strings.HasPrefix(rest, w) && c.from(s, coverState{state.at + len(w), words}) {
			return true
		}
	}
	plainSign := rest[0] >= '0' && rest[0] <= '9' || rest[0] == '@' || rest[0] == '$'
	return plainSign && c.from(s, coverState{state.at + 1, state.words})
}

// using returns the words with one more, which is no more when it is there.
func (c coverState) using(w string) ([2]string, bool) {
	switch {
	case c.words[0] == w || c.words[1] == w:
		return c.words, true
	case c.words[0] == "":
		return [2]string{w, c.words[1]}, true
	case c.words[1] == "":
		return [2]string{c.words[0], w}, true
	}
	return c.words, false
}

// rows are neighbours on a keyboard and in the alphabet, both ways.
var rows = func() []string {
	forward := []string{"abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
		"qazwsxedcrfvtgbyhnujmikolp", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "qweasdzxc", "147258369", "159357", "zaqxswcde"}
	all := slices.Clone(forward)
	for _, row := range forward {
		back := []byte(row)
		slices.Reverse(back)
		all = append(all, string(back))
	}
	return all
}()

// run returns how many bytes at the start of s repeat one character or follow a
// row.
func run(s string) int {
	same := 1
	for same < len(s) && s[same] == s[0] {
		same++
	}
	longest := same
	for _, row := range rows {
		for at := range len(row) {
			n := 0
			for n < len(s) && at+n < len(row) && row[at+n] == s[n] {
				n++
			}
			longest = max(longest, n)
		}
	}
	if longest < 3 {
		return 0
	}
	return longest
}
