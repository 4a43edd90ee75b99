// Package sharedtoken recognises callers by tokens that the operator hands out:
// one that everybody shares, and named ones of which a file holds the digests.
package sharedtoken

import (
	"context"
	"crypto/rand"
	"errors"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/ports"
)

// Slow digests cost memory and time on purpose, so they are tried for one token
// at a time, and those that matched are remembered.
const (
	maxRemembered = 1024
	patience      = 2 * time.Second // of a request that waits for its turn
)

// ErrNobody tells that there is no token at all.
var ErrNobody = errors.New("there is no token that anybody could call with")

// errBusy tells that other tokens are being tried.
var errBusy = errors.New("too many tokens wait to be checked")

// Authenticator recognises the tokens. It is safe for concurrent use.
type Authenticator struct {
	load    func() (access.Tokens, error)
	key     []byte // of the fingerprints
	turn    chan struct{}
	current atomic.Pointer[generation]
}

// generation is one reading of the tokens. What was remembered of an older one
// goes with it, so that a token that was taken away ends at once.
type generation struct {
	tokens     access.Tokens
	remembered *lru.Cache[access.Fingerprint, string]
}

var _ ports.Authenticator = (*Authenticator)(nil)

// New makes an Authenticator of the tokens that load returns. Its error is
// [ErrNobody] if there are none: a service that can answer nobody was set up
// wrongly.
func New(load func() (access.Tokens, error)) (*Authenticator, error) {
	a := &Authenticator{load: load, key: make([]byte, 32), turn: make(chan struct{}, 1)}
	rand.Read(a.key) // never fails: crypto/rand
	if err := a.Reload(); err != nil {
		return nil, err
	}
	if a.KnowsNobody() {
		return nil, ErrNobody
	}
	return a, nil
}

// Reload reads the tokens anew. If that fails, those that were read before stay
// in force. To find none is no failure: the last one was taken away, and must not
// stay in force.
func (a *Authenticator) Reload() error {
	tokens, err := a.load()
	if err != nil {
		return err
	}
	remembered, err := lru.New[access.Fingerprint, string](maxRemembered)
	if err != nil {
		return err
	}
	a.current.Store(&generation{tokens, remembered})
	return nil
}

// KnowsNobody reports whether no token is in force.
func (a *Authenticator) KnowsNobody() bool { return a.current.Load().tokens.AreNone() }

// Authenticate names the bearer of a token. Its error is [ports.ErrStranger],
// or another if too many tokens wait to be tried against slow digests.
func (a *Authenticator) Authenticate(ctx context.Context, credential domain.Secret) (access.Identity, error) {
	current := a.current.Load()
	name, found := current.tokens.FindFast(credential)
	if !found && current.tokens.HasSlow() && len(credential.Reveal()) <= domain.MaxTokenChars {
		var err error
		if name, found, err = a.findSlow(ctx, current, credential); err != nil {
			return access.Identity{}, err
		}
	}
	if !found {
		return access.Identity{}, ports.ErrStranger
	}
	return access.Identity{Principal: name, Scopes: access.Unscoped()}, nil
}

func (a *Authenticator) findSlow(ctx context.Context, g *generation, credential domain.Secret) (string, bool, error) {
	fingerprint := access.NewFingerprint(a.key, credential)
	if name, known := g.remembered.Get(fingerprint); known {
		return name, true, nil
	}
	if err := a.await(ctx); err != nil {
		return "", false, err
	}
	defer func() { <-a.turn }()
	name, found := g.tokens.FindSlow(credential)
	if found {
		g.remembered.Add(fingerprint, name)
	}
	return name, found, nil
}

// await takes the turn, within the patience.
func (a *Authenticator) await(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case a.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return errBusy
	}
}
