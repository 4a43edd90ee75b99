package authors

import (
	"errors"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// Kind is what a document is.
type Kind string

// The kinds of documents that authors write (contract section 3).
const (
	Manifest      Kind = "manifest"
	Advertisement Kind = "advertisement"
)

// Document is a text to check.
type Document struct {
	Name string // of the file or the URL, for the report
	Text []byte
	Kind Kind // "" finds out by the document's members
	// Plugin is who serves the document; "" takes the manifest's own word, and
	// leaves a link's plugin open.
	Plugin string
}

// MaxFindings is how many faults of a document a review has. Nobody reads on
// before the first thousand are mended, and code scanning takes no more than a few
// thousand.
const MaxFindings = 1000

// Review is what was found in a document, in its order.
type Review struct {
	Name     string
	Kind     Kind
	Findings []Finding // the first [MaxFindings]
	Omitted  int       // how many more there are
}

// Finding is a place in the author's file that breaks a rule.
type Finding struct {
	fault.Finding
	Line   int // from 1
	Column int // from 1, in characters
	Remedy string
}

// LinkCheck tells whether an advertisement's link can lead to the manifest of
// the plugin, or of any plugin if that is "". Its error is a [fault.Findings].
type LinkCheck func(link, plugin string) error

// Linter checks documents without reaching anything.
type Linter struct{ checkLink LinkCheck }

// NewLinter makes a linter; where links may lead is for the caller to know.
func NewLinter(checkLink LinkCheck) Linter { return Linter{checkLink: checkLink} }

// Lint finds the faults of the document. A text that is not strict JSON has no more
// than one, where reading had to stop.
func (l Linter) Lint(document Document) Review {
	kind, findings := l.check(document)
	shown := findings[:min(len(findings), MaxFindings)]
	return Review{Name: document.Name, Kind: kind, Findings: located(document.Text, shown), Omitted: len(findings) - len(shown)}
}

func (l Linter) check(document Document) (Kind, fault.Findings) {
	root, err := strictjson.Parse(document.Text, boundsOf(document.Kind))
	if err != nil {
		return document.Kind, findingsOf(err)
	}
	kind := document.Kind
	if kind == "" {
		kind = detect(root)
	}
	if kind == Advertisement {
		return kind, l.advertisement(root, document)
	}
	return Manifest, manifest(root, document.Plugin)
}

// boundsOf are the limits of the document; a kind that is not known yet has
// those of a manifest, the smaller.
func boundsOf(kind Kind) strictjson.Bounds {
	if kind == Advertisement {
		return domain.RootBounds()
	}
	return domain.ManifestBounds()
}

// detect tells an advertisement, bare or in a plugin's root, from a manifest,
// which is the only one with tools.
func detect(root strictjson.Value) Kind {
	has := func(name string) bool { return !root.Get(name).Is(strictjson.Absent) }
	if !has("tools") && (has(domain.AdvertisementMember) || has("manifest")) {
		return Advertisement
	}
	return Manifest
}

func manifest(root strictjson.Value, plugin string) fault.Findings {
	if plugin == "" {
		plugin = root.Get("plugin").Text()
	}
	_, err := domain.ParseManifest(root, plugin)
	return findingsOf(err)
}

func (l Linter) advertisement(root strictjson.Value, document Document) fault.Findings {
	if !isBare(root) {
		return l.advertised(root, document.Plugin)
	}
	before := `{"` + domain.AdvertisementMember + `":`
	wrapped, err := strictjson.Parse([]byte(before+string(document.Text)+"}"), domain.RootBounds())
	if err != nil {
		return findingsOf(err)
	}
	findings := l.advertised(wrapped, document.Plugin)
	for i := range findings {
		findings[i].Pointer = findings[i].Pointer[len("/"+domain.AdvertisementMember):]
		findings[i].Offset -= len(before)
	}
	return findings
}

// isBare tells an advertisement alone from one in a plugin's root document.
func isBare(root strictjson.Value) bool {
	return root.Get(domain.AdvertisementMember).Is(strictjson.Absent) && !root.Get("manifest").Is(strictjson.Absent)
}

// advertised checks the advertisement in a plugin's root document.
func (l Linter) advertised(root strictjson.Value, plugin string) fault.Findings {
	at := fault.Pointer("").Member(domain.AdvertisementMember)
	advertisement, takesPart, err := domain.ParseAdvertisement(root)
	switch {
	case err != nil:
		return findingsOf(err)
	case !takesPart:
		return fault.Findings{fault.Find(at, fault.MemberMissing, "the plugin does not take part: the member is missing or null").At(root.Offset())}
	}
	link := root.Get(domain.AdvertisementMember).Get("manifest")
	findings := findingsOf(l.checkLink(advertisement.Manifest, plugin)).Below(at.Member("manifest"))
	for i := range findings {
		findings[i].Offset = link.Offset()
	}
	return findings
}

func findingsOf(err error) fault.Findings {
	findings, _ := errors.AsType[fault.Findings](err)
	return findings
}
