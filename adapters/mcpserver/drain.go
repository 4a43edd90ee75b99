package mcpserver

import (
	"context"
	"io"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// cancelGrace is how long calls that were cancelled at the end of the grace
// period have left to answer that their outcome is unknown.
const cancelGrace = 2 * time.Second

// draining is a transport that lets the calls under way finish when the input
// ends or stop does. The SDK would cancel them at once and drop their answers.
type draining struct {
	mcp.Transport
	stop   context.Context
	grace  time.Duration
	cancel func() // cancels every call under way
}

// Connect opens the connection that keeps count of its calls.
func (t *draining) Connect(ctx context.Context) (mcp.Connection, error) {
	inner, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &drainingConnection{Connection: inner, draining: t, answered: make(chan struct{}, 1)}, nil
}

// drainingConnection counts requests when they are read and answers when they
// are written, so that no request can slip between reading and handling.
type drainingConnection struct {
	mcp.Connection
	*draining
	open     atomic.Int64  // requests without an answer yet
	answered chan struct{} // a token for every change of open to zero
}

// Read returns the next message; at the end it waits for the calls under way.
func (c *drainingConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.stop, cancel)()
	message, err := c.Connection.Read(ctx)
	if err != nil {
		c.drain()
		return nil, io.EOF
	}
	if request, ok := message.(*jsonrpc.Request); ok && request.IsCall() {
		c.open.Add(1)
	}
	return message, nil
}

// Write sends a message; an answer closes its request.
func (c *drainingConnection) Write(ctx context.Context, message jsonrpc.Message) error {
	err := c.Connection.Write(ctx, message)
	if _, ok := message.(*jsonrpc.Response); ok && c.open.Add(-1) == 0 {
		select {
		case c.answered <- struct{}{}:
		default:
		}
	}
	return err
}

// drain waits for the answers of all calls, first for the grace period, then,
// once they were cancelled, for a moment more.
func (c *drainingConnection) drain() {
	if c.settled(c.grace) {
		return
	}
	c.cancel()
	c.settled(cancelGrace)
}

func (c *drainingConnection) settled(within time.Duration) bool {
	timeout := time.NewTimer(within)
	defer timeout.Stop()
	for c.open.Load() > 0 {
		select {
		case <-c.answered:
		case <-timeout.C:
			return false
		}
	}
	return true
}
