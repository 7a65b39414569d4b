package dataset

import "gpuscale/catalog"

func (p *parser) accelerator() catalog.Accelerator {
	a := catalog.Accelerator{
		Slug:              p.text("slug"),
		Vendor:            p.text("vendor"),
		Model:             p.text("model"),
		Architecture:      p.text("architecture"),
		ComputeCapability: p.text("compute_capability"),
		LaunchYear:        p.integer("launch_year"),
		FormFactor:        p.text("form_factor"),
		Form:              catalog.Form(p.word("form")),
		MemoryType:        p.text("memory_type"),
		Interconnect:      p.text("interconnect"),
		PCIeGen:           p.text("pcie_gen"),
		MIGInstancesMax:   p.integer("mig_instances_max"),
		MatrixUnits:       p.word("matrix_units") != "0",
		OSDevicesPerUnit:  p.integer("os_devices_per_unit").Or(1),
		SoftwareStack:     p.text("software_stack"),
		ExportNote:        p.words("export_status_note_zh", "export_status_note"),
		Source:            p.source(),
		SpecConfidence:    p.word("confidence"),
		MoreSources:       p.list("more_sources"),
		CitedPrimaryURL:   p.text("cited_primary_url"),
	}
	if a.Form == "" {
		a.Form = catalog.FormUnknown
	}
	p.figures(&a)
	return a
}

func (p *parser) figures(a *catalog.Accelerator) {
	a.MemoryGB = p.number("memory_gb")
	a.MemoryVisibleGiB = p.number("memory_visible_gib")
	a.BandwidthGBs = p.number("memory_bandwidth_gb_s")
	a.FP64TFLOPS = p.number("fp64_tflops")
	a.FP32TFLOPS = p.number("fp32_tflops")
	a.TF32TFLOPS = p.number("tf32_tflops_dense")
	a.FP16TFLOPS = p.number("fp16_tflops_dense")
	a.BF16TFLOPS = p.number("bf16_tflops_dense")
	a.FP8TFLOPS = p.number("fp8_tflops_dense")
	a.INT8TOPS = p.number("int8_tops_dense")
	a.InterconnectGBs = p.number("interconnect_gb_s")
	a.DefaultLinkGBs = p.number("interconnect_default_gb_s")
	a.TDPWatts = p.number("tdp_w")
}

func (p *parser) alias() catalog.Alias {
	return catalog.Alias{Name: p.text("alias"), Slug: p.text("slug"), Kind: p.word("kind"), Evidence: p.word("evidence")}
}

func (p *parser) ambiguousName() catalog.AmbiguousName {
	return catalog.AmbiguousName{Name: p.text("alias"), Candidates: p.list("candidates")}
}

func (p *parser) contextAlias() catalog.ContextAlias {
	return catalog.ContextAlias{Context: p.text("context"), Name: p.text("alias"), Slug: p.text("slug")}
}

func (p *parser) reportedMemory() catalog.ReportedMemory {
	return catalog.ReportedMemory{Slug: p.text("slug"), MiB: p.integer("reported_mib").Value}
}
