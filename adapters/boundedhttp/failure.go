package boundedhttp

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"syscall"
	"time"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/handshake"
)

// noAnswer says why an exchange has no answer. Its words are this file's alone:
// an error of the network names addresses, and may quote what the server sent.
func noAnswer(ctx context.Context, j *journey, err error) *fault.Fault {
	if ended := endOf(ctx); ended != nil {
		return ended
	}
	if known, ok := errors.AsType[*fault.Fault](err); ok {
		return known
	}
	if j.wasHeard() {
		return fault.New(fault.ResponseUnreadable, "what came back is not the head of an HTTP answer, or is larger than one may be")
	}
	if kind, known := kindOf(err); known {
		return fault.New(kind.code, atProxy(err)+kind.text)
	}
	if j.reach() == domain.Sent {
		return lost()
	}
	return fault.New(fault.SourceDown, atProxy(err)+"there is no connection to use")
}

// endOf is the fault with which the exchange's time or its caller ended it; nil
// if neither did.
func endOf(ctx context.Context) *fault.Fault {
	if ctx.Err() == nil {
		return nil
	}
	cause := context.Cause(ctx)
	if known, ok := errors.AsType[*fault.Fault](cause); ok {
		return known
	}
	if errors.Is(cause, context.DeadlineExceeded) {
		return fault.New(fault.SourceTimeout, "the answer was not read before the caller's time ended")
	}
	return fault.New(fault.Cancelled, "the exchange was cancelled")
}

func outOfTime(limit time.Duration) *fault.Fault {
	return fault.New(fault.SourceTimeout, fmt.Sprintf("the answer was not read within %v", limit))
}

func lost() *fault.Fault {
	return fault.New(fault.SourceDown, "the connection was lost before an answer came")
}

// atProxy says where a failure was if it was not at the source itself.
func atProxy(err error) string {
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "proxyconnect" {
		return "at the proxy, "
	}
	return ""
}

// failure is a kind of failure that an operator would treat in its own way.
type failure struct {
	is    func(error) bool
	code  fault.Code
	text  string
	trust handshake.Trust // what it says of the TLS handshake, if that is what failed
}

// failures are the kinds, the first that fits being the one.
func failures() []failure {
	return []failure{
		{isTimeout, fault.SourceTimeout, "the network did not answer in time", handshake.None},
		{ofType[*net.DNSError], fault.SourceDown, "the host name could not be resolved", handshake.None},
		{errno(syscall.ECONNREFUSED), fault.SourceDown, "the connection was refused", handshake.None},
		{errno(syscall.EHOSTUNREACH, syscall.ENETUNREACH), fault.SourceDown, "there is no route to the host", handshake.None},
		{errno(syscall.ECONNRESET, syscall.EPIPE), fault.SourceDown, "the connection was reset", handshake.None},
		{ofType[x509.HostnameError], fault.SourceDown, "the TLS certificate is for another host", handshake.OtherHost},
		{ofType[x509.UnknownAuthorityError], fault.SourceDown, "the TLS certificate comes from an unknown authority", handshake.UnknownAuthority},
		{isNotYetValid, fault.SourceDown, "the TLS certificate is not yet valid", handshake.NotYetValid},
		{isExpired, fault.SourceDown, "the TLS certificate has expired", handshake.Expired},
		{ofType[*tls.CertificateVerificationError], fault.SourceDown, "the TLS certificate is not valid", handshake.Unacceptable},
		{ofType[tls.RecordHeaderError], fault.SourceDown, "the server does not speak TLS", handshake.NotTLS},
		{isAlert, fault.SourceDown, "the server refused the TLS connection, perhaps for want of a client certificate", handshake.TurnedAway},
	}
}

// kindOf finds the kind of failure that an error is; false is none of them.
func kindOf(err error) (failure, bool) {
	for _, kind := range failures() {
		if kind.is(err) {
			return kind, true
		}
	}
	return failure{}, false
}

// ofType reports whether an error of type E is in err's chain.
func ofType[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func errno(numbers ...syscall.Errno) func(error) bool {
	return func(err error) bool {
		for _, number := range numbers {
			if errors.Is(err, number) {
				return true
			}
		}
		return false
	}
}

func isTimeout(err error) bool {
	timeout, ok := errors.AsType[net.Error](err)
	return ok && timeout.Timeout()
}

// isNotYetValid is the other half of what crypto/x509 has one reason for.
func isNotYetValid(err error) bool {
	invalid, ok := errors.AsType[x509.CertificateInvalidError](err)
	return ok && invalid.Reason == x509.Expired && time.Now().Before(invalid.Cert.NotBefore)
}

func isExpired(err error) bool {
	invalid, ok := errors.AsType[x509.CertificateInvalidError](err)
	return ok && invalid.Reason == x509.Expired
}

// isAlert reports a TLS alert that the server sent; crypto/tls has no type for it.
func isAlert(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "remote error"
}
