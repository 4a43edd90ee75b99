// Package app holds the use cases: listing tools and calling one. They order
// the steps of the contract's section 6 and leave every rule to the domain and
// every technology to the ports. The sub-packages are the sources of tools, the
// further use cases, and the form in which callers are answered.
package app
