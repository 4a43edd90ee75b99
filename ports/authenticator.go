package ports

import (
	"context"
	"errors"

	"mcpbridge/domain"
	"mcpbridge/domain/access"
)

// Authenticator recognises callers by what they present. The driving adapter
// that listens to a network calls it, also at the same time.
type Authenticator interface {
	// Authenticate returns who presents the credential. The error is
	// [ErrStranger] for a credential that is not valid, [ErrForbidden] for one
	// that is but lets its bearer do nothing here, and any other if nobody can
	// tell at the moment. No error shows a part of the credential.
	Authenticate(ctx context.Context, credential domain.Secret) (access.Identity, error)
}

// Why somebody was not recognised.
var (
	ErrStranger  = errors.New("the credential is not valid here")
	ErrForbidden = errors.New("the credential gives no right here")
)
