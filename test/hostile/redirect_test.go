package hostile

import (
	"fmt"
	"strings"

	"mcpbridge/domain/fault"
)

// redirectTrials are about answers that lead elsewhere. That nobody goes there
// shows in the requests that reach the server: localhost is the same server
// under another name.
func redirectTrials() []trial {
	sameOrigin := func(x *exchange) string { return x.origin + "/trap/" }
	otherHost := func(x *exchange) string { return strings.Replace(x.origin, "127.0.0.1", "localhost", 1) + "/trap/" }
	var attacks []attack
	for _, status := range []int{300, 301, 302, 303, 304, 305, 306, 307, 308, 399} {
		attacks = append(attacks, redirect(fmt.Sprintf("HTTP %d to the same origin", status), status, sameOrigin))
	}
	for _, status := range []int{301, 302, 303, 307, 308} {
		attacks = append(attacks, redirect(fmt.Sprintf("HTTP %d to another host", status), status, otherHost))
	}
	return everywhere(append(attacks,
		redirect("a redirect to a file", 302, fixed("file:///etc/passwd")),
		redirect("a redirect to a script", 302, fixed("javascript:alert(1)")),
		redirect("a redirect to a host without a scheme", 302, fixed("//localhost/trap/")),
		redirect("a loop", 307, func(x *exchange) string { return x.path }),
		redirect("a redirect to nowhere", 302, fixed("")),
		redirect("a redirect that is no URL", 302, fixed("http://[::1")),
	)...)
}

// redirect answers with a Location, and with the honest body below it.
func redirect(name string, status int, location made) attack {
	return attack{
		name: name,
		reply: func(x *exchange) {
			x.ended = true
			x.write(fmt.Sprintf("HTTP/1.1 %d X\r\nConnection: close\r\nLocation: %s\r\n", status, location(x)))
			if status != 304 { // which has no body
				text := x.document()
				x.write(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text))
			} else {
				x.write("\r\n")
			}
		},
		listing: fault.SourceRedirect, manifest: fault.SourceRedirect,
		read: failed(fault.ResponseRedirected, status), write: unknown(fault.ResponseRedirected, status),
	}
}
