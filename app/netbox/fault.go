package netbox

import (
	"fmt"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// fatal returns the error if it ends the scan as a whole: a limit of the scan,
// or the caller's own cancellation. Any other is one plugin's problem.
func fatal(err error) error {
	if err == nil {
		return nil
	}
	switch fault.Of(err).Code {
	case fault.ScanRoots, fault.ScanRequests, fault.ScanBytes, fault.ScanTools, fault.ScanTime, fault.Cancelled:
		return err
	}
	return nil
}

func exceeded(code fault.Code, format string, limit any) error {
	return fault.New(code, fmt.Sprintf(format, limit))
}

func notListed(plugin string) error {
	return fault.New(fault.PluginNotListed, "there is no plugin "+domain.ShownPlugin(plugin)+" in the listing")
}
