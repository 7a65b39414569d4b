package store

import (
	"strconv"
	"strings"
)

// dialect names the few places where the two databases differ in SQL.
type dialect string

const (
	sqliteDialect   dialect = "sqlite"
	postgresDialect dialect = "postgres"
)

// param returns the placeholder of the nth parameter, counted from 1.
func (d dialect) param(n int) string {
	if d == postgresDialect {
		return "$" + strconv.Itoa(n)
	}
	return "?"
}

// params returns n placeholders, from the first on, separated by commas.
func (d dialect) params(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = d.param(i + 1)
	}
	return strings.Join(list, ", ")
}

// quote quotes a name of our own schema. Names never come from users.
func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func quoteAll(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = quote(n)
	}
	return strings.Join(quoted, ", ")
}

// likePattern returns the LIKE pattern for "contains text", with the wildcards in
// text taken literally under ESCAPE '\'.
func likePattern(text string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text) + "%"
}
