package hostile

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"
	"strings"
	"testing"

	"mcpbridge/domain/fault"
)

// encodingTrials are about Content-Encoding (RFC 9110 section 8.4).
func encodingTrials() []trial {
	return everywhere(
		oversize("a gzip bomb", coded("gzip", fixed(gzipBomb()))),
		oversize("a gzip bomb in chunks", chunked("Content-Encoding: gzip", fixed(gzipBomb()))),
		oversize("a deflate bomb", coded("deflate", fixed(zlibBomb()))),
		oversize("a deflate bomb without a frame", coded("deflate", fixed(deflateBomb()))),
		oversize("a coding that yields nothing without end", after(head+"Content-Encoding: deflate\r\n\r\n", endless(emptyBlocks(8<<10)))),

		unsupported("gzip within gzip", coded("gzip, gzip", func(x *exchange) string { return gzipped(gzipped(x.document())) })),
		unsupported("brotli", coded("br", fixed("\x0b\x05\x80{\"ok\":true}\x03"))),
		unsupported("zstd", coded("zstd", (*exchange).document)),
		unsupported("compress", coded("compress", (*exchange).document)),
		unsupported("a coding that does not exist", coded("rot13", (*exchange).document)),
		unsupported("two codings in two fields", coded("identity\r\nContent-Encoding: gzip", func(x *exchange) string { return gzipped(x.document()) })),

		unreadable("gzip that breaks off", coded("gzip", func(x *exchange) string { return cut(gzipped(x.document())) })),
		unreadable("deflate that breaks off", coded("deflate", func(x *exchange) string { return cut(zlibbed(x.document())) })),
		unreadable("gzip with a false checksum", coded("gzip", func(x *exchange) string { return flipped(gzipped(x.document()), 8) })),
		unreadable("deflate with a false checksum", coded("deflate", func(x *exchange) string { return flipped(zlibbed(x.document()), 4) })),
		unreadable("garbage behind gzip", coded("gzip", func(x *exchange) string { return gzipped(x.document()) + "garbage" })),
		unreadable("garbage behind deflate", coded("deflate", func(x *exchange) string { return zlibbed(x.document()) + "garbage" })),
		unreadable("gzip that is not", coded("gzip", (*exchange).document)),
		unreadable("deflate that is not", coded("deflate", (*exchange).document)),
		notJSON("gzip that nobody mentions", document(200, func(x *exchange) string { return gzipped(x.document()) })),
		notJSON("gzip within what claims to be one gzip", coded("gzip", func(x *exchange) string { return gzipped(gzipped(x.document())) })),
		notJSON("gzip of nothing", coded("gzip", fixed(gzipped("")))),

		harmless("gzip", coded("gzip", func(x *exchange) string { return gzipped(x.document()) })),
		harmless("gzip in two members", coded("x-GZIP", func(x *exchange) string {
			text := x.document()
			return gzipped(text[:5]) + gzipped(text[5:])
		})),
		harmless("deflate", coded("deflate", func(x *exchange) string { return zlibbed(x.document()) })),
		harmless("deflate without a frame", coded("deflate", func(x *exchange) string { return deflated(x.document()) })),
		harmless("identity", coded("identity", (*exchange).document)),
	)
}

// unsupported is an attack in a coding that the bridge does not read.
func unsupported(name string, reply reply) attack {
	a := unreadable(name, reply)
	a.listing, a.manifest = fault.EncodingUnknown, fault.EncodingUnknown
	return a
}

// coded answers with a body of that Content-Encoding.
func coded(coding string, body made) reply { return framed(200, "Content-Encoding: "+coding, body) }

func gzipped(text string) string {
	return through(text, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
}

func zlibbed(text string) string {
	return through(text, func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) })
}

func deflated(text string) string {
	return through(text, func(w io.Writer) io.WriteCloser { return newFlater(w) })
}

func through(text string, coder func(io.Writer) io.WriteCloser) string {
	var coded bytes.Buffer
	w := coder(&coded)
	_, _ = io.WriteString(w, text) // a buffer takes everything
	_ = w.Close()
	return coded.String()
}

func newFlater(w io.Writer) *flate.Writer {
	flater, _ := flate.NewWriter(w, flate.DefaultCompression) // fails only for a level that does not exist
	return flater
}

// The bombs are 100 MiB of blanks in about 100 KiB. Nobody codes all of it: what
// stands for 1 MiB can be repeated.
const mebibytes = 100

// gzipBomb is a file of many members (RFC 1952 section 2.2).
func gzipBomb() string { return strings.Repeat(gzipped(filler(1<<20)), mebibytes) }

// deflateBomb is a stream of many blocks that each end at a byte.
func deflateBomb() string {
	var blocks bytes.Buffer
	w := newFlater(&blocks)
	_, _ = io.WriteString(w, filler(1<<20)) // a buffer takes everything
	_ = w.Flush()
	const last = "\x01\x00\x00\xff\xff" // an empty block
	return strings.Repeat(blocks.String(), mebibytes) + last
}

// zlibBomb has no checksum, which nobody should get to read.
func zlibBomb() string { return "\x78\x9c" + deflateBomb() }

// emptyBlocks are n stored blocks of deflate without content (RFC 1951 section 3.2.4).
func emptyBlocks(n int) string {
	return string(bytes.Repeat([]byte{0, 0, 0, 0xff, 0xff}, n))
}

// cut takes away the second half.
func cut(text string) string { return text[:len(text)/2] }

// flipped has other bits in the byte that is so far from the end.
func flipped(text string, fromEnd int) string {
	damaged := []byte(text)
	damaged[len(damaged)-fromEnd] ^= 0xff
	return string(damaged)
}

// The bombs must be what their names say, or the cases prove nothing.
func TestBombsAreBombs(t *testing.T) {
	for name, bomb := range map[string]struct {
		coded string
		open  func(io.Reader) (io.Reader, error)
	}{
		"gzip":    {gzipBomb(), func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
		"deflate": {deflateBomb(), func(r io.Reader) (io.Reader, error) { return flate.NewReader(r), nil }},
	} {
		content, err := bomb.open(strings.NewReader(bomb.coded))
		if err != nil {
			t.Fatal(name, err)
		}
		size, err := io.Copy(io.Discard, content)
		if err != nil || size != mebibytes<<20 || len(bomb.coded) > 256<<10 {
			t.Errorf("%s: %d bytes hold %d (%v)", name, len(bomb.coded), size, err)
		}
	}
}
