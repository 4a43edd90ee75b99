// Package conformance runs other people's MCP clients against the built
// binaries: the official conformance suite and the inspector's command line,
// both of the exact versions that package-lock.json names. The tests need Node
// and its packages, so they stand behind the build tag conformance:
//
//	make conformance
package conformance
