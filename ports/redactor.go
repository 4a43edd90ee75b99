package ports

import "mcpbridge/domain"

// Redactor removes what looks like a credential from a text that is about to
// be shown or stored. Every sink shares one (contract sections 7 and 8), and
// calls it at the same time.
type Redactor interface {
	// Redact returns the text with each credential, known by its value or by
	// its form, replaced by a mark. The further secrets are those of the one
	// call that the text belongs to.
	Redact(text string, further ...domain.Secret) string
}
