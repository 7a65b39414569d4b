package recommendation

import "slices"

// The codes that pages must have words for, by what they stand for. Notices of bills
// (pricing) and typed numbers (catalog) have lists of their own.
var (
	// ReasonCodes stand in Plan.Reasons.
	ReasonCodes = []string{ReasonMeetsAll, ReasonMeets, ReasonBestDimension, ReasonLowestTotal, ReasonLowestKnown,
		ReasonNamedByArticle, ReasonModelFits, ReasonGroupDiscount, ReasonCheaperThanNext, ReasonDearerThanNext}
	// WarningCodes stand in Plan.Warnings, before those of the bill.
	WarningCodes = []string{WarnConfirm, WarnFails, WarnNoOffer, WarnDoubt, WarnAgeing, WarnSpot, WarnAcademic,
		WarnLinkNotNVLink, WarnFamily, WarnAbroad}
	// LostCodes stand in Lost.Reason.
	LostCodes = []string{LostHardLimit, LostBehind, LostTie, LostUnknown}
	// ArticleCodes stand in ArticlePick.Why.
	ArticleCodes = []string{WhyAmongFirst, WhyRankedLower, WhyExcluded, WhyFailsOwnLimit, WhyNoRankedOffer, WhyDoubt, WhyUnknown}
	// LiveCodes stand in LiveAdvice.Live.
	LiveCodes = []string{LiveSpotSaving, LiveNoSpot, LiveSchedulers, LiveElasticStated}
	// FindingCodes stand in PitfallCheck.Finding.
	FindingCodes = []string{FoundPerYuan, FoundNoPerYuan, FoundOneMachine, FoundOneRegion, FoundRegions, FoundNoMachines, FoundRegionUnknown,
		FoundFramework, FoundNoFramework, FoundUnasked, FoundHiddenShare, FoundHiddenAtLeast, FoundNoData, FoundNoBill,
		FoundNoWinner, FoundNoLiveCheck}
	// UnknownCodes stand in Check.Reason and Part.Reason.
	UnknownCodes = []string{UnknownUnpublished, UnknownDoubtful, UnknownOtherScope, UnknownNotListed, UnknownSeveral,
		UnknownText, UnknownBill, UnknownAtLeast, UnknownNoModel, UnknownOneCard, UnknownMachine}
	// MetricWhys are the reasons of the portal's own metrics.
	MetricWhys = []string{WhyAdapterFits, WhyFramework, WhyShortRuns, WhySceneFits, WhyRendererCUDA, WhyRenderingFP32}
	// AdviceCodes are the portal's own pieces of advice.
	AdviceCodes = []string{AdviceTryOneCard, AdviceAdaptersFirst, AdviceKeepCheckpoints, AdviceTestFrame, AdviceUploadOnce, AdviceSpotFrames}
	// ProblemCodes stand in Problem.Code, beside the codes of typed numbers.
	ProblemCodes = []string{ProblemVocabulary, ProblemRepeated, ProblemWeightsZero}
	// MethodCodes stand in MethodWinner.Method.
	MethodCodes = []string{MethodSPOTIS, MethodTOPSIS, MethodVIKOR}
	// StepCodes stand in Step.Code.
	StepCodes = []string{StepScale, StepTerm, StepInterruption, StepService, StepEcosystem, StepRules, StepIdentity, StepData, StepMore}
	// FigureKeys are the figures that scores are made of.
	FigureKeys = []string{FigureVRAM, FigureBandwidth, FigureFP16, FigureFP32, FigureFP64, FigureLink, FigurePrice,
		FigureComplete, FigureStep, FigureStopped, FigureSLA, FigureRetention, FigureCUDA, FigureImages, FigureTrial, FigureEvidence}
)

// CheckKeys returns the keys of all checks that the package knows how to read, which
// `must` accepts beside the metric words of the data.
func CheckKeys() []string { return slices.Clone(checkKeys) }

// QuestionKeys returns the keys of all questions in the order of the contract.
func QuestionKeys() []string {
	return []string{"model", "task", "gpus", "days", "interruptible", "region", "latency_ms", "compliance", "scheduler",
		"framework", "cuda", "budget", "identity", "upload_gb", "domestic"}
}
