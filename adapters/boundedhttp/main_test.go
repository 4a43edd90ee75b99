package boundedhttp

import (
	"bufio"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newClient returns a client for that base which trusts what options say, asks
// no proxy of the environment and is closed with the test.
func newClient(t *testing.T, base string, options Options) *Client {
	t.Helper()
	parsed, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	options.BaseURL = parsed
	if options.Proxy == nil {
		options.Proxy = func(*http.Request) (*url.URL, error) { return nil, nil }
	}
	client, err := New(options, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// get is a read of /x with room for a small body.
func get() ports.Request { return ports.Request{Method: "GET", Path: "/x", MaxBody: 1 << 10} }

// rawServer serves each connection with serve until the test ends.
func rawServer(t *testing.T, serve func(net.Conn, *bufio.Reader)) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, listener, serve)
}

func serveOn(t *testing.T, listener net.Listener, serve func(net.Conn, *bufio.Reader)) string {
	var running sync.WaitGroup
	var mu sync.Mutex
	var open []net.Conn
	running.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			mu.Lock()
			open = append(open, conn)
			mu.Unlock()
			running.Go(func() {
				defer conn.Close()
				serve(conn, bufio.NewReader(conn))
			})
		}
	})
	t.Cleanup(func() {
		listener.Close()
		mu.Lock()
		for _, conn := range open {
			conn.Close()
		}
		mu.Unlock()
		running.Wait()
	})
	return listener.Addr().String()
}

// readRequest reads one whole request; false at the connection's end.
func readRequest(from *bufio.Reader) bool {
	request, err := http.ReadRequest(from)
	if err != nil {
		return false
	}
	_, err = io.Copy(io.Discard, request.Body)
	return err == nil
}

// answering serves one connection with that answer to every request, and closes
// it if the answer does.
func answering(answer string, thenClose bool) func(net.Conn, *bufio.Reader) {
	return func(conn net.Conn, from *bufio.Reader) {
		for readRequest(from) {
			if _, err := io.WriteString(conn, answer); err != nil || thenClose {
				return
			}
		}
	}
}

func expect(t *testing.T, got domain.Exchange, reach domain.Reach, code fault.Code) {
	t.Helper()
	var gotCode fault.Code
	if got.Fault != nil {
		gotCode = got.Fault.Code
	}
	if got.Reach != reach || gotCode != code {
		t.Errorf("reach %d with fault %q (%v), want reach %d with fault %q", got.Reach, gotCode, got.Fault, reach, code)
	}
}
