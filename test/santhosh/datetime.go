package santhosh

import (
	"errors"
	"regexp"
	"strings"
	"time"
)

// dateTimeForm is RFC 3339 as far as a regular expression can tell.
var dateTimeForm = regexp.MustCompile(`^(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:)(\d\d)(?:\.\d+)?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$`)

// checkDateTime is the contract's rule (section 5) on top of package time. A
// leap second is tested as the second before it.
func checkDateTime(v any) error {
	text, ok := v.(string)
	if !ok {
		return nil
	}
	parts := dateTimeForm.FindStringSubmatch(text)
	if parts == nil || strings.HasPrefix(text, "0000") {
		return errors.New("not of the form")
	}
	seconds := parts[2]
	if seconds == "60" {
		seconds = "59"
	}
	instant, err := time.Parse(time.RFC3339, strings.ToUpper(parts[1]+seconds+parts[3]))
	if err != nil {
		return errors.New("no such date or time")
	}
	if parts[2] == "60" {
		instant = instant.Add(time.Second)
		if instant.UTC().Format("02 15:04:05") != "01 00:00:00" {
			return errors.New("no leap second can be there")
		}
	}
	first := time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)
	if end := time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC); instant.Before(first) || !instant.Before(end) {
		return errors.New("outside of the years 1 to 9999")
	}
	return nil
}
