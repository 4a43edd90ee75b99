package bench

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"time"
)

// Contest is one piece of work that several sides do; the last is the peer that
// the others are compared with.
type Contest struct {
	Name  string
	Sides []Side
}

// Side is one way to do the work.
type Side struct {
	Name string
	Run  func() error
}

// Cost is what one run of a side takes.
type Cost struct {
	Time   time.Duration
	Bytes  float64 // allocated, in the whole process
	Allocs float64 // in the whole process
	Ratio  float64 // of Time to the peer's
}

// Measure lets the sides take turns of at least that length and compares each
// turn with the peer's next to it: whatever else the machine does meanwhile
// falls on all of them. The costs are the medians over the turns, by side.
func (c Contest) Measure(turns int, length time.Duration) ([]Cost, error) {
	costs := make([][]Cost, len(c.Sides))
	for range turns {
		turn := make([]Cost, len(c.Sides))
		for i, side := range c.Sides {
			var err error
			if turn[i], err = side.spend(length); err != nil {
				return nil, fmt.Errorf("%s, %s: %w", c.Name, side.Name, err)
			}
		}
		peer := turn[len(turn)-1].Time
		for i := range turn {
			turn[i].Ratio = float64(turn[i].Time) / float64(peer)
			costs[i] = append(costs[i], turn[i])
		}
	}
	medians := make([]Cost, len(c.Sides))
	for i := range medians {
		medians[i] = medianCost(costs[i])
	}
	return medians, nil
}

// spend is the mean cost of the runs of one turn.
func (s Side) spend(length time.Duration) (Cost, error) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start, runs := time.Now(), 0
	for runs == 0 || time.Since(start) < length {
		if err := s.Run(); err != nil {
			return Cost{}, err
		}
		runs++
	}
	elapsed := time.Since(start)
	runtime.ReadMemStats(&after)
	return Cost{
		Time:   elapsed / time.Duration(runs),
		Bytes:  float64(after.TotalAlloc-before.TotalAlloc) / float64(runs),
		Allocs: float64(after.Mallocs-before.Mallocs) / float64(runs),
	}, nil
}

func medianCost(costs []Cost) Cost {
	return Cost{
		Time:   Median(costs, func(c Cost) time.Duration { return c.Time }),
		Bytes:  Median(costs, func(c Cost) float64 { return c.Bytes }),
		Allocs: Median(costs, func(c Cost) float64 { return c.Allocs }),
		Ratio:  Median(costs, func(c Cost) float64 { return c.Ratio }),
	}
}

// Median is the middle of one figure; of an even number, the lower of the two.
func Median[S any, T cmp.Ordered](all []S, figure func(S) T) T {
	var values []T
	for _, one := range all {
		values = append(values, figure(one))
	}
	slices.Sort(values)
	return values[(len(values)-1)/2]
}
