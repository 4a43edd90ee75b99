package hostile

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// server is a NetBox on a raw socket.
type server struct {
	origin   string
	listener net.Listener
	replies  map[place]reply
	ca       *authority
	secure   *tls.Config
	protocol func(*server, *tls.Conn)

	parting    bool                    // every answer ends its connection
	thereafter func(*server, net.Conn) // serves the connections after the manifest's; needs parting

	over    context.Context // ends with the case
	served  atomic.Bool     // the manifest was answered
	arrived atomic.Int32    // requests that reached a tool
	strays  atomic.Int32    // requests that no step of a call makes
	serving sync.WaitGroup
	open    sync.Map // of net.Conn
	close   func()
}

// listen starts the server of a trial.
func listen(t *testing.T, trial trial, ca *authority) *server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{listener: listener, replies: trial.replies, ca: ca, protocol: trial.protocol}
	s.origin = "http://" + listener.Addr().String()
	if trial.secure != nil {
		s.secure = trial.secure(ca)
		s.origin = "https://" + listener.Addr().String()
	}
	if trial.server != nil {
		trial.server(s)
	}
	over, end := context.WithCancel(context.Background())
	s.over = over
	s.close = sync.OnceFunc(func() {
		end()
		s.listener.Close()
		s.open.Range(func(conn, _ any) bool { conn.(net.Conn).Close(); return true })
		s.serving.Wait()
	})
	t.Cleanup(s.close)
	s.serving.Go(s.accept)
	return s
}

func (s *server) accept() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		s.open.Store(conn, nil)
		if s.over.Err() != nil {
			conn.Close()
		}
		s.serving.Go(func() {
			defer s.open.Delete(conn)
			defer conn.Close()
			s.serve(conn)
		})
	}
}

// serve chooses who speaks on a connection.
func (s *server) serve(conn net.Conn) {
	switch {
	case s.thereafter != nil && s.served.Load():
		s.thereafter(s, conn)
	case s.secure == nil:
		s.speak(conn, conn)
	default:
		s.speakSecurely(conn, s.secure)
	}
}

// speakSecurely lays TLS over the connection, and HTTP/2 if the case wants it.
func (s *server) speakSecurely(conn net.Conn, config *tls.Config) {
	secured := tls.Server(conn, config)
	if secured.HandshakeContext(s.over) != nil {
		return
	}
	if s.protocol != nil {
		s.protocol(s, secured)
	} else {
		s.speak(conn, secured)
	}
}

// speak answers the requests of one HTTP/1 connection. The raw connection is
// the one that can be reset.
func (s *server) speak(raw, conn net.Conn) {
	from := bufio.NewReader(conn)
	for {
		request, err := http.ReadRequest(from)
		if err != nil {
			return
		}
		if _, err := io.Copy(io.Discard, request.Body); err != nil {
			return
		}
		x := exchange{server: s, raw: raw, conn: conn, method: request.Method, path: request.URL.Path, place: s.arrive(request.URL.Path)}
		if !s.answer(&x) {
			return
		}
	}
}

// answer replies and tells whether the connection goes on.
func (s *server) answer(x *exchange) bool {
	reply, hostile := s.replies[x.place]
	if !hostile {
		reply = honest
	}
	if x.place == manifest {
		s.served.Store(true) // before the answer, as the next request may follow at once
	}
	reply(x)
	return !x.ended && !s.parting
}

// arrive names the place of a request and counts it.
func (s *server) arrive(path string) place {
	inner, isAPI := strings.CutPrefix(path, "/api/plugins/")
	plugin, rest, _ := strings.Cut(inner, "/")
	switch {
	case !isAPI || path != "/api/plugins/" && plugin == "":
	case inner == "":
		return listing
	case rest == "":
		return root
	case rest == "mcp/":
		return manifest
	case strings.HasPrefix(rest, "do/"):
		s.arrived.Add(1)
		return target
	}
	s.strays.Add(1)
	return ""
}

// exchange is one request that is to be answered.
type exchange struct {
	*server
	raw    net.Conn // below TLS
	conn   net.Conn
	method string
	path   string
	place  place
	ended  bool // the reply leaves the connection unfit for another
}

// plugin is whose path was asked for.
func (x *exchange) plugin() string {
	plugin, _, _ := strings.Cut(strings.TrimPrefix(x.path, "/api/plugins/"), "/")
	return plugin
}

// limit is how large the body of the answer may be.
func (x *exchange) limit() int {
	if x.place == listing || x.place == root {
		return 1 << 20
	}
	return 256 << 10
}

// write sends bytes and reports whether the other side still takes them.
func (x *exchange) write(bytes ...string) bool {
	for _, part := range bytes {
		if _, err := io.WriteString(x.conn, part); err != nil {
			x.ended = true
			return false
		}
	}
	return true
}

// document is the honest body for the place.
func (x *exchange) document() string {
	switch x.place {
	case listing:
		return fmt.Sprintf(`{"installed-plugins":%q,%q:%q}`, x.origin+"/api/plugins/installed-plugins/", victim, x.origin+"/api/plugins/victim/")
	case root:
		return fmt.Sprintf(`{"mcp":{"schema_version":"1","manifest":%q}}`, x.origin+x.path+"mcp/")
	case manifest:
		return manifestOf(x.plugin(), tools()...)
	default:
		return `{"ok":true}`
	}
}
