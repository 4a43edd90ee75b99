// Package doctor finds out why a NetBox cannot be used as it should: it goes the
// way of a call step by step, from the settings to the plugins and the journal,
// and names the remedy for what it meets. It only reads, follows no redirect,
// and sends the token to the configured NetBox alone.
package doctor

import (
	"context"
	"strings"
	"time"

	"mcpbridge/app/diagnosis"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/handshake"
	"mcpbridge/domain/netbox"
	"mcpbridge/domain/strictjson"
	"mcpbridge/ports"
)

// Doctor examines one NetBox and what leads there.
type Doctor struct {
	Settings Settings
	Base     netbox.Base
	Token    domain.Secret
	Prober   ports.Prober
	Source   ports.ToolSource
	Journal  Journal
	Clock    ports.Clock
	Redactor ports.Redactor
}

// Settings are what there is to tell of the settings.
type Settings struct {
	Source   string // where the NetBox is, and who said so
	Warnings []string
}

// Journal looks at the configured journal, which it does not make.
type Journal func(ctx context.Context) (JournalState, error)

// JournalState is how a journal is doing.
type JournalState struct {
	Place     string // "" if none is kept
	New       bool   // there is none yet; the first program to start makes it
	Unsettled int64  // unknown writes that nobody has settled
}

// Examine makes all checks. progress, which may be nil, is told how far the scan
// of the plugins is.
func (d *Doctor) Examine(ctx context.Context, progress ports.Progress) diagnosis.Diagnosis {
	return examine(ctx, &visit{Doctor: d, progress: progress})
}

// WithoutSettings is the diagnosis where the settings do not hold, for the
// reason that is given, or those that it joins, so that nothing else could be
// looked at.
func WithoutSettings(ctx context.Context, reason error) diagnosis.Diagnosis {
	return examine(ctx, &visit{Doctor: &Doctor{}, unsettled: reason})
}

// visit is one run of the checks; later ones build on what earlier ones saw.
type visit struct {
	*Doctor
	progress  ports.Progress
	unsettled error

	asked, answered time.Time
	welcome         domain.Exchange // the answer to the first request, which has no credential
	handshake       handshake.Result
	listing         domain.Exchange
	plugins         strictjson.Value // the listing as a document
}

// check is one row of the table of checks.
type check struct {
	name  string
	needs string // the check without whose good end this one is pointless
	look  func(*visit, context.Context) []diagnosis.Finding
}

// checks is the table, in the order in which they are made.
func checks() []check {
	return []check{
		{"settings", "", (*visit).settings},
		{"DNS", "settings", one((*visit).dns)},
		{"connection", "DNS", one((*visit).connection)},
		{"TLS", "connection", one((*visit).tls)},
		{"clock", "TLS", one((*visit).clock)},
		{"API", "TLS", one((*visit).api)},
		{"version", "API", one((*visit).version)},
		{"credential", "API", one((*visit).credential)},
		{"links", "credential", one((*visit).links)},
		{"plugin", "credential", (*visit).pluginRoots},
		{"journal", "settings", one((*visit).journal)},
	}
}

// one is a look that has a single finding.
func one(look func(*visit, context.Context) diagnosis.Finding) func(*visit, context.Context) []diagnosis.Finding {
	return func(v *visit, ctx context.Context) []diagnosis.Finding { return []diagnosis.Finding{look(v, ctx)} }
}

func examine(ctx context.Context, v *visit) diagnosis.Diagnosis {
	var d diagnosis.Diagnosis
	blame := map[string]string{} // what failed, by each check that came to nothing
	for _, c := range checks() {
		if culprit := blame[c.needs]; culprit != "" {
			blame[c.name] = culprit
			d.Findings = append(d.Findings, diagnosis.Finding{Check: c.name, Status: diagnosis.Skipped, Found: "needs what failed: " + culprit})
			continue
		}
		for _, f := range c.look(v, ctx) {
			f.Check = c.name
			if f.Status == diagnosis.Failed {
				blame[c.name] = c.name
			}
			d.Findings = append(d.Findings, f)
		}
	}
	return d
}

// The constructors of findings.

func ok(found string) diagnosis.Finding {
	return diagnosis.Finding{Status: diagnosis.OK, Found: found}
}

func skipped(found string) diagnosis.Finding {
	return diagnosis.Finding{Status: diagnosis.Skipped, Found: found}
}

func warning(found, remedy string) diagnosis.Finding {
	return diagnosis.Finding{Status: diagnosis.Warning, Found: found, Remedy: remedy}
}

func failed(found, remedy string) diagnosis.Finding {
	return diagnosis.Finding{Status: diagnosis.Failed, Found: found, Remedy: remedy}
}

// coded is a failure for which the bridge has a code.
func coded(code fault.Code, found, remedy string) diagnosis.Finding {
	return diagnosis.Finding{Status: diagnosis.Failed, Code: code, Found: found, Remedy: remedy}
}

// failedBy also has the remedy that goes with the code.
func failedBy(err error) diagnosis.Finding {
	f := fault.Of(err)
	return coded(f.Code, f.Message, f.Next())
}

// maxForeign is how much is shown of a text that the other side wrote, in
// characters.
const maxForeign = 200

// foreign makes a text of the other side fit to be shown: it may hold anything,
// the credential that it was just told included.
func (v *visit) foreign(text string) string {
	text = v.Redactor.Redact(domain.ExcerptSource([]byte(text)), v.Token)
	return fault.Clip(strings.Join(strings.Fields(domain.Excerpt(text)), " "), maxForeign)
}

// get reads a path of the NetBox, with the credential.
func (v *visit) get(ctx context.Context, path string) domain.Exchange {
	x, _ := v.Prober.Probe(ctx, v.reading(path, netbox.Authorization(v.Token)))
	return x
}

func (v *visit) reading(path string, authorization domain.Secret) ports.Request {
	return ports.Request{Purpose: ports.Readiness, Method: "GET", Path: path, Authorization: authorization, Fresh: true, MaxBody: domain.MaxRootBytes}
}

// object is the JSON object that an answer is, of whatever status.
func object(x domain.Exchange) (strictjson.Value, bool) {
	if x.Fault != nil {
		return strictjson.Value{}, false
	}
	value, err := strictjson.Parse(x.Body, domain.RootBounds())
	return value, err == nil && value.Is(strictjson.Object)
}
