package redact_test

import (
	"strings"
	"sync"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/redact"
)

func TestRedact(t *testing.T) {
	redactor := redact.New(domain.NewSecret("s3cr3t-of-the-process"), domain.NewSecret("short"), domain.NewSecret("sixlet"), domain.Secret{})
	tests := []struct{ name, text, want string }{
		{"nothing to hide", `{"name":["This field may not be blank."]}`, `{"name":["This field may not be blank."]}`},
		{"a known value", "before s3cr3t-of-the-process after", "before [redacted] after"},
		{"a known value, twice", "s3cr3t-of-the-process/s3cr3t-of-the-process", "[redacted]/[redacted]"},
		{"a value too short to search for", "a short text", "a short text"},
		{"a value just long enough", "a sixlet text", "a [redacted] text"},
		{"the call's own value", "x call-secret y", "x [redacted] y"},
		{"the call's value begins a known one", "call-secret-2!", "[redacted]!"},
		{"bearer", "Bearer abcdef.ghi", "Bearer [redacted]"},
		{"scheme in lower case", "sent token 0a1b2c", "sent token [redacted]"},
		{"scheme in a query", "Bearer%20abcdef", "Bearer [redacted]"},
		{"a word of five letters is no credential", "Token valid", "Token valid"},
		{"basic", "basic dXNlcjpwYXNz", "basic [redacted]"},
		{"v2 token", "key nbt_abc.DEF9 used", "key [redacted] used"},
		{"v2 token without its secret", "nbt_abc", "[redacted]"},
		{"v1 token", "0123456789abcdef0123456789abcdef01234567", "[redacted]"},
		{"39 hexadecimal digits", "0123456789abcdef0123456789abcdef0123456", "0123456789abcdef0123456789abcdef0123456"},
		{"web token", "eyJhbGciOi.eyJzdWIi.c2ln", "[redacted]"},
		{"JSON member", `{"password": "a\"b c", "x": 1}`, `{"password": "[redacted]", "x": 1}`},
		{"JSON member with a longer name", `{"client_secret":"abc"}`, `{"client_secret":"[redacted]"}`},
		{"single quotes", `{'api_key': 'abc'}`, `{'api_key': '[redacted]'}`},
		{"form", "user=a&password=b&c=d", "user=a&password=[redacted]&c=d"},
		{"number", `{"token":12345}`, `{"token":[redacted]}`},
		{"known value that is named", "token=s3cr3t-of-the-process", "token=[redacted]"},
		{"session cookie", "sessionid=abc; path=/", "sessionid=[redacted]; path=/"},
		{"csrf", "csrfmiddlewaretoken=abc", "csrfmiddlewaretoken=[redacted]"},
		{"user information", "postgres://user:pw@db/x", "postgres://[redacted]@db/x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := redactor.Redact(tt.text, domain.NewSecret("call-secret"), domain.NewSecret("call-secret-2")); got != tt.want {
				t.Errorf("Redact(%q) = %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestASecretIsFoundInEveryFormItTakes(t *testing.T) {
	redactor := redact.New(domain.NewSecret("nbt_KEYKEY.the-half"), domain.NewSecret(`quo"te\slash`))
	tests := []struct{ name, text, want string }{
		{"the secret half of a v2 token", "no match for the-half", "no match for [redacted]"},
		{"the public half of a v2 token", "no match for KEYKEY", "no match for KEYKEY"},
		{"in a JSON text", `{"sent":"quo\"te\\slash"}`, `{"sent":"[redacted]"}`},
		{"as it is", `sent quo"te\slash`, "sent [redacted]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := redactor.Redact(tt.text); got != tt.want {
				t.Errorf("Redact(%q) = %q, want %q", tt.text, got, tt.want)
			}
		})
	}
}

func TestSecretsOfTheCallAndOfTheProcessMayOverlap(t *testing.T) {
	redactor := redact.New(domain.NewSecret("abcdefghi"))
	if got := redactor.Redact("<abcdefghi>", domain.NewSecret("abcdef")); got != "<[redacted]>" {
		t.Errorf("a part of a secret is left in %q", got)
	}
}

// FuzzRedact proves that no known secret survives, whatever stands around it.
func FuzzRedact(f *testing.F) {
	f.Add("before ", " after")
	f.Add(`{"password":"`, `"}`)
	f.Add("token=", "&a=b")
	f.Add("https://user:", "@host/")
	f.Fuzz(func(t *testing.T, before, after string) {
		const secret = "Zq9!Zq9!Zq9!"
		redactor := redact.New(domain.NewSecret(secret))
		if got := redactor.Redact(before + secret + after); strings.Contains(got, secret) {
			t.Errorf("the secret survives in %q", got)
		}
	})
}

func TestSecretsCanBeLearnedWhileTextsAreRedacted(t *testing.T) {
	redactor := redact.New(domain.NewSecret("first-secret"))
	var reading sync.WaitGroup
	for range 4 {
		reading.Go(func() {
			for range 100 {
				if got := redactor.Redact("first-secret"); got != redact.Mark {
					t.Errorf("while learning: %q", got)
				}
			}
		})
	}
	for range 100 {
		redactor.Learn(domain.NewSecret("second-secret"), domain.Secret{}, domain.NewSecret("nbt_key.third-secret"))
	}
	reading.Wait()
	const text = "first-secret, second-secret, third-secret, fourth-secret"
	if got, want := redactor.Redact(text), "[redacted], [redacted], [redacted], fourth-secret"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
