// Package sizing answers how much accelerator memory a language model needs, on
// how many cards it fits, and how long training or serving takes.
//
// Every formula carries the identifier of docs/accuracy.md (M1–M8 memory, T1–T7
// training, I1–I5 inference). Sizes are bytes in float64 unless a name says GB
// (1e9 bytes) or GiB (2^30 bytes); peak rates are dense TFLOP/s, without
// sparsity. A figure that is not known is a Figure with Known false, never 0.
//
// The package knows no HTTP, no SQL and no HTML. It produces codes with
// parameters instead of sentences; the pages turn them into Chinese or English.
package sizing
