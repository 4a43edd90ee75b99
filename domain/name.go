package domain

import "strings"

const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	number = "0123456789"
)

// IsPluginName reports whether name is a plugin's name, ^[a-z0-9][a-z0-9_-]{0,63}$
// (contract section 2). Dashes and underscores are never converted.
func IsPluginName(name string) bool { return isName(name, lower+number, lower+number+"_-") }

// IsToolName reports whether name is a tool's name, ^[a-z][a-z0-9_]{0,63}$
// (contract section 2).
func IsToolName(name string) bool { return isName(name, lower, lower+number+"_") }

func isName(name, first, rest string) bool {
	return len(name) >= 1 && len(name) <= 64 && strings.Contains(first, name[:1]) && strings.Trim(name, rest) == ""
}
