package security

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The secrets of the run: each is somewhere in what the bridge is given.
const (
	netboxToken    = "nbt_netboxkey0001.netboxsecret0123456789abcdefghij"
	oldToken       = "5d41402abc4b2a76b9719d911017c592ae0f1b2c" // of the first kind
	mappedToken    = "nbt_mappedkey0001.mappedsecret0123456789abcdefghij"
	oldMappedToken = "7b52009b64fd0a2a49e6d8a939753077792b0554"
	opaqueToken    = "correct-horse-battery-staple" // no form tells that it is a credential
	sharedToken    = "shared-7b1f0c9d2e8a4b6f"
	aliceToken     = "alice-5e884898da28047151d0e56f8dc62927"
	wrongToken     = "wrong-0f4a9c1d7e2b8a6c"
	callToken      = "nbt_callkey000001.callsecret0123456789abcdefghijkl"
	oldCallToken   = "356a192b7913b04c54574d18c28d46e6395428ab"
	oddToken       = "gëheim-3c6e0b8a9c15"
	password       = "hunter2-hunter2-hunter2"
	collectorKey   = "collector-4e07408562bedb8b"
	journalKey     = "journal-ef2d127de37b942b"
	stateKey       = "state-key-of-exactly-32-bytes-00"
)

func secrets() []string {
	return []string{netboxToken, oldToken, mappedToken, oldMappedToken, opaqueToken, sharedToken, aliceToken, wrongToken, callToken, oldCallToken,
		oddToken, password, collectorKey, journalKey, stateKey,
		"netboxsecret0123456789abcdefghij", "mappedsecret0123456789abcdefghij", "callsecret0123456789abcdefghijkl"}
}

// attempt is a request and what must come back.
type attempt struct {
	name string
	message
	status int
	says   string // a part of the body
}

// tool is the body of a call of one of the two tools.
func tool(name, arguments string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":` + arguments + `}}`
}

func call(arguments string) string { return tool("plugin_call_tool", arguments) }

// find is a call of a read with a header of the caller's.
func find(header string) string {
	return call(`{"plugin":"ip_ledger","tool":"find_prefix","header":[` + header + `]}`)
}

const (
	unauthorized = `"error":"unauthorized"`
	hostRefused  = `"error":"host_refused"`
	pageRefused  = `"error":"origin_refused"`
	result       = `"result":{}`
)

func credentials() []attempt {
	long := strings.Repeat("a", 8193)
	var attempts []attempt
	for name, auth := range map[string][]string{
		"none":                         {},
		"empty":                        {""},
		"a scheme alone":               {"Bearer"},
		"a scheme and a blank":         {"Bearer "},
		"wrong":                        {"Bearer " + wrongToken},
		"a prefix":                     {"Bearer " + aliceToken[:20]},
		"one letter more":              {"Bearer " + aliceToken + "x"},
		"in upper case":                {"Bearer " + strings.ToUpper(aliceToken)},
		"without a scheme":             {aliceToken},
		"basic":                        {"Basic " + aliceToken},
		"NetBox's scheme":              {"Token " + aliceToken},
		"NetBox's own token":           {"Bearer " + netboxToken},
		"a digest":                     {"Bearer sha256:" + strings.Repeat("0", 64)},
		"a name":                       {"Bearer alice"},
		"not ASCII":                    {"Bearer " + oddToken},
		"full-width letters":           {"Bearer ａlice"},
		"a tab":                        {"Bearer\t" + aliceToken},
		"two tokens":                   {"Bearer " + aliceToken + " " + wrongToken},
		"a list":                       {"Bearer " + aliceToken + ", Bearer " + wrongToken},
		"quoted":                       {`Bearer "` + aliceToken + `"`},
		"twice":                        {"Bearer " + aliceToken, "Bearer " + aliceToken},
		"twice, the second wrong":      {"Bearer " + aliceToken, "Bearer " + wrongToken},
		"longer than a token":          {"Bearer " + long},
		"format verbs":                 {"Bearer %s%n%x" + wrongToken},
		"an SQL fragment":              {"Bearer ' OR '1'='1"},
		"a JWT without a signature":    {"Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbGljZSJ9."},
		"percent-encoded":              {"Bearer %61lice"},
		"the shared one and a newline": {"Bearer " + sharedToken + "\r\n X: y"},
	} {
		attempts = append(attempts, attempt{"credential: " + name, message{auth: auth}, 401, unauthorized})
	}
	return append(attempts,
		attempt{"credential: alice's", message{}, 200, result},
		attempt{"credential: the shared one", message{auth: []string{"bearer " + sharedToken}}, 200, result},
		attempt{"credential: in the query", message{line: "POST /mcp?access_token=" + aliceToken + " HTTP/1.1", auth: []string{}}, 401, unauthorized},
		attempt{"credential: in a cookie", message{auth: []string{}, headers: []string{"Cookie: token=" + aliceToken}}, 401, unauthorized},
		attempt{"credential: in the body", message{auth: []string{}, body: `{"access_token":"` + aliceToken + `"}`}, 401, unauthorized},
		attempt{"credential: in another header", message{auth: []string{}, headers: []string{"Proxy-Authorization: Bearer " + aliceToken, "X-Api-Key: " + aliceToken}}, 401, unauthorized},
		attempt{"credential: larger than all headers may be", message{auth: []string{"Bearer " + strings.Repeat("a", 80<<10)}}, 431, ""},
	)
}

func hostsAndPages() []attempt {
	var attempts []attempt
	for _, host := range []string{
		"evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example",
		"[2001:db8::1]", "[2001:db8::1]:8000", "[::ffff:8.8.8.8]", "[fe80::1]", "[::1%25lo]", "::1", "[::1", "[::1]x", "[127.0.0.1]", "[::1]:80:80", "[::]", "10.0.0.1", "0.0.0.0", "2130706433", "127.0.0.1:", "localhost:80:80",
	} {
		attempts = append(attempts, attempt{"host: " + host, message{host: host}, 403, hostRefused})
	}
	for _, host := range []string{"localhost", "LocalHost.:1", "[::1]", "[::1]:8000", "[0:0::1]", "[::ffff:127.0.0.1]", "127.1.2.3"} {
		attempts = append(attempts, attempt{"host: " + host, message{host: host}, 200, result})
	}
	for _, origin := range []string{"http://evil.example", "null", "", "http://127.0.0.1", "https://chat.example.evil.example", "https://chat.example:444", "chat.example"} {
		attempts = append(attempts, attempt{"origin: " + origin, message{headers: []string{"Origin: " + origin}}, 403, pageRefused})
	}
	return append(attempts,
		attempt{"host: none", message{host: "-"}, 400, ""},
		attempt{"host: two", message{headers: []string{"Host: localhost"}}, 400, ""},
		attempt{"host: a blank in it", message{host: "local host"}, 400, ""},
		attempt{"host: in the target", message{line: "POST http://evil.example/mcp HTTP/1.1"}, 403, hostRefused},
		attempt{"host: HTTP/1.0 without one", message{line: "POST /mcp HTTP/1.0", host: "-"}, 403, hostRefused},
		attempt{"host: forwarded", message{host: "evil.example", headers: []string{"X-Forwarded-Host: localhost"}}, 403, hostRefused},
		attempt{"origin: a listed one", message{headers: []string{"Origin: https://chat.example"}}, 200, result},
		attempt{"origin: two listed ones", message{headers: []string{"Origin: https://chat.example", "Origin: https://chat.example"}}, 403, pageRefused},
		attempt{"origin: a foreign page's image", message{line: "GET /mcp HTTP/1.1", headers: []string{"Sec-Fetch-Site: cross-site"}}, 403, pageRefused},
	)
}

// smuggling are requests that two servers in a row could read differently.
func smuggling() []attempt {
	second := "POST /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n"
	chunks := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(ping), ping)
	chunked := "Transfer-Encoding: chunked"
	return []attempt{
		{"smuggling: two lengths", message{headers: []string{"Content-Length: 5"}}, 400, ""},
		{"smuggling: two equal lengths in one line", message{length: fmt.Sprintf("%d, %d", len(ping), len(ping)+1)}, 400, ""},
		{"smuggling: a negative length", message{length: "-5"}, 400, ""},
		{"smuggling: a length with a sign", message{length: "+40"}, 400, ""},
		{"smuggling: a hexadecimal length", message{length: "0x28"}, 400, ""},
		{"smuggling: an unknown coding", message{headers: []string{"Transfer-Encoding: xchunked"}, length: "-"}, 501, ""},
		{"smuggling: two codings", message{headers: []string{"Transfer-Encoding: gzip, chunked"}, length: "-"}, 501, ""},
		{"smuggling: chunked twice", message{headers: []string{chunked, chunked}, length: "-", body: "0\r\n\r\n"}, 501, ""},
		{"smuggling: a blank before the colon", message{headers: []string{"Transfer-Encoding : chunked"}}, 400, ""},
		{"smuggling: a folded line", message{headers: []string{" Transfer-Encoding: chunked"}}, 403, "address_refused"}, // it belongs to X-Forwarded-For, which names no address then
		{"smuggling: a control in a name", message{headers: []string{"X\x01Y: z"}}, 400, ""},
		{"smuggling: a NUL in a value", message{headers: []string{"X-Y: a\x00b"}}, 400, ""},
		{"smuggling: a line feed alone between headers", message{headers: []string{"X-Y: a\nX-Z: b"}}, 200, result}, // it ends a line (RFC 9112 section 2.2)
		{"smuggling: a header behind a line feed alone", message{headers: []string{"X-Y: a\nContent-Length: 5"}}, 400, ""},
		{"smuggling: a carriage return alone", message{headers: []string{"X-Y: a\rContent-Length: 5"}}, 400, ""},
		{"smuggling: a line feed alone behind a chunk's size", message{headers: []string{chunked}, length: "-", body: strings.ReplaceAll(chunks, "\r\n", "\n")}, 400, ""},
		{"smuggling: a folded length", message{headers: []string{"X-Y: a", " Content-Length: 5"}}, 200, result}, // it belongs to X-Y
		{"smuggling: a blank before the colon of the length", message{headers: []string{"Content-Length : 5"}}, 400, ""},
		{"smuggling: a tab before the colon", message{headers: []string{"Transfer-Encoding\t: chunked"}}, 400, ""},
		{"smuggling: a header without a name", message{headers: []string{": chunked"}}, 400, ""},
		{"smuggling: a header without a colon", message{headers: []string{"chunked"}}, 400, ""},
		{"smuggling: a chunk extension", message{headers: []string{chunked}, length: "-", body: fmt.Sprintf("%x;a=b\r\n%s\r\n0\r\n\r\n", len(ping), ping)}, 200, result},
		{"smuggling: an endless chunk extension", message{headers: []string{chunked}, length: "-", body: fmt.Sprintf("%x;%s\r\n%s\r\n0\r\n\r\n", len(ping), strings.Repeat("a", 20<<10), ping)}, 400, ""},
		{"smuggling: a credential behind the chunks", message{headers: []string{chunked, "Trailer: Authorization"}, auth: []string{}, length: "-", body: strings.TrimSuffix(chunks, "\r\n") + "Authorization: Bearer " + aliceToken + "\r\n\r\n"}, 401, unauthorized},
		{"smuggling: a bad chunk size", message{headers: []string{chunked}, length: "-", body: "zz\r\n" + ping + "\r\n0\r\n\r\n"}, 400, ""},
		{"smuggling: a huge chunk size", message{headers: []string{chunked}, length: "-", body: "FFFFFFFFFFFFFFFFF\r\nx"}, 400, ""},
		{"smuggling: a request behind the body", message{length: fmt.Sprint(len(ping)), body: ping + second}, 200, result},
		{"smuggling: a length and chunks", message{headers: []string{chunked}, length: "6", body: chunks + second}, 200, result}, // the chunks count (RFC 9112 section 6.3)
		{"smuggling: chunks and a length", message{headers: []string{chunked, "Content-Length: 6"}, length: "-", body: chunks + second}, 200, result},
		{"smuggling: no version", message{line: "POST /mcp"}, 400, ""},
		{"smuggling: version 9", message{line: "POST /mcp HTTP/9.9"}, 505, ""},
		{"smuggling: a method with a blank", message{line: "PO ST /mcp HTTP/1.1"}, 400, ""},
		{"smuggling: CONNECT", message{line: "CONNECT localhost:80 HTTP/1.1"}, 404, "not_found"},
		{"smuggling: CONNECT from a stranger", message{line: "CONNECT localhost:80 HTTP/1.1", auth: []string{}}, 401, unauthorized},
		{"smuggling: dots in the path", message{line: "POST /../mcp HTTP/1.1"}, 404, "not_found"},
		{"smuggling: an encoded slash", message{line: "POST /%2fmcp HTTP/1.1"}, 404, "not_found"},
		{"smuggling: an upgrade", message{headers: []string{"Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"}}, 200, result},
	}
}

func bodies() []attempt {
	deep := strings.Repeat("[", 200) + strings.Repeat("]", 200)
	return []attempt{
		{"body: announced as too large", message{length: "1048577", body: "x"}, 413, "body_too_large"},
		{"body: announced as enormous", message{length: "9223372036854775807", body: "x"}, 413, "body_too_large"},
		{"body: turns out too large", message{headers: []string{"Transfer-Encoding: chunked"}, length: "-", body: "100001\r\n" + strings.Repeat("x", 0x100001) + "\r\n0\r\n\r\n"}, 413, ""},
		{"body: too large from a stranger", message{auth: []string{}, length: "1048577", body: "x"}, 413, "body_too_large"},
		{"body: too large in small chunks", message{headers: []string{"Transfer-Encoding: chunked"}, length: "-", body: strings.Repeat("400\r\n"+strings.Repeat("x", 0x400)+"\r\n", 1025) + "0\r\n\r\n"}, 413, ""},
		{"body: none", message{length: "0", body: "\r\n"}, 400, ""},
		{"body: compressed", message{headers: []string{"Content-Encoding: gzip"}, body: "\x1f\x8b\x08\x00"}, 400, ""},
		{"body: not UTF-8", message{body: "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff" + password + "\"}"}, 400, ""},
		{"body: two values", message{body: ping + ping}, 200, result}, // the first one counts
		{"body: a member twice", message{body: call(`{"plugin":"a","plugin":"b","tool":"t"}`)}, 200, "request_invalid"},
		{"header: a huge one", message{headers: []string{"X-Y: " + strings.Repeat("a", 80<<10)}}, 431, ""},
		{"header: very many", message{headers: []string{strings.TrimSuffix(strings.Repeat("X-Y: aaaaaaaaaaaa\r\n", 5000), "\r\n")}}, 431, ""},
		{"header: a huge target", message{line: "POST /" + strings.Repeat("a", 80<<10) + " HTTP/1.1"}, 431, ""},
		{"body: no JSON", message{body: "password=" + password}, 400, ""},
		{"body: a scalar", message{body: "1"}, 400, ""},
		{"body: another type", message{headers: []string{"Content-Type: text/plain"}, body: ping}, 200, result}, // the first Content-Type counts
		{"body: a deep value", message{body: call(`{"plugin":"p","tool":"t","arguments":{"a":` + deep + `}}`)}, 200, "request_invalid"},
		{"body: an unknown method", message{body: `{"jsonrpc":"2.0","id":1,"method":"steal"}`}, 400, ""},
		{"path: another", message{line: "POST /admin HTTP/1.1"}, 404, "not_found"},
		{"path: another, from a stranger", message{line: "POST /admin HTTP/1.1", auth: []string{}}, 401, unauthorized},
		{"path: legacy, switched off", message{line: "GET /sse HTTP/1.1"}, 404, "not_found"},
		{"path: metadata, without an issuer", message{line: "GET /.well-known/oauth-protected-resource HTTP/1.1", auth: []string{}}, 401, unauthorized},
		{"method: GET", message{line: "GET /mcp HTTP/1.1"}, 405, ""},
		{"method: DELETE", message{line: "DELETE /mcp HTTP/1.1"}, 405, ""},
		{"method: TRACE", message{line: "TRACE /mcp HTTP/1.1"}, 405, ""},
		{"address: outside the list", message{headers: []string{"X-Forwarded-For: 203.0.113.9"}}, 403, "address_refused"},
		{"address: an id of the client's choice", message{headers: []string{"X-Request-Id: forged"}, auth: []string{}}, 401, unauthorized},
		{"address: a lie before the proxy's word", message{headers: []string{"X-Forwarded-For: 127.0.0.1, 203.0.113.9"}}, 403, "address_refused"},
	}
}

// injections try to get something out through the arguments of a tool, into the
// request to NetBox or into the log.
func injections() []attempt {
	refused := `\"code\":\"header_invalid\"`
	return []attempt{
		{"injection: a second header", message{body: find(`"X-A: b\r\nAuthorization: Bearer ` + wrongToken + `"`)}, 200, refused},
		{"injection: a second request", message{body: find(`"X-A: b\r\n\r\nDELETE / HTTP/1.1"`)}, 200, refused},
		{"injection: a line feed in a name", message{body: find(`"X\nA: b"`)}, 200, refused},
		{"injection: a NUL", message{body: find(`"X-A: \u0000"`)}, 200, refused},
		{"injection: Authorization", message{body: find(`"Authorization: Bearer ` + wrongToken + `"`)}, 200, refused},
		{"injection: authorization in small letters", message{body: find(`"authorization: Token ` + wrongToken + `"`)}, 200, refused},
		{"injection: Cookie", message{body: find(`"Cookie: sessionid=` + wrongToken + `"`)}, 200, refused},
		{"injection: Host", message{body: find(`"Host: evil.example"`)}, 200, refused},
		{"injection: Transfer-Encoding", message{body: find(`"Transfer-Encoding: chunked"`)}, 200, refused},
		{"injection: Content-Length", message{body: find(`"Content-Length: 0"`)}, 200, refused},
		{"injection: a credential in parameters of another type", message{body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":5,"arguments":{"token":"` + wrongToken + `"}}}`}, 200, `"message":"invalid params"`},
		{"injection: a credential as all parameters", message{body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":"` + wrongToken + `"}`}, 200, `"message":"invalid params"`},
		{"injection: a credential as a tool", message{body: tool(wrongToken, `{}`)}, 200, `"message":"unknown tool"`},
		{"injection: a credential as a prompt", message{body: `{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"` + wrongToken + `"}}`}, 200, `"error":`},
		{"injection: a plugin with a path", message{body: call(`{"plugin":"../users","tool":"t"}`)}, 200, "plugin_not_listed"},
		{"injection: log lines in a plugin", message{body: call(`{"plugin":"p\nlevel=ERROR msg=forged","tool":"t"}`)}, 200, "plugin_not_listed"},
		{"injection: a terminal's controls in a tool", message{body: call(`{"plugin":"ip_ledger","tool":"\u001b[2Jforged"}`)}, 200, "tool_unknown"},
		{"injection: a query", message{body: call(`{"plugin":"ip_ledger","tool":"find_prefix","arguments":{"site":"a&limit=0#"}}`)}, 200, "outcome"},
		{"injection: a secret in an unknown member", message{body: call(`{"plugin":"p","tool":"t","password":"` + password + `"}`)}, 200, "request_invalid"},
		{"injection: a secret as a value", message{body: call(`{"plugin":"ip_ledger","tool":"find_prefix","arguments":{"prefix":{"password":"` + password + `"}}}`)}, 200, "arguments_invalid"},
		{"injection: a wrong token argument", message{body: call(`{"plugin":"ip_ledger","tool":"find_prefix","token":"` + callToken + `"}`)}, 200, "source_status"},
		{"injection: a token argument with a line", message{body: tool("plugin_list_tools", `{"token":"`+callToken+`\r\nX: y"}`)}, 200, "token_invalid"},
		{"injection: log lines in the target", message{line: "POST /x%0Alevel=ERROR%20msg=forged HTTP/1.1"}, 404, "not_found"},
		{"injection: log lines in the caller's address", message{headers: []string{"X-Forwarded-For: 198.51.100.1%0alevel=ERROR msg=forged"}}, 403, "address_refused"},
		{"injection: log lines in a trace", message{body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"traceparent":"00-\nlevel=ERROR msg=forged"},"name":"plugin_call_tool","arguments":{"plugin":"p","tool":"t"}}}`}, 200, "plugin_not_listed"},
		{"injection: log lines in a method", message{body: `{"jsonrpc":"2.0","id":1,"method":"x\nlevel=ERROR msg=forged"}`}, 400, ""},
		{"injection: a secret as a method", message{body: `{"jsonrpc":"2.0","id":1,"method":"password=` + password + `"}`}, 400, ""},
		{"injection: a secret as a plugin", message{body: call(`{"plugin":"Bearer ` + wrongToken + `","tool":"t"}`)}, 200, "plugin_not_listed"},
		{"injection: an old token argument", message{body: call(`{"plugin":"ip_ledger","tool":"find_prefix","token":"` + oldCallToken + `"}`)}, 200, "source_status"},
		{"injection: a secret in a header argument", message{body: find(`"X-Api-Key: ` + password + `"`)}, 200, "outcome"},
		{"injection: log lines in a header", message{headers: []string{"User-Agent: x%0alevel=ERROR msg=forged", "Mcp-Name: forged"}}, 200, result},
		{"injection: an unknown tool", message{body: tool("steal", `{"password":"`+password+`"}`)}, 200, ""},
	}
}

// expectID demands that each answer which a handler gave has an id of its own,
// and that an error shows it where a person looks.
func (a attempt) expectID(t *testing.T, got answer) {
	t.Helper()
	id := got.header.Get("X-Request-Id")
	byServer := id == "" && slices.Contains([]int{400, 431, 501, 505}, got.status) // net/http answers what it cannot read
	if !byServer && len(id) != 26 {
		t.Errorf("the answer has the id %q", id)
	}
	if got.status >= 400 && !byServer && !strings.Contains(got.body, id) {
		t.Errorf("the error does not name its request %s: %q", id, got.body)
	}
	if strings.Contains(got.body, `\"request_id\"`) && !strings.Contains(got.body, id) {
		t.Errorf("the call is known as another than %s: %q", id, got.body)
	}
}

func TestAttackersGetNothing(t *testing.T) {
	demo := upstream(t)
	s := start(t, "NETBOX_URL="+demo.server.URL, "NETBOX_TOKEN="+netboxToken, "NETBOX_MCP_AUTH_TOKEN="+sharedToken, "NETBOX_MCP_ALLOW_MUTATIONS=1",
		"BRIDGE_AUTH_TOKENS_FILE="+tokensFile(t, map[string]string{"alice": aliceToken}),
		"BRIDGE_ALLOWED_ORIGINS=https://chat.example", "BRIDGE_TRUSTED_PROXIES=127.0.0.1", "BRIDGE_ALLOWED_IPS=198.51.100.0/24,2001:db8::/32")
	var all []attempt
	for _, some := range [][]attempt{credentials(), hostsAndPages(), smuggling(), bodies(), injections()} {
		all = append(all, some...)
	}
	if len(all) < 80 {
		t.Fatalf("there are %d attempts", len(all))
	}
	for i, one := range all {
		t.Run(one.name, func(t *testing.T) {
			client := fmt.Sprintf("198.51.100.%d", i%250+1) // each has its own budget of failures
			got := s.exchange(t, one.raw(s, aliceToken, client))
			if got.status != one.status || !strings.Contains(got.body, one.says) {
				t.Errorf("got %d %q, want %d %q", got.status, got.body, one.status, one.says)
			}
			one.expectID(t, got)
			if (got.status == 401) != (got.header.Get("WWW-Authenticate") != "") {
				t.Errorf("status %d with WWW-Authenticate %q", got.status, got.header.Get("WWW-Authenticate"))
			}
		})
	}
	s.stop(t)
	t.Logf("%d attempts", len(all))
	if len(s.places["traces"]) == 0 || len(s.places["mcp-bridge/journal.db"]) == 0 {
		t.Error("there are no traces, or no journal")
	}
	for line := range strings.SplitSeq(s.heard(), "\n") {
		if strings.HasPrefix(line, "level=ERROR msg=forged") {
			t.Error("a log line was forged")
		}
	}
	for _, request := range demo.demo.Requests() {
		if request.Method != "GET" {
			t.Errorf("NetBox was sent a %s", request.Method)
		}
	}
}
