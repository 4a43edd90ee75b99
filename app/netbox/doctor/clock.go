package doctor

import (
	"context"
	"fmt"
	"time"

	"mcpbridge/app/diagnosis"
)

// maxSkew is how far two clocks may differ before records of the two machines
// no longer match and short-lived credentials fail.
const maxSkew = 30 * time.Second

// clock compares this machine's clock with the server's, as its first answer
// has it.
func (v *visit) clock(context.Context) diagnosis.Finding {
	told, _ := v.welcome.Header("Date")
	date, known := parseDate(told)
	if !known {
		return skipped("the server does not tell its time")
	}
	skew := v.skew(date)
	if skew.Abs() <= maxSkew {
		return ok(fmt.Sprintf("differs from the server's by %s at most", maxSkew))
	}
	side := "ahead of"
	if skew < 0 {
		side = "behind"
	}
	return warning(fmt.Sprintf("is %s %s the server's", skew.Abs().Round(time.Second), side), "Synchronise both clocks (NTP).")
}

// skew is how far this clock is ahead: none, if the server's date lies between
// request and answer. A date has no fraction of a second.
func (v *visit) skew(date time.Time) time.Duration {
	switch {
	case date.Before(v.asked.Truncate(time.Second)):
		return v.asked.Sub(date)
	case date.After(v.answered):
		return v.answered.Sub(date)
	}
	return 0
}

// parseDate reads an HTTP date (RFC 9110 section 5.6.7).
func parseDate(text string) (time.Time, bool) {
	for _, form := range []string{"Mon, 02 Jan 2006 15:04:05 GMT", "Monday, 02-Jan-06 15:04:05 GMT", time.ANSIC} {
		if date, err := time.Parse(form, text); err == nil {
			return date, true
		}
	}
	return time.Time{}, false
}
