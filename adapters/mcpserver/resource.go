package mcpserver

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/app"
	"mcpbridge/app/answer"
	"mcpbridge/domain"
	"mcpbridge/domain/access"
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

// addJournal offers the journal. A caller sees what it did itself, and an
// administrator what all did.
func (s *Server) addJournal(journal ports.JournalReader) {
	if journal == nil {
		return
	}
	s.sdk.AddResource(&mcp.Resource{
		URI: unsettledURI, Name: "journal_unsettled", Title: "Unsettled writes", MIMEType: jsonType,
		Description: "Your own writes whose outcome is unknown, or everybody's if you are an administrator; the newest first. Each may have happened: look at the system itself.",
	}, func(ctx context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		entries, err := s.visibleEntries(ctx, journal, domain.EntryFilter{Unsettled: true})
		if err != nil {
			return nil, err
		}
		return document(request.Params.URI, answer.OfEntries(entries))
	})
	s.sdk.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: journalTemplate, Name: "journal_entry", Title: "Journal entry", MIMEType: jsonType,
		Description: "One of your own calls, or anybody's if you are an administrator, by its journal_id: what was sent where, and what became of it.",
	}, func(ctx context.Context, request *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		id := strings.TrimPrefix(request.Params.URI, journalPrefix)
		if id == "" { // the template admits it, and to the filter it means any entry
			return nil, mcp.ResourceNotFoundError(request.Params.URI)
		}
		entries, err := s.visibleEntries(ctx, journal, domain.EntryFilter{ID: id})
		if err != nil {
			return nil, err
		}
		if len(entries) == 0 {
			return nil, mcp.ResourceNotFoundError(request.Params.URI)
		}
		return document(request.Params.URI, answer.OfEntry(entries[0]))
	})
}

// visibleEntries are those that the filter chooses and the caller may see. An
// entry that it may not see is not found, just as one that does not exist.
func (s *Server) visibleEntries(ctx context.Context, journal ports.JournalReader, filter domain.EntryFilter) ([]domain.Entry, error) {
	if !app.Allows(ctx, access.Admin) {
		filter.Principal = app.Principal(ctx)
	}
	entries, err := journal.Entries(ctx, filter)
	if err != nil {
		s.log.ErrorContext(ctx, "the journal could not be read", "error", err)
		return nil, fault.New(fault.JournalDown, "the journal could not be read")
	}
	return entries, nil
}

// document is a resource's content, which no cache may show to anybody else.
func document(uri string, content any) (*mcp.ReadResourceResult, error) {
	text, err := encode(content)
	if err != nil {
		return nil, err
	}
	return &mcp.ReadResourceResult{
		Contents:  []*mcp.ResourceContents{{URI: uri, MIMEType: jsonType, Text: string(text)}},
		Cacheable: mcp.Cacheable{CacheScope: "private"},
	}, nil
}
