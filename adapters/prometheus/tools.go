package prometheus

import (
	"sync"

	"mcpbridge/domain"
	"mcpbridge/ports"
)

// Plugins choose their names and those of their tools, so only the first ones
// get labels of their own: as many as one scan can find.
const (
	maxTools = domain.MaxScanTools
	other    = "other"
)

// tools are the names that labels may have.
type tools struct {
	redactor ports.Redactor

	mutex sync.Mutex
	known map[[2]string]bool
}

func newTools(redactor ports.Redactor) *tools {
	return &tools{redactor: redactor, known: map[[2]string]bool{}}
}

// labels are the names of a tool as labels.
func (t *tools) labels(plugin, tool string) (pluginLabel, toolLabel string) {
	pair := [2]string{t.redactor.Redact(plugin), t.redactor.Redact(tool)}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if !t.known[pair] && len(t.known) == maxTools {
		return other, other
	}
	t.known[pair] = true
	return pair[0], pair[1]
}
