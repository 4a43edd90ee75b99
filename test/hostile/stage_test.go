package hostile

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"

	"mcpbridge/domain/fault"
)

// stageTrials break the connection at each stage of a call. A write is refused
// only as long as no byte of it was written; from then on it is unknown. No
// stage makes the bridge try again.
func stageTrials() []trial {
	var trials []trial
	for _, stage := range []struct {
		name       string
		vanishes   bool                    // nobody listens any more
		thereafter func(*server, net.Conn) // serves the connection of the last request
		reply      reply                   // or answers it on a connection that was kept
		slow       bool
		read       verdict
		write      verdict
	}{
		{name: "no connection", vanishes: true,
			read: refused(fault.DispatchNotSent), write: refused(fault.DispatchNotSent)},
		{name: "a reset after the first byte", thereafter: takeThenReset(1),
			read: brokenBefore(failed), write: brokenBefore(unknown)},
		{name: "a reset in the header", thereafter: takeThenReset(40),
			read: brokenBefore(failed), write: brokenBefore(unknown)},
		{name: "a reset after the header", thereafter: resetAfterHeader,
			read: brokenBefore(failed), write: brokenBefore(unknown)},
		{name: "no answer after the first byte", thereafter: takeThenWait, slow: true,
			read: brokenBefore(failed), write: brokenBefore(unknown)},
		{name: "a reset after the request", reply: reset,
			read: failed(fault.DispatchInterrupted, 0), write: unknown(fault.DispatchInterrupted, 0)},
		{name: "an end after the request", reply: raw(""),
			read: failed(fault.DispatchInterrupted, 0), write: unknown(fault.DispatchInterrupted, 0)},
		{name: "a reset in the status line", reply: after("HTTP/1.1 20", reset),
			read: failed(fault.DispatchInterrupted, 0), write: unknown(fault.DispatchInterrupted, 0)},
		{name: "a reset in the answer's header", reply: after(head, reset),
			read: failed(fault.DispatchInterrupted, 0), write: unknown(fault.DispatchInterrupted, 0)},
		{name: "a reset before the answer's body", reply: after(head+"Content-Length: 11\r\n\r\n", reset),
			read: failed(fault.ResponseUnreadable, 200), write: unknown(fault.ResponseUnreadable, 200)},
		{name: "an end in the answer's body", reply: raw(head + "Content-Length: 11\r\n\r\n{\"ok\":tru"),
			read: failed(fault.ResponseUnreadable, 200), write: unknown(fault.ResponseUnreadable, 200)},
		{name: "an end after the answer", reply: raw(head + "Content-Length: 11\r\n\r\n{\"ok\":true}"),
			read: completed(200), write: completed(200)},
	} {
		for _, tool := range []struct {
			name      string
			arguments string
			want      verdict
		}{
			{look, "", stage.read},
			{change, `{"note":"` + strings.Repeat("n", 200<<10) + `"}`, stage.write}, // more than one packet
			{erase, "", stage.write},
		} {
			one := trial{name: stage.name + ", of " + tool.name, tool: tool.name, arguments: tool.arguments, want: tool.want}
			if stage.reply != nil {
				one.replies = map[place]reply{target: stage.reply}
			}
			if stage.vanishes {
				one.server, one.replies = part, map[place]reply{manifest: vanish}
			}
			if stage.thereafter != nil {
				one.server = func(s *server) { s.parting, s.thereafter = true, stage.thereafter }
			}
			if stage.slow {
				one.transport = impatient
			}
			trials = append(trials, one)
		}
	}
	return append(trials,
		trial{name: "nobody listens from the start", server: func(s *server) { s.listener.Close() }, want: refused(fault.SourceDown)},
		trial{name: "a reset at the listing", replies: map[place]reply{listing: reset}, want: refused(fault.SourceDown)},
		trial{name: "a reset at the root", replies: map[place]reply{root: reset}, want: refused(fault.SourceDown)},
		trial{name: "a reset at the manifest", replies: map[place]reply{manifest: reset}, want: refused(fault.SourceDown)},
		trial{name: "an end at the listing", replies: map[place]reply{listing: raw("")}, want: refused(fault.SourceDown)},
		trial{name: "an end at the manifest", replies: map[place]reply{manifest: raw("")}, want: refused(fault.SourceDown)},
	)
}

// brokenBefore is the verdict on a request that was cut off before the server
// had read all of it.
func brokenBefore(as func(fault.Code, int) verdict) verdict {
	v := as(fault.DispatchInterrupted, 0)
	v.sent = 0
	return v
}

func part(s *server) { s.parting = true }

// vanish answers honestly, and nobody is there any more by then.
func vanish(x *exchange) {
	x.listener.Close()
	honest(x)
}

// takeThenReset reads the start of a request and then resets its connection.
func takeThenReset(n int64) func(*server, net.Conn) {
	return func(_ *server, conn net.Conn) {
		_, _ = io.CopyN(io.Discard, conn, n) // if it is less, the client left
		abort(conn)
	}
}

// takeThenWait reads the first byte of a request and nothing more.
func takeThenWait(s *server, conn net.Conn) {
	_, _ = io.CopyN(io.Discard, conn, 1)
	<-s.over.Done()
}

// resetAfterHeader reads a request up to its body.
func resetAfterHeader(_ *server, conn net.Conn) {
	_, _ = http.ReadRequest(bufio.NewReaderSize(conn, 16))
	abort(conn)
}
