package domain_test

import (
	"bufio"
	"bytes"
	"errors"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// FuzzManifest proves that no manifest within the limits takes long, and that
// what is refused is refused in the same bounded, printable words every time.
func FuzzManifest(f *testing.F) {
	whole := `{"schema_version":"1","plugin":"x","tools":[` + descriptor + `]}`
	f.Add([]byte(whole))
	for _, change := range [][2]string{{`"run"`, `1`}, {`"x"`, `"y"`}, {`false`, `null`}, {`"a/b/"`, `"../"`}, {`{"type":"array"}`, `{"items":{"$ref":"#"},"type":[]}`}, {`"1"`, `[]`}, {descriptor, descriptor + "," + descriptor}, {descriptor, "null"}, {`"DELETE"`, `"GET"`}} {
		f.Add([]byte(strings.Replace(whole, change[0], change[1], 1)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		start := time.Now()
		v, err := strictjson.Parse(data, domain.ManifestBounds())
		if err != nil {
			return
		}
		got, err := domain.ParseManifest(v, "x")
		if took := time.Since(start); took > time.Second {
			t.Fatalf("took %s", took)
		}
		if err == nil {
			if got.Plugin != "x" || len(got.Tools) < 1 || len(got.Tools) > domain.MaxTools {
				t.Fatalf("accepted %+v", got)
			}
			for _, tool := range got.Tools {
				if !domain.IsToolName(tool.Name) || !domain.IsToolPath(tool.Path) || tool.Input.IsZero() || (tool.Effect == domain.Read) != tool.Annotations.ReadOnly {
					t.Fatalf("accepted %+v", tool)
				}
			}
			return
		}
		_, again := domain.ParseManifest(v, "x")
		refusal := fault.Wrap(fault.ManifestInvalid, err)
		if again.Error() != err.Error() || len(refusal.Findings) < 1 || len(refusal.Findings) > fault.MaxFindings || utf8.RuneCountInString(refusal.Message) > fault.MaxText {
			t.Fatalf("refused in different or too many words: %v", err)
		}
		for _, finding := range refusal.Findings {
			if finding.Offset < 0 || finding.Offset >= len(data) || strings.ContainsFunc(string(finding.Pointer), func(r rune) bool { return r < ' ' || r > '~' }) {
				t.Fatalf("finding %+v", finding)
			}
		}
	})
}

// FuzzAdvertisement proves that a plugin takes part only with version and link.
func FuzzAdvertisement(f *testing.F) {
	for _, seed := range []string{`{"mcp":{"schema_version":"1","manifest":"/m/"}}`, `{"mcp":null}`, `{}`, `[]`, `{"mcp":[]}`, `{"mcp":{"manifest":1}}`, `{"mcp":{"schema_version":"1","manifest":"","x":1}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := strictjson.Parse(data, domain.RootBounds())
		if err != nil {
			return
		}
		offer, takesPart, err := domain.ParseAdvertisement(v)
		named := !v.Get("mcp").Is(strictjson.Absent) && !v.Get("mcp").Is(strictjson.Null)
		if takesPart != named {
			t.Fatalf("takes part: %t, the member is there: %t", takesPart, named)
		}
		if whole := offer.Manifest != "" && len(v.Get("mcp").Members()) == 2; err == nil && takesPart && !whole {
			t.Fatalf("accepted %+v", offer)
		}
	})
}

// FuzzPath proves that an accepted path stays what it is in every reading.
func FuzzPath(f *testing.F) {
	for _, seed := range []string{"a/", "reports/run/", "a//", "../a/", "a/./", "%2e%2e/", "a\\", "...a/~-_./", "a?/", "/"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !domain.IsToolPath(text) {
			return
		}
		root, err := url.Parse("https://h/api/plugins/x/")
		if err != nil {
			t.Fatal(err)
		}
		resolved, err := root.Parse(text)
		if err != nil || resolved.String() != root.String()+text || path.Clean("/"+text)+"/" != "/"+text || url.PathEscape(strings.ReplaceAll(text, "/", "")) != strings.ReplaceAll(text, "/", "") {
			t.Fatalf("%q resolves to %v, %v", text, resolved, err)
		}
	})
}

// FuzzHeader proves that net/http takes every accepted header as it is, and
// that no accepted name is one the caller may not set, however it is spelled.
func FuzzHeader(f *testing.F) {
	for _, seed := range []string{"X-Branch: a", "Authorization: b", "content_type: c", "X: a\r\nHost: b", "X : a", ": a", "X", "X-A:é", "TRANSFER_encoding:chunked"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		headers, err := domain.ParseHeaders([]string{line})
		if err != nil {
			if findings, ok := errors.AsType[fault.Findings](err); !ok || len(findings) != 1 || len(headers) != 0 {
				t.Fatalf("%v beside %v", headers, err)
			}
			return
		}
		if len(headers) != 1 {
			t.Fatalf("%d headers of one line", len(headers))
		}
		h := headers[0]
		if !strings.HasPrefix(line, h.Name+":") || strings.ContainsAny(h.Name+h.Value, "\r\n\x00") {
			t.Fatalf("%+v of %q", h, line)
		}
		if got := overTheWire(t, h); got != h.Value {
			t.Fatalf("a server reads %q of %q", got, line)
		}
		spelled := http.CanonicalHeaderKey(strings.ReplaceAll(h.Name, "_", "-"))
		for _, denied := range []string{"Authorization", "Cookie", "Host", "Transfer-Encoding", "Connection", "Keep-Alive", "Te", "Trailer", "Upgrade", "Accept-Encoding"} {
			if spelled == denied {
				t.Fatalf("%q is let through", line)
			}
		}
		if strings.HasPrefix(spelled, "Content-") || strings.HasPrefix(spelled, "Proxy-") {
			t.Fatalf("%q is let through", line)
		}
	})
}

// overTheWire is the value that a server reads.
func overTheWire(t *testing.T, h domain.Header) string {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, "http://h/", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set(h.Name, h.Value)
	var wire bytes.Buffer
	if err := request.Write(&wire); err != nil {
		t.Fatal(err)
	}
	received, err := http.ReadRequest(bufio.NewReader(&wire))
	if err != nil {
		t.Fatal(err)
	}
	return received.Header.Get(h.Name)
}

// FuzzQuery proves that a server reads the pairs that the caller wrote.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{`{"a":[1,"x y",null,true],"b":"&=+%#/é\u0000","":""}`, `{"b":1e2,"a":[]}`, `{"a[]":"\ud83d\ude00"}`, `{}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		arguments, err := domain.ParseArguments(data)
		if err != nil {
			return
		}
		var want [][2]string
		for _, m := range arguments.Members() {
			values := []strictjson.Value{m.Value}
			if m.Value.Is(strictjson.Array) {
				values = m.Value.Items()
			}
			for _, v := range values {
				if v.Is(strictjson.Array) || v.Is(strictjson.Object) {
					return // no query tool has such a property
				}
				text := v.Text()
				if v.Is(strictjson.Bool) {
					text = string(v.Raw())
				}
				want = append(want, [2]string{m.Name, text})
			}
		}
		get := domain.NewTarget(domain.Tool{ToolDescriptor: domain.ToolDescriptor{Method: "GET"}}, arguments)
		if got := decode(t, get.Query); !slices.Equal(got, want) || get.Body != nil {
			t.Fatalf("%q reads %q, want %q", get.Query, got, want)
		}
		post := domain.NewTarget(domain.Tool{ToolDescriptor: domain.ToolDescriptor{Method: "POST"}}, arguments)
		if post.Query != "" || len(data) > 0 && !bytes.Equal(post.Body, bytes.Trim(data, " \t\r\n")) {
			t.Fatalf("%q is sent as %q", data, post.Body)
		}
	})
}

// decode reads a query as net/url does, but keeps the order.
func decode(t *testing.T, query string) [][2]string {
	t.Helper()
	var pairs [][2]string
	if query == "" {
		return nil
	}
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		decodedName, errName := url.QueryUnescape(name)
		decodedValue, errValue := url.QueryUnescape(value)
		if err := errors.Join(errName, errValue); err != nil {
			t.Fatal(err)
		}
		pairs = append(pairs, [2]string{decodedName, decodedValue})
	}
	return pairs
}

// FuzzName compares the names' rules with each other and with the alphabet.
func FuzzName(f *testing.F) {
	for _, seed := range []string{"a", "a-b", "0a", "A", "", "_a", "aé"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if domain.IsToolName(name) && !domain.IsPluginName(name) {
			t.Fatalf("%q is a tool's name, but not a plugin's", name)
		}
		if domain.IsPluginName(name) && !domain.IsToolPath(name+"/") {
			t.Fatalf("%q cannot stand in a path", name)
		}
	})
}
