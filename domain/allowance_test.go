package domain_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"mcpbridge/domain"
)

func TestAllowanceIsInclusiveAndStaysSpent(t *testing.T) {
	a := domain.NewAllowance(10)
	for i, step := range []struct {
		take int
		want bool
	}{{4, true}, {0, true}, {6, true}, {0, true}, {1, false}, {0, false}} {
		if got := a.Take(step.take); got != step.want {
			t.Errorf("step %d: Take(%d) = %t, want %t", i, step.take, got, step.want)
		}
	}
}

func TestAllowanceIsShared(t *testing.T) {
	a := domain.NewAllowance(100)
	var covered atomic.Int64
	var readers sync.WaitGroup
	for range 8 {
		readers.Go(func() {
			for range 50 {
				if a.Take(1) {
					covered.Add(1)
				}
			}
		})
	}
	readers.Wait()
	if covered.Load() != 100 {
		t.Errorf("%d of 400 bytes were covered, want 100", covered.Load())
	}
}
