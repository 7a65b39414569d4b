package dataset

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/fstest"
)

func TestAFolderIsReadAsFarAsItGoesAndAllProblemsAreNamed(t *testing.T) {
	good := offersText(t, offerRow(nil))
	set, err := ReadFS(fstest.MapFS{"offers.csv": {Data: []byte(good)}, "notes.txt": {Data: []byte("x")}})
	if err != nil || len(set[Offers]) != 1 || len(set) != 1 {
		t.Fatalf("a part of the set: %v", err)
	}
	_, err = ReadFS(fstest.MapFS{
		"offers.csv":    {Data: []byte(good)},
		"providers.csv": {Data: []byte("slug,name_zh,name_en,kind,market,status\nother,乙,Other,academic,CN,active\n")},
		"doubts.csv":    {Data: []byte("id,target_type,verdict,text_zh\nD1,offer,perhaps,x\n")},
	})
	var problems Problems
	if !errors.As(err, &problems) || len(problems) != 2 {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{"doubts.csv:2: verdict: ", `offers.csv:2: provider: "acme" unknown`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %v", want, err)
		}
	}
}

func TestTheArchiveHoldsTheWholeSet(t *testing.T) {
	var first, second bytes.Buffer
	set := Set{Offers: {offerRow(nil)}}
	if err := errors.Join(WriteZip(&first, set), WriteZip(&second, set)); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("equal sets differ in bytes")
	}
	archive, err := zip.NewReader(bytes.NewReader(first.Bytes()), int64(first.Len()))
	if err != nil || len(archive.File) != len(Kinds) {
		t.Fatal(err, len(archive.File))
	}
	again, err := ReadFS(archive)
	var problems Problems
	if !errors.As(err, &problems) || len(problems) != 1 || problems[0].Column != "provider" || len(again[Offers]) != 1 {
		t.Errorf("read back: %v", err)
	}
}
