// Package hostile attacks the bridge from the side of the NetBox it reads. A
// server on a raw socket breaks HTTP, TLS, JSON and the contract, one rule a
// case, and each case states the one right outcome, how many requests reached
// the tool, and that it all ends in time. The whole of the bridge between the
// use case and the wire is the real one.
//
// The cases are tables, in files named for what is attacked. An [attack] is one
// misbehaviour that is tried at every place of a call; a [trial] stands for
// itself.
package hostile
