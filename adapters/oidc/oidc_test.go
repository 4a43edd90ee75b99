package oidc

import (
	"encoding/base64"
	"errors"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/oauth2-proxy/mockoidc"

	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/ports"
)

const audience = "https://bridge.example/mcp"

// issuer is a real issuer in the test's process: discovery, keys, signatures.
func issuer(t *testing.T) *mockoidc.MockOIDC {
	t.Helper()
	server, err := mockoidc.Run()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		_ = server.Shutdown()
	})
	return server
}

// sign makes a token of alice's with some claims replaced; nil leaves one out.
func sign(t *testing.T, server *mockoidc.MockOIDC, key *mockoidc.Keypair, change jwt.MapClaims) domain.Secret {
	t.Helper()
	claims := jwt.MapClaims{
		"iss": server.Issuer(), "aud": audience, "sub": "alice", "scope": "openid bridge:read",
		"iat": time.Now().Unix(), "exp": time.Now().Add(time.Minute).Unix(),
	}
	maps.Copy(claims, change)
	maps.DeleteFunc(claims, func(_ string, value any) bool { return value == nil })
	token, err := key.SignJWT(claims)
	if err != nil {
		t.Fatal(err)
	}
	return domain.NewSecret(token)
}

func newAuthenticator(t *testing.T, server *mockoidc.MockOIDC, load func() (Credentials, error)) *Authenticator {
	t.Helper()
	a, err := New(t.Context(), Options{Issuer: server.Issuer(), Audience: audience, Load: load, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestOnlyTokensForThisServiceInForceAreAccepted(t *testing.T) {
	server := issuer(t)
	a := newAuthenticator(t, server, nil)
	stranger, err := mockoidc.RandomKeypair(2048)
	if err != nil {
		t.Fatal(err)
	}
	at := func(d time.Duration) int64 { return time.Now().Add(d).Unix() }
	good := sign(t, server, server.Keypair, nil)
	parts := strings.Split(good.Reveal(), ".")
	for name, test := range map[string]struct {
		token domain.Secret
		want  error
	}{
		"in force":                      {good, nil},
		"one of several audiences":      {sign(t, server, server.Keypair, jwt.MapClaims{"aud": []string{"other", audience}}), nil},
		"another audience":              {sign(t, server, server.Keypair, jwt.MapClaims{"aud": "https://other.example"}), ports.ErrStranger},
		"no audience":                   {sign(t, server, server.Keypair, jwt.MapClaims{"aud": nil}), ports.ErrStranger},
		"another issuer":                {sign(t, server, server.Keypair, jwt.MapClaims{"iss": "https://evil.example"}), ports.ErrStranger},
		"expired within the skew":       {sign(t, server, server.Keypair, jwt.MapClaims{"exp": at(-skew / 2)}), nil},
		"expired":                       {sign(t, server, server.Keypair, jwt.MapClaims{"exp": at(-2 * skew)}), ports.ErrStranger},
		"without an end":                {sign(t, server, server.Keypair, jwt.MapClaims{"exp": nil}), ports.ErrStranger},
		"not yet in force":              {sign(t, server, server.Keypair, jwt.MapClaims{"nbf": at(time.Hour)}), ports.ErrStranger},
		"no subject":                    {sign(t, server, server.Keypair, jwt.MapClaims{"sub": nil}), ports.ErrStranger},
		"a subject with a line":         {sign(t, server, server.Keypair, jwt.MapClaims{"sub": "al\nice"}), ports.ErrStranger},
		"signed by a stranger":          {sign(t, server, stranger, nil), ports.ErrStranger},
		"another's claims":              {domain.NewSecret(parts[0] + "." + strings.Split(sign(t, server, server.Keypair, jwt.MapClaims{"sub": "bob"}).Reveal(), ".")[1] + "." + parts[2]), ports.ErrStranger},
		"a word of the library's":       {domain.NewSecret(header(`{"alg":"fetching keys"}`) + "." + parts[1] + "." + parts[2]), ports.ErrStranger},
		"without a signature":           {domain.NewSecret("eyJhbGciOiJub25lIn0." + parts[1] + "."), ports.ErrStranger},
		"signed with the name as a key": {hmacToken(t, server), ports.ErrStranger},
		"no token":                      {domain.NewSecret("nbt_key.secret"), ports.ErrStranger},
	} {
		identity, err := a.Authenticate(t.Context(), test.token)
		if !errors.Is(err, test.want) || err == nil && identity.Principal != "alice" {
			t.Errorf("%s: %+v, %v, want %v", name, identity, err, test.want)
		}
	}
}

func header(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

// hmacToken is signed with the public key's modulus as if it were a secret.
func hmacToken(t *testing.T, server *mockoidc.MockOIDC) domain.Secret {
	t.Helper()
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims{"iss": server.Issuer(), "aud": audience, "sub": "alice", "exp": time.Now().Add(time.Minute).Unix()})
	text, err := token.SignedString(server.Keypair.PublicKey.N.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return domain.NewSecret(text)
}

func TestScopesComeFromEitherClaim(t *testing.T) {
	server := issuer(t)
	a := newAuthenticator(t, server, nil)
	for name, test := range map[string]struct {
		claims      jwt.MapClaims
		read, write bool
	}{
		"a text":         {jwt.MapClaims{"scope": "openid bridge:write"}, true, true},
		"a list":         {jwt.MapClaims{"scope": nil, "scp": []string{"bridge:read", "other"}}, true, false},
		"a text in scp":  {jwt.MapClaims{"scope": nil, "scp": "bridge:write"}, true, true},
		"none of ours":   {jwt.MapClaims{"scope": "openid email"}, false, false},
		"none at all":    {jwt.MapClaims{"scope": nil}, false, false},
		"not even close": {jwt.MapClaims{"scope": nil, "scp": 7}, false, false},
	} {
		identity, err := a.Authenticate(t.Context(), sign(t, server, server.Keypair, test.claims))
		if err != nil || identity.Scopes.Allow(access.Read) != test.read || identity.Scopes.Allow(access.Write) != test.write {
			t.Errorf("%s: %+v, %v", name, identity, err)
		}
	}
}

func TestKeysMayRotate(t *testing.T) {
	server := issuer(t)
	a := newAuthenticator(t, server, nil)
	if _, err := a.Authenticate(t.Context(), sign(t, server, server.Keypair, nil)); err != nil {
		t.Fatal(err)
	}
	old := sign(t, server, server.Keypair, nil)
	next, err := mockoidc.RandomKeypair(2048)
	if err != nil {
		t.Fatal(err)
	}
	server.Keypair = next
	if _, err := a.Authenticate(t.Context(), sign(t, server, next, nil)); err != nil {
		t.Errorf("the new key is not known: %v", err)
	}
	// The library takes the new keys in the place of the old ones a moment after
	// it has used them.
	for late := time.Now().Add(patience); ; runtime.Gosched() {
		_, err := a.Authenticate(t.Context(), old)
		if errors.Is(err, ports.ErrStranger) {
			break
		}
		if time.Now().After(late) {
			t.Fatalf("the old key still counts: %v", err)
		}
	}
}

func TestCredentialsComeFromTheMapping(t *testing.T) {
	server := issuer(t)
	credentials := map[string]domain.Secret{"alice": domain.NewSecret("nbt_alice.s"), "carol": {}}
	broken := errors.New("broken")
	var failure error
	a := newAuthenticator(t, server, func() (Credentials, error) {
		read := maps.Clone(credentials)
		return func(principal string) (domain.Secret, bool) { c, ok := read[principal]; return c, ok }, failure
	})
	check := func(principal, want string, wanted error) {
		t.Helper()
		identity, err := a.Authenticate(t.Context(), sign(t, server, server.Keypair, jwt.MapClaims{"sub": principal}))
		if identity.Credential.Reveal() != want || !errors.Is(err, wanted) {
			t.Errorf("%s: %v", principal, err)
		}
	}
	check("alice", "nbt_alice.s", nil)
	check("carol", "", nil)
	check("mallory", "", ports.ErrForbidden)
	credentials["alice"], failure = domain.NewSecret("nbt_new.s"), broken
	if err := a.Reload(); !errors.Is(err, broken) {
		t.Errorf("reload: %v", err)
	}
	check("alice", "nbt_alice.s", nil)
	failure = nil
	if err := a.Reload(); err != nil {
		t.Errorf("reload: %v", err)
	}
	check("alice", "nbt_new.s", nil)
}

func shutDown(t *testing.T, server *mockoidc.MockOIDC) {
	t.Helper()
	http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	if err := server.Shutdown(); err != nil {
		t.Fatal(err)
	}
}

func TestKnownKeysOutliveTheIssuer(t *testing.T) {
	server := issuer(t)
	a, ignorant := newAuthenticator(t, server, nil), newAuthenticator(t, server, nil)
	token := sign(t, server, server.Keypair, nil)
	if _, err := a.Authenticate(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	shutDown(t, server)
	if _, err := a.Authenticate(t.Context(), token); err != nil {
		t.Errorf("with known keys: %v", err)
	}
	if _, err := ignorant.Authenticate(t.Context(), token); !errors.Is(err, errKeys) {
		t.Errorf("without keys: %v", err)
	}
}

func TestAnIssuerMayStartLater(t *testing.T) {
	server := issuer(t)
	token := sign(t, server, server.Keypair, nil)
	place, served := server.Issuer(), server.Server.Handler
	shutDown(t, server)
	a, err := New(t.Context(), Options{Issuer: place, Audience: audience, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	a.asked = time.Time{}
	if _, err := a.Authenticate(t.Context(), token); !errors.Is(err, errIssuer) {
		t.Errorf("without an issuer: %v", err)
	}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", server.Server.Addr)
	if err != nil {
		t.Fatal(err)
	}
	again := &httptest.Server{Listener: listener, Config: &http.Server{Handler: served}}
	again.Start()
	t.Cleanup(again.Close)
	if _, err := a.Authenticate(t.Context(), token); !errors.Is(err, errIssuer) {
		t.Errorf("it asked again at once: %v", err)
	}
	a.asked = time.Time{}
	if _, err := a.Authenticate(t.Context(), token); err != nil {
		t.Errorf("with an issuer: %v", err)
	}
}
