package bench

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"time"
)

// Contest is one piece of work, done by the product and by a peer.
type Contest struct {
	Name    string
	Product func() error
	Peer    func() error
}

// Cost is what one run takes.
type Cost struct {
	Time   time.Duration
	Bytes  float64 // allocated, in the whole process
	Allocs float64 // in the whole process
}

// Result is the median cost of each side, and how many times the peer's time
// the product's is.
type Result struct {
	Product, Peer Cost
	Ratio         float64
}

// leastTurn is how long one turn lasts at least, so that a short run is
// measured over many.
const leastTurn = 100 * time.Millisecond

// Measure lets the two sides take turns and compares each turn with the other
// side's next to it: whatever else the machine does meanwhile falls on both.
// Both run once before, unmeasured.
func (c Contest) Measure(turns int) (Result, error) {
	var products, peers []Cost
	var ratios []float64
	for turn := range turns + 1 {
		product, err := spend(c.Product)
		if err != nil {
			return Result{}, fmt.Errorf("%s, the product: %w", c.Name, err)
		}
		peer, err := spend(c.Peer)
		if err != nil {
			return Result{}, fmt.Errorf("%s, the peer: %w", c.Name, err)
		}
		if turn > 0 {
			products, peers = append(products, product), append(peers, peer)
			ratios = append(ratios, float64(product.Time)/float64(peer.Time))
		}
	}
	return Result{Product: medianCost(products), Peer: medianCost(peers), Ratio: median(ratios)}, nil
}

// spend is the mean cost of the runs of one turn.
func spend(run func() error) (Cost, error) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	start, runs := time.Now(), 0
	for time.Since(start) < leastTurn {
		if err := run(); err != nil {
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
	var times []time.Duration
	var bytes, allocs []float64
	for _, c := range costs {
		times, bytes, allocs = append(times, c.Time), append(bytes, c.Bytes), append(allocs, c.Allocs)
	}
	return Cost{Time: median(times), Bytes: median(bytes), Allocs: median(allocs)}
}

// median is the middle value; of an even number, the lower of the two.
func median[T cmp.Ordered](values []T) T {
	return slices.Sorted(slices.Values(values))[(len(values)-1)/2]
}
