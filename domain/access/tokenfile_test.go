package access_test

import (
	"errors"
	"strings"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/access"
)

// The ids of the first two are 11111111 and 22222222.
const (
	first  = "sha256:1111111100000000000000000000000000000000000000000000000000000000"
	second = "sha256:2222222200000000000000000000000000000000000000000000000000000000"
	slow   = "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
)

func TestRevokingTakesLinesOutAndLeavesAllOthersAsTheyAre(t *testing.T) {
	for name, test := range map[string]struct{ before, name, id, after string }{
		"the only one":            {"alice " + first + "\n", "alice", "", ""},
		"one without a line end":  {"# x\nalice " + first, "alice", "", "# x\n"},
		"all of a name":           {"alice " + first + "\nbob " + first + "\nalice " + second + "\n", "alice", "", "bob " + first + "\n"},
		"one of a name":           {"alice " + first + "\nalice " + second + "\n", "alice", "11111111", "alice " + second + "\n"},
		"one by a slow digest":    {"alice " + first + "\nalice " + slow + "\n", "alice", "09316115", "alice " + first + "\n"},
		"one that is there twice": {"alice " + first + "\nalice " + first + "\n", "alice", "11111111", ""},
		"what stands around it": {
			"# people\r\n\r\n  bob\t" + first + "\r\nalice " + first + "\r\n#alice " + second + "\n\n \t# end", "alice", "",
			"# people\r\n\r\n  bob\t" + first + "\r\n#alice " + second + "\n\n \t# end",
		},
	} {
		file, err := access.ParseTokenFile(test.before)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		after, err := file.Revoke(test.name, test.id)
		if err != nil || after.Text() != test.after {
			t.Errorf("%s: %q, %v", name, after.Text(), err)
		}
		if file.Text() != test.before {
			t.Errorf("%s: the file before was changed", name)
		}
	}
}

func TestRevokingWhatIsNotThereIsAnError(t *testing.T) {
	file, err := access.ParseTokenFile("alice " + first + "\n# bob " + first + "\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, missing := range [][2]string{{"bob", ""}, {"ALICE", ""}, {"", ""}, {"alice", "22222222"}, {"alice", "1111111"}, {"bob", "11111111"}} {
		if _, err := file.Revoke(missing[0], missing[1]); !errors.Is(err, access.ErrNoSuchToken) {
			t.Errorf("%q: %v", missing, err)
		}
	}
}

func TestAddingAppendsALine(t *testing.T) {
	digest := access.DigestOf(domain.NewSecret("abc"))
	line := "alice " + sum + "\n"
	for before, want := range map[string]string{
		"":                         line,
		"# people\n":               "# people\n" + line,
		"# no line end":            "# no line end\n" + line,
		"bob " + first + "\r\n":    "bob " + first + "\r\n" + line,
		"alice " + first + "\n\n ": "alice " + first + "\n\n \n" + line,
	} {
		file, err := access.ParseTokenFile(before)
		if err != nil {
			t.Fatal(err)
		}
		after, err := file.Add(access.NamedDigest{Name: "alice", Digest: digest})
		if err != nil || after.Text() != want || after.Count("alice") != file.Count("alice")+1 {
			t.Errorf("%q: %q, %v", before, after.Text(), err)
		}
	}
}

func TestAddingKeepsTheRules(t *testing.T) {
	digest := access.DigestOf(domain.NewSecret("abc"))
	for name, test := range map[string]struct{ before, name, want string }{
		"no name":             {"", "", "a name is"},
		"a comment as a name": {"", "#alice", "a name is"},
		"two words":           {"", "alice smith", "a name is"},
		"two lines":           {"", "alice\nbob", "a name is"},
		"a long name":         {"", strings.Repeat("a", access.MaxPrincipalChars+1), "a name is"},
		"who shares a token":  {"", access.SharedPrincipal, "a name is"},
		"a full file":         {strings.Repeat("a "+first+"\n", 1000), "alice", "1000"},
		"a large file":        {strings.Repeat("#", access.MaxTokenFileBytes), "alice", "larger"},
	} {
		file, err := access.ParseTokenFile(test.before)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if _, err := file.Add(access.NamedDigest{Name: test.name, Digest: digest}); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Otherwise the journal could not tell one caller from all who share a token.
func TestNoNamedTokenIsCalledAsThoseWhoShareOne(t *testing.T) {
	if _, err := access.ParseTokenFile("alice " + first + "\nshared " + second); err == nil || !strings.Contains(err.Error(), "line 2: expected a name") {
		t.Errorf("%v", err)
	}
	if _, err := access.ParseTokenFile("Shared " + first + "\nshared-2 " + second); err != nil {
		t.Error(err)
	}
}

func TestNobodyIsLeftAfterTheLastOne(t *testing.T) {
	for text, want := range map[string]bool{"": true, "# alice " + first: true, "alice " + first: false, "alice " + slow: false} {
		tokens, err := access.ParseTokens(text)
		if err != nil || tokens.AreNone() != want {
			t.Errorf("%q: none is %t, %v", text, tokens.AreNone(), err)
		}
	}
}

func TestIDsOfDigestsAreEightDigits(t *testing.T) {
	for text, want := range map[string]bool{"11111111": true, "09afbe31": true, "": false, "1111111": false, "111111111": false, "ABCDEF01": false, "1111111g": false} {
		if access.IsDigestID(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
	for _, text := range []string{first, slow} {
		digest, err := access.ParseDigest(text)
		if err != nil || !access.IsDigestID(digest.ID()) {
			t.Errorf("%s has the id %s, %v", text, digest.ID(), err)
		}
	}
}
