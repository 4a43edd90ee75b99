package hostile

import (
	"fmt"

	"mcpbridge/domain/fault"
)

// statusTrials are about answers of other classes than success.
func statusTrials() []trial {
	var attacks []attack
	for _, status := range []int{400, 401, 403, 404, 405, 409, 418, 429, 500, 502, 503, 599} {
		// A read is completed by any answer; see contract section 7.
		attacks = append(attacks, statusAttack(fmt.Sprintf("HTTP %d", status), status, document(status, fixed(`{"detail":"no"}`)), completed(status)))
	}
	page := fixed("<html><h1>Bad Gateway</h1></html>")
	return everywhere(append(attacks,
		statusAttack("an error page with 502", 502, framed(502, "Content-Type: text/html", page), failed(fault.ResponseUnreadable, 502)),
		statusAttack("an error page with 404", 404, framed(404, "Content-Type: text/html", page), failed(fault.ResponseUnreadable, 404)),
		statusAttack("an error without a body", 500, document(500, fixed("")), failed(fault.ResponseUnreadable, 500)),
		attack{
			name: "a change of the protocol", reply: raw("HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"),
			listing: fault.SourceUnusable, manifest: fault.SourceUnusable,
			read: failed(fault.ResponseUnreadable, 101), write: unknown(fault.ResponseStatus, 101),
		},
	)...)
}

func statusAttack(name string, status int, reply reply, read verdict) attack {
	return attack{name: name, reply: reply, listing: fault.SourceStatus, manifest: fault.SourceStatus, read: read, write: unknown(fault.ResponseStatus, status)}
}
