// Package httpserver stands between the network and the MCP handler: who may
// come in, how long a request may take, and how the service ends.
package httpserver
