package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"gpuscale/views"
)

// siteFile is what the file named by -site may say; every entry is optional.
type siteFile struct {
	Contact string `json:"contact"`
	ICP     string `json:"icp"`
	Police  string `json:"police"`
}

// readSite reads the file for the footer; no path means no entries.
func readSite(path, base string) (views.Site, error) {
	site := views.Site{Base: base}
	if path == "" {
		return site, nil
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return site, fmt.Errorf("site file: %w", err)
	}
	var entries siteFile
	decoder := json.NewDecoder(strings.NewReader(string(content)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&entries); err != nil {
		return site, fmt.Errorf("site file %s: %w", path, err)
	}
	site.Contact, site.ICP, site.Police = entries.Contact, entries.ICP, entries.Police
	return site, nil
}
