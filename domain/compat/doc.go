// Package compat tells what a new manifest changes for those who call the tools
// of an old one, and whether it breaks a caller that relied on the old one.
//
// Where a schema lists its values, each is put to the other schema. Others are
// compared keyword by keyword, so that it may see a narrowing where two keywords
// make up for each other; it never misses one.
package compat
