package domain

import (
	"fmt"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// AdvertisementMember is the member of a plugin's root that advertises the
// bridge (contract section 3).
const AdvertisementMember = "mcp"

// Advertisement is a plugin's offer to take part (contract section 3).
type Advertisement struct {
	// Manifest is the link as written; whether it leads to the right place is
	// for the source of tools to say.
	Manifest string
}

// ParseAdvertisement reads the advertisement in a plugin's root document. It
// returns false if the plugin does not take part: no member, or null. Its
// error is a [fault.Findings] with pointers into the root document.
func ParseAdvertisement(root strictjson.Value) (Advertisement, bool, error) {
	v := root.Get(AdvertisementMember)
	if v.Is(strictjson.Absent) || v.Is(strictjson.Null) {
		return Advertisement{}, false, nil
	}
	var findings fault.Findings
	d, ok := read(fault.Pointer("").Member(AdvertisementMember), v, &findings, "schema_version", "manifest")
	if !ok {
		return Advertisement{}, true, findings.Err()
	}
	d.version()
	link := d.text("manifest", fault.LinkForm, between(1, MaxLinkChars), fmt.Sprintf("a link of 1 to %d characters", MaxLinkChars))
	return Advertisement{Manifest: link}, true, findings.Err()
}
