package config

import (
	"strings"

	"github.com/agnivade/levenshtein"
)

// maxNear is how many words are told; who gets more had better read the help.
const maxNear = 3

// Near returns those known words that the given one may have meant, in their order:
// the nearest ones if any is near, or else those that it is the beginning of. Case
// is of no account.
func Near(word string, known []string) []string {
	word = strings.ToLower(word)
	var near, begun []string
	least := reach(word)
	for _, candidate := range known {
		distance := levenshtein.ComputeDistance(word, strings.ToLower(candidate))
		if distance < least {
			near, least = nil, distance
		}
		if distance == least {
			near = append(near, candidate)
		}
		if len(word) > 1 && strings.HasPrefix(strings.ToLower(candidate), word) {
			begun = append(begun, candidate)
		}
	}
	if len(near) == 0 {
		near = begun
	}
	return near[:min(len(near), maxNear)]
}

// reach is how many edits away a word may be: in a short one, two make another
// word of it.
func reach(word string) int {
	if len(word) < 4 {
		return 1
	}
	return 2
}
