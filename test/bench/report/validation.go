package main

import (
	"fmt"
	"time"

	"mcpbridge/test/bench"
)

// validation is the figures about schemas and manifests.
type validation struct {
	Turns int
	Rows  []validationRow
}

type validationRow struct {
	Name                 string
	Bridge, Peer         cost
	Time, Memory, Allocs string // the bridge's as a multiple of the peer's
}

// cost is one side's figures in words.
type cost struct{ Time, Memory, Allocs string }

func measureValidation() (validation, error) {
	const turn = 50 * time.Millisecond
	v := validation{Turns: 21}
	contests, err := bench.Validations()
	if err != nil {
		return v, err
	}
	for _, contest := range contests {
		costs, err := contest.Measure(v.Turns, turn)
		if err != nil {
			return v, err
		}
		bridge, peer := costs[0], costs[1]
		v.Rows = append(v.Rows, validationRow{
			Name: contest.Name, Bridge: inWords(bridge), Peer: inWords(peer),
			Time: times(bridge.Ratio), Memory: times(bridge.Bytes / peer.Bytes), Allocs: times(bridge.Allocs / peer.Allocs),
		})
	}
	return v, nil
}

func inWords(c bench.Cost) cost {
	return cost{Time: c.Time.Round(c.Time / 100).String(), Memory: fmt.Sprintf("%.0f KB", c.Bytes/1000), Allocs: fmt.Sprintf("%.0f", c.Allocs)}
}

func times(ratio float64) string { return fmt.Sprintf("%.2f", ratio) }
