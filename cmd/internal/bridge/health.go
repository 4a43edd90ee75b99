package bridge

import (
	"log/slog"

	"mcpbridge/adapters/httpserver/health"
	appnetbox "mcpbridge/app/netbox"
	"mcpbridge/ports"
)

// NewHealth makes the service's health, which depends on NetBox and on the
// journal, if one is kept.
func NewHealth(plugins *appnetbox.Plugins, monitor ports.JournalMonitor, clock ports.Clock, log *slog.Logger) *health.Health {
	probes := []health.Probe{{Name: "netbox", Check: plugins.Answers}}
	if monitor != nil {
		probes = append(probes, health.Probe{Name: "journal", Check: monitor.Check})
	}
	return health.New(probes, clock, log)
}
