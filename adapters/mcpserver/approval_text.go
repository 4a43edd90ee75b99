package mcpserver

import (
	"strings"

	"mcpbridge/domain"
)

const askText = "An agent asks to send the request below. It is sent once if you accept, and not at all otherwise.\n\n"

// text is what the person sees.
func (a *Approver) text(p domain.Proposal) string {
	hide := func(text string) string { return a.redactor.Redact(text, p.Access.Token) }
	return askText + strings.Join(p.Facts(hide), "\n")
}
