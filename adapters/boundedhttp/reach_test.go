package boundedhttp

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/net/http2"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

const answer200 = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

// requests are what http.Transport would repeat on its own, and what it would not.
func requests() map[string]ports.Request {
	key := []domain.Header{{Name: "Idempotency-Key", Value: "1"}}
	xkey := []domain.Header{{Name: "X-Idempotency-Key", Value: "1"}}
	body := []byte(`{"a":1}`)
	all := map[string]ports.Request{
		"GET":                     {Method: "GET"},
		"HEAD":                    {Method: "HEAD"},
		"GET with a key":          {Method: "GET", Headers: key},
		"DELETE":                  {Method: "DELETE"},
		"DELETE with a key":       {Method: "DELETE", Headers: key},
		"DELETE with a body":      {Method: "DELETE", Body: body, Headers: key},
		"POST":                    {Method: "POST", Body: body},
		"POST with a key":         {Method: "POST", Body: body, Headers: xkey},
		"POST, no body, with key": {Method: "POST", Headers: xkey},
		"PUT":                     {Method: "PUT", Body: body},
		"PATCH with a key":        {Method: "PATCH", Body: body, Headers: key},
	}
	for name, request := range all {
		request.Path, request.MaxBody = "/x", 1<<10
		all[name] = request
	}
	return all
}

func TestARequestIsNotRepeatedWhenAKeptConnectionDies(t *testing.T) {
	for death, kill := range map[string]func(net.Conn){
		"closed": func(net.Conn) {},
		"reset":  func(conn net.Conn) { _ = conn.(*net.TCPConn).SetLinger(0) },
	} {
		for name, request := range requests() {
			t.Run(name+", "+death, func(t *testing.T) {
				var seen, attempts atomic.Int64
				client := newClient(t, "http://"+rawServer(t, func(conn net.Conn, from *bufio.Reader) {
					for readRequest(from) {
						if seen.Add(1) > 1 {
							kill(conn)
							return
						}
						_, _ = io.WriteString(conn, answer200)
					}
				}), Options{Proxy: func(*http.Request) (*url.URL, error) { attempts.Add(1); return nil, nil }})
				expect(t, client.Fetch(t.Context(), get()), domain.Answered, "")
				expect(t, client.Fetch(t.Context(), request), domain.Sent, fault.SourceDown)
				if seen.Load() != 2 || attempts.Load() != 2 {
					t.Errorf("%d attempts, of which the server saw %d; want the first request's and one", attempts.Load(), seen.Load())
				}
			})
		}
	}
}

// failingConn fails its writes once told to, after taking some bytes.
type failingConn struct {
	net.Conn
	fails *atomic.Bool
	takes int
}

func (c *failingConn) Write(p []byte) (int, error) {
	if !c.fails.Load() {
		return c.Conn.Write(p)
	}
	n, _ := c.Conn.Write(p[:c.takes])
	return n, errors.New("failed on purpose")
}

func TestAWriteThatFailsTellsWhetherAnythingLeft(t *testing.T) {
	for name, test := range map[string]struct {
		request ports.Request
		takes   int
		reach   domain.Reach
		code    fault.Code
		seen    int64
	}{
		"nothing left of a GET: a fresh connection takes it":    {requests()["GET"], 0, domain.Answered, "", 1},
		"nothing left of a DELETE: a fresh connection takes it": {requests()["DELETE"], 0, domain.Answered, "", 1},
		"nothing left of a POST":                                {requests()["POST"], 0, domain.NotSent, fault.SourceDown, 0},
		"a byte left of a GET":                                  {requests()["GET"], 1, domain.Sent, fault.SourceDown, 0},
		"a byte left of a DELETE":                               {requests()["DELETE with a key"], 1, domain.Sent, fault.SourceDown, 0},
		"a byte left of a POST":                                 {requests()["POST"], 1, domain.Sent, fault.SourceDown, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var seen atomic.Int64
			client := newClient(t, "http://"+rawServer(t, func(conn net.Conn, from *bufio.Reader) {
				for readRequest(from) {
					seen.Add(1)
					_, _ = io.WriteString(conn, answer200)
				}
			}), Options{})
			var fails atomic.Bool
			client.transport.DialContext = dialCounted(func(ctx context.Context, network, address string) (net.Conn, error) {
				conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
				if fails.Load() {
					return conn, err
				}
				return &failingConn{Conn: conn, fails: &fails, takes: test.takes}, err
			})
			expect(t, client.Fetch(t.Context(), get()), domain.Answered, "")
			fails.Store(true)
			expect(t, client.Fetch(t.Context(), test.request), test.reach, test.code)
			if got := seen.Load() - 1; got != test.seen {
				t.Errorf("the server saw the request %d times", got)
			}
		})
	}
}

func TestAnHTTP2RequestIsNotRepeatedWhenTheServerAsksForIt(t *testing.T) {
	certificate, roots := newCertificate(t, valid)
	for how, refuse := range map[string]func(*http2.Framer, uint32){
		"stream refused":  func(f *http2.Framer, id uint32) { _ = f.WriteRSTStream(id, http2.ErrCodeRefusedStream) },
		"protocol error":  func(f *http2.Framer, id uint32) { _ = f.WriteRSTStream(id, http2.ErrCodeProtocol) },
		"going away":      func(f *http2.Framer, _ uint32) { _ = f.WriteGoAway(0, http2.ErrCodeNo, nil) },
		"connection gone": func(*http2.Framer, uint32) {},
	} {
		for name, request := range requests() {
			t.Run(name+", "+how, func(t *testing.T) {
				var seen atomic.Int64
				address := tlsServer(t, certificate, func(conn net.Conn, from *bufio.Reader) {
					framer := http2.NewFramer(conn, from)
					if _, err := from.Discard(len(http2.ClientPreface)); err != nil || framer.WriteSettings() != nil {
						return
					}
					for {
						frame, err := framer.ReadFrame()
						if err != nil {
							return
						}
						if headers, ok := frame.(*http2.HeadersFrame); ok {
							seen.Add(1)
							refuse(framer, headers.StreamID)
							if how == "connection gone" {
								return
							}
						}
					}
				}, "h2")
				got := newClient(t, "https://"+address, Options{TLS: &tls.Config{RootCAs: roots}}).Fetch(t.Context(), request)
				expect(t, got, domain.Sent, fault.SourceDown)
				if seen.Load() != 1 {
					t.Errorf("the server saw the request %d times", seen.Load())
				}
			})
		}
	}
}

func TestARequestThatGotNoUsableAnswerWasSent(t *testing.T) {
	for name, test := range map[string]struct {
		answer string
		code   fault.Code
	}{
		"closed":                {"", fault.SourceDown},
		"not HTTP":              {"SSH-2.0-OpenSSH_9.9\r\n", fault.ResponseUnreadable},
		"broken off":            {"HTTP/1.1 200 OK\r\nContent-", fault.ResponseUnreadable},
		"malformed header":      {"HTTP/1.1 200 OK\r\nno colon\r\n\r\n", fault.ResponseUnreadable},
		"two lengths":           {"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", fault.ResponseUnreadable},
		"endless header":        {"HTTP/1.1 200 OK\r\n" + strings.Repeat("X: "+strings.Repeat("x", 1000)+"\r\n", 100) + "\r\n", fault.ResponseUnreadable},
		"endless interim heads": {strings.Repeat("HTTP/1.1 103 Early Hints\r\nX: "+strings.Repeat("x", 1000)+"\r\n\r\n", 100) + answer200, fault.ResponseUnreadable},
	} {
		t.Run(name, func(t *testing.T) {
			request := requests()["POST"]
			expect(t, newClient(t, "http://"+rawServer(t, answering(test.answer, true)), Options{}).Fetch(t.Context(), request), domain.Sent, test.code)
		})
	}
}

// A request that was cancelled on its connection before anything was written:
// once it counts as not sent, the transport's late write must fail.
func TestWhatCountsAsNotSentIsNeverSent(t *testing.T) {
	near, far := net.Pipe()
	defer near.Close()
	defer far.Close()
	conn := &countedConn{Conn: near}
	_, journey := startJourney(t.Context())
	defer journey.end()
	journey.gotConn(httptrace.GotConnInfo{Conn: conn})
	if reach := journey.reach(); reach != domain.NotSent {
		t.Fatalf("reach %v, want not sent", reach)
	}
	if n, err := conn.Write([]byte("POST / HTTP/1.1\r\n")); n != 0 || !errors.Is(err, net.ErrClosed) {
		t.Errorf("the late write wrote %d bytes: %v", n, err)
	}
	if reach := journey.reach(); reach != domain.NotSent {
		t.Errorf("after the late write, reach %v", reach)
	}
}
