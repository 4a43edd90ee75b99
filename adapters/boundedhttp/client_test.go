package boundedhttp

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

func TestTheRequestLineHoldsBasePathAndQueryByteForByte(t *testing.T) {
	for _, test := range []struct{ base, path, query, want string }{
		{"", "/api/plugins/", "", "/api/plugins/"},
		{"/", "/api/", "", "/api/"},
		{"/base", "/api/x/", "a=1&a=&b=%2F+%c3%a4", "/base/api/x/?a=1&a=&b=%2F+%c3%a4"},
		{"/two/parts/", "/x/", "z=2&a=1", "/two/parts/x/?z=2&a=1"},
		{"/b%20c", "/x/", "", "/b%20c/x/"},
		{"", "//other.host/x/", "", "//other.host/x/"},
		{"", "/a/../b/./c//d/", "", "/a/../b/./c//d/"},
		{"", "/%2e%2E/%41/", "q=;;&&", "/%2e%2E/%41/?q=;;&&"},
	} {
		t.Run(test.want, func(t *testing.T) {
			asked := make(chan string, 1)
			server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked <- r.RequestURI }))
			defer server.Close()
			expect(t, newClient(t, server.URL+test.base, Options{}).Fetch(t.Context(), ports.Request{Method: "GET", Path: test.path, Query: test.query}), domain.Answered, "")
			close(asked)
			if got := <-asked; got != test.want {
				t.Errorf("the server was asked for %q", got)
			}
		})
	}
}

func TestWhatTheWireCannotHoldIsNotSent(t *testing.T) {
	for name, test := range map[string]struct {
		request ports.Request
		code    fault.Code
	}{
		"relative path":         {ports.Request{Path: "x/"}, fault.Internal},
		"space in the path":     {ports.Request{Path: "/a b/"}, fault.Internal},
		"question mark in path": {ports.Request{Path: "/a?b/"}, fault.Internal},
		"broken escape":         {ports.Request{Path: "/a%zz/"}, fault.Internal},
		"line end in the path":  {ports.Request{Path: "/a\r\nX: y/"}, fault.Internal},
		"space in the query":    {ports.Request{Path: "/a/", Query: "a b"}, fault.Internal},
		"fragment in the query": {ports.Request{Path: "/a/", Query: "a#b"}, fault.Internal},
		"line end in the query": {ports.Request{Path: "/a/", Query: "a\nb"}, fault.Internal},
		"control in the token":  {ports.Request{Path: "/a/", Authorization: domain.NewSecret("Token a\x01b")}, fault.TokenInvalid},
	} {
		t.Run(name, func(t *testing.T) {
			test.request.Method = "GET"
			expect(t, newClient(t, "http://127.0.0.1:1", Options{}).Fetch(t.Context(), test.request), domain.NotSent, test.code)
		})
	}
}

func TestTheRequestCarriesTheseHeadersAndNoOthers(t *testing.T) {
	for name, test := range map[string]struct {
		request ports.Request
		want    string
	}{
		"bare read": {ports.Request{Method: "GET"}, "Accept-Encoding=[gzip, deflate] Accept=[application/json] User-Agent=[agent/1]"},
		"fresh read": {
			ports.Request{Method: "GET", Fresh: true},
			"Accept-Encoding=[gzip, deflate] Accept=[application/json] Cache-Control=[no-cache] User-Agent=[agent/1]",
		},
		"write": {
			ports.Request{Method: "POST", Body: []byte(`{"a":1}`), Authorization: domain.NewSecret("Token abc"), Headers: []domain.Header{{Name: "x-b", Value: "1"}, {Name: "X-B", Value: "a=b: c"}}},
			"Accept-Encoding=[gzip, deflate] Accept=[application/json] Authorization=[Token abc] Content-Length=[7] Content-Type=[application/json] User-Agent=[agent/1] X-B=[1 a=b: c]",
		},
		"write without a body": {ports.Request{Method: "DELETE"}, "Accept-Encoding=[gzip, deflate] Accept=[application/json] User-Agent=[agent/1]"},
	} {
		t.Run(name, func(t *testing.T) {
			type sent struct{ headers, body string }
			got := make(chan sent, 1)
			server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				var lines []string
				for name, values := range r.Header {
					lines = append(lines, fmt.Sprintf("%s=%v", name, values))
				}
				slices.Sort(lines)
				body, _ := io.ReadAll(r.Body)
				got <- sent{strings.Join(lines, " "), string(body)}
			}))
			defer server.Close()
			test.request.Path = "/"
			expect(t, newClient(t, server.URL, Options{UserAgent: "agent/1"}).Fetch(t.Context(), test.request), domain.Answered, "")
			close(got)
			if request := <-got; request.headers != test.want || request.body != string(test.request.Body) {
				t.Errorf("the server got %q with %q\nwant %q", request.headers, request.body, test.want)
			}
		})
	}
}

func TestAnAnswerComesBackWithStatusHeadersAndBody(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Set-Cookie"] = []string{"b", "a"}
		w.Header().Set("Date", "now")
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, `{"short":"and stout"}`)
	}))
	defer server.Close()
	got := newClient(t, server.URL, Options{}).Fetch(t.Context(), get())
	expect(t, got, domain.Answered, "")
	want := []domain.Header{{Name: "Content-Length", Value: "21"}, {Name: "Content-Type", Value: "text/plain; charset=utf-8"}, {Name: "Date", Value: "now"}, {Name: "Set-Cookie", Value: "b"}, {Name: "Set-Cookie", Value: "a"}}
	if got.Status != http.StatusTeapot || string(got.Body) != `{"short":"and stout"}` || !slices.Equal(got.Headers, want) {
		t.Errorf("got %d %q %v", got.Status, got.Body, got.Headers)
	}
}

func TestNoRedirectIsFollowed(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, method := range []domain.Method{"GET", "POST"} {
			t.Run(fmt.Sprint(method, status), func(t *testing.T) {
				var asked atomic.Int64
				server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					asked.Add(1)
					w.Header().Set("Location", "/elsewhere/")
					w.WriteHeader(status)
				}))
				defer server.Close()
				request := get()
				request.Method, request.Authorization = method, domain.NewSecret("Token abc")
				got := newClient(t, server.URL, Options{}).Fetch(t.Context(), request)
				expect(t, got, domain.Answered, "")
				if got.Status != status || asked.Load() != 1 {
					t.Errorf("status %d after %d requests", got.Status, asked.Load())
				}
			})
		}
	}
}

func TestManyExchangesAtOnceKeepTheirConnections(t *testing.T) {
	var opened atomic.Int64
	round := make(chan *sync.WaitGroup, maxIdle) // of the exchange that comes next
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		all := <-round
		all.Done()
		all.Wait() // so that each needs a connection of its own
	}))
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			opened.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	client := newClient(t, server.URL, Options{})
	for range 2 {
		var all, exchanges sync.WaitGroup
		all.Add(maxIdle)
		for range maxIdle {
			round <- &all
			exchanges.Go(func() { expect(t, client.Fetch(t.Context(), get()), domain.Answered, "") })
		}
		exchanges.Wait()
	}
	if got := opened.Load(); got != maxIdle {
		t.Errorf("two rounds of %d exchanges at once opened %d connections", maxIdle, got)
	}
}

func TestAConnectionIsReusedAfterAWholeAnswer(t *testing.T) {
	for name, coding := range codings() {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Encoding", coding.name)
				_ = http.NewResponseController(w).Flush() // chunked
				_, _ = w.Write(coding.encode([]byte(`{"a":1}`)))
			}))
			defer server.Close()
			client := newClient(t, server.URL, Options{})
			for i := range 3 {
				var reused bool
				ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) { reused = info.Reused }})
				expect(t, client.Fetch(ctx, get()), domain.Answered, "")
				if reused != (i > 0) {
					t.Errorf("exchange %d: reused is %v", i, reused)
				}
			}
		})
	}
}

// The body of an answer to HEAD could come just as a write waits for its own.
func TestABodyThatAnswersHEADAnswersNothingElse(t *testing.T) {
	const forged = "HTTP/1.1 201 Created\r\nContent-Length: 6\r\n\r\nforged"
	address := rawServer(t, func(conn net.Conn, from *bufio.Reader) {
		for {
			request, err := http.ReadRequest(from)
			if err != nil {
				return
			}
			if request.Method != http.MethodHead {
				_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nown")
				continue
			}
			_, _ = fmt.Fprintf(conn, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", len(forged))
			if _, err := from.Peek(1); err == nil { // the next request came by this connection
				_, _ = io.WriteString(conn, forged)
			}
		}
	})
	client := newClient(t, "http://"+address, Options{})
	head := get()
	head.Method = http.MethodHead
	expect(t, client.Fetch(t.Context(), head), domain.Answered, "")
	if got := client.Fetch(t.Context(), get()); string(got.Body) != "own" {
		t.Errorf("status %d, body %q", got.Status, got.Body)
	}
}

func TestNewRefusesABaseThatCannotBeUsed(t *testing.T) {
	for name, base := range map[string]*url.URL{
		"none":             nil,
		"another scheme":   {Scheme: "ftp", Host: "h"},
		"no host":          {Scheme: "http", Path: "/x"},
		"user information": {Scheme: "http", Host: "h", User: url.UserPassword("u", "hunter2")},
		"a query":          {Scheme: "http", Host: "h", RawQuery: "hunter2"},
		"a fragment":       {Scheme: "http", Host: "h", Fragment: "hunter2"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New(Options{BaseURL: base}, slog.New(slog.DiscardHandler))
			if err == nil || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestNewWarnsOnceIfCertificatesAreNotVerified(t *testing.T) {
	for _, skip := range []bool{false, true} {
		var log bytes.Buffer
		client, err := New(Options{BaseURL: &url.URL{Scheme: "https", Host: "h"}, TLS: &tls.Config{InsecureSkipVerify: skip}}, slog.New(slog.NewTextHandler(&log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		client.Close()
		if want := map[bool]int{false: 0, true: 1}[skip]; strings.Count(log.String(), "level=WARN") != want {
			t.Errorf("InsecureSkipVerify %v logs %q", skip, log.String())
		}
	}
}
