package prometheus

import (
	"context"
	"strconv"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// Fetcher counts the requests of next.
func (m *Metrics) Fetcher(next ports.Fetcher) ports.Fetcher { return fetcher{m, next} }

type fetcher struct {
	*Metrics
	next ports.Fetcher
}

// Fetch implements [ports.Fetcher].
func (f fetcher) Fetch(ctx context.Context, request ports.Request) domain.Exchange {
	begun := f.clock.Now()
	exchange := f.next.Fetch(ctx, request)
	purpose := string(request.Purpose)
	f.upstreamSeconds.WithLabelValues(purpose).Observe(f.clock.Now().Sub(begun).Seconds())
	f.upstreamRequests.WithLabelValues(purpose, resultOf(exchange)).Inc()
	f.upstreamBytes.WithLabelValues(purpose).Add(float64(len(exchange.Body)))
	return exchange
}

// resultOf is the code of what went wrong, or else the class of the status.
func resultOf(exchange domain.Exchange) string {
	if exchange.Fault != nil {
		return string(exchange.Fault.Code)
	}
	return strconv.Itoa(exchange.Status/100) + "xx"
}

// The kinds of discovery.
const (
	wholeScan = "all"
	onePlugin = "one"
)

// Source counts the discoveries of next.
func (m *Metrics) Source(next ports.ToolSource) ports.ToolSource { return source{m, next} }

type source struct {
	*Metrics
	ports.ToolSource
}

// Scan implements [ports.ToolSource].
func (s source) Scan(ctx context.Context, access domain.Access, progress ports.Progress) (domain.Catalog, error) {
	return s.discover(wholeScan, func() (domain.Catalog, error) { return s.ToolSource.Scan(ctx, access, progress) })
}

// Select implements [ports.ToolSource].
func (s source) Select(ctx context.Context, access domain.Access, plugin string) (domain.Catalog, error) {
	return s.discover(onePlugin, func() (domain.Catalog, error) { return s.ToolSource.Select(ctx, access, plugin) })
}

func (s source) discover(kind string, find func() (domain.Catalog, error)) (domain.Catalog, error) {
	begun := s.clock.Now()
	catalog, err := find()
	s.discoverySeconds.WithLabelValues(kind).Observe(s.clock.Now().Sub(begun).Seconds())
	s.discoveries.WithLabelValues(kind, codeOr(err, "ok")).Inc()
	for _, problem := range catalog.Problems {
		s.discoveryProblems.WithLabelValues(string(problem.Fault.Code)).Inc()
	}
	return catalog, err
}

// codeOr is the code of an error's fault, or the word for success.
func codeOr(err error, success string) string {
	if err != nil {
		return string(fault.Of(err).Code)
	}
	return success
}
