package dataset

var acceleratorColumns = []Column{
	{Name: "slug", Required: true, Slug: true},
	{Name: "vendor", Required: true},
	{Name: "model", Required: true},
	{Name: "architecture"},
	{Name: "compute_capability"},
	{Name: "launch_year", Type: Integer},
	{Name: "form_factor"},
	{Name: "memory_gb", Type: Number},
	{Name: "memory_type"},
	{Name: "memory_bandwidth_gb_s", Type: Number},
	{Name: "fp64_tflops", Type: Number},
	{Name: "fp32_tflops", Type: Number},
	{Name: "tf32_tflops_dense", Type: Number},
	{Name: "fp16_tflops_dense", Type: Number},
	{Name: "bf16_tflops_dense", Type: Number},
	{Name: "fp8_tflops_dense", Type: Number},
	{Name: "int8_tops_dense", Type: Number},
	{Name: "interconnect"},
	{Name: "interconnect_gb_s", Type: Number},
	{Name: "pcie_gen"},
	{Name: "tdp_w", Type: Number},
	{Name: "mig_instances_max", Type: Integer},
	{Name: "software_stack"},
	{Name: "export_status_note"},
	{Name: "source_url", Type: Address},
	{Name: "confidence", Type: Word, Words: []string{"high", "medium", "low"}, Required: true},
	{Name: "notes", EditorOnly: true},
	{Name: "cited_primary_url", Type: List},
	{Name: "matrix_units", Type: Word, Words: []string{"1", "0"}},
	{Name: "os_devices_per_unit", Type: Integer},
	{Name: "memory_visible_gib", Type: Number},
	{Name: "more_sources", Type: List},
	{Name: "via", EditorOnly: true},
	{Name: "export_status_note_zh"},
	{Name: "form", Type: Word, Words: []string{"pcie", "sxm", "nvl", "oam", "other"}},
	{Name: "interconnect_default_gb_s", Type: Number},
}

var aliasColumns = []Column{
	{Name: "alias", Required: true},
	{Name: "slug", Required: true, Slug: true},
	{Name: "kind", Type: Word, Words: aliasKinds, Required: true},
	{Name: "evidence", Type: Word, Words: aliasEvidence, EditorOnly: true},
	{Name: "seen_in", EditorOnly: true},
}

var ambiguousColumns = []Column{
	{Name: "alias", Required: true},
	{Name: "candidates", Type: List, Required: true},
	{Name: "how_to_resolve", EditorOnly: true},
	{Name: "evidence", Type: Word, Words: aliasEvidence, EditorOnly: true},
	{Name: "seen_in", EditorOnly: true},
}

var providerAliasColumns = []Column{
	{Name: "context", Required: true},
	{Name: "alias", Required: true},
	{Name: "slug", Required: true, Slug: true},
	{Name: "evidence", EditorOnly: true},
}

var memoryColumns = []Column{
	{Name: "slug", Required: true, Slug: true},
	{Name: "reported_mib", Type: Integer, Required: true},
	{Name: "gib", Type: Number},
	{Name: "decimal_gb", Type: Number},
	{Name: "source"},
}
