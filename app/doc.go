// Package app holds the use cases: listing tools and calling one. They order
// the steps of the contract's section 6 and leave every rule to the domain and
// every technology to the ports. Sub-packages are the sources of tools.
package app
