package store_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"math/rand/v2"
	"testing"
	"time"

	"gpuscale/store"
	"gpuscale/store/storetest"
)

// noise is content that does not compress, larger than one part.
func noise(n int) []byte {
	var seed [32]byte
	b := make([]byte, n)
	_, _ = rand.NewChaCha8(seed).Read(b)
	return b
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("the connection broke") }

func TestAnUploadIsKeptInPartsUntilItIsWritten(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		ctx := seeded(t, s)
		body := noise(3<<20 + 7)
		at := store.SeedMoment.Add(time.Hour)
		kept, err := s.AddPendingImport(ctx, store.PendingImport{Who: "ming", Name: "offers.csv", Options: `{"kind":""}`, At: at, Expires: time.Now().Add(time.Hour)}, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(body)
		found, err := s.PendingImport(ctx, kept.ID)
		if err != nil || found.Who != "ming" || found.Size != int64(len(body)) || found.SHA != hex.EncodeToString(sum[:]) || !found.At.Equal(at) || found.Changeset != 0 {
			t.Fatalf("%+v, %v", found, err)
		}
		var out bytes.Buffer
		if err := s.WritePendingImport(ctx, kept.ID, &out); err != nil || !bytes.Equal(out.Bytes(), body) {
			t.Errorf("%d bytes came back, %v", out.Len(), err)
		}
		if err := s.SetPendingImport(ctx, kept.ID, "other", at.Add(time.Minute)); err != nil {
			t.Error(err)
		}
		if err := s.EndPendingImport(ctx, kept.ID, 5); err != nil {
			t.Error(err)
		}
		found, err = s.PendingImport(ctx, kept.ID)
		if err != nil || found.Options != "other" || found.Changeset != 5 || !found.At.Equal(at.Add(time.Minute)) {
			t.Errorf("%+v, %v", found, err)
		}
		if err := s.WritePendingImport(ctx, kept.ID, io.Discard); err == nil {
			t.Error("the bytes of a written import are still there")
		}
	})
}

func TestWhatExpiresOrBreaksIsForgotten(t *testing.T) {
	storetest.EachStore(t, func(t *testing.T, s *store.Store) {
		ctx := context.Background()
		late, err := s.AddPendingImport(ctx, store.PendingImport{Who: "a", Name: "x", Expires: time.Now().Add(-time.Second)}, bytes.NewReader([]byte("x")))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.PendingImport(ctx, late.ID); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("an expired import: %v", err)
		}
		body := io.MultiReader(bytes.NewReader(noise(2<<20)), brokenReader{})
		if _, err := s.AddPendingImport(ctx, store.PendingImport{Who: "a", Name: "x", Expires: time.Now().Add(time.Hour)}, body); err == nil {
			t.Error("a broken upload was kept")
		}
		for _, id := range []string{"", "unknown", late.ID} {
			if err := s.SetPendingImport(ctx, id, "", time.Now()); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("changing %q: %v", id, err)
			}
		}
		if err := s.DeletePendingImport(ctx, "unknown"); err != nil {
			t.Error(err)
		}
	})
}
