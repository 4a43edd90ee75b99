package domain

import (
	"strings"

	"mcpbridge/domain/strictjson"
)

// Target is the one request that a call is about.
type Target struct {
	Method  Method
	Path    string // absolute, below the configured base
	Query   string // encoded, without the question mark
	Body    []byte // the arguments as JSON, nil where they are the query
	Headers []Header
}

// NewTarget turns checked arguments into the tool's request: a query for GET
// and HEAD, a JSON body with the caller's own number tokens for the others
// (contract section 5).
func NewTarget(tool Tool, arguments strictjson.Value) Target {
	target := Target{Method: tool.Method, Path: tool.RequestPath}
	if tool.Method.IsRead() {
		target.Query = encodeQuery(arguments)
	} else {
		target.Body = arguments.Raw()
	}
	return target
}

// encodeQuery keeps the caller's order; arrays repeat their name.
func encodeQuery(arguments strictjson.Value) string {
	var query strings.Builder
	for _, m := range arguments.Members() {
		values := []strictjson.Value{m.Value}
		if m.Value.Is(strictjson.Array) {
			values = m.Value.Items()
		}
		for _, v := range values {
			if query.Len() > 0 {
				query.WriteByte('&')
			}
			escape(&query, m.Name)
			query.WriteByte('=')
			escape(&query, queryText(v))
		}
	}
	return query.String()
}

// queryText is a scalar's form in a query: null is empty, a number its token.
func queryText(v strictjson.Value) string {
	switch v.Kind() {
	case strictjson.Bool:
		return string(v.Raw())
	case strictjson.Number, strictjson.String:
		return v.Text()
	default:
		return ""
	}
}

// escape percent-encodes everything but the unreserved characters of RFC 3986
// section 2.3, in UTF-8, so that no server can read a value in two ways.
func escape(dst *strings.Builder, text string) {
	const hex = "0123456789ABCDEF"
	for i := range len(text) {
		if c := text[i]; c != '/' && strings.IndexByte(pathCharacters, c) >= 0 {
			dst.WriteByte(c)
		} else {
			dst.WriteByte('%')
			dst.WriteByte(hex[c>>4])
			dst.WriteByte(hex[c&15])
		}
	}
}
