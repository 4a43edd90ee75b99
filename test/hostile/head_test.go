package hostile

import (
	"strings"
)

// headTrials are about everything before a body: interim answers, the status
// line and the header fields (RFC 9112).
func headTrials() []trial {
	const (
		early = "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"
		short = "Content-Length: 11\r\n\r\n{\"ok\":true}"
	)
	return everywhere(
		slowly(headless("a head in drips", after("HTTP/1.1 200 OK\r\nX-Drip: ", drip("x")))),
		slowly(headless("interim answers in drips that are never the last", after(early, silence))),
		slowly(headless("a head without its end", after(head, silence))),
		headless("a flood of interim answers", endless(early)),
		headless("a flood of header fields", after(head, endless("X-Flood: "+strings.Repeat("x", 100)+"\r\n"))),
		headless("one header field without end", after(head+"X-Flood: ", endless(strings.Repeat("x", 1000)))),
		headless("a status line without end", after("HTTP/1.1 200 ", endless(strings.Repeat("x", 1000)))),
		headless("another protocol", raw("SSH-2.0-OpenSSH_9.9\r\n")),
		headless("a version of HTTP that is no number", raw("HTTP/one.one 200 OK\r\n"+short)),
		headless("a body without a head", raw("{\"ok\":true}\n")),
		headless("a status of two digits", raw("HTTP/1.1 20 OK\r\n"+short)),
		headless("a status of four digits", raw("HTTP/1.1 2000 OK\r\n"+short)),
		headless("a status that is no number", raw("HTTP/1.1 2OO OK\r\n"+short)),
		headless("a header field without a colon", raw(head+"nonsense\r\n"+short)),
		headless("a control character in a header field", raw(head+"X-Bad: a\x00b\r\n"+short)),
		headless("a head that breaks off", raw(head+"Content-Le")),
		headless("a status line that breaks off", raw("HTTP/1.1 20")),

		harmless("a few interim answers", after(early+early, honest)),
		harmless("many header fields", framed(200, strings.TrimSuffix(strings.Repeat("X-Many: "+strings.Repeat("x", 90)+"\r\n", 500), "\r\n"), (*exchange).document)),
		harmless("a space before a colon", framed(200, "X-Odd : 1", (*exchange).document)),
		harmless("a minor version that is yet to come", around("HTTP/1.9 200 OK\r\nConnection: close\r\n\r\n", "")),
		harmless("HTTP/1.0", around("HTTP/1.0 200 OK\r\n\r\n", "")),
	)
}
