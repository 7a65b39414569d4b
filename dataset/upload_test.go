package dataset

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func upload(t *testing.T, name, content string) ([]*File, error) {
	t.Helper()
	r := strings.NewReader(content)
	return ReadUpload(r, r.Size(), Options{Name: name})
}

func TestNameAndContentMustAgree(t *testing.T) {
	book := workbook(t, map[string][][]any{"offers": {asCells(SchemaOf(Offers).Names()), asCells(offerRow(nil).Values)}})
	var zipped bytes.Buffer
	if _, err := book.WriteTo(&zipped); err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct{ name, content string }{
		"a page named as a workbook":     {"a.xlsx", "<html></html>"},
		"text named as a workbook":       {"a.xlsx", offersText(t, offerRow(nil))},
		"a workbook named as text":       {"offers.csv", zipped.String()},
		"an old workbook":                {"a.xls", string(oleMagic) + "x"},
		"an encrypted workbook":          {"a.xlsx", string(oleMagic) + "x"},
		"JSON that breaks off in a row":  {"a.json", `{"offers": [{"provider": `},
		"an archive that is no workbook": {"a.xlsx", "PK\x03\x04"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			if _, err := upload(t, c.name, c.content); !errors.Is(err, ErrFormat) {
				t.Errorf("got %v", err)
			}
		})
	}
	files, err := upload(t, "报价.XLSX", zipped.String())
	if err != nil || len(files) != 1 || len(files[0].Records) != 1 {
		t.Errorf("a good workbook: %v", err)
	}
}

func TestAnUploadOfTheSetIsReadAsSuch(t *testing.T) {
	files, err := upload(t, "offers.csv", offersText(t, offerRow(nil)))
	if err != nil || len(files) != 1 || files[0].Kind != Offers || files[0].Catalogue != "" || len(files[0].Records) != 1 {
		t.Error(err, files)
	}
	for name, content := range map[string]string{"nothing": "", "other JSON": `{"a": 1}`, "an unknown table": "a,b\n1,2\n", "a list of names": "AcceleratorName,Clouds\nL4,['aws']\n"} {
		files, err := upload(t, "x.csv", content)
		if err != nil || len(files[0].Problems) != 1 || files[0].Problems[0].Code != CodeUnknownKind {
			t.Errorf("%s: %v %v", name, err, files)
		}
	}
}

func TestADateThatIsNoneIsRefused(t *testing.T) {
	r := strings.NewReader("x")
	if _, err := ReadUpload(r, r.Size(), Options{Foreign: ForeignOptions{Seen: "yesterday"}}); err == nil {
		t.Error("accepted")
	}
}

// FuzzReadUpload feeds arbitrary bytes to the recognition of formats: no panic, and
// whatever is taken can be parsed.
func FuzzReadUpload(f *testing.F) {
	for _, s := range []string{
		"InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone\nm,L4,1.0,8,32,\"{'SizeInMiB': 24000}\",0.8,0.3,r,z\nTPU-VM,tpu-v5p-8,1,,,,1,,,\n",
		"instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot\nm,l,1,1,1,2,H100,640,False\nvcg-a,l,1,1,1,1,A,4,False\n",
		"Cloud,GPU Type,GPUs,GPU RAM,On-demand,Per-GPU,Spot\nAWS,A (4 GB),2,8,1,0.5,\n",
		`{"offers": [{"provider":"a","gpu":"b","usd_hr":1e2,"kind":"spot"}]}`,
		"offer_id;provider\n1;2\n", "sep=;\n", "\xff\xfeo\x00", "",
	} {
		f.Add("gcp/vms.csv", []byte(s))
		f.Add("vast.csv", []byte(s))
	}
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		r := bytes.NewReader(data)
		files, err := ReadUpload(r, r.Size(), Options{Name: name})
		if err != nil {
			return
		}
		for _, file := range files {
			if _, problems := Parse(Set{file.Kind: file.Records}); len(problems) > 0 {
				t.Fatalf("taken but not parsed: %v\n%q", problems, data)
			}
		}
	})
}
