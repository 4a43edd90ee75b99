package access_test

import (
	"strings"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/access"
)

const sum = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // of abc (FIPS 180-4)

func TestScopesIncludeTheSmallerOnes(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		"openid profile":            "",
		"bridge:read":               "r",
		"bridge:write":              "rw",
		"openid bridge:admin":       "rwa",
		"bridge:reading bridge:wri": "",
		"BRIDGE:WRITE":              "",
	} {
		got := ""
		for _, scope := range access.AllScopes() {
			if access.ParseScopes(text).Allow(scope) {
				got += string(scope[len("bridge:")])
			}
		}
		if got != want {
			t.Errorf("%q allows %q, want %q", text, got, want)
		}
	}
	if unscoped := access.Unscoped(); !unscoped.Allow(access.Write) || unscoped.Allow(access.Admin) || (access.Scopes{}).Allow(access.Read) {
		t.Error("no scopes, and no word on scopes, are mixed up")
	}
}

func TestDigestsRecogniseTheirToken(t *testing.T) {
	// The second is the argon2id example of the reference implementation's
	// command line for "password" and "somesalt", with m=65536, t=2, p=1.
	for text, token := range map[string]string{
		sum: "abc",
		"$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc": "password",
	} {
		digest, err := access.ParseDigest(text)
		if err != nil {
			t.Fatal(err)
		}
		if digest.Text() != text {
			t.Errorf("%s is written as %s", text, digest.Text())
		}
		if !digest.Matches(domain.NewSecret(token)) || digest.Matches(domain.NewSecret(token+"x")) || digest.Matches(domain.Secret{}) {
			t.Errorf("%s does not recognise %q alone", text, token)
		}
	}
	if !access.DigestOf(domain.NewSecret("abc")).Matches(domain.NewSecret("abc")) {
		t.Error("a token's own digest does not recognise it")
	}
}

func TestDigestsOutsideTheLimitsAreRefused(t *testing.T) {
	const salt, digest = "c29tZXNhbHQ", "CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
	for name, text := range map[string]string{
		"nothing":              "",
		"a token":              "s3cr3t",
		"an unknown digest":    "md5:900150983cd24fb0d6963f7d28e17f72",
		"too few digits":       sum[:len(sum)-2],
		"no digits":            "sha256:" + strings.Repeat("z", 64),
		"argon2i":              "$argon2i$v=19$m=64,t=1,p=1$" + salt + "$" + digest,
		"an old version":       "$argon2id$v=16$m=64,t=1,p=1$" + salt + "$" + digest,
		"too much memory":      "$argon2id$v=19$m=65537,t=1,p=1$" + salt + "$" + digest,
		"too many passes":      "$argon2id$v=19$m=64,t=11,p=1$" + salt + "$" + digest,
		"no passes":            "$argon2id$v=19$m=64,t=0,p=1$" + salt + "$" + digest,
		"too many threads":     "$argon2id$v=19$m=64,t=1,p=9$" + salt + "$" + digest,
		"another order":        "$argon2id$v=19$t=1,m=64,p=1$" + salt + "$" + digest,
		"a missing cost":       "$argon2id$v=19$m=64,t=1$" + salt + "$" + digest,
		"a short salt":         "$argon2id$v=19$m=64,t=1,p=1$c29t$" + digest,
		"a short sum":          "$argon2id$v=19$m=64,t=1,p=1$" + salt + "$CTFhFdXP",
		"a salt not base64":    "$argon2id$v=19$m=64,t=1,p=1$c29tZ!NhbHQ$" + digest,
		"something after it":   "$argon2id$v=19$m=64,t=1,p=1$" + salt + "$" + digest + "$x",
		"a line end in a salt": "$argon2id$v=19$m=64,t=1,p=1$c29tZ\nXNhbHQ$" + digest,
		"a line end in a sum":  "$argon2id$v=19$m=64,t=1,p=1$" + salt + "$" + digest + "\r\n",
		"something before it":  "x$argon2id$v=19$m=64,t=1,p=1$" + salt + "$" + digest,
	} {
		_, err := access.ParseDigest(text)
		if err == nil {
			t.Errorf("%s is accepted", name)
		} else if strings.Contains(err.Error(), "s3cr3t") {
			t.Errorf("%s: the error repeats the text", name)
		}
	}
}

func TestTokenFilesAreReadStrictly(t *testing.T) {
	const slow = "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc"
	for name, test := range map[string]struct{ text, want string }{
		"one":                   {"alice " + sum, ""},
		"two tokens of one":     {"alice " + sum + "\nalice " + slow, ""},
		"comments and blanks":   {"# x y z\n\n \t\nalice " + sum + "\n", ""},
		"nothing":               {"", ""},
		"comments only":         {"# nobody\n", ""},
		"no digest":             {"\nalice\n", "line 2"},
		"a token for a digest":  {"alice s3cr3t", "line 1"},
		"too much in a line":    {"alice " + sum + " admin", "line 1"},
		"a name that is not it": {"al\x1bice " + sum, "line 1"},
		"a name too long":       {strings.Repeat("a", access.MaxPrincipalChars+1) + " " + sum, "line 1"},
		"16 slow ones":          {strings.Repeat("a "+slow+"\n", 16), ""},
		"17 slow ones":          {strings.Repeat("a "+slow+"\n", 17), "16"},
		"1000":                  {strings.Repeat("a "+sum+"\n", 1000), ""},
		"1001":                  {strings.Repeat("a "+sum+"\n", 1001), "1000"},
		"the first too many":    {strings.Repeat("a "+sum+"\n", 1001) + "broken", "line 1001"},
		"the first slow one":    {strings.Repeat("a "+slow+"\n", 17) + "broken", "line 17"},
		"1 MiB":                 {strings.Repeat("#", 1<<20), ""},
		"more than 1 MiB":       {strings.Repeat("#", 1<<20+1), "larger than 1048576"},
	} {
		_, err := access.ParseTokens(test.text)
		switch {
		case (err == nil) != (test.want == ""):
			t.Errorf("%s: %v", name, err)
		case err != nil && (!strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "s3cr3t")):
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCredentialsAreReadStrictly(t *testing.T) {
	sources, err := access.ParseCredentials([]byte(`{"alice":{"token_file":"/a"},"bob":{"token_env":"B"},"*":{"profile":true}}`))
	if err != nil {
		t.Fatal(err)
	}
	for principal, want := range map[string]access.CredentialSource{"alice": {File: "/a"}, "bob": {Variable: "B"}, access.Anyone: {Profile: true}} {
		if sources[principal] != want {
			t.Errorf("%s: %+v", principal, sources[principal])
		}
	}
	for name, text := range map[string]string{
		"no JSON":         `alice`,
		"no object":       `[]`,
		"twice":           `{"a":{"profile":true},"a":{"profile":true}}`,
		"a bare token":    `{"a":"s3cr3t"}`,
		"a token in it":   `{"a":{"token":"s3cr3t"}}`,
		"two sources":     `{"a":{"token_env":"s3cr3t","profile":true}}`,
		"none":            `{"a":{}}`,
		"not the profile": `{"a":{"profile":false}}`,
		"an empty name":   `{"":{"profile":true}}`,
		"an empty file":   `{"a":{"token_file":""}}`,
	} {
		if _, err := access.ParseCredentials([]byte(text)); err == nil || strings.Contains(err.Error(), "s3cr3t") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
