package domain

// Access is on whose behalf a call is made.
type Access struct {
	// Principal names the caller; it is never a credential.
	Principal string
	// Token replaces the configured credential for this call; the zero Secret
	// keeps the configured one (contract section 6).
	Token Secret
}
