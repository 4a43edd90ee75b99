package security

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// collector takes traces as an OTLP collector does and keeps them as they came.
type collector struct {
	*httptest.Server
	mutex sync.Mutex
	sent  bytes.Buffer
}

func collect(t *testing.T) *collector {
	t.Helper()
	c := new(collector)
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Key") != collectorKey {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		c.mutex.Lock()
		defer c.mutex.Unlock()
		if _, err := io.Copy(&c.sent, r.Body); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *collector) text() []byte {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return bytes.Clone(c.sent.Bytes())
}
