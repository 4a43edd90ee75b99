package contract

import (
	"context"
	"errors"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/schema"
	"mcpbridge/domain/strictjson"
)

// keeps returns nil for arguments that keep inputSchema. What they break are
// [fault.Findings]; any other error is the bridge's own.
func (r *run) keeps(ctx context.Context, tool domain.Tool, arguments []byte) error {
	parsed, err := domain.ParseArguments(arguments)
	if err != nil {
		return err
	}
	return r.validate(ctx, tool, "arguments", tool.Input, parsed)
}

// validate keeps the details of the bridge's own failure in the log.
func (r *run) validate(ctx context.Context, tool domain.Tool, what string, s schema.Schema, value strictjson.Value) error {
	findings, err := r.validator.Validate(s, value)
	if err != nil {
		r.log.ErrorContext(ctx, "the bridge failed to validate the "+what, "plugin", tool.Plugin, "tool", tool.Name, "error", err)
		return fault.New(fault.Internal, "the bridge failed to validate the "+what)
	}
	return findings.Err()
}

// isDefect reports an error that is the bridge's own and proves nothing of the plugin.
func isDefect(err error) bool {
	_, found := errors.AsType[fault.Findings](err)
	return err != nil && !found && fault.Of(err).Code == fault.Internal
}

// defect is such an error in the words of a check.
func defect(err error) string {
	f := fault.Of(err)
	return string(f.Code) + ": " + f.Message + ", which is a defect of the bridge and not of the plugin; report it, with what the log says"
}
