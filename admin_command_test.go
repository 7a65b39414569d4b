package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// typed runs a command with something on its standard input.
func typed(t *testing.T, input string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, failures output
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	status = run(ctx, streams{strings.NewReader(input), &out, &failures}, func(string) string { return "" }, args)
	return status, out.String(), failures.String()
}

func TestAccountsAreManagedByCommand(t *testing.T) {
	db := seededCopy(t)
	for _, row := range []struct {
		name, input string
		args        []string
		want        int
		says        string
	}{
		{"adding", "correct horse battery staple\n", []string{"user", "add", "an", "-role", "admin", "-password-stdin"}, exitOK, "an as admin"},
		{"flags before the name", "correct horse battery staple", []string{"user", "add", "-role", "editor", "-password-stdin", "bo"}, exitOK, "bo as editor"},
		{"a name that is taken", "correct horse battery staple\n", []string{"user", "add", "ＡＮ", "-role", "admin", "-password-stdin"}, exitFailed, "already"},
		{"a short password", "short\n", []string{"user", "add", "cy", "-role", "admin", "-password-stdin"}, exitFailed, "at least 12"},
		{"a common password", "password1234\n", []string{"user", "add", "cy", "-role", "admin", "-password-stdin"}, exitFailed, "too common"},
		{"no password", "", []string{"user", "add", "cy", "-role", "admin", "-password-stdin"}, exitFailed, "at least 12"},
		{"no role", "x", []string{"user", "add", "cy", "-password-stdin"}, exitUsage, "user add NAME"},
		{"a wrong role", "x", []string{"user", "add", "cy", "-role", "king", "-password-stdin"}, exitUsage, "king"},
		{"a password in the line", "x", []string{"user", "add", "cy", "-role", "admin"}, exitUsage, "-password-stdin"},
		{"no action", "", []string{"user"}, exitUsage, "user list"},
		{"a new password", "another long sentence of mine\n", []string{"user", "passwd", "an", "-password-stdin"}, exitOK, "changed"},
		{"a password for nobody", "another long sentence of mine\n", []string{"user", "passwd", "zed", "-password-stdin"}, exitFailed, "no account"},
		{"disabling", "", []string{"user", "disable", "bo"}, exitOK, "disabled bo"},
		{"listing", "", []string{"user", "list"}, exitOK, "disabled"},
		{"checking", "", []string{"check"}, exitOK, "no damage"},
		{"an argument too many", "", []string{"check", "x"}, exitUsage, "check"},
	} {
		t.Run(row.name, func(t *testing.T) {
			status, out, failures := typed(t, row.input, append([]string{"-db", db}, row.args...)...)
			if status != row.want || !strings.Contains(out+failures, row.says) {
				t.Errorf("%d: %s%s", status, out, failures)
			}
		})
	}
}

func TestABackupIsRestoredByCommand(t *testing.T) {
	db := seededCopy(t)
	file := filepath.Join(t.TempDir(), "backup.db")
	if status, out, failures := typed(t, "", "-db", db, "backup", file); status != exitOK || !strings.Contains(out, "revision 1") {
		t.Fatalf("backup: %d %s%s", status, out, failures)
	}
	if status, _, _ := typed(t, "", "-db", db, "backup", file); status != exitFailed {
		t.Errorf("over a file that is there: %d", status)
	}
	if status, _, _ := typed(t, "", "-db", db, "backup"); status != exitUsage {
		t.Errorf("without a file: %d", status)
	}
	if err := os.WriteFile(db, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, _ := typed(t, "", "-db", db, "check"); status != exitFailed {
		t.Errorf("a damaged file passes: %d", status)
	}
	if status, out, failures := typed(t, "", "-db", db, "restore", file); status != exitOK || !strings.Contains(out, "restored revision 1") {
		t.Fatalf("restore: %d %s%s", status, out, failures)
	}
	if status, _, _ := typed(t, "", "-db", db, "check"); status != exitOK {
		t.Errorf("the restored file: %d", status)
	}
	if status, _, _ := typed(t, "", "-db", db, "restore", filepath.Join(t.TempDir(), "nowhere")); status != exitFailed {
		t.Errorf("a missing backup: %d", status)
	}
}
