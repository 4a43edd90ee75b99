// Package nearest finds the words that a mistyped one may have meant.
package nearest

import (
	"slices"
	"strings"
)

// most is how many words are told at most; who gets more had better read the help.
const most = 3

// To returns those known words that the given one may have meant, in their order:
// the nearest ones if any is near, or else those that it is the beginning of. Case
// is of no account.
func To(word string, known []string) []string {
	word = strings.ToLower(word)
	var near, begun []string
	least := reach(word)
	for _, candidate := range known {
		distance := edits(word, strings.ToLower(candidate))
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
	return near[:min(len(near), most)]
}

// reach is how many edits away a word may be: in a short one, two make another
// word of it.
func reach(word string) int {
	if len(word) < 4 {
		return 1
	}
	return 2
}

// edits counts the characters to insert, delete or replace to make one text of the
// other (Levenshtein).
func edits(one, other string) int {
	from, to := []rune(one), []rune(other)
	row := make([]int, len(to)+1) // the edits from what of one is read to each beginning of the other
	for i := range row {
		row[i] = i
	}
	for i, r := range from {
		before := slices.Clone(row)
		row[0] = i + 1
		for j, s := range to {
			replace := before[j]
			if r != s {
				replace++
			}
			row[j+1] = min(replace, before[j+1]+1, row[j]+1)
		}
	}
	return row[len(to)]
}
