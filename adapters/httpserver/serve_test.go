package httpserver

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"time"
)

// service is a server with one request under way.
type service struct {
	stop     context.CancelFunc
	listener net.Listener
	finish   chan struct{} // lets the request finish
	cancel   chan struct{} // closed when Serve cancels the calls
	answered chan string
	ended    chan error
}

func start(t *testing.T, grace time.Duration) service {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	s := service{stop, listener, make(chan struct{}), make(chan struct{}), make(chan string, 1), make(chan error, 1)}
	underWay := make(chan struct{})
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(underWay)
		select {
		case <-s.finish:
			_, _ = io.WriteString(w, "finished")
		case <-s.cancel:
			_, _ = io.WriteString(w, "cancelled")
		}
	})
	go func() {
		s.ended <- Serve(ctx, listener, handler, grace, func() { close(s.cancel) }, slog.New(slog.DiscardHandler))
	}()
	go func() { s.answered <- get("http://" + listener.Addr().String()) }()
	<-underWay
	return s
}

func get(url string) string {
	transport := &http.Transport{DisableKeepAlives: true}
	response, err := (&http.Client{Transport: transport}).Get(url)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return string(body) + errorText(err)
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestShutdownLetsRequestsFinish(t *testing.T) {
	s := start(t, time.Minute)
	s.stop()
	close(s.finish)
	if got := <-s.answered; got != "finished" {
		t.Errorf("answered %q", got)
	}
	if err := <-s.ended; err != nil {
		t.Errorf("ended with %v", err)
	}
}

func TestShutdownCancelsWhatOutlastsTheGrace(t *testing.T) {
	s := start(t, time.Millisecond)
	s.stop()
	if got := <-s.answered; got != "cancelled" {
		t.Errorf("answered %q", got)
	}
	if err := <-s.ended; err != nil {
		t.Errorf("ended with %v", err)
	}
}

// What is under way ends before Serve does, or it would find the journal closed.
func TestABrokenListenerEndsWhatIsUnderWay(t *testing.T) {
	s := start(t, time.Millisecond)
	defer s.stop()
	if err := s.listener.Close(); err != nil {
		t.Fatal(err)
	}
	if text := <-s.answered; text != "cancelled" {
		t.Errorf("answered %q", text)
	}
	if err := <-s.ended; err == nil {
		t.Error("no error tells of the listener")
	}
}

func TestServeTellsOfABrokenListener(t *testing.T) {
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	err = Serve(t.Context(), listener, http.NotFoundHandler(), time.Second, func() {}, slog.New(slog.DiscardHandler))
	if !errors.Is(err, net.ErrClosed) {
		t.Errorf("error %v", err)
	}
}
