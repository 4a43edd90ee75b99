// Package bridge is what the binaries have in common: the providers from which
// wire composes each of them, and how a program starts and ends.
package bridge
