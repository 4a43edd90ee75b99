// Package netbox knows where a NetBox keeps its plugins: the paths of the
// plugin listing, of roots and manifests, the rules for links between them
// (contract section 3) and how NetBox wants its tokens (section 6).
package netbox
