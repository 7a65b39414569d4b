package pricing

import "math"

// Interruptions describe runs on machines that can be taken away: exponential,
// independent interruptions with the mean time MTBF between them. All times are
// in hours (formula C9).
type Interruptions struct {
	MTBF        float64 // of all machines of the run together
	Checkpoints bool    // progress is saved; otherwise an interruption starts the work again
	Save        float64 // time to write one checkpoint
	Restart     float64 // time from an interruption to running again
}

// ClusterMTBF returns the mean time between failures of n units that each have the
// mean time unit, in hours: any failure stops the run.
func ClusterMTBF(unit float64, n float64) float64 { return unit / n }

// YoungInterval returns Young's first-order optimum of compute time between
// checkpoints, √(2·save·MTBF). It is good for a save time far below the MTBF.
func (i Interruptions) YoungInterval() float64 { return math.Sqrt(2 * i.Save * i.MTBF) }

// DalyInterval returns Daly's higher-order optimum; for a save time of twice the
// MTBF or more it is the MTBF.
func (i Interruptions) DalyInterval() float64 {
	if i.Save >= 2*i.MTBF {
		return i.MTBF
	}
	ratio := i.Save / (2 * i.MTBF)
	return math.Sqrt(2*i.Save*i.MTBF)*(1+math.Sqrt(ratio)/3+ratio/9) - i.Save
}

// ExpectedTime returns the expected wall time of work hours with a checkpoint after
// every interval hours: M·e^(R/M)·(e^((τ+δ)/M) − 1)·work ÷ τ.
func (i Interruptions) ExpectedTime(work, interval float64) float64 {
	return i.MTBF * math.Exp(i.Restart/i.MTBF) * math.Expm1((interval+i.Save)/i.MTBF) * work / interval
}

// ExpectedTimeWithoutCheckpoints returns the expected wall time when every
// interruption starts the work again: (M + R)·(e^(work/M) − 1).
func (i Interruptions) ExpectedTimeWithoutCheckpoints(work float64) float64 {
	return (i.MTBF + i.Restart) * math.Expm1(work/i.MTBF)
}

// Valid reports whether the estimate may be trusted: saving must be short against
// the time between interruptions (a tenth at most), and interruptions memoryless.
func (i Interruptions) Valid() bool { return i.Save <= i.MTBF/10 }

// expected returns the wall time of work hours under the best policy known: a
// checkpoint every Daly interval, or none for work shorter than one.
func (i Interruptions) expected(work float64) float64 {
	switch {
	case work <= 0 || math.IsInf(i.MTBF, 1):
		return work
	case !i.Checkpoints:
		return i.ExpectedTimeWithoutCheckpoints(work)
	case i.Save <= 0: // the limit of ExpectedTime for ever shorter intervals
		return work * math.Exp(i.Restart/i.MTBF)
	}
	return math.Min(i.ExpectedTime(work, i.DalyInterval()), i.ExpectedTimeWithoutCheckpoints(work))
}

// CheckpointShare returns the part (0–1) of a run spent on saves of the given
// seconds.
func CheckpointShare(saves, seconds, runSeconds float64) float64 { return saves * seconds / runSeconds }
