// Package systemclock tells the machine's time.
package systemclock

import (
	"time"

	"mcpbridge/ports"
)

// Clock is the machine's clock.
type Clock struct{}

var _ ports.Clock = Clock{}

// Now is the current time in UTC.
func (Clock) Now() time.Time { return time.Now().UTC() }
