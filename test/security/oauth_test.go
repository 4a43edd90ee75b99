package security

import (
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

const (
	list    = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"plugin_list_tools","arguments":{}}}`
	reserve = `"plugin":"ip_ledger","tool":"reserve_prefix","arguments":{"prefix":"10.1.0.0/24","site":"ams1"}`

	metadata = "https://bridge.example/.well-known/oauth-protected-resource/mcp"
)

// protect runs a bridge whose callers have access tokens of the issuer.
func protect(t *testing.T, i *issuer, netbox *netbox, environment ...string) *service {
	t.Helper()
	return start(t, append([]string{
		"NETBOX_URL=" + netbox.server.URL, "NETBOX_TOKEN=" + netboxToken, "NETBOX_MCP_ALLOW_MUTATIONS=1", "BRIDGE_TRUSTED_PROXIES=127.0.0.1",
		"BRIDGE_AUTH=oauth", "BRIDGE_OAUTH_ISSUER=" + i.url, "BRIDGE_OAUTH_RESOURCE=" + resource, "BRIDGE_ALLOWED_HOSTS=127.0.0.1,bridge.example",
	}, environment...)...)
}

// with is a message of whoever has the token. The scan looks for the token's
// signature alone as well: the rest is worth nothing without it.
func (s *service) with(token, body string) message {
	s.secret(token)
	if at := strings.LastIndexByte(token, '.'); len(token)-at > 16 {
		s.secret(token[at+1:])
	}
	return message{auth: []string{"Bearer " + token}, body: body}
}

func TestOnlyAccessTokensOfTheIssuerForThisServiceOpenIt(t *testing.T) {
	i := newIssuer(t)
	s := protect(t, i, upstream(t))
	stranger := newKey(t)
	at := func(d time.Duration) int64 { return time.Now().Add(d).Unix() }
	changed := func(change jwt.MapClaims) message { return s.with(i.token(t, change), "") }
	forged := func(method jwt.SigningMethod, key any, header map[string]any) message {
		return s.with(i.forge(t, method, key, header, nil), "")
	}
	kid, err := i.key().KeyID()
	if err != nil {
		t.Fatal(err)
	}
	public, err := x509.MarshalPKIXPublicKey(i.key().PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	publicPEM := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: public})
	strangersKey := map[string]any{"kty": "RSA", "e": "AQAB", "n": base64.RawURLEncoding.EncodeToString(stranger.PublicKey.N.Bytes())}
	good := i.token(t, nil)
	parts := strings.Split(good, ".")
	bobs := strings.Split(i.token(t, jwt.MapClaims{"sub": "bob"}), ".")

	attempts := []attempt{
		{"in force", s.with(good, ""), 200, result},
		{"one of several audiences", changed(jwt.MapClaims{"aud": []string{"other", resource}}), 200, result},
		{"expired within the skew", changed(jwt.MapClaims{"exp": at(-10 * time.Second)}), 200, result},
		{"scopes as a list", changed(jwt.MapClaims{"scope": nil, "scp": []string{"bridge:read"}}), 200, result},
		{"none", message{auth: []string{}}, 401, unauthorized},
		{"no token at all, but NetBox's", message{auth: []string{"Bearer " + netboxToken}}, 401, unauthorized},
		{"NetBox's, in its own scheme", message{auth: []string{"Token " + oldToken}}, 401, unauthorized},
		{"twice", message{auth: []string{"Bearer " + good, "Bearer " + good}}, 401, unauthorized},
		{"expired", changed(jwt.MapClaims{"exp": at(-time.Minute)}), 401, unauthorized},
		{"without an end", changed(jwt.MapClaims{"exp": nil}), 401, unauthorized},
		{"not valid yet", changed(jwt.MapClaims{"nbf": at(time.Hour)}), 401, unauthorized},
		{"for another service", changed(jwt.MapClaims{"aud": "https://other.example"}), 401, unauthorized},
		{"for this service's origin", changed(jwt.MapClaims{"aud": "https://bridge.example"}), 401, unauthorized},
		{"for nobody", changed(jwt.MapClaims{"aud": nil}), 401, unauthorized},
		{"of another issuer", changed(jwt.MapClaims{"iss": "https://evil.example"}), 401, unauthorized},
		{"of the issuer with a slash", changed(jwt.MapClaims{"iss": i.url + "/"}), 401, unauthorized},
		{"of no issuer", changed(jwt.MapClaims{"iss": nil}), 401, unauthorized},
		{"without a subject", changed(jwt.MapClaims{"sub": nil}), 401, unauthorized},
		{"a subject with a line", changed(jwt.MapClaims{"sub": "alice\nlevel=ERROR msg=forged"}), 401, unauthorized},
		{"a subject that is no text", changed(jwt.MapClaims{"sub": 7}), 401, unauthorized},
		{"alg none", s.with(i.unsigned(t, "none"), ""), 401, unauthorized},
		{"alg None", s.with(i.unsigned(t, "None"), ""), 401, unauthorized},
		{"no signature", s.with(parts[0]+"."+parts[1]+".", ""), 401, unauthorized},
		{"no signature, no dot", s.with(parts[0]+"."+parts[1], ""), 401, unauthorized},
		{"another's claims", s.with(parts[0]+"."+bobs[1]+"."+parts[2], ""), 401, unauthorized},
		{"HS256 with the public key", forged(jwt.SigningMethodHS256, publicPEM, map[string]any{"kid": kid}), 401, unauthorized},
		{"HS256 with the modulus", forged(jwt.SigningMethodHS256, i.key().PublicKey.N.Bytes(), map[string]any{"kid": kid}), 401, unauthorized},
		{"HS256 with nothing", forged(jwt.SigningMethodHS256, []byte{}, map[string]any{"kid": kid}), 401, unauthorized},
		{"an unknown key", forged(jwt.SigningMethodRS256, stranger.PrivateKey, map[string]any{"kid": "unknown"}), 401, unauthorized},
		{"an unknown key by a known name", forged(jwt.SigningMethodRS256, stranger.PrivateKey, map[string]any{"kid": kid}), 401, unauthorized},
		{"an unknown key without a name", forged(jwt.SigningMethodRS256, stranger.PrivateKey, nil), 401, unauthorized},
		{"a key's name that is a path", forged(jwt.SigningMethodRS256, stranger.PrivateKey, map[string]any{"kid": "../../dev/null"}), 401, unauthorized},
		{"a key of its own", forged(jwt.SigningMethodRS256, stranger.PrivateKey, map[string]any{"jwk": strangersKey}), 401, unauthorized},
		{"a key elsewhere", forged(jwt.SigningMethodRS256, stranger.PrivateKey, map[string]any{"jku": "http://evil.example/jwks"}), 401, unauthorized},
		{"an algorithm with a message in it", s.with(base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"fetching keys"}`))+"."+parts[1]+"."+parts[2], ""), 401, unauthorized},
		{"no scope of ours", changed(jwt.MapClaims{"scope": "openid email"}), 403, `"error":"forbidden"`},
		{"no scope", changed(jwt.MapClaims{"scope": nil}), 403, `"error":"forbidden"`},
		{"a scope that begins like ours", changed(jwt.MapClaims{"scope": "bridge:readonly bridge:"}), 403, `"error":"forbidden"`},
	}
	for n, one := range attempts {
		t.Run(one.name, func(t *testing.T) {
			got := s.exchange(t, one.raw(s, "", fmt.Sprintf("198.51.100.%d", n+1)))
			if got.status != one.status || !strings.Contains(got.body, one.says) {
				t.Errorf("got %d %q, want %d %q", got.status, got.body, one.status, one.says)
			}
			challenge := got.header.Get("WWW-Authenticate")
			if points := strings.Contains(challenge, `resource_metadata="`+metadata+`"`); points != (got.status != 200) {
				t.Errorf("status %d with WWW-Authenticate %q", got.status, challenge)
			}
			if got.status == 403 && !strings.Contains(challenge, `error="insufficient_scope"`) {
				t.Errorf("the challenge does not name the missing scope: %q", challenge)
			}
		})
	}
	t.Logf("%d attempts", len(attempts))
}

func TestAnybodyMayReadWhereToGetAToken(t *testing.T) {
	i := newIssuer(t)
	s := protect(t, i, upstream(t))
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"} {
		got := s.exchange(t, message{line: "GET " + path + " HTTP/1.1", auth: []string{}, length: "0", body: "\r\n"}.raw(s, "", "198.51.100.1"))
		var said struct {
			Resource string   `json:"resource"`
			Servers  []string `json:"authorization_servers"`
			Scopes   []string `json:"scopes_supported"`
			Methods  []string `json:"bearer_methods_supported"`
		}
		if err := json.Unmarshal([]byte(got.body), &said); err != nil || got.status != 200 || got.header.Get("Content-Type") != "application/json" {
			t.Fatalf("%s: %d %q %v", path, got.status, got.body, err)
		}
		if said.Resource != resource || !slices.Equal(said.Servers, []string{i.url}) || !slices.Equal(said.Methods, []string{"header"}) ||
			!slices.Equal(said.Scopes, []string{"bridge:read", "bridge:write", "bridge:admin"}) {
			t.Errorf("%s: %s", path, got.body)
		}
	}
	for _, path := range []string{"/.well-known/oauth-protected-resource/other", "/.well-known/openid-configuration"} {
		if got := s.exchange(t, message{line: "GET " + path + " HTTP/1.1", auth: []string{}}.raw(s, "", "198.51.100.1")); got.status != 401 {
			t.Errorf("%s: %d %q", path, got.status, got.body)
		}
	}
}

// A token says what its bearer may do. Nothing but a write by a writer changes NetBox.
func TestScopesBoundWhatATokenMayDo(t *testing.T) {
	i, netbox := newIssuer(t), upstream(t)
	s := protect(t, i, netbox)
	write, preview := call(`{`+reserve+`}`), call(`{`+reserve+`,"dry_run":true}`)
	read := call(`{"plugin":"ip_ledger","tool":"find_prefix"}`)
	const missing, previewed, completed = `\"code\":\"scope_missing\"`, `\"outcome\":\"previewed\"`, `\"outcome\":\"completed\"`
	for n, one := range []struct {
		scopes, body string
		status       int
		says         string
		applied      int
	}{
		{"bridge:read", list, 200, "reserve_prefix", 0},
		{"bridge:read", read, 200, completed, 0},
		{"bridge:read", preview, 200, previewed, 0},
		{"bridge:read", write, 200, missing, 0},
		{"bridge:read", call(`{` + reserve + `,"token":"` + netboxToken + `"}`), 200, missing, 0}, // another credential grants no scope
		{"openid", list, 403, `"error":"forbidden"`, 0},
		{"openid", write, 403, `"error":"forbidden"`, 0},
		{"bridge:write", read, 200, completed, 0},
		{"bridge:write", write, 200, completed, 1},
		{"bridge:admin", preview, 200, previewed, 1},
	} {
		got := s.exchange(t, s.with(i.token(t, jwt.MapClaims{"scope": one.scopes}), one.body).raw(s, "", fmt.Sprintf("198.51.100.%d", n+1)))
		if got.status != one.status || !strings.Contains(got.body, one.says) {
			t.Errorf("%s, %s: got %d %q, want %d %q", one.scopes, one.body, got.status, got.body, one.status, one.says)
		}
		if applied := len(netbox.demo.Applied()); applied != one.applied {
			t.Errorf("%s, %s: NetBox was changed %d times, want %d", one.scopes, one.body, applied, one.applied)
		}
	}
}

// What others did is for administrators, and for nobody else it is there.
func TestOnlyAnAdministratorReadsTheEntriesOfOthers(t *testing.T) {
	i, netbox := newIssuer(t), upstream(t)
	s := protect(t, i, netbox)
	ask := func(subject, scopes, body string) string {
		t.Helper()
		return s.exchange(t, s.with(i.token(t, jwt.MapClaims{"sub": subject, "scope": scopes}), body).raw(s, "", "198.51.100.1")).body
	}
	written := regexp.MustCompile(`\\"journal_id\\":\\"([0-9a-f-]{36})\\"`).FindStringSubmatch(ask("alice", "bridge:write", call(`{`+reserve+`}`)))
	if written == nil {
		t.Fatal("the write has no entry")
	}
	read := `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"bridge://journal/` + written[1] + `"}}`
	for _, one := range []struct {
		subject, scopes string
		sees            bool
	}{
		{"alice", "bridge:read", true},
		{"bob", "bridge:write", false},
		{"bob", "bridge:admin", true},
	} {
		body := ask(one.subject, one.scopes, read)
		if sees := strings.Contains(body, `\"principal\":\"alice\"`); sees != one.sees || strings.Contains(body, `"error"`) == one.sees {
			t.Errorf("%s, %s: got %q", one.subject, one.scopes, body)
		}
	}
}

func TestNetBoxSeesTheCredentialThatIsMappedToTheSubject(t *testing.T) {
	i, netbox := newIssuer(t), upstream(t)
	mapping := file(t, "credentials.json", fmt.Sprintf(`{"alice": {"token_file": %q}, "bob": {"token_env": "BOBS"}, "carol": {"profile": true}, "dan": {"token_env": "DANS"}}`, file(t, "alice", mappedToken+"\n")))
	s := protect(t, i, netbox, "BRIDGE_OAUTH_CREDENTIALS_FILE="+mapping, "BOBS="+oldMappedToken, "DANS="+opaqueToken, "BRIDGE_JOURNAL_ARGUMENTS=1")
	for n, one := range []struct {
		subject string
		status  int
		sent    []string
	}{
		{"alice", 200, []string{"Bearer " + mappedToken}},
		{"bob", 200, []string{"Token " + oldMappedToken}},
		{"carol", 200, []string{"Bearer " + netboxToken}},
		{"mallory", 403, nil},
		{"Alice", 403, nil},
		{"*", 403, nil},
	} {
		netbox.takeSent()
		got := s.exchange(t, s.with(i.token(t, jwt.MapClaims{"sub": one.subject}), list).raw(s, "", fmt.Sprintf("198.51.100.%d", n+1)))
		if sent := netbox.takeSent(); got.status != one.status || !slices.Equal(sent, one.sent) {
			t.Errorf("%s: got %d %q and NetBox %q, want %d and %q", one.subject, got.status, got.body, sent, one.status, one.sent)
		}
	}
	// Another's credential in the wrong place is known for what it is.
	lost := call(`{"plugin":"ip_ledger","tool":"find_prefix","arguments":{"site":"` + opaqueToken + `"}}`)
	if got := s.exchange(t, s.with(i.token(t, nil), lost).raw(s, "", "198.51.100.99")); !strings.Contains(got.body, `\"outcome\":\"completed\"`) {
		t.Errorf("got %d %q", got.status, got.body)
	}
}

func TestTheIssuersKeysMayRotate(t *testing.T) {
	i := newIssuer(t)
	s := protect(t, i, upstream(t))
	old := i.token(t, nil)
	expect := func(name, token string, status int) {
		t.Helper()
		if got := s.exchange(t, s.with(token, "").raw(s, "", "198.51.100.1")); got.status != status {
			t.Errorf("%s: got %d %q, want %d", name, got.status, got.body, status)
		}
	}
	expect("the first key", old, 200)
	i.provide.Keypair = newKey(t)
	expect("the second key", i.token(t, nil), 200)
	expect("the first key, which is withdrawn", old, 401)
}

// Without the issuer nobody comes in, except where its keys are known already.
func TestTheIssuerMayBeDown(t *testing.T) {
	i := newIssuer(t)
	token := i.token(t, nil)
	i.stop()
	s := protect(t, i, upstream(t))
	status := func(token string) int {
		got := s.exchange(t, s.with(token, "").raw(s, "", "198.51.100.1"))
		if got.status == 503 && (got.header.Get("Retry-After") == "" || !strings.Contains(got.body, `"error":"authentication_unavailable"`)) {
			t.Errorf("503 with %v %s", got.header, got.body)
		}
		return got.status
	}
	if got := status(token); got != 503 {
		t.Errorf("down at the start: %d", got)
	}
	i.start(t)
	for deadline := time.Now().Add(patience); status(token) != 200; time.Sleep(200 * time.Millisecond) { // the issuer is asked once a second
		if time.Now().After(deadline) {
			t.Fatal("the issuer is not found")
		}
	}
	i.stop()
	if got := status(token); got != 200 {
		t.Errorf("down later, the key is known: %d", got)
	}
	i.provide.Keypair = newKey(t)
	if got := status(i.token(t, nil)); got != 503 {
		t.Errorf("down later, the key is not known: %d", got)
	}
}
