package hostile

import (
	"bytes"
	"crypto/tls"
	"io"
	"slices"
	"strconv"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// reply2 answers one request on an HTTP/2 connection, and tells whether the
// connection goes on.
type reply2 func(c *conn2, stream uint32) bool

// conn2 is one HTTP/2 connection.
type conn2 struct {
	*http2.Framer
	server  *server
	secured *tls.Conn
	block   bytes.Buffer
	encoder *hpack.Encoder
	asked   *exchange // the request that is being answered
}

// overHTTP2 speaks HTTP/2, with these replies instead of honest ones.
func overHTTP2(replies map[place]reply2) func(*server, *tls.Conn) {
	return func(s *server, secured *tls.Conn) {
		preface := make([]byte, len(http2.ClientPreface))
		if _, err := io.ReadFull(secured, preface); err != nil {
			return
		}
		c := &conn2{Framer: http2.NewFramer(secured, secured), server: s, secured: secured}
		c.encoder = hpack.NewEncoder(&c.block)
		c.ReadMetaHeaders = hpack.NewDecoder(4096, nil)
		c.AllowIllegalWrites = true
		if c.WriteSettings() != nil {
			return
		}
		paths := map[uint32]string{}
		for {
			frame, err := c.ReadFrame()
			if err != nil || !c.take(frame, paths, replies) {
				return
			}
		}
	}
}

// take handles one frame of the client.
func (c *conn2) take(frame http2.Frame, paths map[uint32]string, replies map[place]reply2) bool {
	switch f := frame.(type) {
	case *http2.SettingsFrame:
		return f.IsAck() || c.WriteSettingsAck() == nil
	case *http2.PingFrame:
		return f.IsAck() || c.WritePing(true, f.Data) == nil
	case *http2.MetaHeadersFrame:
		paths[f.StreamID] = f.PseudoValue("path")
		return !f.StreamEnded() || c.answer(f.StreamID, paths[f.StreamID], replies)
	case *http2.DataFrame:
		return !f.StreamEnded() || c.answer(f.StreamID, paths[f.StreamID], replies)
	}
	return true
}

func (c *conn2) answer(stream uint32, path string, replies map[place]reply2) bool {
	c.asked = &exchange{server: c.server, path: path, place: c.server.arrive(path)}
	if reply, hostile := replies[c.asked.place]; hostile {
		return reply(c, stream)
	}
	return honest2(c, stream)
}

// honest2 is the answer of a good server.
func honest2(c *conn2, stream uint32) bool {
	body := c.asked.document()
	return c.head(stream, false, ":status", "200", "content-type", "application/json", "content-length", strconv.Itoa(len(body))) &&
		c.WriteData(stream, true, []byte(body)) == nil
}

// head sends a header block: names and values in turn.
func (c *conn2) head(stream uint32, last bool, fields ...string) bool {
	return c.WriteHeaders(http2.HeadersFrameParam{StreamID: stream, EndHeaders: true, EndStream: last, BlockFragment: c.encode(fields...)}) == nil
}

func (c *conn2) encode(fields ...string) []byte {
	c.block.Reset()
	for field := range slices.Chunk(fields, 2) {
		_ = c.encoder.WriteField(hpack.HeaderField{Name: field[0], Value: field[1]}) // a buffer takes everything
	}
	return c.block.Bytes()
}
