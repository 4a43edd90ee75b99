package netbox

import (
	"context"
	"runtime/debug"
	"sync"

	"golang.org/x/sync/errgroup"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// Scan finds the tools of every plugin. The answer is the same in whatever
// order the plugins answer.
func (p *Plugins) Scan(ctx context.Context, access domain.Access, progress ports.Progress) (domain.Catalog, error) {
	ctx, cancel := limitTime(ctx)
	defer cancel()
	reader := p.newReader(access)
	roots, err := reader.listing(ctx)
	if err != nil {
		return domain.Catalog{}, err
	}
	offers, err := p.readAll(ctx, reader, roots, report(progress, len(roots)))
	if err != nil {
		return domain.Catalog{}, err
	}
	return collect(roots, offers)
}

// Select finds the tools of one plugin. Its root is asked for while the
// listing is still under way, so that a call needs one round trip less; what
// the listing says comes first all the same.
func (p *Plugins) Select(ctx context.Context, access domain.Access, plugin string) (domain.Catalog, error) {
	if !domain.IsPluginName(plugin) {
		return domain.Catalog{}, notListed(plugin)
	}
	ctx, cancel := limitTime(ctx)
	defer cancel()
	reader := p.newReader(access)
	early := make(chan document, 1)
	rootCtx, drop := context.WithCancel(ctx)
	defer func() { drop(); <-early }()
	go func() {
		defer close(early)
		var root document
		defer func() { early <- root }()
		defer func() {
			if cause := recover(); cause != nil {
				root.err = p.panicked(ctx, plugin, cause)
			}
		}()
		root = reader.root(rootCtx, plugin)
	}()
	if err := reader.expectListed(ctx, plugin); err != nil {
		return domain.Catalog{}, err
	}
	offer := reader.offer(ctx, plugin, <-early)
	switch {
	case offer.err != nil:
		return domain.Catalog{}, offer.err
	case !offer.takesPart:
		return domain.Catalog{}, fault.New(fault.PluginNotAdvertising, "plugin "+plugin+" is installed but does not advertise the bridge")
	}
	return domain.NewCatalog(offer.tools, nil, 1), nil
}

// readAll reads every plugin's offer, several at a time.
func (p *Plugins) readAll(ctx context.Context, reader *reader, roots []root, done func()) ([]offer, error) {
	offers := make([]offer, len(roots))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(p.concurrency)
	for i, root := range roots {
		group.Go(func() error {
			offers[i] = p.read(ctx, reader, root)
			done()
			return fatal(offers[i].err)
		})
	}
	return offers, group.Wait()
}

// read reads the offer behind an entry of the listing.
func (p *Plugins) read(ctx context.Context, reader *reader, root root) (offer offer) {
	defer func() {
		if cause := recover(); cause != nil {
			offer.err = p.panicked(ctx, root.label(), cause)
		}
	}()
	return reader.offerOf(ctx, root)
}

// panicked makes a panic over what a plugin sent that plugin's problem. On a
// goroutine of its own it would end the process, and every call with it.
func (p *Plugins) panicked(ctx context.Context, plugin string, cause any) error {
	p.log.ErrorContext(ctx, "the discovery of a plugin panicked", "plugin", plugin, "cause", cause, "stack", string(debug.Stack()))
	return fault.New(fault.Internal, "the bridge failed in the middle of the discovery")
}

// collect makes the catalog of what was read; a plugin's fault is a problem.
func collect(roots []root, offers []offer) (domain.Catalog, error) {
	var tools []domain.Tool
	var problems []domain.Problem
	plugins := 0
	for i, offer := range offers {
		if offer.takesPart {
			plugins++
		}
		if offer.err != nil {
			problems = append(problems, domain.Problem{Plugin: roots[i].label(), Fault: fault.Of(offer.err)})
		}
		tools = append(tools, offer.tools...)
	}
	if len(tools) > domain.MaxScanTools {
		return domain.Catalog{}, exceeded(fault.ScanTools, "the plugins advertise more than %d tools", domain.MaxScanTools)
	}
	return domain.NewCatalog(tools, problems, plugins), nil
}

// limitTime ends a scan at its limit, with the fault that says so.
func limitTime(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, domain.MaxScanTime,
		exceeded(fault.ScanTime, "the scan did not end within %s", domain.MaxScanTime))
}

// report counts finished plugins and tells them one at a time.
func report(progress ports.Progress, total int) func() {
	if progress == nil {
		return func() {}
	}
	var mutex sync.Mutex
	done := 0
	return func() {
		mutex.Lock()
		defer mutex.Unlock()
		done++
		progress(done, total)
	}
}
