// Package pricing turns an offer's prices, its provider's extra costs and a job
// into a bill: line items with the formula and the amount. The list, the
// comparison, the calculator, the wizard and every export call it.
//
// It is pure: no SQL, no HTTP, no clock. Amounts stay exact fractions until the
// one rounding at the end (half-up, cents). An unknown part makes a total "at
// least"; it never counts as zero. Texts are codes with parameters, which pages
// translate; formulas use signs only ("8.00 × 100 h × 8").
//
// Every exported rule has a caller in the product but for four that rules_test.go names
// with the reason; TestEveryRuleIsUsed holds that.
package pricing
