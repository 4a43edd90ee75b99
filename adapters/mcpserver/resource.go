package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/ports"
)

// The URIs of the journal's resources. An id can never be "unsettled".
const (
	journalPrefix   = "bridge://journal/"
	journalTemplate = journalPrefix + "{id}"
	unsettledURI    = journalPrefix + "unsettled"
)

const jsonType = "application/json"

// addJournal offers the journal. Every caller sees only what it did itself.
func (s *Server) addJournal(journal ports.JournalReader) {
	if journal == nil {
		return
	}
	s.sdk.AddResource(&mcp.Resource{
		URI: unsettledURI, Name: "journal_unsettled", Title: "Unsettled writes", MIMEType: jsonType,
		Description: "Your own writes whose outcome is unknown, the newest first. Each may have happened: look at the system itself.",
	}, func(ctx context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		entries, err := s.ownEntries(ctx, journal, domain.EntryFilter{Unsettled: true})
		if err != nil {
			return nil, err
		}
		shown := make([]entryJSON, len(entries))
		for i, entry := range entries {
			shown[i] = showEntry(entry)
		}
		return document(request.Params.URI, map[string]any{"entries": shown})
	})
	s.sdk.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: journalTemplate, Name: "journal_entry", Title: "Journal entry", MIMEType: jsonType,
		Description: "One of your own calls by its journal_id: what was sent where, and what became of it.",
	}, func(ctx context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		id := strings.TrimPrefix(request.Params.URI, journalPrefix)
		if id == "" { // the template admits it, and to the filter it means any entry
			return nil, mcp.ResourceNotFoundError(request.Params.URI)
		}
		entries, err := s.ownEntries(ctx, journal, domain.EntryFilter{ID: id})
		if err != nil {
			return nil, err
		}
		if len(entries) == 0 {
			return nil, mcp.ResourceNotFoundError(request.Params.URI)
		}
		return document(request.Params.URI, showEntry(entries[0]))
	})
}

// ownEntries are those of the caller that the filter chooses. An entry of
// somebody else is not found, just as one that does not exist.
func (s *Server) ownEntries(ctx context.Context, journal ports.JournalReader, filter domain.EntryFilter) ([]domain.Entry, error) {
	filter.Principal = app.Principal(ctx)
	entries, err := journal.Entries(ctx, filter)
	if err != nil {
		s.log.ErrorContext(ctx, "the journal could not be read", "error", err)
		return nil, fault.New(fault.JournalDown, "the journal could not be read")
	}
	return entries, nil
}

// entryJSON is an entry as callers see it.
type entryJSON struct {
	ID           string         `json:"journal_id"`
	Time         time.Time      `json:"time"`
	Source       string         `json:"source,omitempty"`
	Plugin       string         `json:"plugin"`
	Tool         string         `json:"tool"`
	Effect       domain.Effect  `json:"effect,omitempty"`
	Method       domain.Method  `json:"method,omitempty"`
	Path         string         `json:"path,omitempty"`
	Headers      []string       `json:"header_names,omitempty"`
	Digest       string         `json:"arguments_sha256,omitempty"`
	Arguments    string         `json:"arguments_redacted,omitempty"`
	Approval     string         `json:"approval,omitempty"`
	Acknowledges string         `json:"acknowledges,omitempty"`
	State        string         `json:"state"`
	Outcome      domain.Outcome `json:"outcome,omitempty"`
	Status       int            `json:"status,omitempty"`
	Code         fault.Code     `json:"code,omitempty"`
	Milliseconds int64          `json:"duration_ms,omitempty"`
	SettledAt    *time.Time     `json:"settled_at,omitempty"`
	SettledBy    string         `json:"settled_by,omitempty"`
	Note         string         `json:"note,omitempty"`
}

func showEntry(e domain.Entry) entryJSON {
	shown := entryJSON{
		ID: e.ID, Time: e.Time, Source: e.Source, Plugin: e.Plugin, Tool: e.Tool, Effect: e.Effect, Method: e.Method, Path: e.Path,
		Headers: e.Headers, Digest: e.Digest, Arguments: e.Arguments, Approval: string(e.Approval), Acknowledges: e.Acknowledges,
		State: stateOf(e), Outcome: e.Outcome, Status: e.Status, Code: e.Code, Milliseconds: e.Duration.Milliseconds(),
		SettledBy: e.SettledBy, Note: e.Note,
	}
	if !e.SettledAt.IsZero() {
		shown.SettledAt = &e.SettledAt
	}
	return shown
}

// stateOf tells what is still to come of an entry.
func stateOf(e domain.Entry) string {
	switch {
	case e.Outcome == "":
		return "open"
	case e.IsUnsettled():
		return "unsettled"
	default:
		return "closed"
	}
}

// document is a resource's content, which no cache may show to anybody else.
func document(uri string, content any) (*mcp.ReadResourceResult, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(content); err != nil {
		return nil, err
	}
	return &mcp.ReadResourceResult{
		Contents:  []*mcp.ResourceContents{{URI: uri, MIMEType: jsonType, Text: strings.TrimSuffix(text.String(), "\n")}},
		Cacheable: mcp.Cacheable{CacheScope: "private"},
	}, nil
}
