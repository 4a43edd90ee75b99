package security

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// expectNoSecret looks for the secrets in every place that the bridge, which
// has ended, could have left them in.
func (s *service) expectNoSecret(t *testing.T) {
	t.Helper()
	for place, sign := range map[string]string{"logs and answers": "serving MCP", "metrics": "mcp_bridge_build_info"} {
		if !bytes.Contains(s.places[place], []byte(sign)) {
			t.Errorf("the %s were not kept, so nothing can be found there", place)
		}
	}
	for _, found := range leaks(s.places, slices.Concat(secrets(), s.secrets)) {
		t.Error(found)
	}
}

// leaks tells of each secret in a place, in whatever form it takes there.
func leaks(places map[string][]byte, secrets []string) []string {
	var found []string
	for _, place := range slices.Sorted(maps.Keys(places)) {
		content := places[place]
		for _, secret := range secrets {
			for name, form := range forms(secret) {
				if at := bytes.Index(content, []byte(form)); at >= 0 {
					found = append(found, fmt.Sprintf("%s: the secret %q shows (%s): %q", place, secret, name, content[max(0, at-100):min(len(content), at+200)]))
				}
			}
		}
	}
	return found
}

// forms are the texts in which a secret can be read.
func forms(secret string) map[string]string {
	inJSON, _ := json.Marshal(secret) // never fails: a string
	quoted := func(text string) string { return text[1 : len(text)-1] }
	forms := map[string]string{
		"as it is":                           secret,
		"as JSON":                            quoted(string(inJSON)),
		"quoted":                             quoted(strconv.Quote(secret)),
		"quoted in ASCII":                    quoted(strconv.QuoteToASCII(secret)),
		"percent-encoded for a query":        url.QueryEscape(secret),
		"percent-encoded for a path":         url.PathEscape(secret),
		"percent-encoded whole":              everyByte(secret, "%%%02X"),
		"percent-encoded whole, small":       everyByte(secret, "%%%02x"),
		"hexadecimal":                        hex.EncodeToString([]byte(secret)),
		"hexadecimal, in capitals":           everyByte(secret, "%02X"),
		"a list of numbers, as Go prints it": strings.Trim(fmt.Sprintf("%d", []byte(secret)), "[]"),
	}
	for name, encoding := range map[string]*base64.Encoding{"base64": base64.RawStdEncoding, "base64url": base64.RawURLEncoding} {
		for before := range 3 {
			forms[fmt.Sprintf("%s behind %d bytes", name, before)] = inside(encoding, secret, before)
		}
	}
	return forms
}

// inside is what of a secret's encoding does not depend on its neighbours, where
// as many bytes come before it.
func inside(encoding *base64.Encoding, secret string, before int) string {
	text := encoding.EncodeToString([]byte(strings.Repeat("\x00", before) + secret))
	first := (before*8 + 5) / 6            // whole characters of the secret alone
	last := (before + len(secret)) * 8 / 6 // the same at its end
	return text[first:last]
}

func everyByte(text, format string) string {
	var all strings.Builder
	for _, b := range []byte(text) {
		fmt.Fprintf(&all, format, b)
	}
	return all.String()
}

// What the scan cannot find would prove nothing by not being found.
func TestTheScanFindsASecretInEveryForm(t *testing.T) {
	const secret = "pa ss/wörd+\"7\"=?"
	for name, text := range map[string]string{
		"as it is":              "a line with " + secret + " in it",
		"in a JSON text":        `{"sent":"pa ss/wörd+\"7\"=?"}`,
		"in a quoted value":     fmt.Sprintf("error=%q", secret),
		"in ASCII":              fmt.Sprintf("error=%+q", secret),
		"in a query":            "?a=" + url.Values{"x": {secret}}.Encode(),
		"in a path":             "/" + url.PathEscape(secret) + "/",
		"in hexadecimal":        fmt.Sprintf("%x", "before "+secret+" after"),
		"in HEXADECIMAL":        fmt.Sprintf("%X", "before "+secret+" after"),
		"in bytes":              fmt.Sprintf("%d", []byte("before "+secret+" after")),
		"in base64":             base64.StdEncoding.EncodeToString([]byte(secret)),
		"in base64, behind":     base64.StdEncoding.EncodeToString([]byte("user:" + secret)),
		"in base64, in between": base64.StdEncoding.EncodeToString([]byte("user" + secret + "more")),
		"in base64url":          base64.RawURLEncoding.EncodeToString([]byte("abc" + secret)),
	} {
		if len(leaks(map[string][]byte{"log": []byte(text)}, []string{"another secret", secret})) == 0 {
			t.Errorf("%s: not found in %q", name, text)
		}
	}
	if found := leaks(map[string][]byte{"log": []byte("nothing of it: pa ss")}, []string{secret}); len(found) > 0 {
		t.Errorf("found where there is none: %q", found)
	}
}

// A secret that is planted where the bridge keeps what it is told shows up in
// the scan of a whole run: the answer, the log, the files and the traces are read.
func TestTheScanReadsEveryPlace(t *testing.T) {
	const planted = "site-that-everybody-may-know"
	s := start(t, "NETBOX_URL="+upstream(t).server.URL, "NETBOX_TOKEN="+netboxToken, "NETBOX_MCP_AUTH_TOKEN="+sharedToken, "BRIDGE_JOURNAL_ARGUMENTS=1")
	for _, body := range []string{
		call(`{"plugin":"ip_ledger","tool":"find_prefix","arguments":{"site":"` + planted + `"}}`),
		call(`{"plugin":"` + planted + `","tool":"t"}`),
	} {
		s.exchange(t, message{body: body}.raw(s, sharedToken, "127.0.0.1"))
	}
	s.stop(t)
	places := make(map[string]bool)
	for _, found := range leaks(s.places, []string{planted}) {
		place, _, _ := strings.Cut(found, ": the secret")
		places[place] = true
	}
	for _, place := range []string{"logs and answers", "traces", "mcp-bridge/journal.db"} {
		if !places[place] {
			t.Errorf("what was planted is not found in the %s, only in %v", place, places)
		}
	}
}
