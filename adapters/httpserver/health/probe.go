package health

import (
	"context"
	"errors"
)

// Probe is one thing without which the service is not ready. Check is never
// called twice at the same time.
type Probe struct {
	Name  string
	Check func(context.Context) error
}

// asked is a probe that is asked by one at a time.
type asked struct {
	Probe
	turn chan struct{} // held until the probe has ended
}

func askable(probes []Probe) []*asked {
	all := make([]*asked, len(probes))
	for i, probe := range probes {
		all[i] = &asked{probe, make(chan struct{}, 1)}
	}
	return all
}

var errHangs = errors.New("an earlier check has not ended yet")

// ask returns the probe's error, or that of ctx if the probe does not heed its end,
// as one that waits for a disk may not. It is left alone then until it has ended.
func (p *asked) ask(ctx context.Context) error {
	select {
	case p.turn <- struct{}{}:
	default:
		return errHangs
	}
	answer := make(chan error, 1)
	go func() {
		err := p.Check(ctx)
		<-p.turn
		answer <- err
	}()
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
