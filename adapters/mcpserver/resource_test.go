package mcpserver

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/domain/fault"
	"mcpbridge/ports/portsmock"
)

// keptEntries is a journal with one unsettled write of the local caller and
// one of somebody else.
func keptEntries(filter domain.EntryFilter) []domain.Entry {
	var found []domain.Entry
	for _, e := range []domain.Entry{
		{
			ID: "mine", Time: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC), Source: "https://one.example", Principal: app.LocalPrincipal, Plugin: "p", Tool: "add",
			Effect: domain.Write, Method: "POST", Path: "/p/add/", Headers: []string{"X-Branch"}, Digest: "abc", Approval: domain.NotAsked,
			Conclusion: domain.Conclusion{Outcome: domain.Unknown, Status: 500, Code: fault.ResponseStatus, Duration: 1500 * time.Millisecond},
		},
		{ID: "theirs", Principal: "somebody else", Conclusion: domain.Conclusion{Outcome: domain.Unknown}},
	} {
		if (filter.Principal == "" || filter.Principal == e.Principal) && (filter.ID == "" || filter.ID == e.ID) && (!filter.Unsettled || e.IsUnsettled()) {
			found = append(found, e)
		}
	}
	return found
}

func reader() *portsmock.JournalReaderMock {
	return &portsmock.JournalReaderMock{EntriesFunc: func(_ context.Context, filter domain.EntryFilter) ([]domain.Entry, error) {
		return keptEntries(filter), nil
	}}
}

const mine = `{"journal_id":"mine","time":"2026-12-01T00:00:00Z","source":"https://one.example","principal":"local","plugin":"p","tool":"add","effect":"write","method":"POST","path":"/p/add/",` +
	`"header_names":["X-Branch"],"arguments_sha256":"abc","approval":"not asked","state":"unsettled","outcome":"unknown","status":500,"code":"response_status","duration_ms":1500}`

func TestCallersReadTheirOwnEntries(t *testing.T) {
	for _, revision := range []string{handshake, modern} {
		session := connect(t, &world{journal: reader()}, revision)
		for uri, want := range map[string]string{
			"bridge://journal/mine":      mine,
			"bridge://journal/unsettled": `{"entries":[` + mine + `]}`,
		} {
			result, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
			if err != nil {
				t.Fatal(err)
			}
			if got := result.Contents[0]; got.Text != want || got.MIMEType != "application/json" || got.URI != uri {
				t.Errorf("%s, %s:\n got %+v\nwant %s", revision, uri, got, want)
			}
			if revision == modern && result.CacheScope != "private" {
				t.Errorf("%s may be cached as %q", uri, result.CacheScope)
			}
		}
	}
}

// anyID is what differs between two equal errors of the protocol.
var anyID = regexp.MustCompile(`"request_id":"[A-Z2-7]{26}"`)

func TestAnEntryOfAnotherLooksLikeNone(t *testing.T) {
	session := connect(t, &world{journal: reader()}, "")
	var messages []string
	for _, id := range []string{"theirs", "nobody", ""} {
		_, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "bridge://journal/" + id})
		failure, ok := errors.AsType[*jsonrpc.Error](err)
		if !ok || failure.Code != jsonrpc.CodeInvalidParams {
			t.Fatalf("%s: got %v", id, err)
		}
		said := strings.ReplaceAll(failure.Message+string(failure.Data), "journal/"+id, "journal/ID")
		messages = append(messages, anyID.ReplaceAllString(said, ""))
	}
	if len(slices.Compact(messages)) != 1 {
		t.Errorf("they can be told apart: %q", messages)
	}
}

// Everybody else's entries are for those whose access token says so, and for
// nobody who merely has a token without any scopes.
func TestAnAdministratorSeesEverybodysEntries(t *testing.T) {
	s := (&world{journal: reader()}).server(t)
	for name, test := range map[string]struct {
		scopes access.Scopes
		want   int
	}{
		"an administrator": {access.ParseScopes("bridge:admin"), 2},
		"a writer":         {access.ParseScopes("bridge:write"), 1},
		"no scopes":        {access.Unscoped(), 1},
	} {
		caller := access.Identity{Principal: app.LocalPrincipal, Scopes: test.scopes}
		entries, err := s.visibleEntries(app.WithIdentity(t.Context(), caller, nil), reader(), domain.EntryFilter{Unsettled: true})
		if err != nil || len(entries) != test.want {
			t.Errorf("%s sees %d entries, %v; want %d", name, len(entries), err, test.want)
		}
	}
}

func TestAJournalThatFailsTellsNothingOfItself(t *testing.T) {
	broken := &portsmock.JournalReaderMock{EntriesFunc: func(context.Context, domain.EntryFilter) ([]domain.Entry, error) {
		return nil, errors.New("host db.internal is down")
	}}
	session := connect(t, &world{journal: broken}, "")
	for _, uri := range []string{"bridge://journal/mine", "bridge://journal/unsettled"} {
		if _, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri}); err == nil || strings.Contains(err.Error(), "db.internal") {
			t.Errorf("%s: got %v", uri, err)
		}
	}
}

func TestResourcesAreOfferedOnlyWhereAJournalIsKept(t *testing.T) {
	without := connect(t, &world{}, handshake).InitializeResult().Capabilities
	if without.Resources != nil {
		t.Errorf("resources without a journal: %+v", without.Resources)
	}
	session := connect(t, &world{journal: reader()}, handshake)
	with := session.InitializeResult().Capabilities
	if with.Resources == nil || with.Resources.ListChanged || with.Resources.Subscribe {
		t.Errorf("resources with a journal: %+v", with.Resources)
	}
	resources, err := session.ListResources(t.Context(), nil)
	if err != nil || len(resources.Resources) != 1 || resources.Resources[0].URI != "bridge://journal/unsettled" {
		t.Errorf("got %+v, %v", resources, err)
	}
	templates, err := session.ListResourceTemplates(t.Context(), nil)
	if err != nil || len(templates.ResourceTemplates) != 1 || templates.ResourceTemplates[0].URITemplate != "bridge://journal/{id}" {
		t.Errorf("got %+v, %v", templates, err)
	}
}
