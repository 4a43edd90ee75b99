package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"mcpbridge/adapters/netboxdemo"
	"mcpbridge/test/bench"
)

// overHTTP is the figures about the bridge as an HTTP service.
type overHTTP struct {
	Turns, ColdTurns int
	Length           time.Duration // of one side's turn
	Loads            []loadRow
	ColdBridge       string
	ColdBare         string
	Cold             string // the bridge's as a multiple of the bare server's
	IdleMemory       memoryRow
	MostMemory       memoryRow // under every load, that of the most clients included
}

type loadRow struct {
	Clients              int
	Bridge, Bare         throughput
	Throughput, P50, P99 string // the bridge's as a multiple of the bare server's
}

// throughput is one side's figures in words.
type throughput struct{ PerSecond, P50, P99 string }

// memoryRow is MiB.
type memoryRow struct{ Bridge, Bare string }

func measureOverHTTP(ctx context.Context) (o overHTTP, err error) {
	o = overHTTP{Turns: 7, ColdTurns: 9, Length: 1500 * time.Millisecond}
	demo, err := netboxdemo.Start(netboxdemo.Options{})
	if err != nil {
		return o, err
	}
	defer func() { _ = demo.Close(ctx) }() // the process ends anyway
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return o, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	sides, err := bench.BuildOverHTTP(folder, demo.URL(), demo.Token())
	if err != nil {
		return o, err
	}
	if err := o.measureColdStarts(ctx, sides); err != nil {
		return o, err
	}
	err = o.measureServices(ctx, sides)
	return o, err
}

func (o *overHTTP) measureColdStarts(ctx context.Context, sides bench.OverHTTP) error {
	type turn struct{ bridge, bare time.Duration }
	var turns []turn
	for range o.ColdTurns {
		bridge, err := bench.ColdStart(ctx, sides.Bridge)
		if err != nil {
			return err
		}
		bare, err := bench.ColdStart(ctx, sides.Bare)
		if err != nil {
			return err
		}
		turns = append(turns, turn{bridge, bare})
	}
	o.ColdBridge = inMilliseconds(bench.Median(turns, func(t turn) time.Duration { return t.bridge }))
	o.ColdBare = inMilliseconds(bench.Median(turns, func(t turn) time.Duration { return t.bare }))
	o.Cold = times(bench.Median(turns, func(t turn) float64 { return float64(t.bridge) / float64(t.bare) }))
	return nil
}

// measureServices starts both sides once; under the loads, the one waits while
// the other works.
func (o *overHTTP) measureServices(ctx context.Context, sides bench.OverHTTP) error {
	bridge, err := sides.Bridge()
	if err != nil {
		return err
	}
	defer bridge.End()
	bare, err := sides.Bare()
	if err != nil {
		return err
	}
	defer bare.End()
	if o.IdleMemory, err = memoryOf(bridge.MemoryNow, bare.MemoryNow); err != nil {
		return err
	}
	for _, clients := range []int{1, 32, 256} {
		row, err := o.measureLoad(ctx, bench.Load{Clients: clients, Length: o.Length}, bridge.Call, bare.Call)
		if err != nil {
			return err
		}
		o.Loads = append(o.Loads, row)
	}
	o.MostMemory, err = memoryOf(bridge.MemoryAtMost, bare.MemoryAtMost)
	return err
}

func (o *overHTTP) measureLoad(ctx context.Context, load bench.Load, bridge, bare bench.ToolCall) (loadRow, error) {
	type turn struct{ bridge, bare bench.Throughput }
	var turns []turn
	for range o.Turns {
		ours, err := load.Run(ctx, bridge)
		if err != nil {
			return loadRow{}, err
		}
		theirs, err := load.Run(ctx, bare)
		if err != nil {
			return loadRow{}, err
		}
		turns = append(turns, turn{ours, theirs})
	}
	ratio := func(figure func(bench.Throughput) float64) string {
		return times(bench.Median(turns, func(t turn) float64 { return figure(t.bridge) / figure(t.bare) }))
	}
	side := func(of func(turn) bench.Throughput) throughput {
		return throughput{
			PerSecond: fmt.Sprintf("%.0f/s", bench.Median(turns, func(t turn) float64 { return of(t).PerSecond })),
			P50:       inMilliseconds(bench.Median(turns, func(t turn) time.Duration { return of(t).P50 })),
			P99:       inMilliseconds(bench.Median(turns, func(t turn) time.Duration { return of(t).P99 })),
		}
	}
	return loadRow{
		Clients:    load.Clients,
		Bridge:     side(func(t turn) bench.Throughput { return t.bridge }),
		Bare:       side(func(t turn) bench.Throughput { return t.bare }),
		Throughput: ratio(func(t bench.Throughput) float64 { return t.PerSecond }),
		P50:        ratio(func(t bench.Throughput) float64 { return float64(t.P50) }),
		P99:        ratio(func(t bench.Throughput) float64 { return float64(t.P99) }),
	}, nil
}

func memoryOf(bridge, bare func() (float64, error)) (memoryRow, error) {
	ours, err := bridge()
	if err != nil {
		return memoryRow{}, err
	}
	theirs, err := bare()
	return memoryRow{fmt.Sprintf("%.1f", ours), fmt.Sprintf("%.1f", theirs)}, err
}
