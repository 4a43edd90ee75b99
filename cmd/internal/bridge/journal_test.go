package bridge

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"testing"

	"mcpbridge/adapters/config"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/domain"
)

// A process that is told to stop does not wait for a database that is silent.
func TestAnInterruptEndsTheOpeningOfAJournal(t *testing.T) {
	silent, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	ctx, interrupt := context.WithCancel(t.Context())
	go func() {
		if connection, err := silent.Accept(); err == nil {
			defer connection.Close()
			interrupt()
			<-t.Context().Done()
		}
	}()
	settings := config.Settings{JournalURL: domain.NewSecret("postgres://bridge@" + silent.Addr().String() + "/journal?sslmode=disable")}
	if _, _, err := NewJournal(ctx, Upstream{}, settings, systemclock.Clock{}, slog.New(slog.DiscardHandler)); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}
