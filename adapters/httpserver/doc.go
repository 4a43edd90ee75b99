// Package httpserver stands between the network and the MCP handler: who may
// come in, how much at a time, and how the service ends.
package httpserver
