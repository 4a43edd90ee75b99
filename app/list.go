package app

import (
	"context"
	"log/slog"

	"mcpbridge/domain"
	"mcpbridge/ports"
)

// Lister is the use case behind plugin_list_tools.
type Lister struct {
	source ports.ToolSource
	log    *slog.Logger
}

// NewLister makes the use case.
func NewLister(source ports.ToolSource, log *slog.Logger) *Lister { return &Lister{source, log} }

// List returns the tools of every plugin, or of the one that is named. progress may be nil.
func (l *Lister) List(ctx context.Context, access domain.Access, plugin string, progress ports.Progress) (domain.Catalog, error) {
	catalog, err := l.find(ctx, access, plugin, progress)
	tellVerdict(ctx, access, err)
	logUnexpected(ctx, l.log, err)
	return catalog, err
}

func (l *Lister) find(ctx context.Context, access domain.Access, plugin string, progress ports.Progress) (domain.Catalog, error) {
	if plugin == "" {
		return l.source.Scan(ctx, access, progress)
	}
	return l.source.Select(ctx, access, plugin)
}
