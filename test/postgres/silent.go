package postgres

import (
	"net"
	"sync"
	"testing"
)

// Silent is the address of a server that takes one connection and says nothing on
// it, until the test ends. met is called once somebody waits there.
func Silent(t *testing.T, met func()) string {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	serving.Go(func() {
		if connection, err := listener.Accept(); err == nil {
			defer connection.Close()
			met()
			<-t.Context().Done()
		}
	})
	t.Cleanup(func() {
		_ = listener.Close()
		serving.Wait()
	})
	return listener.Addr().String()
}
