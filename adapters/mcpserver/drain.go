package mcpserver

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app"
)

// draining is a transport that lets the calls under way finish when the input
// ends or stop does. The SDK would cancel them at once and drop their answers.
type draining struct {
	mcp.Transport
	stop   context.Context
	grace  time.Duration
	cancel func() // cancels every call of the connection
}

// Connect opens the connection that keeps count of its calls.
func (t *draining) Connect(ctx context.Context) (mcp.Connection, error) {
	inner, err := t.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &drainingConnection{Connection: inner, draining: t, open: make(map[jsonrpc.ID]struct{}), answered: make(chan struct{}, 1)}, nil
}

// drainingConnection notes requests when they are read and answers when they
// are written, so that no request can slip between reading and handling.
type drainingConnection struct {
	mcp.Connection
	*draining
	answered chan struct{} // a token for every time that open became empty
	closed   atomic.Bool   // from this side, so that no answer can be written any more

	mutex sync.Mutex
	open  map[jsonrpc.ID]struct{} // requests without an answer yet; the SDK answers a repeated id once
}

// errNoMessage hides the SDK's words, which may quote the input.
var errNoMessage = errors.New("the input could not be read on: it is not a JSON-RPC message, or is larger than 1 MiB")

// Read returns the next message; at the end it waits for the calls under way.
// After a message that is none the SDK cannot find the next one.
func (c *drainingConnection) Read(ctx context.Context) (jsonrpc.Message, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.stop, cancel)()
	message, err := c.Connection.Read(ctx)
	if err != nil {
		if !c.closed.Load() {
			c.drain()
		}
		if errors.Is(err, io.EOF) || ctx.Err() != nil {
			return nil, io.EOF
		}
		return nil, errNoMessage
	}
	if request, ok := message.(*jsonrpc.Request); ok && request.IsCall() {
		c.mutex.Lock()
		defer c.mutex.Unlock()
		c.open[request.ID] = struct{}{}
	}
	return message, nil
}

// Write sends a message; an answer closes its request.
func (c *drainingConnection) Write(ctx context.Context, message jsonrpc.Message) error {
	answer, isAnswer := message.(*jsonrpc.Response)
	if !isAnswer {
		return c.Connection.Write(ctx, message)
	}
	defer c.noteAnswer(answer.ID)
	if answer.Error == nil {
		return c.Connection.Write(ctx, answer)
	}
	return c.Connection.Write(ctx, &jsonrpc.Response{ID: answer.ID, Error: discreetly(answer.Error)})
}

// Close ends the connection, after which the SDK drops the answers of its calls.
func (c *drainingConnection) Close() error {
	c.closed.Store(true)
	return c.Connection.Close()
}

func (c *drainingConnection) noteAnswer(id jsonrpc.ID) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	delete(c.open, id)
	if len(c.open) == 0 {
		select {
		case c.answered <- struct{}{}:
		default:
		}
	}
}

func (c *drainingConnection) isIdle() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return len(c.open) == 0
}

// drain waits for the answers of all calls, first for the grace period, then,
// once they were cancelled, for a moment more.
func (c *drainingConnection) drain() {
	if c.becomesIdle(c.grace) {
		return
	}
	c.cancel()
	c.becomesIdle(app.CancelGrace)
}

func (c *drainingConnection) becomesIdle(within time.Duration) bool {
	timeout := time.NewTimer(within)
	defer timeout.Stop()
	for !c.isIdle() {
		select {
		case <-c.answered:
		case <-timeout.C:
			return false
		}
	}
	return true
}
