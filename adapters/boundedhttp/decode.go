package boundedhttp

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"strings"

	"mcpbridge/domain/fault"
)

// decode undoes the one content coding (RFC 9110 section 8.4) that the values
// of Content-Encoding name. A body without a byte has none, whatever they say.
func decode(codings []string, wire *bufio.Reader) (io.Reader, error) {
	if _, err := wire.Peek(1); errors.Is(err, io.EOF) {
		return wire, nil
	}
	var content io.Reader
	var err error
	switch strings.ToLower(strings.Trim(strings.Join(codings, ","), " \t")) {
	case "", "identity":
		return wire, nil
	case "gzip", "x-gzip":
		content, err = gzip.NewReader(wire)
	case "deflate":
		content, err = inflate(wire)
	default:
		err = fault.New(fault.EncodingUnknown, "the Content-Encoding of the answer is none of gzip, deflate and identity")
	}
	return &wholeReader{content: content, wire: wire}, err
}

// inflate reads deflate as RFC 9110 has it, in the zlib format, and also without
// that format's frame, as some servers send it.
func inflate(wire *bufio.Reader) (io.Reader, error) {
	if head, err := wire.Peek(2); err == nil && isZlib(head) {
		return zlib.NewReader(wire)
	}
	return flate.NewReader(wire), nil
}

// isZlib reports whether the two bytes are a zlib header: RFC 1950 section 2.2.
func isZlib(head []byte) bool {
	return head[0]&0x0f == 8 && head[0]>>4 <= 7 && (int(head[0])<<8|int(head[1]))%31 == 0
}

// wholeReader ends only where the body does: bytes behind the coded content are
// an error. Reading that far also leaves the connection fit for reuse.
type wholeReader struct {
	content io.Reader
	wire    *bufio.Reader
}

// Read implements [io.Reader].
func (w *wholeReader) Read(p []byte) (int, error) {
	n, err := w.content.Read(p)
	if errors.Is(err, io.EOF) {
		if _, behind := w.wire.Peek(1); !errors.Is(behind, io.EOF) {
			err = errors.Join(errors.New("bytes behind the coded content"), behind)
		}
	}
	return n, err
}
