package passthrough

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/ports"
)

func TestTheCredentialIsPassedOnUnderADigest(t *testing.T) {
	a := New(domain.Secret{})
	who := func(token string) access.Identity {
		identity, err := a.Authenticate(t.Context(), domain.NewSecret(token))
		if err != nil {
			t.Fatal(err)
		}
		return identity
	}
	alice := who("nbt_alice.secret")
	switch {
	case !regexp.MustCompile(`^caller-[0-9a-f]{12}$`).MatchString(alice.Principal):
		t.Errorf("principal %q", alice.Principal)
	case alice.Credential.Reveal() != "nbt_alice.secret" || !alice.Scopes.Allow(access.Write):
		t.Errorf("identity %+v", alice)
	case who("nbt_alice.secret").Principal != alice.Principal:
		t.Error("the same credential has two names")
	case who("nbt_bob.secret").Principal == alice.Principal:
		t.Error("two credentials have the same name")
	}
}

func TestNamesDependOnTheSharedSecret(t *testing.T) {
	name := func(shared string) string {
		identity, err := New(domain.NewSecret(shared)).Authenticate(t.Context(), domain.NewSecret("nbt_alice.secret"))
		if err != nil {
			t.Fatal(err)
		}
		return identity.Principal
	}
	first, second := name("one"), name("one")
	if first != second {
		t.Error("replicas that share a secret name a caller differently")
	}
	alone, other := name(""), name("")
	if first == name("two") || alone == other {
		t.Error("the name does not depend on the secret, so a guessed credential could be tested against it")
	}
}

func TestMalformedCredentialsAreStrangers(t *testing.T) {
	for name, token := range map[string]string{
		"empty": "", "a blank": "a b", "a line feed": "a\nb", "not ASCII": "gëheim", "too long": strings.Repeat("a", domain.MaxTokenChars+1),
	} {
		if _, err := New(domain.Secret{}).Authenticate(t.Context(), domain.NewSecret(token)); !errors.Is(err, ports.ErrStranger) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
