package hostile

import (
	"fmt"
	"net"
	"strings"
	"time"
)

// reply answers one request, in whatever way.
type reply func(x *exchange)

// honest is the answer of a good server.
func honest(x *exchange) { document(200, (*exchange).document)(x) }

// made is a body that depends on where it is asked for.
type made func(x *exchange) string

// fixed is the same body everywhere.
func fixed(body string) made { return func(*exchange) string { return body } }

// document answers with a JSON body that is framed as it should be.
func document(status int, body made) reply {
	return framed(status, "Content-Type: application/json", body)
}

// json is a body of status 200.
func json(body string) reply { return document(200, fixed(body)) }

// framed answers with a body of a true length, further header lines before it.
func framed(status int, headers string, body made) reply {
	return func(x *exchange) {
		text := body(x)
		headers := headers
		if x.parting {
			headers = strings.TrimPrefix(headers+"\r\nConnection: close", "\r\n")
		}
		x.write(fmt.Sprintf("HTTP/1.1 %d X\r\n%sContent-Length: %d\r\n\r\n", status, lines(headers), len(text)))
		if x.method != "HEAD" {
			x.write(text)
		}
	}
}

// lines ends the header lines, if there are any.
func lines(headers string) string {
	if headers == "" {
		return ""
	}
	return headers + "\r\n"
}

// raw sends bytes as they are and ends the connection.
func raw(bytes ...string) reply {
	return func(x *exchange) {
		x.ended = true
		x.write(bytes...)
	}
}

// around sends the honest body between two pieces of a broken frame.
func around(before, behind string) reply {
	return func(x *exchange) {
		x.ended = true
		x.write(before, x.document(), behind)
	}
}

// head is the start of an answer, the empty line not yet sent.
const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

// silence keeps the connection open and says nothing until the case is over.
func silence(x *exchange) {
	x.ended = true
	<-x.over.Done()
}

// after sends some bytes and then replies.
func after(bytes string, then reply) reply {
	return func(x *exchange) {
		if x.write(bytes) {
			then(x)
		}
	}
}

// endless sends the same bytes for as long as they are taken.
func endless(bytes string) reply {
	return func(x *exchange) {
		x.ended = true
		for x.over.Err() == nil && x.write(bytes) {
		}
	}
}

// drip sends the same bytes again and again, with pauses.
func drip(bytes string) reply {
	return func(x *exchange) {
		x.ended = true
		pause := time.NewTicker(20 * time.Millisecond)
		defer pause.Stop()
		for x.write(bytes) {
			select {
			case <-pause.C:
			case <-x.over.Done():
				return
			}
		}
	}
}

// reset ends the connection with a TCP reset.
func reset(x *exchange) {
	x.ended = true
	abort(x.raw)
}

// abort closes a connection so that the other side sees a reset.
func abort(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	conn.Close()
}

// chunked frames a body in one chunk.
func chunked(headers string, body made) reply {
	return func(x *exchange) {
		text := body(x)
		x.write(head, lines(headers), "Transfer-Encoding: chunked\r\n\r\n", fmt.Sprintf("%x\r\n", len(text)), text, "\r\n0\r\n\r\n")
	}
}

// filler is n bytes of blanks, which JSON allows around a value.
func filler(n int) string { return strings.Repeat(" ", n) }
