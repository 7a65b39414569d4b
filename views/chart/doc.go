// Package chart draws the portal's figures as SVG on the server: geometry in
// attributes, colours by the classes of the stylesheet, no script and no style
// attribute, so that a page needs nothing but its own markup to show them.
//
// Components take plain properties. A position (a price, hours, gigabytes) is a
// float64, because a pixel is not money; the figure a reader sees is always a
// string the caller has already rounded, translated and given its unit.
//
// Text is 12 units high in every drawing. A figure is therefore drawn once for
// each width class of its container, never scaled below the width it was laid
// out for: 288 units (class only-n, containers under 440 px), 440 (only-m), 660
// (only-w) and, for long charts, 900 (only-x). Container queries on the
// surrounding figure.cq show exactly one of them.
package chart
