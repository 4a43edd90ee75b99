package domain

import (
	"strings"

	"mcpbridge/domain/fault"
)

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

// ShownPlugin is a plugin's name as an error repeats it. A text that can name no
// plugin stays hidden: it may be a credential in the wrong place.
func ShownPlugin(name string) string { return shown(name, IsPluginName) }

func shown(name string, is func(string) bool) string {
	if is(name) {
		return name
	}
	return fault.HiddenName(name)
}

func isName(name, first, rest string) bool {
	return len(name) >= 1 && len(name) <= 64 && strings.Contains(first, name[:1]) && strings.Trim(name, rest) == ""
}
