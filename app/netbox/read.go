package netbox

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/netbox"
	"mcpbridge/domain/strictjson"
	"mcpbridge/ports"
)

// reader reads the documents of one scan, within the scan's limits. It may be
// used from several goroutines at once.
type reader struct {
	fetcher       ports.Fetcher
	base          netbox.Base
	authorization domain.Secret
	allowance     *domain.Allowance
	requests      atomic.Int32
}

func (p *Plugins) newReader(access domain.Access) *reader {
	return &reader{fetcher: p.fetcher, base: p.base, authorization: p.authorization(access), allowance: domain.NewAllowance(domain.MaxScanBytes)}
}

// root is one entry of the plugin listing.
type root struct {
	key    string // only a label
	plugin string // from the link; "" if the link does not tell
	err    error
}

// label names the entry in a problem.
func (r root) label() string {
	if r.plugin != "" {
		return r.plugin
	}
	return fault.ShownName(r.key)
}

// document is one JSON document, or why there is none.
type document struct {
	value   strictjson.Value
	err     error
	refused bool // because of who asks
}

// refusal is why there is no document. Every NetBox user may read the listing,
// so a 401 or 403 to it is about who asks.
func (d document) refusal() error {
	if d.refused {
		return fmt.Errorf("%w: %w", ports.ErrCredentialRefused, d.err)
	}
	return d.err
}

// offer is what one plugin offers.
type offer struct {
	takesPart bool
	tools     []domain.Tool
	err       error
}

// listing reads which plugins there are.
func (r *reader) listing(ctx context.Context) ([]root, error) {
	listing := r.get(ctx, netbox.ListingPath, domain.RootBounds(), fault.SourceUnusable)
	if listing.err != nil {
		return nil, listing.refusal()
	}
	if !listing.value.Is(strictjson.Object) {
		return nil, fault.New(fault.SourceUnusable, fmt.Sprintf("%s must answer with an object of links, not %s", netbox.ListingPath, listing.value.Kind()))
	}
	var roots []root
	seen := map[string]bool{}
	for _, entry := range listing.value.Members() {
		root := r.readEntry(entry)
		if entry.Name == netbox.InstalledPlugins || root.plugin == netbox.InstalledPlugins {
			continue
		}
		if root.err == nil && seen[root.plugin] {
			root.err = fault.New(fault.RootDuplicate, "the listing has more than one entry for this plugin")
		}
		seen[root.plugin] = seen[root.plugin] || root.err == nil
		roots = append(roots, root)
	}
	if len(roots) > domain.MaxScanRoots {
		return nil, exceeded(fault.ScanRoots, "the listing has more than %d plugins", domain.MaxScanRoots)
	}
	return roots, nil
}

// readEntry takes the plugin's name from the link, never from the key.
func (r *reader) readEntry(entry strictjson.Member) root {
	if !entry.Value.Is(strictjson.String) {
		return root{key: entry.Name, err: fault.New(fault.RootLinkInvalid, "the entry must be a link, not "+entry.Value.Kind().String())}
	}
	plugin, err := r.base.PluginOfRoot(entry.Value.Text())
	if err != nil {
		err = fault.Wrap(fault.RootLinkInvalid, err)
	}
	return root{key: entry.Name, plugin: plugin, err: err}
}

// expectListed demands that the listing leads to the plugin. An entry for it
// that is faulty tells why it does not.
func (r *reader) expectListed(ctx context.Context, plugin string) error {
	roots, err := r.listing(ctx)
	if err != nil {
		return err
	}
	err = notListed(plugin)
	for _, root := range roots {
		switch {
		case root.plugin == plugin && root.err == nil:
			return nil
		case root.err != nil && (root.plugin == plugin || root.key == plugin):
			err = root.err
		}
	}
	return err
}

// offerOf reads the offer behind an entry of the listing.
func (r *reader) offerOf(ctx context.Context, entry root) offer {
	if entry.err != nil {
		return offer{err: entry.err}
	}
	return r.offer(ctx, entry.plugin, r.root(ctx, entry.plugin))
}

// root reads a plugin's API root.
func (r *reader) root(ctx context.Context, plugin string) document {
	return r.get(ctx, netbox.RootPath(plugin), domain.RootBounds(), fault.SourceUnusable)
}

// offer follows a plugin's API root to its manifest.
func (r *reader) offer(ctx context.Context, plugin string, root document) offer {
	if root.err != nil {
		return offer{err: root.err}
	}
	if !root.value.Is(strictjson.Object) {
		return offer{err: fault.New(fault.SourceUnusable, "the plugin's API root must be an object, not "+root.value.Kind().String())}
	}
	advertisement, takesPart, err := domain.ParseAdvertisement(root.value)
	if err == nil && takesPart {
		err = r.base.CheckManifestLink(advertisement.Manifest, plugin)
	}
	if err != nil {
		return offer{takesPart: true, err: fault.Wrap(fault.AdvertisementInvalid, err)}
	}
	if !takesPart {
		return offer{}
	}
	tools, err := r.manifest(ctx, plugin)
	return offer{takesPart: true, tools: tools, err: err}
}

// manifest reads a plugin's tools.
func (r *reader) manifest(ctx context.Context, plugin string) ([]domain.Tool, error) {
	served := r.get(ctx, netbox.ManifestPath(plugin), domain.ManifestBounds(), fault.ManifestInvalid)
	if served.err != nil {
		return nil, fmt.Errorf("%w: %w", ports.ErrManifestUnread, served.err)
	}
	manifest, err := domain.ParseManifest(served.value, plugin)
	if err != nil {
		return nil, fault.Wrap(fault.ManifestInvalid, err)
	}
	tools := make([]domain.Tool, len(manifest.Tools))
	for i, descriptor := range manifest.Tools {
		tools[i] = domain.Tool{ToolDescriptor: descriptor, Plugin: plugin, RequestPath: netbox.ToolPath(plugin, descriptor)}
	}
	return tools, nil
}

// get reads one document; invalid is the code for one that is not strict JSON.
func (r *reader) get(ctx context.Context, path string, bounds strictjson.Bounds, invalid fault.Code) document {
	if r.requests.Add(1) > domain.MaxScanRequests {
		return document{err: exceeded(fault.ScanRequests, "the scan needs more than %d requests", domain.MaxScanRequests)}
	}
	exchange := r.fetcher.Fetch(ctx, ports.Request{
		Purpose:       ports.Discovery,
		Method:        "GET",
		Path:          path,
		Authorization: r.authorization,
		Fresh:         true,
		MaxBody:       bounds.Bytes,
		Allowance:     r.allowance,
	})
	if err := unusable(ctx, path, exchange); err != nil {
		return document{err: err, refused: exchange.IsRefusal()}
	}
	value, err := strictjson.Parse(exchange.Body, bounds)
	if err != nil {
		return document{err: fault.Wrap(invalid, err)}
	}
	return document{value: value}
}

// unusable tells why an answer cannot be a discovery document, nil if it can.
func unusable(ctx context.Context, path string, x domain.Exchange) error {
	ended, isFault := errors.AsType[*fault.Fault](context.Cause(ctx))
	switch {
	case x.Fault != nil && isFault:
		return ended // the scan as a whole ended, not this request
	case x.Fault != nil && x.Fault.Code == fault.ResponseUnreadable:
		return fault.New(fault.SourceUnusable, x.Fault.Message) // the other code is of the call's own answer
	case x.Fault != nil:
		return x.Fault
	case x.IsRedirect():
		return fault.New(fault.SourceRedirect, fmt.Sprintf("%s answered with a redirect (HTTP %d), which is never followed", path, x.Status))
	case !x.IsSuccess():
		return fault.New(fault.SourceStatus, fmt.Sprintf("%s answered with HTTP %d", path, x.Status))
	}
	return nil
}
