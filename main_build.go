package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"

	"gpuscale/views"
)

// executable is the digest of the running program: builds without a version of their
// own are told apart by it.
var executable = sync.OnceValues(func() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, err = io.Copy(h, file)
	if closing := file.Close(); err == nil {
		err = closing
	}
	return hex.EncodeToString(h.Sum(nil)), err
})

// buildName names what pages are made with beside the records' state: the program, the
// settings that are shown, and which database it is. Instances that share all three
// have the same name, so that their tags fit one another.
func (p *portal) buildName(ctx context.Context, site views.Site) (string, error) {
	program, err := executable()
	if err != nil {
		return "", fmt.Errorf("digest of the program: %w", err)
	}
	database, err := p.store.Identity(ctx)
	if err != nil {
		return "", err
	}
	all, err := json.Marshal([]any{program, site, database})
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(all)
	return version + "-" + hex.EncodeToString(sum[:6]), nil
}
