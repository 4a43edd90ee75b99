package netboxdemo_test

import (
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mcpbridge/adapters/netboxdemo"
)

// secret is the v1 token of the demos under test.
const secret = "0123456789abcdef0123456789abcdef01234567"

func newDemo() *netboxdemo.Server { return netboxdemo.New(netboxdemo.Options{Token: secret}) }

// send sends one request as a client with the right token does; a nil header
// value removes one that would be sent.
func send(t *testing.T, h http.Handler, method, target, body string, header http.Header) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, "http://demo.example"+target, strings.NewReader(body))
	r.Header.Set("Authorization", "Token "+secret)
	if method != http.MethodGet && method != http.MethodHead {
		r.Header.Set("Content-Type", "application/json")
	}
	maps.Copy(r.Header, header)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

// expect sends a request and compares status and body.
func expect(t *testing.T, h http.Handler, method, target, body string, status int, answer string) {
	t.Helper()
	response := send(t, h, method, target, body, nil)
	if got := text(t, response); response.StatusCode != status || got != answer {
		t.Errorf("%s %s %s\n got %d %s\nwant %d %s", method, target, body, response.StatusCode, got, status, answer)
	}
}

func text(t *testing.T, response *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}
