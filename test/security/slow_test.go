package security

import (
	"io"
	"strings"
	"sync"
	"testing"
	"time"
)

// A client that sends slowly is cut off, before and after its header, and many
// of them keep nobody else waiting.
func TestSlowClientsAreCutOff(t *testing.T) {
	demo := upstream(t)
	s := start(t, "NETBOX_URL="+demo.server.URL, "NETBOX_TOKEN="+netboxToken, "NETBOX_MCP_AUTH_TOKEN="+sharedToken, "BRIDGE_TRUSTED_PROXIES=127.0.0.1")
	whole := message{}.raw(s, sharedToken, "198.51.100.1")
	header, _, _ := strings.Cut(whole, "\r\n\r\n")
	strangers := message{auth: []string{}}.raw(s, "", "198.51.100.2")
	strangersHeader, _, _ := strings.Cut(strangers, "\r\n\r\n")
	var slow sync.WaitGroup
	for name, part := range map[string]string{
		"half a line":              "POST /m",
		"half a header":            header[:len(header)-5],
		"a header without a body":  header + "\r\n\r\n",
		"half a body":              whole[:len(whole)-5],
		"a stranger's, no body":    strangersHeader + "\r\n\r\n",
		"a chunk without its data": strings.Replace(header, "Content-Length: 40", "Transfer-Encoding: chunked", 1) + "\r\n\r\n28\r\n",
	} {
		for range 8 {
			slow.Go(func() {
				connection := s.dial(t)
				defer connection.Close()
				if err := connection.SetDeadline(time.Now().Add(time.Minute)); err != nil {
					t.Error(err)
				}
				if _, err := io.WriteString(connection, part); err != nil {
					t.Error(err)
				}
				if text, err := io.ReadAll(connection); err != nil && !strings.Contains(err.Error(), "reset") {
					t.Errorf("%s: not cut off: %v", name, err)
				} else if strings.Contains(string(text), "200 OK") {
					t.Errorf("%s: answered %s", name, text)
				}
			})
		}
	}
	for range 20 {
		if got := s.exchange(t, whole); got.status != 200 {
			t.Errorf("another client got %d %s", got.status, got.body)
		}
	}
	slow.Wait()
}
