package authors

import (
	"slices"

	"mcpbridge/domain"
	"mcpbridge/domain/compat"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// Difference is what a new manifest changes for the callers of an old one.
type Difference struct {
	Changes []compat.Change
}

// Breaks reports whether a caller that relied on the old manifest may fail.
func (d Difference) Breaks() bool {
	return slices.ContainsFunc(d.Changes, func(c compat.Change) bool { return c.Breaking })
}

// Diff compares two manifests, which must be sound. Its error is a
// [fault.Fault] with code manifest_invalid.
func Diff(before, after []byte) (Difference, error) {
	old, err := parseManifest("the old manifest", before)
	if err != nil {
		return Difference{}, err
	}
	now, err := parseManifest("the new manifest", after)
	if err != nil {
		return Difference{}, err
	}
	return Difference{Changes: compat.Manifests(old, now)}, nil
}

func parseManifest(which string, text []byte) (domain.Manifest, error) {
	root, err := strictjson.Parse(text, domain.ManifestBounds())
	if err != nil {
		return domain.Manifest{}, unsound(which, err)
	}
	manifest, err := domain.ParseManifest(root, root.Get("plugin").Text())
	if err != nil {
		return domain.Manifest{}, unsound(which, err)
	}
	return manifest, nil
}

func unsound(which string, err error) error {
	f := fault.Wrap(fault.ManifestInvalid, err)
	f.Message = fault.Clip(which+" is not sound (mcp-bridge lint shows where): "+f.Message, fault.MaxText)
	return f
}
