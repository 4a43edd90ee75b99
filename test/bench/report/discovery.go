package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"time"

	"mcpbridge/test/bench"
	"mcpbridge/test/bench/manyplugins"
)

// discovery is the figures about scans and calls.
type discovery struct {
	Plugins      int
	AnswerBytes  int // of plugin_list_tools, the same at every concurrency
	Scans, Calls []discoveryRow
}

type discoveryRow struct {
	Delay        time.Duration
	Turns        int
	Concurrency  int // of a scan
	Bridge, Peer string
	Faster       string // how many times
	Most         string // what the round trips alone would allow
}

// plan is what is measured with one delay of every answer. The sequential scan
// with the longest takes half a minute, so it has the fewest turns.
type plan struct {
	delay time.Duration
	turns int
}

func plans() []plan {
	return []plan{{5 * time.Millisecond, 15}, {20 * time.Millisecond, 5}, {100 * time.Millisecond, 3}}
}

// The round trips of the peer, which are all requests there are.
const (
	scanRequests = 1 + 2*manyplugins.Plugins
	callRequests = 4
)

func measureDiscovery(ctx context.Context) (discovery, error) {
	d := discovery{Plugins: manyplugins.Plugins}
	for _, plan := range plans() {
		if err := d.measure(ctx, plan); err != nil {
			return d, err
		}
	}
	return d, nil
}

// measure adds what was measured with one delay.
func (d *discovery) measure(ctx context.Context, plan plan) error {
	handler, err := manyplugins.New(plan.delay)
	if err != nil {
		return err
	}
	server := httptest.NewServer(handler)
	defer server.Close()
	fetcher, err := bench.NewFetcher(server.URL)
	if err != nil {
		return err
	}
	defer fetcher.Close()
	bridges := map[int]*bench.Bridge{}
	for _, concurrency := range []int{1, 2, 8, 32} {
		if bridges[concurrency], err = bench.NewBridge(fetcher, server.URL, concurrency); err != nil {
			return err
		}
	}
	if d.AnswerBytes, err = sameAnswer(ctx, bridges); err != nil {
		return err
	}
	peer := bench.Sequential{Client: server.Client(), Base: server.URL}
	if err := d.measureScans(ctx, plan, bridges, peer); err != nil {
		return err
	}
	return d.measureCalls(ctx, plan, bridges[8], peer)
}

func (d *discovery) measureScans(ctx context.Context, plan plan, bridges map[int]*bench.Bridge, peer bench.Sequential) error {
	concurrencies := []int{8, 32}
	contest := bench.Contest{Name: "scan"}
	for _, concurrency := range concurrencies {
		contest.Sides = append(contest.Sides, bench.Side{
			Name: fmt.Sprintf("%d at a time", concurrency),
			Run:  func() error { return bridges[concurrency].Scan(ctx) },
		})
	}
	contest.Sides = append(contest.Sides, bench.Side{Name: "sequential", Run: func() error { return peer.Scan(ctx) }})
	costs, err := contest.Measure(plan.turns, 0)
	if err != nil {
		return err
	}
	for i, concurrency := range concurrencies {
		row := plan.row(costs[i], costs[len(costs)-1], scanRequests, 1+2*manyplugins.Plugins/concurrency)
		row.Concurrency = concurrency
		d.Scans = append(d.Scans, row)
	}
	return nil
}

func (d *discovery) measureCalls(ctx context.Context, plan plan, bridge *bench.Bridge, peer bench.Sequential) error {
	contest := bench.Contest{Name: "call", Sides: []bench.Side{
		{Name: "bridge", Run: func() error { return bridge.Call(ctx) }},
		{Name: "sequential", Run: func() error { return peer.Call(ctx) }},
	}}
	costs, err := contest.Measure(plan.turns, 10*plan.delay)
	if err != nil {
		return err
	}
	d.Calls = append(d.Calls, plan.row(costs[0], costs[1], callRequests, 3))
	return nil
}

// row is one side beside the peer, whose round trips are given with its own.
func (p plan) row(bridge, peer bench.Cost, theirs, ours int) discoveryRow {
	return discoveryRow{
		Delay: p.delay, Turns: p.turns,
		Bridge: inMilliseconds(bridge.Time), Peer: inMilliseconds(peer.Time),
		Faster: fmt.Sprintf("%.1f", 1/bridge.Ratio),
		Most:   fmt.Sprintf("%.1f (%d : %d)", float64(theirs)/float64(ours), theirs, ours),
	}
}

func inMilliseconds(d time.Duration) string {
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}

// sameAnswer is the size of the answer that all bridges give, byte for byte.
func sameAnswer(ctx context.Context, bridges map[int]*bench.Bridge) (int, error) {
	var first []byte
	for _, bridge := range bridges {
		answer, err := bridge.Answer(ctx)
		if err != nil {
			return 0, err
		}
		if first == nil {
			first = answer
		}
		if !bytes.Equal(answer, first) {
			return 0, errors.New("the answers differ from one concurrency to another")
		}
	}
	return len(first), nil
}
