package wire

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// netBox is a NetBox with one plugin, which serves the documents of the vector
// that is being run.
type netBox struct {
	*httptest.Server
	mutex     sync.Mutex
	documents map[string]string // by path
}

func startNetBox(t *testing.T) *netBox {
	t.Helper()
	n := &netBox{}
	n.Server = httptest.NewServer(n)
	t.Cleanup(n.Close)
	return n
}

// serve replaces what the NetBox serves.
func (n *netBox) serve(documents map[string]string) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.documents = documents
}

// ServeHTTP answers with the document of the path.
func (n *netBox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	n.mutex.Lock()
	document, known := n.documents[r.URL.Path]
	n.mutex.Unlock()
	if !known {
		w.WriteHeader(http.StatusNotFound)
	}
	_, _ = io.WriteString(w, document)
}

// with is a plugin's documents; an empty root advertises the manifest.
func with(plugin, root, manifest string) map[string]string {
	base := "/api/plugins/" + plugin + "/"
	if root == "" {
		root = `{"mcp":{"schema_version":"1","manifest":"` + base + `mcp/"}}`
	}
	return map[string]string{"/api/plugins/": `{"it":"` + base + `"}`, base: root, base + "mcp/": manifest}
}
