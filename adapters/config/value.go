package config

import (
	"errors"
	"log/slog"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"mcpbridge/domain"
)

// errForm says that a text is not what its setting expects, and that there is
// nothing to add to the expectation.
var errForm = errors.New("malformed")

// maxDuration is the longest time that a setting takes.
const maxDuration = time.Hour

func isYes(text string) bool {
	return slices.Contains([]string{"1", "true", "yes", "on"}, strings.ToLower(text))
}

func isNo(text string) bool {
	return slices.Contains([]string{"0", "false", "no", "off"}, strings.ToLower(text))
}

func parseSwitch(text string) (bool, error) {
	if !isYes(text) && !isNo(text) {
		return false, errForm
	}
	return isYes(text), nil
}

// parseGate reads the one switch that closes on a text it does not know: the
// contract opens the gate for four words and for nothing else (section 6).
func (d *draft) parseGate(text string) error {
	d.AllowMutations = isYes(text)
	if !isYes(text) && !isNo(text) {
		d.warn("NETBOX_MCP_ALLOW_MUTATIONS (--allow-mutations) is neither on nor off, so writes stay forbidden; expected " + expectsSwitch)
	}
	return nil
}

// showGate tells what a text does to the gate; one that is no switch at all may
// be a credential in the wrong place.
func showGate(text string) string { return strconv.FormatBool(isYes(text)) }

func parseFilled(text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", errForm
	}
	return text, nil
}

// durationFrom makes a parser of times from a least one up to maxDuration,
// written as Go durations or as a decimal number of seconds.
func durationFrom(least time.Duration) func(string) (time.Duration, error) {
	return func(text string) (time.Duration, error) {
		d, err := time.ParseDuration(text)
		if err != nil {
			d, err = parseSeconds(text)
		}
		if err != nil || d < least || d > maxDuration {
			return 0, errForm
		}
		return d, nil
	}
}

func parseSeconds(text string) (time.Duration, error) {
	seconds, err := strconv.ParseFloat(text, 64)
	if err != nil || strings.Trim(text, "0123456789.eE+-") != "" || math.Abs(seconds) > maxDuration.Seconds() {
		return 0, errForm
	}
	return time.Duration(math.Round(seconds * float64(time.Second))), nil
}

func parseConcurrency(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > domain.MaxConcurrency {
		return 0, errForm
	}
	return n, nil
}

func parseLevel(text string) (slog.Level, error) {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}
	level, known := levels[strings.ToLower(text)]
	if !known {
		return 0, errForm
	}
	return level, nil
}

// oneOf reads one of a few words, in any case.
func oneOf[T ~string](text string, words ...T) (T, error) {
	word := T(strings.ToLower(text))
	if !slices.Contains(words, word) {
		return "", errForm
	}
	return word, nil
}

func parseFormat(text string) (string, error) {
	return oneOf(text, "text", "json")
}
