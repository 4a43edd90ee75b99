package httpserver

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"

	"mcpbridge/app"
)

// Limits of one connection. There is no limit for writing a response, which
// would cut event streams.
const (
	readHeaderTimeout = 10 * time.Second
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 64 << 10
)

// Serve answers requests on the listener until ctx ends or the listener fails,
// which is its error. Then it accepts no more, lets the requests under way finish within the grace period, calls
// cancel, which must cancel them, and ends. The listener may speak TLS.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, grace time.Duration, cancel func(), log *slog.Logger) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: readHeaderTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	var ended error
	select {
	case ended = <-served:
	case <-ctx.Done():
		log.InfoContext(ctx, "shutting down", "grace", grace)
	}
	err := shutdown(server, grace)
	cancel()
	if err != nil {
		err = errors.Join(shutdown(server, app.CancelGrace), server.Close())
	}
	if ended == nil {
		ended = <-served
	}
	if !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	return err
}

func shutdown(server *http.Server, within time.Duration) error {
	ctx, done := context.WithTimeout(context.Background(), within)
	defer done()
	return server.Shutdown(ctx)
}
