package hostile

import (
	"context"
	"crypto/tls"
	"runtime"
	"runtime/metrics"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

const (
	// deadline is when every case must have ended, on a busy machine, too.
	deadline = 40 * time.Second
	// atATime is how many cases run at a time; most of them wait.
	atATime = 8
	// maxHeap is what bridge and server together may hold at any time.
	maxHeap = 64 << 20
	// minTrials is how many cases issue 4 demands.
	minTrials = 120
)

// trials are all the cases.
func trials() []trial {
	return slices.Concat(
		bodyTrials(), chunkTrials(), encodingTrials(), headTrials(), jsonTrials(), statusTrials(), redirectTrials(),
		stageTrials(), tlsTrials(), http2Trials(), documentTrials(), linkTrials(), changeTrials(),
	)
}

func TestThereAreEnoughCasesWithNamesOfTheirOwn(t *testing.T) {
	names := map[string]bool{}
	for _, trial := range trials() {
		if names[trial.name] {
			t.Errorf("two cases are called %q", trial.name)
		}
		names[trial.name] = true
	}
	if len(names) < minTrials {
		t.Errorf("%d cases, want at least %d", len(names), minTrials)
	}
}

func TestHostileUpstreams(t *testing.T) {
	ca := newAuthorities(t)
	all := trials()
	heap := watchHeap(t)
	var cases errgroup.Group
	cases.SetLimit(atATime)
	for _, trial := range all {
		cases.Go(func() error { t.Run(trial.name, func(t *testing.T) { trial.run(t, ca) }); return nil })
	}
	for _, scan := range scanTrials() {
		cases.Go(func() error { t.Run(scan.name, scan.run); return nil })
	}
	_ = cases.Wait()
	if peak := heap(); peak > maxHeap {
		t.Errorf("the heap grew to %d MiB, want at most %d", peak>>20, maxHeap>>20)
	} else {
		t.Logf("the heap grew to %.1f MiB", float64(peak)/(1<<20))
	}
}

// run makes the call of the case and compares its end with the verdict.
func (c trial) run(t *testing.T, ca *authority) {
	s := listen(t, c, ca)
	b := newBridge(t, c.reaching(s, ca))
	ctx, cancel := context.WithTimeout(t.Context(), deadline)
	defer cancel()
	if c.before != nil {
		if err := c.before(b, s); err != nil {
			t.Fatal(err)
		}
	}
	tool := c.tool
	if tool == "" {
		tool = look
	}
	result := b.caller.Call(ctx, app.CallRequest{Plugin: victim, Tool: tool, Arguments: []byte(c.arguments)})
	if ctx.Err() != nil {
		t.Errorf("the call took longer than %v", deadline)
	}
	s.close()
	got := verdict{outcome: result.Outcome, status: result.Status, sent: int(s.arrived.Load())}
	if result.Fault != nil {
		got.code = result.Fault.Code
	}
	if got != c.want {
		t.Errorf("ended as %+v (%v), want %+v", got, faultText(result.Fault), c.want)
	}
	if strays := s.strays.Load(); strays > 0 {
		t.Errorf("%d requests went where no call goes", strays)
	}
}

// reaching is how the bridge of the case reaches the server.
func (c trial) reaching(s *server, ca *authority) reaching {
	to := reaching{url: s.origin, trusted: c.trusted, closed: c.closed}
	to.transport.Timeout = patience
	to.transport.TLS = &tls.Config{RootCAs: ca.pool}
	if c.transport != nil {
		c.transport(s, &to.transport)
	}
	return to
}

func faultText(f *fault.Fault) string {
	if f == nil {
		return "no fault"
	}
	return domain.Excerpt(f.Error())
}

// watchHeap samples the heap until the returned function is called, which
// returns the most that was found.
func watchHeap(t *testing.T) (peak func() uint64) {
	runtime.GC()
	var most atomic.Uint64
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(5 * time.Millisecond)
		defer ticker.Stop()
		for {
			most.Store(max(most.Load(), heapBytes()))
			select {
			case <-ticker.C:
			case <-stop:
				return
			}
		}
	}()
	end := func() uint64 {
		select {
		case <-stop:
		default:
			close(stop)
		}
		<-done
		return most.Load()
	}
	t.Cleanup(func() { end() })
	return end
}

// heapBytes is what live objects and those not yet collected occupy.
func heapBytes() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
