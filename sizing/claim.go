package sizing

// Claim is a statement of the kind "model M serves on C cards of device D", to be
// checked for every precision. Context and Batch as in Request; 0 takes its
// defaults.
type Claim struct {
	Model          string
	Cards          int
	Context, Batch int
}

// ClaimFinding is one precision of a checked claim.
type ClaimFinding struct {
	Precision Precision
	State     State
	// PerCardGB is what one card holds, HeadroomGB what is left below the reserve,
	// negative when it does not fit.
	PerCardGB, HeadroomGB Figure
	Memory                Memory
}

// CheckClaim sizes the claim on the device in every precision, wide to narrow. The
// error is that of Evaluate.
func CheckClaim(c Claim, device Device) ([]ClaimFinding, error) {
	findings := make([]ClaimFinding, 0, len(Precisions()))
	for _, p := range Precisions() {
		result, err := Evaluate(Request{
			Model: c.Model, Precision: p, Context: c.Context, Batch: c.Batch, GPUs: max(c.Cards, 1),
		}, []Device{device})
		if err != nil {
			return nil, err
		}
		fit := result.Fits[0]
		findings = append(findings, ClaimFinding{
			Precision: p, State: fit.State, PerCardGB: fit.PerCardGB, HeadroomGB: fit.HeadroomGB,
			Memory: result.Memory,
		})
	}
	return findings, nil
}
