package main

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/ports"
	"mcpbridge/ports/portsmock"
)

// A title is any text that a plugin chose, and the report goes to a terminal.
func TestATitleCannotWriteIntoTheReport(t *testing.T) {
	source := &portsmock.ToolSourceMock{ScanFunc: func(context.Context, domain.Access, ports.Progress) (domain.Catalog, error) {
		return domain.NewCatalog([]domain.Tool{{Plugin: "p", ToolDescriptor: domain.ToolDescriptor{Name: "t", Title: "A\x1b[2J\u009bK\r\nproblem with\tq"}}}, nil, 1), nil
	}}
	var out strings.Builder
	if err := (program{lister: app.NewLister(source, slog.New(slog.DiscardHandler))}).selfTest(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(out.String(), "\x1b\u009b\r\t") || strings.Contains(out.String(), "\nproblem") {
		t.Errorf("the report is %q", out.String())
	}
}
