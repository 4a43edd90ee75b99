// Package bench does the product's work and its alternatives' side by side:
// schemas and manifests (validation.go, manifest.go), scans and calls
// (bridge.go, sequential.go), the HTTP service under load (overhttp.go,
// load.go, the command bareserver). The command report measures it; the tests
// here hold what must be so at any speed.
package bench
