package hostile

import (
	"fmt"
	"strings"

	"mcpbridge/domain/fault"
)

// bodyTrials are about how long a body is and how long it claims to be.
func bodyTrials() []trial {
	return append(everywhere(
		slowly(headless("no answer at all", silence)),
		slowly(unreadable("a body that never comes", after(head+"Content-Length: 11\r\n\r\n", silence))),
		slowly(unreadable("a body in drips", after(head+"Transfer-Encoding: chunked\r\n\r\n", drip("1\r\n \r\n")))),
		slowly(unreadable("a body that stops half-way", after(head+"Content-Length: 11\r\n\r\n{\"ok\":", silence))),

		notJSON("an empty body", json("")),
		notJSON("an empty body until the connection ends", raw(head+"\r\n")),
		notJSON("a length that is too short", around(head+"Connection: close\r\nContent-Length: 5\r\n\r\n", "")),
		unreadable("a length that is too long", around(head+"Content-Length: 100000\r\n\r\n", "")),
		unreadable("a reset within the body", after(head+"Content-Length: 1000\r\n\r\n{", reset)),
		headless("two lengths that differ", raw(head+"Content-Length: 11\r\nContent-Length: 12\r\n\r\n{\"ok\":true}")),
		headless("a negative length", raw(head+"Content-Length: -1\r\n\r\n{\"ok\":true}")),
		headless("a length that is no number", raw(head+"Content-Length: 1e1\r\n\r\n{\"ok\":true}")),
		headless("a length beyond 64 bits", raw(head+"Content-Length: 99999999999999999999\r\n\r\n{}")),

		oversize("a length beyond the limit", after(head+"Content-Length: 9000000000\r\n\r\n", silence)),
		oversize("a length of the limit and one", document(200, func(x *exchange) string { return padded(x, x.limit()+1) })),
		oversize("a body of the limit and one without a length", chunked("", func(x *exchange) string { return padded(x, x.limit()+1) })),
		oversize("an endless body", after(head+"\r\n", endless(filler(64<<10)))),
		oversize("an endless body in chunks", after(head+"Transfer-Encoding: chunked\r\n\r\n", endless("8000\r\n"+filler(0x8000)+"\r\n"))),

		harmless("a body of exactly the limit", document(200, func(x *exchange) string { return padded(x, x.limit()) })),
		harmless("a body until the connection ends", around(head+"\r\n", "")),
		harmless("garbage behind the end of the answer", func(x *exchange) {
			x.ended = true
			framed(200, "Connection: close", (*exchange).document)(x)
			x.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}garbage")
		}),
	),
		trial{name: "a body beyond the limit of an answer with HEAD's length", tool: peek,
			replies: map[place]reply{target: raw(head + "Content-Length: 9000000000\r\n\r\n")}, want: completed(200)},
		trial{name: "a body with HEAD", tool: peek,
			replies: map[place]reply{target: raw(head + "Content-Length: 11\r\n\r\n{\"ok\":true}")}, want: completed(200)},
		trial{name: "a body with 204 of a read",
			replies: map[place]reply{target: raw("HTTP/1.1 204 X\r\nContent-Length: 4\r\n\r\noops")}, want: completed(204)},
		trial{name: "a body with 204 of a write", tool: erase,
			replies: map[place]reply{target: raw("HTTP/1.1 204 X\r\nContent-Length: 4\r\n\r\noops")}, want: completed(204)},
		trial{name: "a body with 205 of a write", tool: change,
			replies: map[place]reply{target: raw("HTTP/1.1 205 X\r\nContent-Length: 4\r\n\r\noops")}, want: completed(205)},
		trial{name: "204 for a listing",
			replies: map[place]reply{listing: raw("HTTP/1.1 204 X\r\n\r\n")}, want: refused(fault.SourceUnusable)},
		trial{name: "an error body beyond the limit at a write", tool: change,
			replies: map[place]reply{target: document(500, func(x *exchange) string { return padded(x, x.limit()+1) })}, want: unknown(fault.ResponseStatus, 500)},
		trial{name: "an error body beyond the limit at a read",
			replies: map[place]reply{target: document(500, func(x *exchange) string { return padded(x, x.limit()+1) })}, want: failed(fault.ResponseUnreadable, 500)},
		trial{name: "an error body beyond the limit at the listing",
			replies: map[place]reply{listing: document(500, func(x *exchange) string { return padded(x, x.limit()+1) })}, want: refused(fault.BodyTooLarge)},
	)
}

// padded is the honest document, blown up to n bytes.
func padded(x *exchange, n int) string {
	text := x.document()
	return text + filler(n-len(text))
}

// chunkTrials are about the chunks of a body (RFC 9112 section 7.1).
func chunkTrials() []trial {
	const start = head + "Transfer-Encoding: chunked\r\n\r\n"
	return everywhere(
		unreadable("a chunk's size that is no number", raw(start+"zz\r\n{}\r\n0\r\n\r\n")),
		unreadable("a chunk's size beyond 64 bits", raw(start+"fffffffffffffffff\r\n{}\r\n0\r\n\r\n")),
		unreadable("a chunk that is longer than its size", raw(start+"1\r\n{}\r\n0\r\n\r\n")),
		unreadable("no last chunk", raw(start+"2\r\n{}\r\n")),
		unreadable("a chunk that breaks off", raw(start+"ff\r\n{}")),
		unreadable("no line ends after the last chunk", raw(start+"2\r\n{}\r\n0\r\n")),
		unreadable("a flood of chunk extensions", after(start, endless("1;"+strings.Repeat("x=y;", 500)+"\r\n \r\n"))),
		unreadable("a flood of trailers", after(start+"2\r\n{}\r\n0\r\n", endless("X-Flood: "+strings.Repeat("x", 1000)+"\r\n"))),
		headless("a transfer coding that nobody knows", raw(head+"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")),
		headless("two transfer codings", raw(head+"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")),
		harmless("a body in chunks of one byte", func(x *exchange) {
			x.write(start)
			for _, b := range []byte(x.document()) {
				x.write(fmt.Sprintf("1;why=not\r\n%c\r\n", b))
			}
			x.write("0\r\nX-Trailer: fine\r\n\r\n")
		}),
	)
}
