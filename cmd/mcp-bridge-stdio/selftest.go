package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"mcpbridge/app"
	"mcpbridge/domain"
)

// selfTest shows an operator what an agent would find: every tool and every
// problem. Of the demo, it also shows what calls come to; it never dispatches
// anything to an operator's own NetBox.
func (p program) selfTest(ctx context.Context, out io.Writer) error {
	catalog, err := p.lister.List(ctx, domain.Access{}, "", nil)
	if err != nil {
		return fmt.Errorf("discover the plugins at %s: %w", p.upstream.URL, err)
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%d plugins take part with %d tools:\n\n", catalog.Plugins, len(catalog.Tools))
	fmt.Fprintln(table, "TOOL\tEFFECT\tREQUEST\tTITLE")
	for _, tool := range catalog.Tools {
		fmt.Fprintf(table, "%s\t%s\t%s %s\t%s\n", tool.QualifiedName(), tool.Effect, tool.Method, tool.RequestPath, oneLine(tool.Title))
	}
	for _, problem := range catalog.Problems {
		fmt.Fprintf(table, "\nproblem with %s (%s): %s\n", problem.Plugin, problem.Fault.Code, problem.Fault.Message)
	}
	if p.upstream.Demo {
		p.showCalls(ctx, table)
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	return nil
}

// oneLine makes a foreign text fit for a terminal and a row of the table.
func oneLine(text string) string { return strings.Join(strings.Fields(domain.Excerpt(text)), " ") }

// showCalls makes a read, a dry run and a write of the demo.
func (p program) showCalls(ctx context.Context, out io.Writer) {
	const prefix = `{"prefix":"10.20.64.0/24","site":"ams1","purpose":"self-test"}`
	for _, request := range []app.CallRequest{
		{Plugin: "ip_ledger", Tool: "find_prefix", Arguments: []byte(`{"site":"ams1"}`)},
		{Plugin: "ip_ledger", Tool: "reserve_prefix", Arguments: []byte(prefix), DryRun: true},
		{Plugin: "ip_ledger", Tool: "reserve_prefix", Arguments: []byte(prefix)},
	} {
		dryRun := ""
		if request.DryRun {
			dryRun = " (dry run)"
		}
		fmt.Fprintf(out, "\ncall %s.%s %s%s\n", request.Plugin, request.Tool, request.Arguments, dryRun)
		showResult(out, p.caller.Call(ctx, request))
	}
}

func showResult(out io.Writer, result domain.Result) {
	switch result.Outcome {
	case domain.Completed:
		fmt.Fprintf(out, "  %s, HTTP %d: %s\n", result.Outcome, result.Status, result.Body.Raw())
	case domain.Previewed:
		fmt.Fprintf(out, "  %s: %s %s would be sent with %s\n", result.Outcome, result.Target.Method, result.Target.Path, result.Target.Body)
	default:
		fmt.Fprintf(out, "  %s (%s): %s\n  next: %s\n", result.Outcome, result.Fault.Code, result.Fault.Message, result.Fault.Next())
	}
}
