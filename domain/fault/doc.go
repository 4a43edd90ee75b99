// Package fault is the vocabulary in which every part of the bridge says no.
//
// A [Fault] is what a caller sees: a stable [Code], the [Stage] the call had
// reached, a message and the next step. [Findings] are the exact places in a
// document that break a rule; a Fault carries at most [MaxFindings] of them.
// Hostile values are never quoted, only named by kind and length.
package fault
