// Package release proves what a release promises: that it can be made again
// byte for byte, that its bundle is what its manifest says, and that the files
// that describe it agree with each other and with the programs.
package release
