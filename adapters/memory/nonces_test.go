package memory

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mcpbridge/ports/portsmock"
)

// watch is a clock that a test sets.
type watch struct{ now time.Time }

func (w *watch) clock() *portsmock.ClockMock {
	return &portsmock.ClockMock{NowFunc: func() time.Time { return w.now }}
}

func start() time.Time { return time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC) }

func TestANonceIsSpentOnceAndNeverAfterItsTime(t *testing.T) {
	w := &watch{now: start()}
	nonces := NewNonces(w.clock())
	until := start().Add(time.Minute)
	for _, step := range []struct {
		after time.Duration
		nonce string
		want  bool
	}{
		{0, "a", true},
		{0, "a", false},
		{0, "b", true},
		{time.Minute - 1, "a", false},
		{time.Minute - 1, "c", true},
		{time.Minute, "a", false}, // forgotten by now, but past its time
		{time.Minute, "d", false},
	} {
		w.now = start().Add(step.after)
		if got, err := nonces.Spend(t.Context(), step.nonce, until); got != step.want || err != nil {
			t.Errorf("after %s, %q: got %v, %v, want %v", step.after, step.nonce, got, err, step.want)
		}
	}
	if len(nonces.spent) != 0 {
		t.Errorf("%d nonces are remembered past their time", len(nonces.spent))
	}
}

func TestAFullMemoryForgetsNothingAndAcceptsNothing(t *testing.T) {
	w := &watch{now: start()}
	nonces := NewNonces(w.clock())
	until := start().Add(time.Minute)
	for i := range maxNonces {
		if fresh, err := nonces.Spend(t.Context(), strconv.Itoa(i), until); !fresh || err != nil {
			t.Fatalf("nonce %d: %v, %v", i, fresh, err)
		}
	}
	if fresh, err := nonces.Spend(t.Context(), "one more", until); fresh || err == nil {
		t.Errorf("one more: %v, %v", fresh, err)
	}
	if fresh, err := nonces.Spend(t.Context(), "0", until); fresh || err != nil {
		t.Errorf("the first again: %v, %v", fresh, err)
	}
	w.now = until
	if fresh, err := nonces.Spend(t.Context(), "one more", until.Add(time.Minute)); !fresh || err != nil {
		t.Errorf("one more once the others expired: %v, %v", fresh, err)
	}
}

func TestOneOfManyAtTheSameTimeSpendsANonce(t *testing.T) {
	nonces := NewNonces((&watch{now: start()}).clock())
	var spent atomic.Int32
	var all sync.WaitGroup
	for range 32 {
		all.Go(func() {
			if fresh, err := nonces.Spend(t.Context(), "a", start().Add(time.Minute)); fresh && err == nil {
				spent.Add(1)
			}
		})
	}
	all.Wait()
	if spent.Load() != 1 {
		t.Errorf("spent %d times", spent.Load())
	}
}
