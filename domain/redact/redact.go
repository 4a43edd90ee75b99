// Package redact removes credentials from texts that are about to be shown,
// logged or stored. Every sink shares one [Redactor].
package redact

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"mcpbridge/domain"
)

// Mark stands where a credential was.
const Mark = "[redacted]"

// minSecretChars is the shortest known secret that is searched for; a shorter
// one would blank out ordinary text.
const minSecretChars = 6

// Redactor knows the process's own secrets by value, and others by their form.
// It is safe for concurrent use.
type Redactor struct {
	mutex sync.RWMutex
	known []domain.Secret
}

// New makes a Redactor that knows these secrets by value.
func New(secrets ...domain.Secret) *Redactor { return &Redactor{known: slices.Clone(secrets)} }

// Learn adds secrets that are known by value from now on. One that is replaced
// later may still open something, so none is forgotten.
func (r *Redactor) Learn(secrets ...domain.Secret) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	known := slices.Clone(r.known) // a text may be going through what there was
	for _, secret := range secrets {
		isIt := func(other domain.Secret) bool { return other.Reveal() == secret.Reveal() }
		if !secret.IsZero() && !slices.ContainsFunc(known, isIt) {
			known = append(known, secret)
		}
	}
	r.known = known
}

func (r *Redactor) knows() []domain.Secret {
	r.mutex.RLock()
	defer r.mutex.RUnlock()
	return r.known
}

var (
	// A scheme and its credential, as in an Authorization header (RFC 9110 section 11.4).
	authorization = regexp.MustCompile(`(?i)\b(bearer|token|basic|digest)(\s+|%20)[A-Za-z0-9._~+/=-]{6,}`)
	// An API token: nbt_key.secret, or 40 hexadecimal digits.
	apiToken = regexp.MustCompile(`\bnbt_[A-Za-z0-9]+(\.[A-Za-z0-9]+)?|\b[0-9a-fA-F]{40}\b`)
	// A JSON Web Token (RFC 7519 section 3).
	webToken = regexp.MustCompile(`\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*`)
	// A named value: "password": "…", password=…, api_key: ….
	named = regexp.MustCompile(`(?i)((?:password|passwd|passphrase|secret|api[_-]?key|private[_-]?key|access[_-]?key|token|authorization|cookie|session(?:id)?|csrf\w*)\\?["']?\s*[:=]\s*\\?)(\[redacted\]|"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,;&"'}\]]+)`)
	// User information in a URL (RFC 3986 section 3.2.1).
	userInfo = regexp.MustCompile(`(://)[^\s/@"']+@`)
)

// Redact returns text with every credential replaced by [Mark]. The further
// secrets are those of the one call that the text belongs to.
func (r *Redactor) Redact(text string, further ...domain.Secret) string {
	for _, secret := range reveal(slices.Concat(further, r.knows())) {
		text = strings.ReplaceAll(text, secret, Mark)
	}
	text = authorization.ReplaceAllString(text, "$1 "+Mark)
	text = apiToken.ReplaceAllString(text, Mark)
	text = webToken.ReplaceAllString(text, Mark)
	text = userInfo.ReplaceAllString(text, "$1"+Mark+"@")
	return named.ReplaceAllStringFunc(text, redactNamed)
}

// redactNamed keeps the name and the quotes, so that JSON stays JSON.
func redactNamed(match string) string {
	parts := named.FindStringSubmatch(match)
	name, value := parts[1], parts[2]
	quote := ""
	if value[0] == '"' || value[0] == '\'' {
		quote = value[:1]
	}
	return name + quote + Mark + quote
}

// reveal returns the texts to search for, the longest first: one may be the
// beginning of another.
func reveal(secrets []domain.Secret) []string {
	inJSON := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	var texts []string
	for _, s := range secrets {
		for _, text := range []string{s.Reveal(), secretHalf(s.Reveal())} {
			if len(text) >= minSecretChars {
				texts = append(texts, text, inJSON.Replace(text))
			}
		}
	}
	slices.SortFunc(texts, func(a, b string) int { return len(b) - len(a) })
	return texts
}

// secretHalf is what must not be shown of nbt_key.secret; its key is public. It
// is "" for any other secret.
func secretHalf(secret string) string {
	key, half, _ := strings.Cut(secret, ".")
	if !strings.HasPrefix(key, "nbt_") {
		return ""
	}
	return half
}
