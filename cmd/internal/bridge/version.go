package bridge

import (
	_ "embed"
	"strings"
)

// The file beside this one is the only place that names the version, so a
// binary tells the same one however it was built, from a checkout or without.
//
//go:embed VERSION
var version string

// Version is the semantic version of this source tree, without a "v". Between
// two releases it is the next one's with the suffix "-dev".
func Version() string { return strings.TrimSpace(version) }
