package httpserver

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/ports"
)

const token = "correct-horse-battery-staple"

// known recognises the tokens that it maps to principals.
type known map[string]string

func (k known) Authenticate(_ context.Context, credential domain.Secret) (access.Identity, error) {
	switch name := k[credential.Reveal()]; name {
	case "":
		return access.Identity{}, ports.ErrStranger
	case "nobody":
		return access.Identity{Principal: name}, nil
	case "later":
		return access.Identity{}, context.DeadlineExceeded
	default:
		return access.Identity{Principal: name, Credential: credential, Scopes: access.Unscoped()}, nil
	}
}

func callers() known {
	return known{token: "alice", "bobs": "bob", "powerless": "nobody", "unchecked": "later"}
}

func policy() Policy {
	return Policy{Authenticator: callers(), Schemes: []string{"Bearer"}, AllowedHosts: []string{"bridge.example"}, Log: slog.New(slog.DiscardHandler)}
}

// endpoint stands for the MCP handler and tells who came through.
func endpoint() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			http.Error(w, "body", http.StatusRequestEntityTooLarge)
			return
		}
		w.Header().Set("X-Principal", app.Principal(r.Context()))
	})
}

// newHandler is the handler as the service has it, where every request has an id.
func newHandler(protocols Protocols, policy Policy) http.Handler {
	return Identify(NewHandler(protocols, policy))
}

// ask sends a request with headers as name, value, name, value...
func ask(handler http.Handler, method, url, body string, headers ...string) *httptest.ResponseRecorder {
	request := httptest.NewRequest(method, url, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		request.Header.Add(headers[i], headers[i+1])
	}
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, request)
	return response
}

func post(handler http.Handler, headers ...string) *httptest.ResponseRecorder {
	return ask(handler, http.MethodPost, "http://bridge.example/mcp", "{}", headers...)
}

func TestGuardsStandInTheOrderOfTheirCost(t *testing.T) {
	outer, inner := policy().guards()
	var names []string
	for _, g := range append(outer, inner...) {
		names = append(names, g.name)
	}
	if got := strings.Join(names, " "); got != "body host origin address authentication rate concurrency" {
		t.Errorf("order %q", got)
	}
}

// Each request breaks the rules of one guard and of all behind it.
func TestTheFirstGuardThatRefusesAnswers(t *testing.T) {
	p := policy()
	p.AllowedAddresses = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	handler := newHandler(Protocols{Streamable: endpoint()}, p)
	huge := strings.Repeat("x", maxBodyBytes+1)
	for name, test := range map[string]struct {
		url, body string
		headers   []string
		code      string
	}{
		"body":           {"http://evil.example/mcp", huge, []string{"Origin", "http://evil.example"}, "body_too_large"},
		"host":           {"http://evil.example/mcp", "{}", []string{"Origin", "http://evil.example"}, "host_refused"},
		"origin":         {"http://bridge.example/mcp", "{}", []string{"Origin", "http://evil.example"}, "origin_refused"},
		"address":        {"http://bridge.example/mcp", "{}", nil, "address_refused"},
		"authentication": {"http://bridge.example/other", "{}", []string{"X-Test-Address", "10.0.0.1:1"}, "unauthorized"},
	} {
		t.Run(name, func(t *testing.T) {
			request := httptest.NewRequest(http.MethodPost, test.url, strings.NewReader(test.body))
			for i := 0; i < len(test.headers); i += 2 {
				request.Header.Add(test.headers[i], test.headers[i+1])
			}
			if address := request.Header.Get("X-Test-Address"); address != "" {
				request.RemoteAddr = address
			}
			response := httptest.NewRecorder()
			handler.ServeHTTP(response, request)
			if !strings.Contains(response.Body.String(), `"error":"`+test.code+`"`) {
				t.Errorf("answered %d %s", response.Code, response.Body)
			}
		})
	}
}

func TestOnlyAKnownCredentialOpensTheEndpoint(t *testing.T) {
	handler := newHandler(Protocols{Streamable: endpoint()}, policy())
	const challenge = `Bearer realm="mcp-bridge"`
	for name, test := range map[string]struct {
		path, authorization string
		want                int
	}{
		"the token":                   {"/mcp", "Bearer " + token, 200},
		"the scheme in another case":  {"/mcp", "bearer " + token, 200},
		"more than one space":         {"/mcp", "Bearer  " + token + " ", 200},
		"no credential":               {"/mcp", "", 401},
		"an empty token":              {"/mcp", "Bearer ", 401},
		"another token":               {"/mcp", "Bearer wrong", 401},
		"another scheme":              {"/mcp", "Token " + token, 401},
		"no scheme":                   {"/mcp", token, 401},
		"the token in the query":      {"/mcp?access_token=" + token, "", 401},
		"a token without any right":   {"/mcp", "Bearer powerless", 403},
		"a token that can't be told":  {"/mcp", "Bearer unchecked", 503},
		"another path with the token": {"/other", "Bearer " + token, 404},
		"another path without one":    {"/other", "", 401},
		"the legacy path, not served": {"/sse", "Bearer " + token, 404},
	} {
		t.Run(name, func(t *testing.T) {
			var headers []string
			if test.authorization != "" {
				headers = []string{"Authorization", test.authorization}
			}
			response := ask(handler, http.MethodPost, "http://bridge.example"+test.path, "{}", headers...)
			got := response.Header()
			switch {
			case response.Code != test.want:
				t.Fatalf("status %d, want %d: %s", response.Code, test.want, response.Body)
			case strings.Contains(response.Body.String(), token):
				t.Error("the answer shows the token")
			case test.want == 200 && got.Get("X-Principal") != "alice":
				t.Errorf("principal %q", got.Get("X-Principal"))
			case (test.want == 401 || test.want == 403) != (got.Get("WWW-Authenticate") == challenge):
				t.Errorf("WWW-Authenticate %q", got.Get("WWW-Authenticate"))
			case test.want == 503 && got.Get("Retry-After") == "":
				t.Error("no Retry-After")
			}
		})
	}
}

func TestHostsAreComparedAsNames(t *testing.T) {
	local, listed := hostRule(nil), hostRule([]string{"bridge.example", "other.example:8443", "[2001:db8::1]", "192.0.2.1:80"})
	for host, want := range map[string][2]bool{ // local, listed
		"localhost":            {true, false},
		"LOCALHOST:8000":       {true, false},
		"localhost.":           {true, false},
		"127.0.0.1":            {true, false},
		"127.8.8.8:1":          {true, false},
		"[::1]":                {true, false},
		"[::1]:8000":           {true, false},
		"::1":                  {false, false},
		"[::1%25eth0]":         {false, false},
		"[127.0.0.1]":          {false, false},
		"[::ffff:127.0.0.1]":   {true, false},
		"":                     {false, false},
		":8000":                {false, false},
		"localhost:":           {false, false},
		"localhost.evil.test":  {false, false},
		"0x7f000001":           {false, false},
		"evil@localhost":       {false, false},
		"bridge.example":       {false, true},
		"Bridge.Example.:443":  {false, true},
		"xbridge.example":      {false, false},
		"bridge.example.evil":  {false, false},
		"other.example:8443":   {false, true},
		"other.example":        {false, false},
		"[2001:db8:0::1]:99":   {false, true},
		"[2001:db8::2]":        {false, false},
		"192.0.2.1:80":         {false, true},
		"192.0.2.1:81":         {false, false},
		"bridge.example:80:80": {false, false},
		"bridge.example, evil": {false, false},
		"[bridge.example]":     {false, false},
	} {
		if got := [2]bool{local(host), listed(host)}; got != want {
			t.Errorf("%q: %v, want %v", host, got, want)
		}
	}
}

func TestOnlyListedOriginsMayCall(t *testing.T) {
	p := policy()
	p.AllowedOrigins = []string{"https://chat.example"}
	handler := newHandler(Protocols{Streamable: endpoint()}, p)
	for name, test := range map[string]struct {
		method  string
		headers []string
		want    int
	}{
		"no page":                      {"POST", nil, 200},
		"a listed page":                {"POST", []string{"Origin", "https://chat.example"}, 200},
		"a listed page's preflight":    {"OPTIONS", []string{"Origin", "https://chat.example", "Access-Control-Request-Method", "POST"}, 204},
		"another page":                 {"POST", []string{"Origin", "https://evil.example"}, 403},
		"another page's preflight":     {"OPTIONS", []string{"Origin", "https://evil.example", "Access-Control-Request-Method", "POST"}, 403},
		"the service's own origin":     {"POST", []string{"Origin", "http://bridge.example"}, 403},
		"an opaque origin":             {"POST", []string{"Origin", "null"}, 403},
		"an empty origin":              {"POST", []string{"Origin", ""}, 403},
		"the listed name without TLS":  {"POST", []string{"Origin", "http://chat.example"}, 403},
		"the listed name, other port":  {"POST", []string{"Origin", "https://chat.example:444"}, 403},
		"a name that begins like it":   {"POST", []string{"Origin", "https://chat.example.evil.example"}, 403},
		"two origins":                  {"POST", []string{"Origin", "https://chat.example", "Origin", "https://chat.example"}, 403},
		"a page that names no origin":  {"GET", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		"a sister page without origin": {"GET", []string{"Sec-Fetch-Site", "same-site"}, 403},
		"the address bar":              {"GET", []string{"Sec-Fetch-Site", "none"}, 200},
	} {
		t.Run(name, func(t *testing.T) {
			headers := append([]string{"Authorization", "Bearer " + token}, test.headers...)
			response := ask(handler, test.method, "http://bridge.example/mcp", "", headers...)
			if response.Code != test.want {
				t.Fatalf("status %d, want %d: %s", response.Code, test.want, response.Body)
			}
			admitted := slices.Contains(test.headers, "https://chat.example") && test.want < 300
			if got := response.Header().Get("Access-Control-Allow-Origin"); (got == "https://chat.example") != admitted {
				t.Errorf("Access-Control-Allow-Origin %q", got)
			}
		})
	}
	refused := post(handler, "Origin", "https://chat.example")
	if refused.Code != 401 || refused.Header().Get("Access-Control-Allow-Origin") == "" {
		t.Error("a listed page cannot read why it was refused")
	}
}

func TestForwardedAddressesCountOnlyFromTrustedProxies(t *testing.T) {
	p := Policy{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("10.0.0.0/8")}}
	for name, test := range map[string]struct {
		remote    string
		forwarded []string
		want      string
	}{
		"no proxy":                     {"192.0.2.1:5", nil, "192.0.2.1"},
		"a stranger's word":            {"192.0.2.1:5", []string{"127.0.0.1"}, "192.0.2.1"},
		"one proxy":                    {"127.0.0.1:5", []string{"192.0.2.7"}, "192.0.2.7"},
		"two proxies":                  {"127.0.0.1:5", []string{"192.0.2.7, 10.1.1.1"}, "192.0.2.7"},
		"in two lines":                 {"127.0.0.1:5", []string{"192.0.2.7", "10.1.1.1"}, "192.0.2.7"},
		"a client that lies":           {"127.0.0.1:5", []string{"127.0.0.1, 192.0.2.7"}, "192.0.2.7"},
		"a client that lies, two hops": {"127.0.0.1:5", []string{"10.9.9.9, 192.0.2.7, 10.1.1.1"}, "192.0.2.7"},
		"nonsense":                     {"127.0.0.1:5", []string{"unknown"}, "127.0.0.1"},
		"nonsense before a stranger":   {"127.0.0.1:5", []string{"<script>, 192.0.2.7"}, "192.0.2.7"},
		"only proxies":                 {"127.0.0.1:5", []string{"10.1.1.1"}, "10.1.1.1"},
		"IPv4 in IPv6":                 {"[::ffff:127.0.0.1]:5", []string{"::ffff:192.0.2.7"}, "192.0.2.7"},
		"IPv6":                         {"127.0.0.1:5", []string{"2001:db8::7"}, "2001:db8::7"},
	} {
		request := httptest.NewRequest(http.MethodPost, "/mcp", nil)
		request.RemoteAddr = test.remote
		request.Header["X-Forwarded-For"] = test.forwarded
		if got := p.clientAddress(request).String(); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
	six := context.WithValue(t.Context(), addressKey{}, netip.MustParseAddr("2001:db8:1:2:3::7"))
	if got := neighbourhood(six); got != "2001:db8:1:2::/64" {
		t.Errorf("neighbourhood %s", got)
	}
}

func TestFailuresOfAnAddressAreThrottled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handler := newHandler(Protocols{Streamable: endpoint()}, policy())
		for range failuresAtOnce {
			if got := post(handler, "Authorization", "Bearer wrong").Code; got != 401 {
				t.Fatalf("status %d before the limit", got)
			}
		}
		for _, authorization := range []string{"Bearer wrong", "Bearer " + token} {
			throttled := post(handler, "Authorization", authorization)
			if throttled.Code != 429 || throttled.Header().Get("Retry-After") != "1" {
				t.Errorf("status %d, Retry-After %q", throttled.Code, throttled.Header().Get("Retry-After"))
			}
		}
		time.Sleep(time.Second)
		for range 3 { // success costs nothing
			if got := post(handler, "Authorization", "Bearer "+token).Code; got != 200 {
				t.Errorf("status %d after a second", got)
			}
		}
		for range 2 * failuresAtOnce { // nothing sent is nothing guessed
			if got := post(handler).Code; got != 401 {
				t.Errorf("status %d without a credential", got)
			}
		}
	})
}

func TestRatesAreLimitedPerPrincipalAndPerAddress(t *testing.T) {
	for name, p := range map[string]struct {
		principal, address float64
		bobGetsThrough     bool
	}{"per principal": {2, 0, true}, "per address": {0, 2, false}} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				limited := policy()
				limited.PerPrincipal, limited.PerAddress = p.principal, p.address
				handler := newHandler(Protocols{Streamable: endpoint()}, limited)
				for i := range 5 {
					response := post(handler, "Authorization", "Bearer "+token)
					if want := map[bool]int{true: 200, false: 429}[i < 4]; response.Code != want {
						t.Errorf("request %d: status %d, want %d", i, response.Code, want)
					}
					if response.Code == 429 && response.Header().Get("Retry-After") != "1" {
						t.Errorf("Retry-After %q", response.Header().Get("Retry-After"))
					}
				}
				if got := post(handler, "Authorization", "Bearer bobs").Code; (got == 200) != p.bobGetsThrough {
					t.Errorf("another principal at the same address: status %d", got)
				}
				time.Sleep(500 * time.Millisecond)
				if got := post(handler, "Authorization", "Bearer "+token).Code; got != 200 {
					t.Errorf("status %d after the wait", got)
				}
			})
		})
	}
}

// Those behind one proxy do not pay for the greedy one among them.
func TestWhatAPrincipalsLimitRefusesIsNotTheAddresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := policy()
		p.PerPrincipal, p.PerAddress = 2, 5
		handler := newHandler(Protocols{Streamable: endpoint()}, p)
		through := 0
		for range 20 {
			if post(handler, "Authorization", "Bearer "+token).Code == 200 {
				through++
			}
		}
		if through != 4 {
			t.Errorf("%d of the greedy one's requests came through, want 4", through)
		}
		if got := post(handler, "Authorization", "Bearer bobs").Code; got != 200 {
			t.Errorf("the other one: status %d", got)
		}
	})
}

func TestLimitersAreBounded(t *testing.T) {
	l := newLimiters(1, 1)
	for i := range maxLimiters + 10 {
		l.take(string(rune(i + 0x10000)))
	}
	if l.byName.Len() != maxLimiters {
		t.Errorf("%d limiters are kept", l.byName.Len())
	}
}

func TestNoMoreRunsAtOnceThanIsAllowed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := policy()
		p.AtOncePerPrincipal, p.AtOnce = 1, 2
		release := make(chan struct{})
		handler := newHandler(Protocols{
			Streamable: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }),
			Legacy:     endpoint(),
		}, p)
		run := func(credential string) { go post(handler, "Authorization", "Bearer "+credential); synctest.Wait() }
		run(token)
		if got := post(handler, "Authorization", "Bearer "+token); got.Code != 503 || got.Header().Get("Retry-After") != "1" {
			t.Errorf("alice's second: status %d", got.Code)
		}
		run("bobs")
		p.Authenticator.(known)["carols"] = "carol"
		if got := post(handler, "Authorization", "Bearer carols"); got.Code != 503 {
			t.Errorf("the third of all: status %d", got.Code)
		}
		stream := ask(handler, http.MethodGet, "http://bridge.example/sse", "", "Authorization", "Bearer "+token)
		if stream.Code != 200 {
			t.Errorf("a stream counts as a request: status %d", stream.Code)
		}
		close(release)
		synctest.Wait()
		if got := post(handler, "Authorization", "Bearer "+token); got.Code != 200 {
			t.Errorf("a place is not given back: status %d", got.Code)
		}
	})
}

func TestABodyThatTurnsOutTooLargeIsCutOff(t *testing.T) {
	handler := newHandler(Protocols{Streamable: endpoint()}, policy())
	for size, want := range map[int]int{maxBodyBytes: 200, maxBodyBytes + 1: 413} {
		request := httptest.NewRequest(http.MethodPost, "http://bridge.example/mcp", io.LimitReader(strings.NewReader(strings.Repeat("x", size)), int64(size)))
		request.ContentLength = -1
		request.Header.Set("Authorization", "Bearer "+token)
		response := httptest.NewRecorder()
		handler.ServeHTTP(response, request)
		if response.Code != want {
			t.Errorf("%d bytes: status %d, want %d", size, response.Code, want)
		}
	}
}

func TestTheResourceTellsWhoGrantsAccess(t *testing.T) {
	p := policy()
	resource, err := NewResource("https://bridge.example/mcp", "https://issuer.example")
	if err != nil {
		t.Fatal(err)
	}
	p.Resource = resource
	handler := newHandler(Protocols{Streamable: endpoint()}, p)
	const metadata = `{"resource":"https://bridge.example/mcp","authorization_servers":["https://issuer.example"],"scopes_supported":["bridge:read","bridge:write","bridge:admin"],"bearer_methods_supported":["header"],"resource_name":"MCP Bridge"}`
	for _, path := range []string{"/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"} {
		response := ask(handler, http.MethodGet, "http://bridge.example"+path, "")
		if response.Code != 200 || strings.TrimSpace(response.Body.String()) != metadata {
			t.Errorf("%s: %d %s", path, response.Code, response.Body)
		}
	}
	if got := ask(handler, http.MethodGet, "http://evil.example/.well-known/oauth-protected-resource", ""); got.Code != 403 {
		t.Errorf("a foreign host: status %d", got.Code)
	}
	const challenge = `Bearer realm="mcp-bridge", resource_metadata="https://bridge.example/.well-known/oauth-protected-resource/mcp", scope="bridge:read"`
	for authorization, want := range map[string]string{"": challenge, "Bearer wrong": challenge + `, error="invalid_token"`, "Bearer powerless": challenge + `, error="insufficient_scope"`} {
		if got := post(handler, "Authorization", authorization).Header().Get("WWW-Authenticate"); got != want {
			t.Errorf("%q: %s", authorization, got)
		}
	}
}

// Each way to be refused, what it is counted as, and the id that it shows.
func TestRefusalsAreCountedAndNamed(t *testing.T) {
	huge := strings.Repeat("x", maxBodyBytes+1)
	for want, test := range map[string]struct {
		change  func(*Policy)
		url     string
		body    string
		headers []string
		times   int // the last of which is refused
	}{
		guardBody:           {body: huge},
		guardHost:           {url: "http://evil.example/mcp"},
		guardOrigin:         {headers: []string{"Origin", "http://evil.example"}},
		guardAddress:        {change: func(p *Policy) { p.AllowedAddresses = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")} }},
		guardAuthentication: {headers: []string{"Authorization", "Bearer unchecked"}},
		guardThrottle:       {headers: []string{"Authorization", "Bearer wrong"}, times: failuresAtOnce + 1},
		guardRate:           {change: func(p *Policy) { p.PerPrincipal = 1 }, headers: []string{"Authorization", "Bearer " + token}, times: 3},
		guardConcurrency:    {change: func(p *Policy) { p.AtOnce = 1 }, headers: []string{"Authorization", "Bearer " + token}},
	} {
		t.Run(want, func(t *testing.T) {
			var counted []string
			p := policy()
			p.Refused = func(guard string) { counted = append(counted, guard) }
			if test.change != nil {
				test.change(&p)
			}
			if test.url == "" {
				test.url = "http://bridge.example/mcp"
			}
			var response *httptest.ResponseRecorder
			var send func()
			handler := newHandler(Protocols{Streamable: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
				if p.AtOnce == 1 {
					send() // while this one is under way
				}
			})}, p)
			send = func() {
				counted = nil
				answer := ask(handler, http.MethodPost, test.url, test.body, append(test.headers, "X-Request-Id", "forged")...)
				if answer.Code != http.StatusOK {
					response = answer
				}
			}
			for range max(1, test.times) {
				send()
			}
			if response == nil {
				t.Fatal("nothing was refused")
			}
			if !slices.Equal(counted, []string{want}) || !slices.Contains(Guards(), want) {
				t.Errorf("counted as %q", counted)
			}
			id := response.Header().Get("X-Request-Id")
			if len(id) != 26 || !strings.Contains(response.Body.String(), `"request_id":"`+id+`"`) {
				t.Errorf("the request is %q, the refusal %s", id, response.Body)
			}
		})
	}
}

func TestABodyThatIsCutOffIsCountedOnce(t *testing.T) {
	counted := 0
	p := policy()
	p.Refused = func(guard string) {
		if guard == guardBody {
			counted++
		}
	}
	reader := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		for range 2 {
			if _, err := io.ReadAll(r.Body); err == nil {
				t.Error("it was not cut off")
			}
		}
	})
	request := httptest.NewRequest(http.MethodPost, "http://bridge.example/mcp", strings.NewReader(strings.Repeat("x", maxBodyBytes+1)))
	request.ContentLength = -1
	request.Header.Set("Authorization", "Bearer "+token)
	newHandler(Protocols{Streamable: reader}, p).ServeHTTP(httptest.NewRecorder(), request)
	if counted != 1 {
		t.Errorf("counted %d times", counted)
	}
}

// What comes through has the id in its context, so that all behind speak of it.
func TestTheIDGoesOnWithTheRequest(t *testing.T) {
	var known []string
	handler := newHandler(Protocols{Streamable: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		known = append(known, app.RequestID(r.Context()))
	})}, policy())
	for range 2 {
		told := post(handler, "Authorization", "Bearer "+token).Header().Get("X-Request-Id")
		if last := known[len(known)-1]; last == "" || last != told {
			t.Errorf("behind the guards it is %q, the client was told %q", last, told)
		}
	}
	if known[0] == known[1] {
		t.Error("two requests share an id")
	}
}
