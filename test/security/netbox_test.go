package security

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"mcpbridge/adapters/netboxdemo"
)

// netbox is the NetBox behind the bridge. It knows several people and remembers
// whose credentials it was sent.
type netbox struct {
	demo   *netboxdemo.Server
	server *httptest.Server

	mutex sync.Mutex
	sent  []string // values of Authorization
}

func upstream(t *testing.T) *netbox {
	t.Helper()
	n := &netbox{demo: netboxdemo.New(netboxdemo.Options{Token: netboxToken})}
	people := []string{"Bearer " + netboxToken, "Token " + oldToken, "Bearer " + mappedToken, "Token " + oldMappedToken}
	n.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent := r.Header.Get("Authorization")
		n.mutex.Lock()
		n.sent = append(n.sent, sent)
		n.mutex.Unlock()
		if slices.Contains(people, sent) {
			r.Header.Set("Authorization", "Bearer "+netboxToken)
		}
		n.demo.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(n.server.Close)
	return n
}

// takeSent returns the credentials that were sent since the last time, each once.
func (n *netbox) takeSent() []string {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	sent := slices.Compact(slices.Sorted(slices.Values(n.sent)))
	n.sent = nil
	return sent
}
