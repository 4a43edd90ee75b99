package netbox

import (
	"slices"
	"strings"
	"unicode/utf8"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// Base is where the configured NetBox is reached.
type Base struct {
	Origin Origin
	Path   string // "" or, for a NetBox below a prefix, such as "/netbox"
	// Trusted are further origins that links may name, as a proxy in front of
	// NetBox may make them (NETBOX_TRUSTED_ORIGINS).
	Trusted []Origin
}

// ParseBase reads the configured URL and the further origins. Its error is a
// [fault.Findings] with rule link_form.
func ParseBase(url string, trusted []string) (Base, error) {
	origin, path, err := CutOrigin(url)
	if err != nil {
		return Base{}, err
	}
	base := Base{Origin: origin, Path: strings.TrimSuffix(path, "/")}
	if base.Path != "" && !domain.HasPlainSegments(base.Path[1:]) {
		return Base{}, malformed("the path of the URL has an empty or a dot segment")
	}
	for _, text := range trusted {
		origin, err := ParseOrigin(text)
		if err != nil {
			return Base{}, err
		}
		base.Trusted = append(base.Trusted, origin)
	}
	return base, nil
}

// PluginOfRoot checks a link of the listing and returns the plugin it leads
// to, even beside an error if that much is known. Its error is a
// [fault.Findings].
func (b Base) PluginOfRoot(link string) (string, error) {
	path, err := b.resolve(link)
	plugin, ok := pluginOf(path)
	if err == nil && !ok {
		err = fault.Findings{fault.Find("", fault.LinkTarget, "the link must lead to %s<plugin>/", ListingPath)}
	}
	return plugin, err
}

// CheckManifestLink demands that a plugin's link leads to its manifest's only
// place. Its error is a [fault.Findings].
func (b Base) CheckManifestLink(link, plugin string) error {
	path, err := b.resolve(link)
	if err != nil {
		return err
	}
	if path != ManifestPath(plugin) {
		return fault.Findings{fault.Find("", fault.LinkTarget, "the link must lead to %s", ManifestPath(plugin))}
	}
	return nil
}

// resolve checks a link's form and origin and returns its path below the base.
// The link itself is never requested, only that path on the configured base. A
// link to a foreign origin is an error, but its path is returned beside it.
func (b Base) resolve(link string) (string, error) {
	if n := utf8.RuneCountInString(link); n < 1 || n > domain.MaxLinkChars {
		return "", malformed("a link has 1 to 2048 characters")
	}
	if err := checkCharacters(link); err != nil {
		return "", err
	}
	origin, path := b.Origin, link
	if !strings.HasPrefix(link, "/") {
		var err error
		if origin, path, err = CutOrigin(link); err != nil {
			return "", err
		}
	}
	segments, closed := strings.CutSuffix(path, "/")
	if !closed || segments == "" || !domain.HasPlainSegments(segments[1:]) {
		return "", malformed("a link ends in a slash and has no empty or dot segment")
	}
	// Only before the listing is it the base path: one such as /api also begins
	// the links that leave it out.
	if below, found := strings.CutPrefix(path, b.Path); found && strings.HasPrefix(below, ListingPath) {
		path = below
	}
	return path, b.checkOrigin(origin)
}

func (b Base) checkOrigin(origin Origin) error {
	if origin == b.Origin || slices.Contains(b.Trusted, origin) {
		return nil
	}
	return fault.Findings{fault.Find("", fault.LinkOrigin,
		"the link leads to %s, but the configured NetBox is %s; if a proxy stands between, let it send X-Forwarded-Proto and the Host it received, or name the other origin in NETBOX_TRUSTED_ORIGINS",
		origin, b.Origin)}
}
