package netboxdemo

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// headerTimeout is how long a client may take to send a request's header.
const headerTimeout = 10 * time.Second

// Running is a demo that listens on a loopback port.
type Running struct {
	*Server
	url    string
	http   *http.Server
	served chan error
}

// Start makes a demo and serves it on a free port of 127.0.0.1 until
// [Running.Close].
func Start(options Options) (*Running, error) {
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start the demo: %w", err)
	}
	server := New(options)
	r := &Running{
		Server: server,
		url:    "http://" + listener.Addr().String() + options.BasePath,
		http:   &http.Server{Handler: server.Handler(), ReadHeaderTimeout: headerTimeout},
		served: make(chan error, 1),
	}
	go func() { r.served <- r.http.Serve(listener) }()
	return r, nil
}

// URL is the base URL to configure: origin and base path, no slash at its end.
func (r *Running) URL() string { return r.url }

// Close lets requests in progress end; once ctx is done it cuts them off. It
// must be called once.
func (r *Running) Close(ctx context.Context) error {
	err := r.http.Shutdown(ctx)
	if err != nil {
		err = errors.Join(fmt.Errorf("stop the demo: %w", err), r.http.Close())
	}
	if served := <-r.served; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, fmt.Errorf("serve the demo: %w", served))
	}
	return err
}
