// Package mcpserver offers the use cases as two MCP tools, and the journal as MCP
// resources. It is the only package that knows the go-sdk. Arguments and results
// pass through as the bytes they are, so that no number is ever rounded on the way.
package mcpserver
