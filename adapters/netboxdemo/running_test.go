package netboxdemo_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"mcpbridge/adapters/netboxdemo"
)

func start(t *testing.T, options netboxdemo.Options) *netboxdemo.Running {
	t.Helper()
	demo, err := netboxdemo.Start(options)
	if err != nil {
		t.Fatal(err)
	}
	return demo
}

func TestARunningDemoServesItsURLUntilItIsClosed(t *testing.T) {
	demo := start(t, netboxdemo.Options{BasePath: "/netbox"})
	if !strings.HasPrefix(demo.URL(), "http://127.0.0.1:") || !strings.HasSuffix(demo.URL(), "/netbox") {
		t.Errorf("URL %s", demo.URL())
	}
	client := &http.Client{Transport: &http.Transport{}}
	defer client.CloseIdleConnections()
	request, err := http.NewRequestWithContext(t.Context(), "HEAD", demo.URL()+"/api/plugins/circuit-watch/feeds/check/?provider=northline", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+demo.Token())
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	if body := text(t, response); response.StatusCode != 200 || body != "" {
		t.Errorf("%d with body %q", response.StatusCode, body)
	}
	response.Body.Close()
	if err := demo.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if len(demo.Requests()) != 1 {
		t.Error("the record does not outlive the listener")
	}
	if _, err := client.Do(request); err == nil {
		t.Error("the demo answers after it was closed")
	}
}

func TestCloseCutsOffWhatDoesNotEndInTime(t *testing.T) {
	arrived := make(chan struct{}, 1)
	demo := start(t, netboxdemo.Options{Delay: time.Hour, Clock: func() time.Time {
		arrived <- struct{}{} // a request is given its time when it arrives
		return time.Now()
	}})
	connection, err := net.Dial("tcp", strings.TrimPrefix(demo.URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if _, err := connection.Write([]byte("GET / HTTP/1.1\r\nHost: demo\r\n\r\n")); err != nil {
		t.Fatal(err)
	}
	<-arrived
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := demo.Close(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
