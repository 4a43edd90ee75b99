// Package compat tells what a new manifest changes for those who call the tools
// of an old one, and whether it breaks a caller that relied on the old one.
//
// It compares schemas keyword by keyword, so it may see a narrowing where two
// keywords make up for each other; it never misses one.
package compat
