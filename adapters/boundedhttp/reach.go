package boundedhttp

import (
	"context"
	"crypto/tls"
	"net"
	"net/http/httptrace"
	"sync"

	"mcpbridge/domain"
)

// journey follows one request to tell whether any of it may have left.
//
// On HTTP/1 a request has its connection to itself, so it has left if the
// connection was written to since the request got it; what was written before
// is the TLS handshake and a proxy's CONNECT. The trace's own WroteHeaders would
// not do: it tells of a buffer that may never have been flushed. A closing alert
// of TLS counts as well, and an HTTP/2 connection is written to for others, too,
// so that a request counts as sent once it got one. In doubt it has left.
type journey struct {
	cancel context.CancelCauseFunc

	mu     sync.Mutex
	conn   *countedConn // nil before there is one
	before int64        // writes to conn that were not this request's
	shared bool         // the connection carries other requests at the same time
	heard  bool         // a byte of an answer came back
}

type journeyKey struct{}

// startJourney returns the context to send the request with.
func startJourney(ctx context.Context) (context.Context, *journey) {
	ctx, cancel := context.WithCancelCause(ctx)
	j := &journey{cancel: cancel}
	ctx = context.WithValue(ctx, journeyKey{}, j)
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: j.gotConn, GotFirstResponseByte: j.gotAnswer}), j
}

// journeyOf returns the journey that startJourney put into ctx.
func journeyOf(ctx context.Context) *journey {
	j, _ := ctx.Value(journeyKey{}).(*journey)
	return j
}

// end frees the context.
func (j *journey) end() { j.cancel(nil) }

// gotConn notes where the writes to the request's connection stand. HTTP/2
// repeats a request on another stream without passing onceOnly, but not without
// asking the context once more before it writes.
func (j *journey) gotConn(info httptrace.GotConnInfo) {
	if j.mayHaveLeft() {
		j.cancel(lost())
		return
	}
	conn, shared := countedBeneath(info.Conn)
	j.mu.Lock()
	defer j.mu.Unlock()
	j.conn, j.shared, j.before = conn, shared, conn.count()
}

func (j *journey) gotAnswer() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.heard = true
}

// wasHeard reports whether anything came back.
func (j *journey) wasHeard() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.heard
}

// mayHaveLeft is false only if no byte of the request was written, and then
// none will be: a cancelled request's write may still be about to happen in the
// transport, so its connection, which is of no more use, is sealed first.
func (j *journey) mayHaveLeft() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.conn != nil && (j.shared || j.conn.seal() != j.before)
}

// reach is how far a request without an answer came.
func (j *journey) reach() domain.Reach {
	if j.mayHaveLeft() {
		return domain.Sent
	}
	return domain.NotSent
}

// countedConn counts the writes to a connection until it is sealed.
type countedConn struct {
	net.Conn

	mu     sync.Mutex
	writes int64
	sealed bool
}

// Write counts before it writes, since a byte may be on its way before the call
// returns. Only if none was taken it does not count.
func (c *countedConn) Write(p []byte) (int, error) {
	if !c.begin() {
		return 0, net.ErrClosed
	}
	n, err := c.Conn.Write(p)
	if n == 0 {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.writes--
	}
	return n, err
}

// begin counts a write, unless there must be no more.
func (c *countedConn) begin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.sealed {
		c.writes++
	}
	return !c.sealed
}

func (c *countedConn) count() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.writes
}

// seal stops all further writes and returns how many there were.
func (c *countedConn) seal() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sealed = true
	return c.writes
}

type dial func(ctx context.Context, network, address string) (net.Conn, error)

// dialCounted makes connections that count their writes.
func dialCounted(connect dial) dial {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := connect(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &countedConn{Conn: conn}, nil
	}
}

// countedBeneath finds the counted connection below the layers of TLS, and
// reports whether it is spoken to in HTTP/2.
func countedBeneath(conn net.Conn) (counted *countedConn, shared bool) {
	for {
		switch layer := conn.(type) {
		case *countedConn:
			return layer, shared
		case *tls.Conn:
			shared = shared || layer.ConnectionState().NegotiatedProtocol == "h2"
			conn = layer.NetConn()
		default:
			// Nothing is known of its writes.
			return &countedConn{Conn: conn}, true
		}
	}
}
