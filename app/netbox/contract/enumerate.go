package contract

import (
	"fmt"
	"strings"

	"mcpbridge/domain/fault"
)

// The limits of what one check lists, together less than its detail may have, so
// that what follows the list is never cut off.
const (
	maxListed     = 10
	maxListedText = 150 // of one, in characters
)

// enumerate lists several things within the limits, and counts the others.
func enumerate(all []string) string {
	var listed []string
	for _, text := range all[:min(len(all), maxListed)] {
		listed = append(listed, fault.Clip(text, maxListedText))
	}
	text := strings.Join(listed, ", ")
	if others := len(all) - len(listed); others > 0 {
		text += fmt.Sprintf(" and %d more", others)
	}
	return text
}
