package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app"
	"mcpbridge/app/answer"
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
		return document(request.Params.URI, answer.OfEntries(entries))
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
		return document(request.Params.URI, answer.OfEntry(entries[0]))
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
