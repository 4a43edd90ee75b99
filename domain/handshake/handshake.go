// Package handshake says how a TLS handshake with a server ended, in the terms
// in which an operator would mend it.
package handshake

import "time"

// Trust is what came of the server's certificate.
type Trust string

// The verdicts on a server.
const (
	None             Trust = ""                  // there was no handshake: plain HTTP, or no connection
	Trusted          Trust = "trusted"           // the certificate was verified
	Unverified       Trust = "unverified"        // it was shown, but verifying it is switched off
	UnknownAuthority Trust = "unknown authority" // nobody who is trusted vouches for it
	OtherHost        Trust = "other host"        // it is not for the name that was asked for
	Expired          Trust = "expired"           // it, or an authority's, was valid once
	NotYetValid      Trust = "not yet valid"     // it, or an authority's, will be
	Unacceptable     Trust = "unacceptable"      // it breaks another rule (RFC 5280)
	NotTLS           Trust = "not TLS"           // the server speaks something else
	TurnedAway       Trust = "turned away"       // the server ended it, as for want of a client certificate
)

// Certificate is what operators look for in a certificate. Its texts are the
// server's own.
type Certificate struct {
	Names     []string // the host names and addresses that it is for
	Issuer    string
	NotBefore time.Time
	NotAfter  time.Time
}

// Result is how a handshake ended.
type Result struct {
	Trust Trust
	// Certificate is the one at fault or, where none is, that of the verified
	// chain which expires first; nil if none was shown.
	Certificate *Certificate
}
