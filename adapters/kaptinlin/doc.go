// Package kaptinlin validates instances against schemas of the contract's
// subset with github.com/kaptinlin/jsonschema.
//
// The library judges one value against the assertions of one subschema; the
// descent from value to value is this package's own ([walk]). Given whole
// schemas, the library visits every declared property for every object of the
// instance, present or not: 1,000 properties and 10,000 empty objects take it
// three seconds. Walking the instance instead takes time in proportion to the
// instance, knows the exact place of every finding, and has one fixed order.
//
// Everything else that the library does otherwise than the contract is fenced
// off in library.go (its settings), keyword.go (what it is given) and
// validator.go (what is asked of it), each with the fault it answers.
package kaptinlin
