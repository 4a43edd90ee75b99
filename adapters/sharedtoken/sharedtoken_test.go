package sharedtoken

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/crypto/argon2"

	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/ports"
)

const (
	fastToken = "fast-0123456789abcdef0123456789abcdef"
	slowToken = "correct horse battery staple"
)

// file is a tokens file with a digest of each kind.
func file(names ...string) string {
	sum := sha256.Sum256([]byte(fastToken))
	salt := []byte("0123456789abcdef")
	slow := argon2.IDKey([]byte(slowToken), salt, 1, 64, 1, 32)
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("# people\n\n%s sha256:%s\n%s\t$argon2id$v=19$m=64,t=1,p=1$%s$%s\r\n",
		names[0], hex.EncodeToString(sum[:]), names[1], encode(salt), encode(slow))
}

func load(text string) func() (access.Tokens, error) {
	return func() (access.Tokens, error) { return access.ParseTokens(text) }
}

func TestTokensNameTheirBearers(t *testing.T) {
	a, err := New(load(file("alice", "bob")))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time from memory
		for token, want := range map[string]string{fastToken: "alice", slowToken: "bob", "": "", fastToken[:20]: "", slowToken + "r": ""} {
			identity, err := a.Authenticate(t.Context(), domain.NewSecret(token))
			if identity.Principal != want || (want == "") != errors.Is(err, ports.ErrStranger) {
				t.Errorf("%q: principal %q, %v", token, identity.Principal, err)
			}
		}
	}
	if a.current.Load().remembered.Len() != 1 {
		t.Errorf("%d tokens are remembered", a.current.Load().remembered.Len())
	}
}

func TestReloadReplacesAllOrNothing(t *testing.T) {
	text := file("alice", "bob")
	a, err := New(func() (access.Tokens, error) { return access.ParseTokens(text) })
	if err != nil {
		t.Fatal(err)
	}
	who := func(token string) string {
		identity, _ := a.Authenticate(t.Context(), domain.NewSecret(token))
		return identity.Principal
	}
	if who(slowToken) != "bob" {
		t.Fatal("bob is not known")
	}
	text = "broken"
	if err := a.Reload(); err == nil || who(slowToken) != "bob" || who(fastToken) != "alice" {
		t.Errorf("a broken file took effect (%v)", err)
	}
	text = file("carol", "dave")
	if err := a.Reload(); err != nil || who(fastToken) != "carol" || who(slowToken) != "dave" {
		t.Errorf("a new file did not take effect (%v): %s, %s", err, who(fastToken), who(slowToken))
	}
}

func TestSlowChecksRunOneAtATimeAndNobodyWaitsForLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, err := New(load(file("alice", "bob")))
		if err != nil {
			t.Fatal(err)
		}
		a.turn <- struct{}{} // another check is under way
		started := time.Now()
		_, err = a.Authenticate(context.Background(), domain.NewSecret("guess"))
		if !errors.Is(err, errBusy) || time.Since(started) != patience {
			t.Errorf("%v after %s", err, time.Since(started))
		}
		if identity, err := a.Authenticate(context.Background(), domain.NewSecret(fastToken)); identity.Principal != "alice" {
			t.Errorf("a fast token waits: %v", err)
		}
		<-a.turn
		if identity, err := a.Authenticate(context.Background(), domain.NewSecret(slowToken)); identity.Principal != "bob" {
			t.Errorf("the turn was not given back: %v", err)
		}
	})
}

func TestABrokenFileStopsTheStart(t *testing.T) {
	if _, err := New(load("alice")); err == nil {
		t.Error("it started")
	}
}

func TestNobodyStopsTheStart(t *testing.T) {
	if _, err := New(load("# nobody yet\n")); !errors.Is(err, ErrNobody) {
		t.Errorf("got %v", err)
	}
}

// If the tokens that were read before stayed in force, the last one could not be
// taken away.
func TestNobodyIsLeftInAfterTheLastTokenWasTakenAway(t *testing.T) {
	text := file("alice", "bob")
	a, err := New(func() (access.Tokens, error) { return access.ParseTokens(text) })
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{fastToken, slowToken} {
		if _, err := a.Authenticate(t.Context(), domain.NewSecret(token)); err != nil || a.KnowsNobody() {
			t.Fatal(err)
		}
	}
	text = "# people\n"
	if err := a.Reload(); err != nil || !a.KnowsNobody() {
		t.Errorf("reloaded: %v", err)
	}
	for _, token := range []string{fastToken, slowToken, ""} {
		if _, err := a.Authenticate(t.Context(), domain.NewSecret(token)); !errors.Is(err, ports.ErrStranger) {
			t.Errorf("%q: %v", token, err)
		}
	}
	text = file("carol", "dave")
	if err := a.Reload(); err != nil || a.KnowsNobody() {
		t.Errorf("reloaded with somebody: %v", err)
	}
}

func TestGeneratedTokensAreLongAndNeverTheSame(t *testing.T) {
	one, two := Generate().Reveal(), Generate().Reveal()
	if bytes, err := hex.DecodeString(one); err != nil || len(bytes) != 32 || one == two {
		t.Errorf("%d bytes, %v", len(bytes), err)
	}
}
