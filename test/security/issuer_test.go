package security

import (
	"encoding/base64"
	"maps"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/oauth2-proxy/mockoidc"
)

// resource is the service's own name in access tokens.
const resource = "https://bridge.example/mcp"

// issuer is an authorization server that can be stopped and started anew.
type issuer struct {
	url     string
	address string
	handler http.Handler
	provide *mockoidc.MockOIDC
	server  *http.Server // nil while it is down
}

// newIssuer makes one that is up.
func newIssuer(t *testing.T) *issuer {
	t.Helper()
	provider, err := mockoidc.Run()
	if err != nil {
		t.Fatal(err)
	}
	i := &issuer{url: provider.Issuer(), address: provider.Server.Addr, handler: provider.Server.Handler, provide: provider, server: provider.Server}
	t.Cleanup(i.stop)
	return i
}

func (i *issuer) stop() {
	if i.server != nil {
		_ = i.server.Close() // its port is free then, whatever it says
	}
	i.server = nil
}

func (i *issuer) start(t *testing.T) {
	t.Helper()
	listener, err := net.Listen("tcp", i.address)
	if err != nil {
		t.Fatal(err)
	}
	i.server = &http.Server{Handler: i.handler}
	go func() { _ = i.server.Serve(listener) }() // until it is closed
}

func newKey(t *testing.T) *mockoidc.Keypair {
	t.Helper()
	key, err := mockoidc.RandomKeypair(2048)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// key is the one that the issuer signs with now.
func (i *issuer) key() *mockoidc.Keypair { return i.provide.Keypair }

// claims are alice's, with some replaced; nil leaves one out.
func (i *issuer) claims(change jwt.MapClaims) jwt.MapClaims {
	claims := jwt.MapClaims{
		"iss": i.url, "aud": resource, "sub": "alice", "scope": "openid bridge:read",
		"iat": time.Now().Unix(), "exp": time.Now().Add(time.Hour).Unix(),
	}
	maps.Copy(claims, change)
	maps.DeleteFunc(claims, func(_ string, value any) bool { return value == nil })
	return claims
}

// token is an access token as the issuer makes them.
func (i *issuer) token(t *testing.T, change jwt.MapClaims) string {
	t.Helper()
	kid, err := i.key().KeyID()
	if err != nil {
		t.Fatal(err)
	}
	return i.forge(t, jwt.SigningMethodRS256, i.key().PrivateKey, map[string]any{"kid": kid}, change)
}

// forge is a token with any signature and any header.
func (i *issuer) forge(t *testing.T, method jwt.SigningMethod, key any, header map[string]any, change jwt.MapClaims) string {
	t.Helper()
	token := jwt.NewWithClaims(method, i.claims(change))
	maps.Copy(token.Header, header)
	text, err := token.SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// unsigned is a token whose header names no algorithm, in the spelling of alg.
func (i *issuer) unsigned(t *testing.T, alg string) string {
	t.Helper()
	text := i.forge(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil, nil)
	header := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"` + alg + `","typ":"JWT"}`))
	for at := range text {
		if text[at] == '.' {
			return header + text[at:]
		}
	}
	return text
}
