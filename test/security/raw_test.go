package security

import (
	"bufio"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// patience is how long an answer may take; a test that gets none fails.
const patience = 20 * time.Second

// answer is what came back; status 0 is a connection that was closed unanswered.
type answer struct {
	status int
	header http.Header
	body   string
}

// exchange sends bytes as they are and reads one answer.
func (s *service) exchange(t *testing.T, raw string) answer {
	t.Helper()
	connection := s.dial(t)
	defer connection.Close()
	// A server that refuses early may close before all was sent.
	_, _ = io.WriteString(connection, raw)
	return s.read(t, connection)
}

func (s *service) dial(t *testing.T) net.Conn {
	t.Helper()
	var connection net.Conn
	var err error
	if s.client == nil {
		connection, err = net.Dial("tcp", s.address)
	} else {
		connection, err = tls.Dial("tcp", s.address, s.client)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := connection.SetDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	return connection
}

func (s *service) read(t *testing.T, connection net.Conn) answer {
	t.Helper()
	return s.readFrom(t, bufio.NewReader(connection))
}

func (s *service) readFrom(t *testing.T, reader *bufio.Reader) answer {
	t.Helper()
	got := read(t, reader)
	fmt.Fprintf(s, "%v %s\n", got.header, got.body)
	return got
}

func read(t *testing.T, reader *bufio.Reader) answer {
	t.Helper()
	response, err := http.ReadResponse(reader, nil)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal("no answer")
	}
	if err != nil {
		return answer{}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		t.Fatal("the answer has no end")
	}
	return answer{response.StatusCode, response.Header, string(body)}
}

// message is a request as a client would write it, with some lines replaced.
type message struct {
	line    string   // "" is a POST to the endpoint
	host    string   // "" is the service's own address, "-" none
	auth    []string // values of Authorization; nil is alice's, an empty one none
	headers []string // further lines
	length  string   // "" is the body's own, "-" none
	body    string   // "" is a ping
}

const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`

// raw writes the message for a client at that address.
func (m message) raw(s *service, alice, client string) string {
	or := func(text, byDefault string) string {
		if text == "" {
			return byDefault
		}
		return text
	}
	body := or(m.body, ping)
	lines := []string{or(m.line, "POST /mcp HTTP/1.1")}
	if m.host != "-" {
		lines = append(lines, "Host: "+or(m.host, s.address))
	}
	if m.auth == nil {
		m.auth = []string{"Bearer " + alice}
	}
	for _, value := range m.auth {
		lines = append(lines, "Authorization: "+value)
	}
	lines = append(lines, "Content-Type: application/json", "Accept: application/json, text/event-stream", "Connection: close", "X-Forwarded-For: "+client)
	lines = append(lines, m.headers...)
	if m.length != "-" {
		lines = append(lines, "Content-Length: "+or(m.length, fmt.Sprint(len(body))))
	}
	return strings.Join(lines, "\r\n") + "\r\n\r\n" + body
}
