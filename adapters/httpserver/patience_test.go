package httpserver

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
)

func TestAClientThatDoesNotReadIsLeft(t *testing.T) {
	ended := make(chan error, 1)
	server := httptest.NewServer(patient(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		chunk := []byte(strings.Repeat("x", 1<<20))
		for {
			if _, err := w.Write(chunk); err != nil {
				ended <- err
				return
			}
		}
	}), 50*time.Millisecond))
	defer server.Close()
	connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if _, err := io.WriteString(connection, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("ended with %v", err)
	}
}

// An idle stream lasts, and so does its connection.
func TestAnIdleStreamIsNotCut(t *testing.T) {
	const patience = 20 * time.Millisecond
	server := httptest.NewServer(patient(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for range 3 {
			_, _ = io.WriteString(w, "event\n")
			_ = http.NewResponseController(w).Flush()
			<-time.After(3 * patience) // the idle time is what is tested
		}
	}), patience))
	defer server.Close()
	for range 2 {
		response, err := server.Client().Get(server.URL)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		if err != nil || strings.Count(string(text), "event\n") != 3 {
			t.Errorf("read %q, %v", text, err)
		}
		<-time.After(3 * patience) // longer than the connection's last deadline
	}
}
