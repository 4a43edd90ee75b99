package httpserver

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/ports"
)

// Failed authentications of one address: so many at once, then one a second.
const (
	failuresPerSecond = 1
	failuresAtOnce    = 20
)

// authenticate lets only requests pass whose sender is recognised and may at
// least read. An address with many failures waits, whatever it presents.
func (p Policy) authenticate(next http.Handler) http.Handler {
	failures := newLimiters(failuresPerSecond, failuresAtOnce)
	unjudged := newUnjudged(failures)
	throttle := func(w http.ResponseWriter, r *http.Request, wait time.Duration) {
		p.refuse(w, r, guardThrottle, refusal{
			status: http.StatusTooManyRequests, code: "too_many_failures", message: "too many failed authentications from this address", wait: wait,
		})
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		address := neighbourhood(r.Context())
		if wait := failures.wait(address); wait > 0 {
			throttle(w, r, wait)
			return
		}
		credential := p.credential(r.Header)
		if credential.IsZero() {
			p.challenge(w, r, http.StatusUnauthorized, "")
			return
		}
		identity, err := p.Authenticator.Authenticate(r.Context(), credential)
		switch {
		case err == nil && !identity.Scopes.Allow(access.Read):
			p.challenge(w, r, http.StatusForbidden, "insufficient_scope")
		case errors.Is(err, ports.ErrStranger):
			failures.take(address)
			p.challenge(w, r, http.StatusUnauthorized, "invalid_token")
		case errors.Is(err, ports.ErrForbidden):
			p.refuse(w, r, guardAuthentication, refusal{
				status: http.StatusForbidden, code: "forbidden", message: "the credential is valid, but no access is set up for its bearer; the operator can do that",
			})
		case err != nil:
			p.Log.WarnContext(r.Context(), "a caller could not be authenticated", "error", err)
			p.refuse(w, r, guardAuthentication, refusal{
				status: http.StatusServiceUnavailable, code: "authentication_unavailable", message: "nobody can be authenticated at the moment", wait: second,
			})
		case p.PassesThrough:
			leave, ok := unjudged.enter(identity.Principal, address)
			if !ok {
				throttle(w, r, second)
				return
			}
			defer leave()
			p.onApproval(next, identity, func(accepted bool) {
				if accepted {
					unjudged.accept(identity.Principal)
				} else {
					failures.take(address)
				}
				leave()
			}).ServeHTTP(w, r)
		default:
			next.ServeHTTP(w, r.WithContext(app.WithIdentity(r.Context(), identity, nil)))
		}
	})
}

// credential is what the one Authorization header holds behind a scheme that is
// accepted (RFC 6750 section 2.1); none if there is more than one header.
func (p Policy) credential(header http.Header) domain.Secret {
	fields := header.Values("Authorization")
	if len(fields) != 1 {
		return domain.Secret{}
	}
	scheme, credential, _ := strings.Cut(fields[0], " ")
	for _, accepted := range p.Schemes {
		if strings.EqualFold(scheme, accepted) {
			return domain.NewSecret(strings.Trim(credential, " "))
		}
	}
	return domain.Secret{}
}

// challenge refuses a request for who sends it and says what to send instead
// (RFC 6750 section 3, RFC 9728 section 5.1). problem is "" where nothing was
// sent that could be wrong.
func (p Policy) challenge(w http.ResponseWriter, r *http.Request, status int, problem string) {
	code, message := "unauthorized", "send the header Authorization: "+p.Schemes[0]+" with a credential that is valid here"
	if status == http.StatusForbidden {
		code, message = "forbidden", "the credential does not grant "+string(access.Read)
	}
	for _, scheme := range p.Schemes {
		w.Header().Add("WWW-Authenticate", scheme+` realm="mcp-bridge"`+p.Resource.parameters(problem))
	}
	p.refuse(w, r, guardAuthentication, refusal{status: status, code: code, message: message})
}
