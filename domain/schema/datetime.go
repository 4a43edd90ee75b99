package schema

import (
	"strconv"
	"strings"
	"time"
)

// IsDateTime reports whether text is a date-time of the contract (section 5):
// RFC 3339 with an offset, T and Z in either case, any number of fraction
// digits, on a date that exists. A leap second is accepted only where the
// second after it starts a month in UTC, and the instant in UTC must lie in
// the years 1 to 9999.
func IsDateTime(text string) bool {
	const stamp = "YYYY-MM-DDThh:mm:ss"
	if len(text) <= len(stamp) || text[4] != '-' || text[7] != '-' || !strings.ContainsRune("Tt", rune(text[10])) || text[13] != ':' || text[16] != ':' {
		return false
	}
	var ok [6]bool
	var year, month, day, hour, minute, second int
	year, ok[0] = digits(text[0:4], 1, 9999)
	month, ok[1] = digits(text[5:7], 1, 12)
	day, ok[2] = digits(text[8:10], 1, 31)
	hour, ok[3] = digits(text[11:13], 0, 23)
	minute, ok[4] = digits(text[14:16], 0, 59)
	second, ok[5] = digits(text[17:19], 0, 60)
	offset, offsetOK := offsetMinutes(cutFraction(text[len(stamp):]))
	if ok != [6]bool{true, true, true, true, true, true} || !offsetOK {
		return false
	}
	if time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Day() != day {
		return false // such as February 30
	}
	return isInstant(time.Date(year, time.Month(month), day, hour, minute-offset, min(second, 59), 0, time.UTC), second == 60)
}

// isInstant checks an instant in UTC; for a leap second it is the one before,
// and both it and the second after must lie in the years.
func isInstant(utc time.Time, leap bool) bool {
	after := utc
	if leap {
		after = utc.Add(time.Second)
		if after.Day() != 1 || after.Hour() != 0 || after.Minute() != 0 || after.Second() != 0 {
			return false
		}
	}
	return utc.Year() >= 1 && after.Year() <= 9999
}

// cutFraction removes a fraction of a second, which has at least one digit;
// a lone dot stays and makes the offset invalid.
func cutFraction(rest string) string {
	fraction, found := strings.CutPrefix(rest, ".")
	if !found {
		return rest
	}
	after := strings.TrimLeft(fraction, "0123456789")
	if len(after) == len(fraction) {
		return rest
	}
	return after
}

// offsetMinutes reads Z or ±hh:mm, in minutes east of UTC.
func offsetMinutes(text string) (int, bool) {
	if text == "Z" || text == "z" {
		return 0, true
	}
	if len(text) != len("+hh:mm") || text[3] != ':' || (text[0] != '+' && text[0] != '-') {
		return 0, false
	}
	hours, hoursOK := digits(text[1:3], 0, 23)
	minutes, minutesOK := digits(text[4:6], 0, 59)
	if text[0] == '-' {
		return -(hours*60 + minutes), hoursOK && minutesOK
	}
	return hours*60 + minutes, hoursOK && minutesOK
}

// digits reads a number that consists of decimal digits only.
func digits(text string, least, most int) (int, bool) {
	if strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= least && n <= most
}
