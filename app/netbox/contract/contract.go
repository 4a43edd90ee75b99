// Package contract tests the plugins of a running NetBox against the checklist
// for their authors: what they advertise, who may call them, and whether
// requests and answers keep the schemas. It sends reads; writes only if asked to.
package contract

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// Tester makes the checks against one NetBox.
type Tester struct {
	source     ports.ToolSource
	fetcher    ports.Fetcher
	validator  ports.SchemaValidator
	credential domain.Secret
	log        *slog.Logger
}

// New makes a tester that calls with the credential.
func New(source ports.ToolSource, fetcher ports.Fetcher, validator ports.SchemaValidator, credential domain.Secret, log *slog.Logger) *Tester {
	return &Tester{source: source, fetcher: fetcher, validator: validator, credential: credential, log: log}
}

// Options say what to test, and how far to go.
type Options struct {
	Plugins []string      // none are all that take part
	Weak    domain.Secret // a token that may call no tool; zero leaves its checks out
	Writes  bool          // also call tools that write
}

// Run makes all checks.
func (t *Tester) Run(ctx context.Context, options Options) diagnosis.Checklist {
	r := run{Tester: t, options: options}
	r.candidates = sync.OnceValue(func() string { return t.candidates(ctx) })
	r.unfit = sync.OnceValue(func() string { return t.unfit(ctx, options.Weak) })
	for _, plugin := range r.plugins(ctx) {
		r.plugin(ctx, plugin)
	}
	return r.report
}

// run is one run of the checks.
type run struct {
	*Tester
	options    Options
	candidates func() string // what there is in place of a plugin that is not
	unfit      func() string // why the weaker token proves nothing
	report     diagnosis.Checklist
}

func (r *run) note(plugin, tool, name string, status diagnosis.Status, detail string) {
	r.report.Checks = append(r.report.Checks, diagnosis.Check{Plugin: plugin, Tool: tool, Name: name, Status: status, Detail: fault.Clip(detail, fault.MaxText)})
}

func (r *run) plugin(ctx context.Context, plugin string) {
	catalog, err := r.source.Select(ctx, domain.Access{}, plugin)
	if !r.offer(domain.ShownPlugin(plugin), err) {
		return
	}
	r.manifestIsReadOnly(ctx, plugin)
	r.noOtherStack(ctx, plugin)
	for _, tool := range catalog.Tools {
		r.tool(ctx, tool)
	}
}

// offer checks advertisement and manifest; without them there are no tools.
func (r *run) offer(plugin string, err error) bool {
	const advertisement, manifest = "the advertisement keeps the contract", "the manifest keeps the contract"
	if err == nil {
		r.note(plugin, "", advertisement, diagnosis.Passed, "")
		r.note(plugin, "", manifest, diagnosis.Passed, "")
		return true
	}
	unread, f := errors.Is(err, ports.ErrManifestUnread), fault.Of(err)
	if !unread && f.Code != fault.ManifestInvalid {
		r.note(plugin, "", advertisement, diagnosis.Failed, r.unread(err))
		return false
	}
	detail := f.Message
	if unread {
		detail = r.unread(err)
	}
	r.note(plugin, "", advertisement, diagnosis.Passed, "")
	r.note(plugin, "", manifest, diagnosis.Failed, detail)
	return false
}

func (r *run) tool(ctx context.Context, tool domain.Tool) {
	r.noCredentialInput(tool)
	const why = "it writes; --allow-writes calls it"
	if tool.Effect != domain.Read && !r.options.Writes {
		for _, name := range []string{anonymous, weaker, brokenRequest, soundRequest} {
			r.note(tool.Plugin, tool.Name, name, diagnosis.Skipped, why)
		}
		return
	}
	r.permissions(ctx, tool)
	// What a sound write has made could be why a broken one after it is refused.
	r.brokenRequests(ctx, tool)
	r.soundRequests(ctx, tool)
}
