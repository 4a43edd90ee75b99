package domain

import (
	"slices"
	"strings"
	"unicode"

	"mcpbridge/domain/fault"
)

// Header is one header field (RFC 9110 section 5).
type Header struct {
	Name  string
	Value string
}

// ParseHeaders reads the header argument, each element being "Name: value"
// (contract section 6). Its error is a [fault.Findings]; no value is quoted.
func ParseHeaders(lines []string) ([]Header, error) {
	if len(lines) > MaxHeaders {
		return nil, fault.Findings{fault.Find("/header", fault.HeaderCount, "%d headers are more than %d", len(lines), MaxHeaders)}
	}
	var findings fault.Findings
	headers := make([]Header, 0, len(lines))
	for i, line := range lines {
		name, value, found := strings.Cut(line, ":")
		value = strings.Trim(value, " ")
		at := fault.Pointer("/header").Index(i)
		switch {
		case !found || !isFieldName(name) || !isFieldValue(value):
			findings = append(findings, fault.Find(at, fault.HeaderForm, "a header is Name: value, without control characters"))
		case isDenied(name):
			findings = append(findings, fault.Find(at, fault.HeaderDenied, "the header %s is not the caller's to set", fault.ShownName(name)))
		default:
			headers = append(headers, Header{Name: name, Value: value})
		}
	}
	return headers, findings.Err()
}

// isFieldName reports whether name is a token of RFC 9110 section 5.6.2.
func isFieldName(name string) bool {
	return name != "" && strings.Trim(name, pathCharacters+"!#$%&'*+^`|") == "" && !strings.Contains(name, "/")
}

// isFieldValue reports whether the value is free of controls.
func isFieldValue(value string) bool { return !strings.ContainsFunc(value, unicode.IsControl) }

// isDenied reports whether the bridge or the operator alone decides on that
// request header: credentials and identity, the addressed host and path, the
// method, the body's form and the connection. An underscore counts as a dash,
// since WSGI servers cannot tell them apart.
func isDenied(name string) bool {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "-")
	return slices.ContainsFunc([]string{"content-", "proxy-", "remote-", "x-remote-", "x-forwarded-"}, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) ||
		slices.Contains([]string{
			"authorization", "cookie", "host", "forwarded", "x-real-ip",
			"path-info", "script-name", "x-script-name", "x-original-url", "x-rewrite-url",
			"x-http-method", "x-http-method-override", "x-method-override",
			"accept", "accept-encoding", "expect", "user-agent",
			"connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "http2-settings",
		}, name)
}

// AnswerHeaders returns the response headers that a caller may see, by name;
// everything else, Set-Cookie above all, stays here (contract section 6).
func AnswerHeaders(all []Header) []Header {
	var shown []Header
	for _, h := range all {
		if slices.Contains([]string{
			"content-type", "content-language", "date", "etag", "last-modified", "location",
			"retry-after", "x-request-id", "api-version", "allow", "deprecation", "sunset",
			"x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset",
		}, strings.ToLower(h.Name)) {
			shown = append(shown, Header{Name: strings.ToLower(h.Name), Value: h.Value})
		}
	}
	slices.SortStableFunc(shown, func(a, b Header) int { return strings.Compare(a.Name, b.Name) })
	return shown
}
