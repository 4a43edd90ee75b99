package main

import (
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mcpbridge/domain"
)

// outcomes are those that --outcome takes.
const outcomes = "completed, previewed, refused, failed or unknown"

// choice is the flags that choose entries of the journal.
type choice struct {
	filter  domain.EntryFilter
	outcome string
	since   string
	until   string
}

func (c *choice) register(command *cobra.Command) {
	flags := command.Flags()
	flags.SortFlags = false
	flags.StringVar(&c.outcome, "outcome", "", "Only this outcome: "+outcomes)
	flags.BoolVar(&c.filter.Unsettled, "unsettled", false, "Only unknown writes that nobody has settled")
	flags.StringVar(&c.filter.Plugin, "plugin", "", "Only this plugin")
	flags.StringVar(&c.filter.Tool, "tool", "", "Only this tool, as NAME or PLUGIN.NAME")
	flags.StringVar(&c.filter.Principal, "principal", "", "Only this caller")
	flags.StringVar(&c.filter.Source, "system", "", "Only calls of this system, by the URL that show tells")
	flags.StringVar(&c.since, "since", "", "From then on: a time (2026-12-01T08:00:00Z), a day (2026-12-01, in UTC), or how long ago (90m, 7d)")
	flags.StringVar(&c.until, "until", "", "Before then; like --since")
	completes(command, "outcome", string(domain.Completed), string(domain.Previewed), string(domain.Refused), string(domain.Failed), string(domain.Unknown))
}

// entries is the filter of the flags, at the time now.
func (c *choice) entries(now time.Time) (domain.EntryFilter, error) {
	filter := c.filter
	if plugin, tool, qualified := strings.Cut(filter.Tool, "."); qualified {
		if filter.Plugin != "" && filter.Plugin != plugin {
			return filter, wrongUse("--tool: expected a tool of the plugin that --plugin names")
		}
		filter.Plugin, filter.Tool = plugin, tool
	}
	switch filter.Outcome = domain.Outcome(c.outcome); filter.Outcome {
	case "", domain.Completed, domain.Previewed, domain.Refused, domain.Failed, domain.Unknown:
	default:
		return filter, wrongUse("--outcome: expected " + outcomes)
	}
	for _, bound := range []struct {
		flag, text string
		moment     *time.Time
	}{{"--since", c.since, &filter.Since}, {"--until", c.until, &filter.Until}} {
		var understood bool
		if *bound.moment, understood = parseMoment(bound.text, now); !understood && bound.text != "" {
			return filter, wrongUse("%s: expected a time such as 2026-12-01T08:00:00Z, a day such as 2026-12-01, or how long ago, such as 90m or 7d", bound.flag)
		}
	}
	return filter, nil
}

// parseMoment reads a time (RFC 3339), the start of a day in UTC, or how long
// ago it was.
func parseMoment(text string, now time.Time) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	age, understood := parseAge(text)
	if !understood {
		return time.Time{}, false
	}
	return now.Add(-age), true
}

// parseAge reads a Go duration or a number of days such as 7d, which is more
// than nothing and at most a hundred years.
func parseAge(text string) (time.Duration, bool) {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.Atoi(days)
		return time.Duration(min(n, domain.MaxDays)) * 24 * time.Hour, err == nil && 0 < n && n <= domain.MaxDays
	}
	age, err := time.ParseDuration(text)
	return age, err == nil && 0 < age && age <= domain.MaxDays*24*time.Hour
}
