// Package opentelemetry tells an OpenTelemetry collector of every call: one
// span a call, and below it one for each request to the source of truth. Spans
// hold names and codes, never arguments, queries, bodies or credentials.
package opentelemetry
