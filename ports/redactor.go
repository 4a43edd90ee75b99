package ports

// Redactor removes what looks like a credential from a text that is about to
// be shown or stored. Every sink shares one (contract sections 7 and 8).
type Redactor interface {
	// Redact returns the text with each credential, known by its value or by
	// its form, replaced by a mark.
	Redact(text string) string
}
