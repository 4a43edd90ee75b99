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
	forms []form

	mutex sync.RWMutex
	known []domain.Secret // as they are searched for; replaced as a whole
}

// New makes a Redactor that knows these secrets by value.
func New(secrets ...domain.Secret) *Redactor {
	return &Redactor{known: longestFirst(writings(secrets)), forms: forms()}
}

// Learn adds secrets that are known by value from now on. One that is replaced
// later may still open something, so none is forgotten.
func (r *Redactor) Learn(secrets ...domain.Secret) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	known := slices.Clone(r.known) // a text may be going through what there was
	for _, secret := range writings(secrets) {
		isIt := func(other domain.Secret) bool { return other.Reveal() == secret.Reveal() }
		if !slices.ContainsFunc(known, isIt) {
			known = append(known, secret)
		}
	}
	r.known = longestFirst(known)
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

// form is one way in which credentials are written.
type form struct {
	pattern *regexp.Regexp
	// possible is false only for texts in which the pattern finds nothing. It
	// takes a glance, and most texts have nothing to find.
	possible func(text string) bool
	conceal  func(text string) string
}

// forms are in the order in which they are concealed.
func forms() []form {
	with := func(pattern *regexp.Regexp, replacement string) func(string) string {
		return func(text string) string { return pattern.ReplaceAllString(text, replacement) }
	}
	return []form{
		{authorization, func(text string) bool { return strings.ContainsAny(text, " \t\n\f\r%") }, with(authorization, "$1 "+Mark)},
		{apiToken, func(text string) bool { return len(text) >= 40 || strings.Contains(text, "nbt_") }, with(apiToken, Mark)},
		{webToken, func(text string) bool { return strings.Contains(text, "eyJ") }, with(webToken, Mark)},
		{userInfo, func(text string) bool { return strings.Contains(text, "://") }, with(userInfo, "$1"+Mark+"@")},
		{named, func(text string) bool { return strings.ContainsAny(text, ":=") }, func(text string) string {
			return named.ReplaceAllStringFunc(text, redactNamed)
		}},
	}
}

// Redact returns text with every credential replaced by [Mark]. The further
// secrets are those of the one call that the text belongs to.
func (r *Redactor) Redact(text string, further ...domain.Secret) string {
	known := r.knows()
	if own := writings(further); len(own) > 0 {
		known = longestFirst(slices.Concat(own, known))
	}
	for _, secret := range known {
		text = strings.ReplaceAll(text, secret.Reveal(), Mark)
	}
	for _, form := range r.forms {
		if form.possible(text) {
			text = form.conceal(text)
		}
	}
	return text
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

// writings are the texts that give the secrets away.
func writings(secrets []domain.Secret) (all []domain.Secret) {
	inJSON := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	for _, s := range secrets {
		for _, text := range []string{s.Reveal(), secretHalf(s.Reveal())} {
			if len(text) >= minSecretChars {
				all = append(all, domain.NewSecret(text), domain.NewSecret(inJSON.Replace(text)))
			}
		}
	}
	return all
}

// longestFirst is the order to search in: one text may be the beginning of another.
func longestFirst(texts []domain.Secret) []domain.Secret {
	slices.SortFunc(texts, func(a, b domain.Secret) int { return len(b.Reveal()) - len(a.Reveal()) })
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
