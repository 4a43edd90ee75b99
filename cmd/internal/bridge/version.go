package bridge

import "runtime/debug"

// Version is the module's version as the Go tool recorded it in the binary.
func Version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
