package sqljournal

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"mcpbridge/domain"
)

func TestNotesWaitForOthersAMomentAtMost(t *testing.T) {
	for _, test := range []struct {
		name    string
		ending  bool
		waiting int // in the queue
		coming  int // after half of the moment
		want    int
		after   time.Duration
	}{
		{"alone", false, 0, 0, 1, gatherTime},
		{"with some that come later", false, 2, 3, 6, gatherTime},
		{"a whole batch waits for nobody", false, maxBatch, 0, maxBatch, 0},
		{"nor does the last one", true, 2, 0, 3, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				j := &Journal{notes: make(chan domain.Entry, maxNotes)}
				put := func(notes int) {
					for range notes {
						j.notes <- domain.Entry{}
					}
				}
				put(test.waiting)
				time.AfterFunc(gatherTime/2, func() { put(test.coming) })
				life, end := context.WithCancel(t.Context())
				defer end()
				if test.ending {
					end()
				}
				begun := time.Now()
				if got := len(j.gather(life, domain.Entry{})); got != test.want || time.Since(begun) != test.after {
					t.Errorf("%d notes after %v, want %d after %v", got, time.Since(begun), test.want, test.after)
				}
			})
		})
	}
}
