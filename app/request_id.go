package app

import "context"

type requestIDKey struct{}

// WithRequestID marks ctx with the id under which logs, traces and errors speak
// of one request. The driving adapter that took the request sets it.
func WithRequestID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, requestIDKey{}, id)
}

// RequestID is the id of the request that ctx belongs to, "" outside of one.
func RequestID(ctx context.Context) string {
	id, _ := ctx.Value(requestIDKey{}).(string)
	return id
}
