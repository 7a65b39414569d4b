package dataset_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"gpuscale/catalog"
	"gpuscale/dataset"
	"gpuscale/seed"
)

// The rows in these tests are made up in the shape of the published formats.

var matcher = sync.OnceValues(func() (*catalog.Matcher, error) {
	set, err := seed.Load()
	if err != nil {
		return nil, err
	}
	data, problems := dataset.Parse(set)
	if len(problems) > 0 {
		return nil, dataset.Problems(problems)
	}
	return catalog.NewMatcher(data), nil
})

func readForeign(t *testing.T, name, text string) *dataset.File {
	t.Helper()
	m, err := matcher()
	if err != nil {
		t.Fatal(err)
	}
	r := strings.NewReader(text)
	files, err := dataset.ReadUpload(r, r.Size(), dataset.Options{Name: name, Foreign: dataset.ForeignOptions{Seen: "2026-11-20", Matcher: m}})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 1 || files[0].Kind != dataset.Offers {
		t.Fatalf("not read as offers: %+v", files)
	}
	return files[0]
}

// lines describes records shortly: what, where, how, how much.
func lines(f *dataset.File) []string {
	var out []string
	for _, r := range f.Records {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %sx%s %sGB %s@%s %s %s", r.Get("instance_type"), r.Get("gpu_count"), r.Get("accelerator"),
			r.Get("vram_gb"), r.Get("share"), r.Get("region"), r.Get("billing_mode"), r.Get("price_amount"))))
	}
	return out
}

func reasons(problems []dataset.Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, fmt.Sprintf("%d %s %s", p.Line, p.Column, p.Code))
	}
	return out
}

func expect(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

const awsHead = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone,Arch\n"

func awsInfo(name string, mib int) string {
	return fmt.Sprintf(`"{'Gpus': [{'Name': '%s', 'Manufacturer': 'NVIDIA', 'Count': 1, 'MemoryInfo': {'SizeInMiB': %d}}], 'TotalGpuMemoryInMiB': %d}"`, name, mib, mib)
}

func TestAZoneIsNamedWhereZonesOfARegionDiffer(t *testing.T) {
	f := readForeign(t, "v8/aws/vms.csv", awsHead+
		"x6e.8xlarge,L40S,8.0,192.0,1536.0,"+awsInfo("L40S", 45776)+",31.5,3.5000,eu-south-2,az2,x86_64\n"+
		"x6e.8xlarge,L40S,8.0,192.0,1536.0,"+awsInfo("L40S", 45776)+",31.5,30.25,eu-south-2,az3,x86_64\n"+
		"x6e.8xlarge,L40S,8.0,192.0,1536.0,"+awsInfo("L40S", 45776)+",30.1,8.0,us-east-1,az1,x86_64\n"+
		"c1.medium,,,2.0,4.0,,0.15,0.05,us-east-1,az1,x86_64\n")
	expect(t, "prices", lines(f), []string{
		"x6e.8xlarge 8xL40S 48GB 1@eu-south-2 on-demand 31.5", "x6e.8xlarge 8xL40S 48GB 1@us-east-1 on-demand 30.1",
		"x6e.8xlarge 8xL40S 48GB 1@eu-south-2;az2 spot 3.5", "x6e.8xlarge 8xL40S 48GB 1@eu-south-2;az3 spot 30.25",
		"x6e.8xlarge 8xL40S 48GB 1@us-east-1 spot 8"})
	expect(t, "left out", reasons(f.Skipped), []string{"5  skipped"})
	r := f.Records[0]
	if r.Get("provider") != "aws" || r.Get("unit") != "instance-hour" || r.Get("source_date") != "2026-11-20" || r.Get("evidence_grade") != "B" || !strings.Contains(r.Get("note"), "45776") {
		t.Errorf("%v", r.Values)
	}
}

func TestSpotMeansWhatTheFileSays(t *testing.T) {
	const head = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice\n"
	cases := []struct {
		what, row string
		want      []string
		notices   int
	}{
		{"blank is not known", "a,L4,1,8,32,0.8,r,,", []string{"a 1xL4 GB 1@r on-demand 0.8"}, 0},
		{"zero is not known", "a,L4,1,8,32,0.8,r,,0.00", []string{"a 1xL4 GB 1@r on-demand 0.8"}, 0},
		{"equal claims no discount", "a,L4,1,8,32,0.8,r,,0.80", []string{"a 1xL4 GB 1@r on-demand 0.8"}, 0},
		{"equal but for rounding", "a,L4,1,8,32,37.67612,r,,37.676100", []string{"a 1xL4 GB 1@r on-demand 37.67612"}, 0},
		{"a real one", "a,L4,1,8,32,0.8,r,,0.3", []string{"a 1xL4 GB 1@r on-demand 0.8", "a 1xL4 GB 1@r spot 0.3"}, 0},
		{"above on-demand is shown and pointed out", "a,L4,1,8,32,2.03285,r,,2.1626", []string{"a 1xL4 GB 1@r on-demand 2.03285", "a 1xL4 GB 1@r spot 2.1626"}, 1},
		{"a spot row of its own", "a__SPOT,L4,1,8,32,,r,,0.3", []string{"a 1xL4 GB 1@r spot 0.3"}, 0},
		{"floating residue", "a,L4,1,8,32,5.8854999999999995,r,,", []string{"a 1xL4 GB 1@r on-demand 5.8855"}, 0},
	}
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			f := readForeign(t, "lambda.csv", head+c.row+"\n")
			expect(t, "prices", lines(f), c.want)
			if len(f.Problems) > 0 || len(f.Notices) != c.notices {
				t.Error(f.Problems, f.Notices)
			}
		})
	}
}

func TestUnusablePricesAndCountsAreRefusedWithLineAndReason(t *testing.T) {
	const head = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice\n"
	f := readForeign(t, "lambda.csv", head+
		"free,L4,1,8,32,0,r,,\n"+ // a preview is not free
		"none,L4,1,8,32,,r,,\n"+
		"word,L4,1,8,32,free,r,,\n"+
		"minus,L4,1,8,32,-1,r,,\n"+
		"half,L4,1.5,8,32,1,r,,\n"+
		"nan,L4,NaN,8,32,1,r,,\n"+
		"true,L4,true,8,32,1,r,,\n"+
		"no count,L4,,8,32,1,r,,\n"+
		"ragged,L4,1,8,32,1,r,,,V1\n"+
		"good,L4,1,,nan,1,r,,\n")
	expect(t, "refused", reasons(f.Problems), []string{"2 Price skipped", "3 Price required", "4 Price number", "5 Price negative",
		"6 AcceleratorCount integer", "7 AcceleratorCount number", "8 AcceleratorCount number", "9 AcceleratorCount required", "10  ragged"})
	expect(t, "taken", lines(f), []string{"good 1xL4 GB 1@r on-demand 1"})
	if r := f.Records[0]; r.Get("vcpu") != "" || r.Get("ram_gib") != "" {
		t.Errorf("an unknown host became %q, %q", r.Get("vcpu"), r.Get("ram_gib"))
	}
}

func TestMemoryIsReadInTheUnitOfItsSource(t *testing.T) {
	const head = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice\n"
	info := func(mib int) string { return awsInfo("x", mib) }
	cases := []struct {
		file, card string
		count, mib int
		want       string
	}{
		{"aws.csv", "L40S", 1, 45776, "48"},
		{"aws.csv", "RTX4090", 1, 24564, "24"},
		{"aws.csv", "H100", 8, 81559, "80"},
		{"aws.csv", "H200", 8, 143771, "141"},
		{"lambda.csv", "A6000", 4, 49152, "48"},
		{"runpod.csv", "MI300X", 2, 192, "192"},
		{"shadeform.csv", "A6000", 8, 48, "48"},
		{"vast.csv", "RTX5090", 2, 65214, "32"},
		{"primeintellect.csv", "A100-80GB", 8, 655360, "80"},
		{"aws.csv", "A100", 1, 80, ""},     // 80 MiB: the bound check fires
		{"aws.csv", "H100", 1, 655360, ""}, // 640 GB on one card
	}
	for _, c := range cases {
		t.Run(fmt.Sprintf("%s %s %d", c.file, c.card, c.mib), func(t *testing.T) {
			f := readForeign(t, c.file, head+fmt.Sprintf("m,%s,%d,8,64,9.5,r,%s,\n", c.card, c.count, info(c.mib)))
			if got := f.Records[0].Get("vram_gb"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if (c.want == "") != (len(f.Notices) == 1) {
				t.Errorf("notices: %v", f.Notices)
			}
		})
	}
}

func TestGPUInfoIsReadAsPythonAsJSONAndAsAName(t *testing.T) {
	const head = "InstanceType,UpstreamCloudId,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Region,AvailabilityZone,Price,SpotPrice\n"
	f := readForeign(t, "lambda.csv", head+
		`j,gpu_sxm4,8,64,A100-80GB,1,"{""Gpus"":[{""Name"":""A100 PCIe"",""Manufacturer"":""NVIDIA"",""MemoryInfo"":{""SizeInMiB"":81920}}]}",US,,1,`+"\n"+
		`k,,8,64,A100-80GB,1,"{'Gpus': [{'Name': 'A100 PCIe', 'Manufacturer': 'Nvidia', 'MemoryInfo': {'SizeInMiB': 81920}}]}",US,,1,`+"\n"+
		"n,,8,64,A100-80GB,1,A100-SXM,US,,1,\n")
	var got []string
	for _, r := range f.Records {
		got = append(got, r.Get("form_factor")+" "+r.Get("accelerator_vendor")+" "+r.Get("vram_gb"))
	}
	expect(t, "cards", got, []string{" NVIDIA 80", "PCIe NVIDIA 80", "SXM  "}) // the first contradicts itself
}

const gcpHead = "InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Region,AvailabilityZone,Price,SpotPrice\n"

func TestGCPCardsAndHostsAreAddedOrMarked(t *testing.T) {
	f := readForeign(t, "v8/gcp/vms.csv", gcpHead+
		"a2-highgpu-1g,12.0,85.0,,,,us-x1,us-x1-a,0.74,0.37\n"+
		",,,A100,1.0,,us-x1,us-x1-a,2.03,1.0\n"+ // 2.77 with its host
		",,,A100,1.0,,us-x1,us-x1-b,2.03,\n"+ // no host in zone b
		"a4-highgpu-8g,224.0,3968.0,,,,us-x1,us-x1-a,0.0,0.0\n"+ // not free
		",,,B200,8.0,,us-x1,us-x1-a,120.5,\n"+
		"a3-highgpu-2g,52.0,468.0,,,,us-x1,us-x1-a,2.3,0.7\n"+ // no cards
		"n1-standard-4,4.0,15.0,,,,us-x1,us-x1-a,0.19,0.04\n"+
		"g2-standard-24,24.0,96.0,,,,us-x1,us-x1-a,1.0,\n"+
		",,,L4,2.0,,us-x1,us-x1-a,1.12,\n"+
		"TPU-VM,,,tpu-v5p-8,1,,us-x1,us-x1-a,16.8,\n"+
		"TPU-VM,,,tpu-v5p-8,1,,us-x1,us-x1-a,16.8,\n")
	var got []string
	for _, r := range f.Records {
		got = append(got, r.Get("scope")+" "+r.Get("instance_type")+" "+r.Get("gpu_count")+"x"+r.Get("accelerator")+" "+r.Get("region")+" "+r.Get("billing_mode")+" "+r.Get("price_amount"))
	}
	expect(t, "prices", got, []string{"whole tpu-v5p-8 4xtpu-v5p us-x1 on-demand 16.8",
		"whole a2-highgpu-1g 1xA100 us-x1 on-demand 2.77", "whole a2-highgpu-1g 1xA100 us-x1 spot 1.37",
		"gpu-part  1xA100 us-x1 on-demand 2.03", "gpu-part  8xB200 us-x1 on-demand 120.5",
		"whole g2-standard-24 2xL4 us-x1 on-demand 2.12"})
	expect(t, "refused", reasons(f.Problems), []string{"5 Price skipped", "7  skipped"})
	expect(t, "left out", reasons(f.Skipped), []string{"8  skipped"})
	if !slices.Equal(f.Duplicates, []int{12}) {
		t.Errorf("duplicates at %v", f.Duplicates)
	}
}

func TestAPartOfACardIsAShareAndNotACard(t *testing.T) {
	const azure = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,Generation\n"
	f := readForeign(t, "azure/vms.csv", azure+
		"NV6,A10,0.167,6,55,A10,0.45,,eastus,V2\n"+
		"NV18,A10,0.5,18,220,A10,1.6,,eastus,V2\n"+
		"NV36,A10,1.0,36,440,A10,3.2,,eastus,V1,V2\n")
	expect(t, "fractional counts", lines(f), []string{"NV6 1xA10 GB 1/6@eastus on-demand 0.45", "NV18 1xA10 GB 1/2@eastus on-demand 1.6"})
	expect(t, "an unquoted comma", reasons(f.Problems), []string{"4  ragged"})

	g := readForeign(t, "vultr.csv", gpuHuntHead+
		"vcg-a100-1c-4vram,ewr,0.123,1,6.0,1,A100,4.0,False,70,nvidia,,x86,{}\n"+
		"vcg-a100-6c-40vram,ewr,1.397,12,60.0,1,A100,40.0,False,70,nvidia,,x86,{}\n"+
		"vcg-a100-12c-80vram,ewr,2.397,12,120.0,1,A100,80.0,False,70,nvidia,,x86,{}\n"+
		"odd,ewr,0.9,12,120.0,1,A100,35,False,70,nvidia,,x86,{}\n")
	expect(t, "slices", lines(g), []string{"vcg-a100-1c-4vram 1xA100 4GB 1/20@ewr on-demand 0.123",
		"vcg-a100-6c-40vram 1xA100 40GB 1/2@ewr on-demand 1.397", "vcg-a100-12c-80vram 1xA100 80GB 1@ewr on-demand 2.397",
		"odd 1xA100 35GB @ewr on-demand 0.9"})
}

const gpuHuntHead = "instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size,gpu_vendor,flags,cpu_arch,provider_data\n"

func TestATotalInThePerCardColumnIsDivided(t *testing.T) {
	f := readForeign(t, "digitalocean.csv", gpuHuntHead+
		"gpu-h100x8,nyc1,23.92,160,1920.0,8,H100,640.0,False,,nvidia,,x86,{}\n"+
		"gpu-mi300x8,nyc1,15.92,160,1920.0,8,MI300X,1536.0,False,,amd,,x86,{}\n"+
		"gpu-h100x8,nyc1,9.5,160,1920.0,8,H100,640.0,True,,nvidia,,x86,{}\n")
	expect(t, "prices", lines(f), []string{"gpu-h100x8 8xH100 80GB 1@nyc1 on-demand 23.92", "gpu-mi300x8 8xMI300X 192GB 1@nyc1 on-demand 15.92",
		"gpu-h100x8 8xH100 80GB 1@nyc1 spot 9.5"})
	expect(t, "pointed out", reasons(f.Notices), []string{"2 gpu_memory conflict", "3 gpu_memory conflict", "4 gpu_memory conflict"})
	if f.Records[1].Get("accelerator_vendor") != "AMD" || !strings.Contains(f.Records[0].Get("note"), "640.0") {
		t.Errorf("%v", f.Records[0].Values)
	}
}

func TestGPUHuntRowsMustBeWhole(t *testing.T) {
	f := readForeign(t, "x.csv", gpuHuntHead+
		"cpu,a,0.1,2,4,0,,,False,,,,x86,{}\n"+
		"half,a,0.1,2,4,1,,,False,,,,x86,{}\n"+
		"free,a,0,2,4,1,L4,24,False,,,,x86,{}\n"+
		"no host,a,1,0,4,1,L4,24,False,,,,x86,{}\n")
	expect(t, "refused", reasons(f.Problems), []string{"3 gpu_name required", "4 price skipped", "5 cpu range"})
	expect(t, "left out", reasons(f.Skipped), []string{"2  skipped"})
}

func TestOnePriceInAllRegionsIsOneOffer(t *testing.T) {
	var rows strings.Builder
	for i := range 50 {
		fmt.Fprintf(&rows, "8x_L40S_SECURE,L40S,8.0,96.0,496.0,R%d,7.92,7.92,DC-%d,\"{'Gpus': [{'Name': 'L40S', 'Manufacturer': 'Nvidia', 'MemoryInfo': {'SizeInMiB': 48}}]}\"\n", i%20, i)
	}
	f := readForeign(t, "runpod/vms.csv", "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Region,SpotPrice,Price,AvailabilityZone,GpuInfo\n"+rows.String())
	if len(f.Records) != 1 {
		t.Fatalf("%d prices", len(f.Records))
	}
	r := f.Records[0]
	if r.Get("availability") != "" || !strings.Contains(r.Get("note"), "20 regions; stock not stated") || !strings.Contains(r.Get("note"), "spot equals on-demand") ||
		r.Get("price_tier") != "secure" || strings.Count(r.Get("region"), ";") != 19 {
		t.Errorf("%v", r.Values)
	}
}

func TestIdentifiersStayWhenPriceDateAndOrderChange(t *testing.T) {
	row := "m,L4,1,8,32,%s,r%d,,\n"
	const head = "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice\n"
	a := readForeign(t, "lambda.csv", head+fmt.Sprintf(row, "1", 1)+fmt.Sprintf(row, "2", 2))
	b := readForeign(t, "lambda.csv", head+fmt.Sprintf(row, "2.5", 2)+fmt.Sprintf(row, "1", 1)+fmt.Sprintf(row, "1", 1))
	differences := dataset.DiffFile(a.Records, b)
	if len(differences) != 2 || differences[0].Action != dataset.ActionChanged || differences[1].Action != dataset.ActionUnchanged {
		t.Errorf("%+v", differences)
	}
	if len(b.Duplicates) != 1 {
		t.Errorf("duplicates: %v", b.Duplicates)
	}
	c := readForeign(t, "lambda.csv", head+fmt.Sprintf(row, "1", 1)+fmt.Sprintf(row, "3", 1))
	expect(t, "two prices for one place", reasons(c.Problems), []string{"3  conflict"})
}

func TestFSDLRowsThatContradictThemselvesAreRefused(t *testing.T) {
	f := readForeign(t, "cloud-gpus.csv", "Cloud,GPU Type,GPU Arch,GPUs,GPU RAM,vCPUs,RAM,On-demand,Per-GPU,Spot,Name\n"+
		"Acme Cloud,A100 (80 GB),Ampere,8,640,96,1152,40.97,5.12,12.3,big.8\n"+
		"Acme Cloud,H100 SXM (80GB),Hopper,4,80,24-30,160-200,8,2,,h.4\n"+
		"Acme Cloud,A10,Ampere,2,48,8,64,1.5,0.75,,a.2\n"+
		"Acme Cloud,A4000 (16 GB),Ampere,2,32,8,16,0.65,0.29,,a4\n"+
		"Acme Cloud,3080Ti (12 GB),Ampere,2,24,24,112,,1.7,,c\n"+
		"Acme Cloud,A100 (80 GB),Ampere,8,640,96,1152,40.97,5.12,12.3,big.8\n")
	expect(t, "prices", lines(f), []string{"big.8 8xA100 (80 GB) 80GB 1@ on-demand 40.97", "big.8 8xA100 (80 GB) 80GB 1@ spot 12.3",
		"h.4 4xH100 SXM (80GB) 80GB 1@ on-demand 8", "a.2 2xA10 24GB 1@ on-demand 1.5"})
	expect(t, "refused", reasons(f.Problems), []string{"5 Per-GPU conflict", "6 On-demand required"})
	expect(t, "pointed out", reasons(f.Notices), []string{"3 GPU RAM conflict"})
	r := f.Records[2]
	if r.Get("provider") != "acme-cloud" || r.Get("vcpu") != "" || r.Get("form_factor") != "SXM" || !strings.HasPrefix(r.Get("licence"), "MIT") || !slices.Equal(f.Duplicates, []int{7}) {
		t.Errorf("%v %v", r.Values, f.Duplicates)
	}
}

func TestRentalPricesAreReadPerCardWithSourceDateAndCredit(t *testing.T) {
	f := readForeign(t, "latest.json", `{"date": "2026-08-22", "meta": {"offers": [1]}, "offers": [
  {"provider": "runpod", "gpu": "a100-sxm-80", "vram_gb": 80, "usd_hr": 1.390, "kind": "community", "source_url": "https://a.example/p", "fetched_at": "2026-08-21T20:21:49.413Z"},
  {"provider": "gcp", "gpu": "h100", "vram_gb": 80, "usd_hr": 9.8, "kind": "spot", "fetched_at": "bad"},
  {"provider": "acme", "gpu": "mi300x", "vram_gb": 192, "usd_hr": 2.5, "kind": "serverless", "min_gpus": 8},
  {"provider": "acme", "gpu": "l4", "usd_hr": 0, "kind": "on-demand"},
  {"provider": "acme", "gpu": "l4", "usd_hr": 1, "kind": "barter"},
  {"provider": "acme", "gpu": "l4", "usd_hr": "free", "kind": "on-demand"}
 ], "providers": {}}`)
	expect(t, "prices", lines(f), []string{"1xa100-sxm-80 80GB 1@ on-demand 1.39", "1xh100 80GB 1@ spot 9.8", "8xmi300x 192GB 1@ usage 2.5"})
	expect(t, "refused", reasons(f.Problems), []string{"5 usd_hr skipped", "6 kind word", "7  number"})
	r := f.Records[0]
	got := []string{r.Get("unit"), r.Get("source_date"), r.Get("source_url"), r.Get("licence"), r.Get("price_tier"), r.Get("form_factor"),
		f.Records[1].Get("scope"), f.Records[1].Get("source_date"), f.Records[2].Get("accelerator_vendor")}
	expect(t, "details", got, []string{"gpu-hour", "2026-08-22", "https://a.example/p", "CC-BY-4.0 gpurentalprices.com", "community", "SXM",
		"gpu-part", "2026-11-20", "AMD"})
}

func TestAnUndatedCatalogueGivesUndatedPrices(t *testing.T) {
	r := strings.NewReader("InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,Price,Region,GpuInfo,SpotPrice\nm,L4,1,8,32,1,r,,\n")
	files, err := dataset.ReadUpload(r, r.Size(), dataset.Options{Name: "lambda.csv"})
	if err != nil {
		t.Fatal(err)
	}
	if got := files[0].Records[0]; got.Get("source_date") != "" || got.Get("evidence_grade") != "C" {
		t.Errorf("%v", got.Values)
	}
}
