// Package access holds the rules about callers: who they are, what they may do,
// and how a credential that they present is recognised without being kept.
package access
