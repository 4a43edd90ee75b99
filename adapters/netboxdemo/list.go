package netboxdemo

import "net/http"

// selectAll is the values that pass every filter.
func selectAll[T any](values []T, filters []func(T) bool) []T {
	found := make([]T, 0, len(values))
next:
	for _, v := range values {
		for _, passes := range filters {
			if !passes(v) {
				continue next
			}
		}
		found = append(found, v)
	}
	return found
}

// page is the form of every list: how many there are, and those that are shown.
func page[T any](shown []T, count int) answer {
	return reply(http.StatusOK, map[string]any{"count": count, "results": shown})
}
