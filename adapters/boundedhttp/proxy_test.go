package boundedhttp

import (
	"bufio"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// through sends every request to the proxy at that address.
func through(address string) func(*http.Request) (*url.URL, error) {
	return http.ProxyURL(&url.URL{Scheme: "http", Host: address, User: url.UserPassword("user", "hunter2")})
}

func TestAPlainRequestGoesToTheProxyInAbsoluteForm(t *testing.T) {
	line := make(chan string, 1)
	proxy := rawServer(t, func(conn net.Conn, from *bufio.Reader) {
		first, _ := from.ReadString('\n')
		line <- first
		readRequest(bufio.NewReader(io.MultiReader(strings.NewReader(first), from)))
		_, _ = io.WriteString(conn, answer200)
	})
	request := get()
	request.Query = "a=%2F&b"
	expect(t, newClient(t, "http://source.example/base", Options{Proxy: through(proxy)}).Fetch(t.Context(), request), domain.Answered, "")
	if got, want := <-line, "GET http://source.example/base/x?a=%2F&b HTTP/1.1\r\n"; got != want {
		t.Errorf("the proxy was asked %q, want %q", got, want)
	}
}

// tunnel is a proxy that connects every CONNECT to one address.
func tunnel(t *testing.T, to string) string {
	return rawServer(t, func(conn net.Conn, from *bufio.Reader) {
		if !readRequest(from) {
			return
		}
		target, err := net.Dial("tcp", to)
		if err != nil {
			return
		}
		defer target.Close()
		_, _ = io.WriteString(conn, "HTTP/1.1 200 OK\r\n\r\n")
		go func() { _, _ = io.Copy(conn, target); conn.Close() }()
		_, _ = io.Copy(target, from)
	})
}

func TestWhatIsSaidToTheProxyIsNotTheRequest(t *testing.T) {
	certificate, roots := newCertificate(t, valid)
	source := tlsServer(t, certificate, answering(answer200, false))
	silent := tlsServer(t, certificate, answering("", true))
	for name, test := range map[string]struct {
		base    string
		options Options
		reach   domain.Reach
		text    string
	}{
		"through a tunnel":             {"https://" + source, Options{TLS: &tls.Config{RootCAs: roots}, Proxy: through(tunnel(t, source))}, domain.Answered, ""},
		"through a tunnel, unanswered": {"https://" + source, Options{TLS: &tls.Config{RootCAs: roots}, Proxy: through(tunnel(t, silent))}, domain.Sent, "the connection was lost before an answer came"},
		"through a tunnel, untrusted":  {"https://" + source, Options{Proxy: through(tunnel(t, source))}, domain.NotSent, "the TLS certificate comes from an unknown authority"},
		"refused by the proxy":         {"https://" + source, Options{Proxy: through(rawServer(t, answering("HTTP/1.1 407 hunter2\r\nContent-Length: 0\r\n\r\n", true)))}, domain.NotSent, "the proxy refused the connection (HTTP 407)"},
		"no proxy there":               {"https://" + source, Options{Proxy: through("127.0.0.1:1")}, domain.NotSent, "at the proxy, the connection was refused"},
		"setting that is no URL":       {"https://" + source, Options{Proxy: func(*http.Request) (*url.URL, error) { return nil, errors.New("hunter2") }}, domain.NotSent, "the proxy setting is not a usable URL"},
	} {
		t.Run(name, func(t *testing.T) {
			got := newClient(t, test.base, test.options).Fetch(t.Context(), requests()["POST"])
			if test.text == "" {
				expect(t, got, test.reach, "")
				return
			}
			expect(t, got, test.reach, fault.SourceDown)
			if got.Fault.Message != test.text {
				t.Errorf("the message is %q", got.Fault.Message)
			}
		})
	}
}
