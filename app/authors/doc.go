// Package authors is what plugin authors do before anybody calls their tools:
// check a manifest or an advertisement against the contract, mend what is
// mechanical, and see what a new manifest changes for callers. It reads texts
// and reaches nothing.
package authors
