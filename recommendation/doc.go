// Package recommendation ranks what can be rented for a scenario and says why.
//
// It holds the multi-criteria methods (weighted sum, TOPSIS, SPOTIS, VIKOR, weight
// sensitivity and rank acceptability) and the selection wizard built on them:
// questions, answers, checks of key metrics, scores of the four dimensions, reasons,
// and the article's recommendation beside the portal's own.
//
// It is pure: it reads a catalogue snapshot and answers, knows no clock, no SQL
// and no HTML, and speaks in codes with parameters that pages put into words.
// Unknown is neither no nor zero: an unknown part of a score spans the whole scale
// and makes the score an interval whose lower end ranks; it is never replaced by a
// mean and its weight is never given to the other parts.
package recommendation
