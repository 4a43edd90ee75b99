package main

import (
	"context"
	"fmt"
	"net"
	"sync"

	"mcpbridge/adapters/httpserver"
)

// offerMetrics serves the metrics on an address of their own, "" being none,
// until stop is called. They outlive ctx, so that the end can be watched, too.
func (p program) offerMetrics(ctx context.Context, address string) (stop func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen on %s for metrics (choose another address with --metrics-listen): %w", address, err)
	}
	p.log.InfoContext(ctx, "offering metrics", "url", "http://"+listener.Addr().String()+httpserver.MetricsPath)
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	var serving sync.WaitGroup
	serving.Go(func() {
		if err := httpserver.Serve(life, listener, httpserver.OnlyMetrics(p.metrics.Handler()), 0, end, p.log); err != nil {
			p.log.ErrorContext(ctx, "the metrics are not offered any more", "error", err)
		}
	})
	return func() { end(); serving.Wait() }, nil
}
