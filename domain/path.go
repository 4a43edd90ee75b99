package domain

import (
	"slices"
	"strings"
)

const pathCharacters = lower + "ABCDEFGHIJKLMNOPQRSTUVWXYZ" + number + "._~/-"

// IsToolPath reports whether path may be a tool's path (contract section 2):
// relative to the plugin's root, unreserved characters and slashes only, with
// a final slash and without empty or dot segments.
func IsToolPath(path string) bool {
	if len(path) < MinPathChars || len(path) > MaxPathChars || strings.Trim(path, pathCharacters) != "" {
		return false
	}
	segments, found := strings.CutSuffix(path, "/")
	return found && HasPlainSegments(segments)
}

// HasPlainSegments reports whether none of the segments between slashes is
// empty, "." or "..".
func HasPlainSegments(path string) bool {
	return !slices.ContainsFunc(strings.Split(path, "/"), func(segment string) bool {
		return segment == "" || segment == "." || segment == ".."
	})
}
