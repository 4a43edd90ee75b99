package bridge

import (
	_ "embed"
	"fmt"
	"runtime"
	"strings"

	"mcpbridge/domain"
)

// The file beside this one is the only place that names the version, so a
// binary tells the same one however it was built, from a checkout or without.
//
//go:embed VERSION
var version string

// Version is the semantic version of this source tree, without a "v". Between
// two releases it is the next one's with the suffix "-dev".
func Version() string { return strings.TrimSpace(version) }

// Versions is the line that tells which program this is, which contract it keeps,
// and what built it.
func Versions(program string) string {
	return fmt.Sprintf("%s %s, contract %s, %s\n", program, Version(), domain.SchemaVersion, runtime.Version())
}
