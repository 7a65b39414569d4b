package dataset

import (
	"strings"
	"testing"
)

// catalogues are published files, each with rows that become no record of their own.
var catalogues = map[string]string{
	"aws.csv": "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region,AvailabilityZone,Arch\n" +
		"a1.large,,,2,4,,0.05,0.02,us-1,a,arm64\n" + // no accelerator
		"g6.2x,L40S,1.0,8,64,,2.2,1.1,us-1,a,x86_64\ng6.2x,L40S,1.0,8,64,,2.2,1.2,us-1,b,x86_64\n" + // spot by zone
		"g6.2x,L40S,1.0,8,64,,2.2,2.2,us-2,a,x86_64\n" + // the same price elsewhere, no spot
		"g6.8x,L40S,8.0,64,512,,0,0,us-1,a,x86_64\n", // zero
	"gcp.csv": "InstanceType,vCPUs,MemoryGiB,AcceleratorName,AcceleratorCount,GpuInfo,Region,AvailabilityZone,Price,SpotPrice\n" +
		"a2-highgpu-1g,12,85,,,,us,us-a,0.74,0.36\n,,,A100,1.0,,us,us-a,2.03,1.1\na2-highgpu-8g,96,680,,,,us,us-a,5.9,2.9\nn1-standard-1,1,4,,,,us,us-a,0.05,0.01\n",
	"cloud-gpus.csv": "Cloud,GPU Type,GPU Arch,GPUs,GPU RAM,vCPUs,RAM,On-demand,Per-GPU,Spot,Name\n" +
		"Acme,T4 (16 GB),Turing,1,16,16,64,1.20,1.20,0.36,g4\nAcme,T4 (16 GB),Turing,1,16,16,64,1.20,1.20,0.36,g4\nAcme,T4 (16 GB),Turing,2,32,16,64,1.20,1.20,,g8\n",
	"acme.csv": "instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot,disk_size,gpu_vendor,flags,cpu_arch,provider_data\n" +
		"a,eu,2.00,48,192,4,A10,24,False,,nvidia,,x86,\na,us,2.00,48,192,4,A10,24,False,,nvidia,,x86,\nc,us,0.1,4,16,0,,,False,,,,x86,\nshort\n",
}

// TestEveryLineOfACatalogueIsAccountedFor holds previews to name each line of the
// file, also those whose price another line brings.
func TestEveryLineOfACatalogueIsAccountedFor(t *testing.T) {
	for name, text := range catalogues {
		found := linesOf(NewPreview(smallSet(), []*File{read(t, name, text)}))
		for line := 2; line <= strings.Count(text, "\n"); line++ {
			if found[line] == "" {
				t.Errorf("%s: nothing is said of line %d", name, line)
			}
		}
	}
	p := NewPreview(smallSet(), []*File{read(t, "acme.csv", catalogues["acme.csv"])})
	want := map[int]Action{2: ActionNew, 3: ActionJoined, 4: ActionSkipped, 5: ActionRefused}
	for line, action := range want {
		if got := linesOf(p)[line]; got != action {
			t.Errorf("line %d is %s, not %s", line, got, action)
		}
	}
}

// TestALineWithTwoPricesIsRefusedOnce counts lines, not prices, where none is taken.
func TestALineWithTwoPricesIsRefusedOnce(t *testing.T) {
	p := NewPreview(smallSet(), []*File{read(t, "nobody.csv", "InstanceType,AcceleratorName,AcceleratorCount,vCPUs,MemoryGiB,GpuInfo,Price,SpotPrice,Region\n"+
		"g,A100,1,8,64,,2.2,1.1,us\nh,A100,2,8,64,,4.2,2.1,us\n")})
	if p.Counts[ActionRefused] != 2 {
		t.Errorf("%d refused", p.Counts[ActionRefused])
	}
	for _, r := range p.Rows {
		if len(r.Problems) != 1 {
			t.Errorf("line %d: %v", r.Line, r.Problems)
		}
	}
	if names := p.UnknownProviders(); len(names) != 1 || names[0] != (NameCount{"nobody", 2}) {
		t.Errorf("unknown providers %v", names)
	}
}
