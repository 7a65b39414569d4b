package dataset

import (
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
