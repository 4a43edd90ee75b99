// Package domain holds the bridge's contract as pure types and rules: what a
// plugin may advertise, what a caller may ask, and what the outcome of a call
// is. It does no I/O and knows neither MCP nor HTTP libraries.
//
// Its sub-packages are subjects with a name of their own: fault (errors as
// values), strictjson (documents), schema (the JSON Schema subset), redact
// (what must not be shown), and one for each provider of tools.
package domain
