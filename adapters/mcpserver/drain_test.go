package mcpserver

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mcpbridge/domain"
)

const (
	opening = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"` + handshake + `","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`
	slowCall = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"plugin_call_tool","arguments":{"plugin":"p","tool":"look"}}}
`
)

// serve lets a server read the input to its end, while every call takes a
// second, and tells what it wrote, how long that took, and how it ended.
func serve(t *testing.T, input string) (output string, took time.Duration, err error) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{dispatch: func(context.Context, domain.Target) domain.Exchange {
			<-time.After(time.Second)
			return answered(200, `{}`)
		}}
		var out strings.Builder
		begun := time.Now()
		err = w.server(t).ServeStdio(t.Context(), io.NopCloser(strings.NewReader(input)), notClosed{&out}, time.Minute)
		output, took = out.String(), time.Since(begun)
	})
	return output, took, err
}

type notClosed struct{ io.Writer }

func (notClosed) Close() error { return nil }

func TestCallsUnderWayAreAnsweredAfterTheInputEnded(t *testing.T) {
	output, took, err := serve(t, opening+slowCall)
	if !strings.Contains(output, `"id":1,"result"`) || took != time.Second || err != nil {
		t.Errorf("after %v, with %v: %s", took, err, output)
	}
}

// The SDK answers only the first of two requests with one id.
func TestARepeatedIDDoesNotHoldUpTheEnd(t *testing.T) {
	output, took, err := serve(t, opening+slowCall+slowCall)
	if strings.Count(output, `"id":1,"result"`) != 1 || took != time.Second || err != nil {
		t.Errorf("after %v, with %v: %s", took, err, output)
	}
}

// After a message that is none the SDK reads no further, so the process must
// not look as if its client had left.
func TestInputThatIsNoMessageIsAnError(t *testing.T) {
	for _, broken := range []string{"{", "hello\n", `{"jsonrpc":"1.0","id":2,"method":"ping"}` + "\n", strings.Repeat("x", maxMessageBytes+1)} {
		output, took, err := serve(t, opening+slowCall+broken)
		if err == nil || strings.Contains(err.Error(), "hello") {
			t.Errorf("%.20s: ended with %v", broken, err)
		}
		if !strings.Contains(output, `"id":1,"result"`) || took != time.Second {
			t.Errorf("%.20s: after %v: %s", broken, took, output)
		}
	}
}
