package boundedhttp

import (
	"bufio"
	"context"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

func TestAFailureToConnectIsNamedByItsKindAlone(t *testing.T) {
	op := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	sys := func(number syscall.Errno) error { return op(os.NewSyscallError("connect", number)) }
	for name, test := range map[string]struct {
		err  error
		code fault.Code
		text string
	}{
		"no such name":  {op(&net.DNSError{Err: "no such host", Name: "hunter2", IsNotFound: true}), fault.SourceDown, "the host name could not be resolved"},
		"slow names":    {op(&net.DNSError{Err: "timeout", Name: "hunter2", IsTimeout: true}), fault.SourceTimeout, "the network did not answer in time"},
		"refused":       {sys(syscall.ECONNREFUSED), fault.SourceDown, "the connection was refused"},
		"no route":      {sys(syscall.EHOSTUNREACH), fault.SourceDown, "there is no route to the host"},
		"no network":    {sys(syscall.ENETUNREACH), fault.SourceDown, "there is no route to the host"},
		"reset":         {sys(syscall.ECONNRESET), fault.SourceDown, "the connection was reset"},
		"no answer":     {sys(syscall.ETIMEDOUT), fault.SourceTimeout, "the network did not answer in time"},
		"bad authority": {x509.UnknownAuthorityError{}, fault.SourceDown, "the TLS certificate comes from an unknown authority"},
		"anything else": {errors.New("hunter2"), fault.SourceDown, "there is no connection to use"},
	} {
		t.Run(name, func(t *testing.T) {
			client := newClient(t, "http://127.0.0.1:1", Options{})
			client.transport.DialContext = func(context.Context, string, string) (net.Conn, error) { return nil, test.err }
			got := client.Fetch(t.Context(), requests()["POST"])
			expect(t, got, domain.NotSent, test.code)
			if got.Fault.Message != test.text {
				t.Errorf("the message is %q", got.Fault.Message)
			}
		})
	}
}

func TestAClosedPortRefuses(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	got := newClient(t, "http://"+listener.Addr().String(), Options{}).Fetch(t.Context(), requests()["POST"])
	expect(t, got, domain.NotSent, fault.SourceDown)
	if got.Fault.Message != "the connection was refused" {
		t.Errorf("the message is %q", got.Fault.Message)
	}
}

// ends are the ways in which an exchange is ended from this side.
func ends() map[string]struct {
	timeout time.Duration
	within  func(context.Context) (context.Context, context.CancelFunc)
	cancel  bool // once the exchange has come to its point
	code    fault.Code
	text    string
} {
	type end = struct {
		timeout time.Duration
		within  func(context.Context) (context.Context, context.CancelFunc)
		cancel  bool
		code    fault.Code
		text    string
	}
	const short = 50 * time.Millisecond
	return map[string]end{
		"the client's time": {short, context.WithCancel, false, fault.SourceTimeout, "the answer was not read within 50ms"},
		"the caller's time": {0, func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, short)
		}, false, fault.SourceTimeout, "the answer was not read before the caller's time ended"},
		"the caller": {0, context.WithCancel, true, fault.Cancelled, "the exchange was cancelled"},
		"a fault of the caller's": {0, func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeoutCause(ctx, short, fault.New(fault.ScanTime, "the scan is over"))
		}, false, fault.ScanTime, "the scan is over"},
	}
}

func TestWhoEndsAnExchangeIsToldAtEveryPointOfIt(t *testing.T) {
	for point, test := range map[string]struct {
		answer string
		reach  domain.Reach
		body   string
	}{
		"before an answer": {"", domain.Sent, ""},
		"in the head":      {"HTTP/1.1 200 OK\r\n", domain.Sent, ""},
		"before the body":  {"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", domain.Answered, ""},
		"in the body":      {"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", domain.Answered, "abc"},
		"in gzip":          {"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 99\r\n\r\n" + gzipped("abc")[:5], domain.Answered, ""},
	} {
		for name, end := range ends() {
			t.Run(name+", "+point, func(t *testing.T) {
				ctx, cancel := end.within(t.Context())
				defer cancel()
				arrived := make(chan struct{})
				address := rawServer(t, func(conn net.Conn, from *bufio.Reader) {
					readRequest(from)
					_, _ = io.WriteString(conn, test.answer)
					close(arrived)
					_, _ = from.ReadByte() // until the client gives up
				})
				if end.cancel {
					go func() { <-arrived; cancel() }()
				}
				got := newClient(t, "http://"+address, Options{Timeout: end.timeout}).Fetch(ctx, requests()["POST"])
				if end.cancel { // it may come before the client has read what arrived
					got.Reach, got.Body = max(got.Reach, test.reach), []byte(test.body)
				}
				expect(t, got, test.reach, end.code)
				if got.Fault.Message != end.text || string(got.Body) != test.body {
					t.Errorf("the message is %q, the body %q", got.Fault.Message, got.Body)
				}
			})
		}
	}
}

func TestAnExchangeEndedBeforeAConnectionIsNotSent(t *testing.T) {
	for name, end := range ends() {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := end.within(t.Context())
			defer cancel()
			dialling, release := make(chan struct{}), make(chan struct{})
			client := newClient(t, "http://127.0.0.1:1", Options{Timeout: end.timeout})
			client.transport.DialContext = func(context.Context, string, string) (net.Conn, error) {
				close(dialling)
				<-release
				return nil, errors.New("too late")
			}
			defer close(release)
			if end.cancel {
				go func() { <-dialling; cancel() }()
			}
			expect(t, client.Fetch(ctx, requests()["POST"]), domain.NotSent, end.code)
		})
	}
}

func TestAnExchangeEndedBeforeItBeganIsNotSent(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(fault.New(fault.ScanRequests, "too many"))
	expect(t, newClient(t, "http://127.0.0.1:1", Options{}).Fetch(ctx, get()), domain.NotSent, fault.ScanRequests)
}

func TestNoFaultShowsACredentialOrAnAddress(t *testing.T) {
	client := newClient(t, "http://"+rawServer(t, answering("hunter2, also hunter2\r\n\r\n", true)), Options{})
	request := requests()["POST"]
	request.Authorization = domain.NewSecret("Token hunter2")
	got := client.Fetch(t.Context(), request)
	if got.Fault == nil || strings.Contains(got.Fault.Message, "hunter2") || strings.Contains(got.Fault.Message, "127.0.0.1") {
		t.Errorf("the fault is %v", got.Fault)
	}
}
