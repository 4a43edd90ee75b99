package hostile

import (
	"crypto/tls"
	"slices"
	"strings"

	"golang.org/x/net/http2"

	"mcpbridge/domain/fault"
)

// attack2 is one misbehaviour of HTTP/2 with its verdict at three places of a call.
type attack2 struct {
	name     string
	reply    reply2
	slow     bool
	manifest fault.Code // "" lets the call go on and complete
	read     verdict
	write    verdict
}

// http2Trials are about HTTP/2 (RFC 9113). A stream that was refused before it
// was worked on could be repeated; the contract repeats nothing.
func http2Trials() []trial {
	var trials []trial
	for _, a := range slices.Concat(
		[]attack2{
			{name: "an honest answer", reply: honest2, read: completed(200), write: completed(200)},
			{name: "a flood of pings", reply: repeated(2000, func(c *conn2, _ uint32) bool { return c.WritePing(false, [8]byte{}) == nil }, honest2), read: completed(200), write: completed(200)},
			{name: "a flood of settings", reply: repeated(2000, func(c *conn2, _ uint32) bool { return c.WriteSettings() == nil }, honest2), read: completed(200), write: completed(200)},
			{name: "trailers", reply: func(c *conn2, stream uint32) bool {
				return c.head(stream, false, ":status", "200") && c.WriteData(stream, false, []byte(c.asked.document())) == nil && c.head(stream, true, "x-trailer", "fine")
			}, read: completed(200), write: completed(200)},
			{name: "a farewell before the answer", reply: func(c *conn2, stream uint32) bool {
				return c.WriteGoAway(stream, http2.ErrCodeNo, nil) == nil && honest2(c, stream)
			}, read: completed(200), write: completed(200)},
		},
		interrupted2("a stream without an answer", fault.SourceTimeout, func(*conn2, uint32) bool { return true }),
		interrupted2("a stream that is refused", fault.SourceDown, resetStream(http2.ErrCodeRefusedStream)),
		interrupted2("a stream that is cancelled", fault.SourceDown, resetStream(http2.ErrCodeCancel)),
		interrupted2("a stream that fails", fault.SourceDown, resetStream(http2.ErrCodeInternal)),
		interrupted2("a stream that is too much", fault.SourceDown, resetStream(http2.ErrCodeEnhanceYourCalm)),
		interrupted2("a stream that wants HTTP/1", fault.SourceDown, resetStream(http2.ErrCodeHTTP11Required)),
		interrupted2("a farewell that leaves the stream out", fault.SourceDown, farewell(http2.ErrCodeNo)),
		interrupted2("a farewell for a fault", fault.SourceDown, farewell(http2.ErrCodeProtocol)),
		interrupted2("a farewell for too much", fault.SourceDown, farewell(http2.ErrCodeEnhanceYourCalm)),
		interrupted2("an end of the connection", fault.SourceDown, func(*conn2, uint32) bool { return false }),
		interrupted2("a reset of the connection", fault.SourceDown, func(c *conn2, _ uint32) bool {
			abort(c.secured.NetConn())
			return false
		}),
		interrupted2("a push that nobody wants", fault.SourceDown, func(c *conn2, stream uint32) bool {
			return c.WritePushPromise(http2.PushPromiseParam{StreamID: stream, PromiseID: 2, EndHeaders: true, BlockFragment: c.encode(":method", "GET", ":path", "/", ":scheme", "https", ":authority", "x")}) == nil
		}),
		interrupted2("a window beyond its limit", fault.SourceDown, func(c *conn2, _ uint32) bool {
			return c.WriteWindowUpdate(0, 1<<31-1) == nil
		}),
		interrupted2("a frame on a stream that it cannot have", fault.SourceDown, func(c *conn2, _ uint32) bool {
			return c.WriteRawFrame(http2.FrameData, 0, 0, []byte("{}")) == nil
		}),
		interrupted2("a frame that is too large", fault.SourceDown, func(c *conn2, stream uint32) bool {
			return c.WriteRawFrame(http2.FrameData, 0, stream, make([]byte, 2<<20)) == nil
		}),
		interrupted2("a head without a status", fault.SourceUnusable, func(c *conn2, stream uint32) bool {
			return c.head(stream, true, "content-type", "application/json")
		}),
		interrupted2("a status that is no number", fault.SourceUnusable, func(c *conn2, stream uint32) bool {
			return c.head(stream, true, ":status", "fine")
		}),
		interrupted2("a head with a capital letter", fault.SourceDown, func(c *conn2, stream uint32) bool {
			return c.head(stream, true, ":status", "200", "X-Capital", "bad")
		}),
		interrupted2("a head without end", fault.SourceDown, continued),
		interrupted2("a flood of interim answers", fault.SourceUnusable, repeated(2000, func(c *conn2, stream uint32) bool {
			return c.head(stream, false, ":status", "103", "link", strings.Repeat("x", 100))
		}, honest2)),
		broken2("a reset in the body", fault.SourceUnusable, func(c *conn2, stream uint32) bool {
			return c.head(stream, false, ":status", "200") && c.WriteData(stream, false, []byte("{")) == nil && c.WriteRSTStream(stream, http2.ErrCodeInternal) == nil
		}),
		broken2("an end of the connection in the body", fault.SourceUnusable, func(c *conn2, stream uint32) bool {
			_ = c.head(stream, false, ":status", "200") && c.WriteData(stream, false, []byte("{")) == nil
			return false
		}),
		broken2("a body that is shorter than its length", fault.SourceUnusable, func(c *conn2, stream uint32) bool {
			return c.head(stream, false, ":status", "200", "content-length", "100") && c.WriteData(stream, true, []byte("{}")) == nil
		}),
		broken2("a body that is longer than its length", fault.SourceUnusable, func(c *conn2, stream uint32) bool {
			return c.head(stream, false, ":status", "200", "content-length", "1") && c.WriteData(stream, true, []byte("{}")) == nil
		}),
		broken2("a body beyond the limit", fault.BodyTooLarge, func(c *conn2, stream uint32) bool {
			sent := c.head(stream, false, ":status", "200")
			for range 20 {
				sent = sent && c.WriteData(stream, false, []byte(filler(16<<10))) == nil
			}
			return sent
		}),
	) {
		trials = append(trials, a.trials()...)
	}
	return trials
}

func (a attack2) trials() []trial {
	onDiscovery := refused(a.manifest)
	if a.manifest == "" {
		onDiscovery = completed(200)
	}
	trials := []trial{
		{name: "HTTP/2, " + a.name + ", at the manifest", tool: change, want: onDiscovery, protocol: overHTTP2(map[place]reply2{manifest: a.reply})},
		{name: "HTTP/2, " + a.name + ", at a read", tool: look, want: a.read, protocol: overHTTP2(map[place]reply2{target: a.reply})},
		{name: "HTTP/2, " + a.name + ", at a write", tool: change, want: a.write, protocol: overHTTP2(map[place]reply2{target: a.reply})},
	}
	for i := range trials {
		trials[i].secure = func(ca *authority) *tls.Config {
			config := serving(ca.issue(nil))
			config.NextProtos = []string{"h2"}
			return config
		}
		if a.slow {
			trials[i].transport = impatient
		}
	}
	return trials
}

// interrupted2 is an attack that ends the exchange before there is a head.
func interrupted2(name string, onDiscovery fault.Code, reply reply2) []attack2 {
	return []attack2{{
		name: name, reply: reply, slow: onDiscovery == fault.SourceTimeout, manifest: onDiscovery,
		read: failed(fault.DispatchInterrupted, 0), write: unknown(fault.DispatchInterrupted, 0),
	}}
}

// broken2 is an attack that ends the exchange within the body.
func broken2(name string, onDiscovery fault.Code, reply reply2) []attack2 {
	return []attack2{{
		name: name, reply: reply, manifest: onDiscovery,
		read: failed(fault.ResponseUnreadable, 200), write: unknown(fault.ResponseUnreadable, 200),
	}}
}

func resetStream(code http2.ErrCode) reply2 {
	return func(c *conn2, stream uint32) bool { return c.WriteRSTStream(stream, code) == nil }
}

// farewell says that no stream was worked on.
func farewell(code http2.ErrCode) reply2 {
	return func(c *conn2, _ uint32) bool {
		_ = c.WriteGoAway(0, code, nil)
		return false
	}
}

// repeated does the same many times before it replies.
func repeated(n int, what, then reply2) reply2 {
	return func(c *conn2, stream uint32) bool {
		for range n {
			if !what(c, stream) {
				return false
			}
		}
		return then(c, stream)
	}
}

// continued sends a header block that never ends.
func continued(c *conn2, stream uint32) bool {
	flood := c.encode(":status", "200", "x-flood", strings.Repeat("~", 8000))
	sent := c.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, BlockFragment: flood}) == nil
	for sent {
		sent = c.WriteContinuation(stream, false, c.encode("x-flood", strings.Repeat("~", 8000))) == nil
	}
	return false
}
