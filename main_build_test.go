package main

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
)

// tag is the tag of a page of a portal that is started for it and stopped again.
func tag(t *testing.T, db string, flags ...string) string {
	t.Helper()
	s := start(t, db, flags...)
	status, header, body := fetch(t, s.url+"/guide")
	if status != http.StatusOK || header.Get("ETag") == "" {
		t.Fatalf("/guide: %d %.200s", status, body)
	}
	s.stop()
	s.status <- <-s.status
	return header.Get("ETag")
}

func TestTagsChangeWithTheSettingsAndTheDatabase(t *testing.T) {
	folder := t.TempDir()
	db, site := filepath.Join(folder, "a.db"), filepath.Join(folder, "site.json")
	if err := os.WriteFile(site, []byte(`{"contact": "scale@example.com"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	base := []string{"-base-url", "http://127.0.0.1"}
	first := tag(t, db, base...)
	if again := tag(t, db, base...); again != first {
		t.Errorf("another instance of the same: %s and %s", first, again)
	}
	if other := tag(t, db, append(base, "-site", site)...); other == first {
		t.Errorf("with a site file: %s", other)
	}
	if other := tag(t, db, "-base-url", "http://localhost"); other == first {
		t.Errorf("with another base: %s", other)
	}
	if other := tag(t, filepath.Join(folder, "b.db"), base...); other == first {
		t.Errorf("with another database: %s", other)
	}
}
