// Package house holds the tests of the house rules (ARCHITECTURE.md): which
// room may import what, and what no file may do. Each rule is a function from
// sources to complaints; it is run over this module and over small bad sources
// that it must refuse.
package house
