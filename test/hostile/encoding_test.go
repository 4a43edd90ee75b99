package hostile

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"io"

	"mcpbridge/domain/fault"
)

// encodingTrials are about Content-Encoding (RFC 9110 section 8.4).
func encodingTrials() []trial {
	return everywhere(
		oversize("a gzip bomb", coded("gzip", bomb(toGzip))),
		oversize("a gzip bomb in chunks", chunked("Content-Encoding: gzip", bomb(toGzip))),
		oversize("a deflate bomb", coded("deflate", bomb(toZlib))),
		oversize("a deflate bomb without a frame", coded("deflate", bomb(toDeflate))),
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

// coder starts a coded text.
type coder func(io.Writer) io.WriteCloser

func toGzip(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }

func toZlib(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) }

func toDeflate(w io.Writer) io.WriteCloser {
	flater, _ := flate.NewWriter(w, flate.DefaultCompression) // fails only for a level that does not exist
	return flater
}

// bomb is 100 MiB of blanks, in about 100 KiB.
func bomb(code coder) made { return fixed(code.repeat(filler(1<<20), 100)) }

func gzipped(text string) string { return coder(toGzip).repeat(text, 1) }

func zlibbed(text string) string { return coder(toZlib).repeat(text, 1) }

func deflated(text string) string { return coder(toDeflate).repeat(text, 1) }

// repeat codes a text so many times over.
func (c coder) repeat(text string, times int) string {
	var coded bytes.Buffer
	w := c(&coded)
	for range times {
		_, _ = io.WriteString(w, text) // a buffer takes everything
	}
	_ = w.Close()
	return coded.String()
}

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
