package app

import (
	"context"
	"log/slog"

	"mcpbridge/domain/fault"
)

// logUnexpected keeps for the operator what [fault.Of] keeps from the caller.
func logUnexpected(ctx context.Context, log *slog.Logger, err error) {
	if fault.Unexpected(err) {
		log.ErrorContext(ctx, "the bridge met an error it did not expect", "error", err)
	}
}
