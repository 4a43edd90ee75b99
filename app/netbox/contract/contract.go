// Package contract tests the plugins of a running NetBox against the checklist
// for their authors: what they advertise, who may call them, and whether
// requests and answers keep the schemas. It sends reads; writes only if asked to.
package contract

import (
	"context"
	"log/slog"
	"slices"

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

// takesPart is the check of a NetBox as a whole: a test that tested nothing must fail.
const takesPart = "a plugin takes part"

// Run makes all checks. Its error, a [fault.Fault], means that there is nothing
// to check.
func (t *Tester) Run(ctx context.Context, options Options) (diagnosis.Checklist, error) {
	plugins := options.Plugins
	if len(plugins) == 0 {
		found, err := t.participants(ctx)
		if err != nil {
			return diagnosis.Checklist{}, err
		}
		plugins = found
	}
	r := run{Tester: t, options: options}
	if len(plugins) == 0 {
		r.note("", "", takesPart, diagnosis.Failed, "none advertises the bridge, so nothing was tested; mcp-bridge doctor shows which plugins there are, and --plugin NAME tests one of them")
	}
	for _, plugin := range plugins {
		r.plugin(ctx, plugin)
	}
	return r.report, nil
}

// participants are the plugins that take part, the faulty ones included.
func (t *Tester) participants(ctx context.Context) ([]string, error) {
	catalog, err := t.source.Scan(ctx, domain.Access{}, nil)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, tool := range catalog.Tools {
		names = append(names, tool.Plugin)
	}
	for _, problem := range catalog.Problems {
		names = append(names, problem.Plugin)
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// run is one run of the checks.
type run struct {
	*Tester
	options Options
	report  diagnosis.Checklist
}

func (r *run) note(plugin, tool, name string, status diagnosis.Status, detail string) {
	r.report.Checks = append(r.report.Checks, diagnosis.Check{Plugin: plugin, Tool: tool, Name: name, Status: status, Detail: fault.Clip(detail, fault.MaxText)})
}

func (r *run) plugin(ctx context.Context, plugin string) {
	catalog, err := r.source.Select(ctx, domain.Access{}, plugin)
	if !r.offer(plugin, err) {
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
	f := fault.Of(err)
	if f.Code == fault.ManifestInvalid {
		r.note(plugin, "", advertisement, diagnosis.Passed, "")
		r.note(plugin, "", manifest, diagnosis.Failed, f.Message)
		return false
	}
	r.note(plugin, "", advertisement, diagnosis.Failed, string(f.Code)+": "+f.Message)
	return false
}

func (r *run) tool(ctx context.Context, tool domain.Tool) {
	r.noCredentialInput(tool)
	const why = "it writes; --allow-writes calls it"
	if tool.Effect != domain.Read && !r.options.Writes {
		for _, name := range []string{anonymous, weaker, soundRequest, brokenRequest} {
			r.note(tool.Plugin, tool.Name, name, diagnosis.Skipped, why)
		}
		return
	}
	r.permissions(ctx, tool)
	r.soundRequests(ctx, tool)
	r.brokenRequests(ctx, tool)
}
