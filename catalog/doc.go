// Package catalog holds the nouns of the portal and their rules: providers,
// accelerators, offers, prices, facts, extra costs, exchange rates and doubts,
// and Market, the immutable read model that public pages are answered from.
//
// It is pure: no SQL, no HTTP, no HTML, no clock. Money is decimal; physical
// figures are float64 with an explicit "unknown". Unknown is neither no nor zero.
package catalog
