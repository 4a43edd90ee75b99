package report

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"mcpbridge/app/answer"
	"mcpbridge/domain"
)

// Entries lists entries of the journal, one a line.
func (s Style) Entries(out io.Writer, entries []domain.Entry) error {
	var text strings.Builder
	if len(entries) == 0 {
		text.WriteString("No entry is like that.\n")
		return send(out, &text)
	}
	shown := table{style: s}
	shown.heading("ID", "TIME", "PRINCIPAL", "TOOL", "OUTCOME", "CODE")
	for _, e := range entries {
		shown.row(plain(e.ID), plain(second(e.Time)), plain(e.Principal), plain(e.Plugin+"."+e.Tool), s.fate(e), plain(string(e.Code)))
	}
	shown.write(&text)
	return send(out, &text)
}

// Entry shows all that the journal keeps of one call.
func (s Style) Entry(out io.Writer, e domain.Entry) error {
	var text strings.Builder
	shown := table{style: s}
	for _, fact := range []struct {
		name  string
		value cell
	}{
		{"id", plain(e.ID)},
		{"time", plain(second(e.Time))},
		{"system", plain(e.Source)},
		{"principal", plain(e.Principal)},
		{"tool", plain(e.Plugin + "." + e.Tool)},
		{"effect", s.effect(e.Effect)},
		{"request", plain(strings.TrimSpace(string(e.Method) + " " + e.Path))},
		{"extra headers", plain(strings.Join(e.Headers, ", "))},
		{"arguments", plain(e.Arguments)},
		{"arguments' SHA-256", plain(e.Digest)},
		{"approval", plain(string(e.Approval))},
		{"acknowledges", plain(e.Acknowledges)},
		{"outcome", s.fate(e)},
		{"status", plain(statusOf(e))},
		{"code", plain(string(e.Code))},
		{"meaning", plain(e.Code.Entry().Meaning)},
		{"duration", plain(durationOf(e))},
		{"settled", plain(second(e.SettledAt))},
		{"settled by", plain(e.SettledBy)},
		{"note", plain(e.Note)},
	} {
		if fact.value.text != "" {
			shown.row(cell{fact.name, bold}, fact.value)
		}
	}
	shown.write(&text)
	return send(out, &text)
}

// fate is the outcome, and whether somebody still has to look.
func (s Style) fate(e domain.Entry) cell {
	switch {
	case e.Outcome == "":
		return cell{"under way", yellow}
	case e.IsUnsettled():
		return cell{"unknown, unsettled", red}
	case e.Outcome == domain.Unknown:
		return cell{"unknown, settled", faint}
	case e.Outcome == domain.Failed:
		return cell{string(e.Outcome), yellow}
	default:
		return plain(string(e.Outcome))
	}
}

func second(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func statusOf(e domain.Entry) string {
	if e.Status == 0 {
		return ""
	}
	return fmt.Sprintf("HTTP %d", e.Status)
}

func durationOf(e domain.Entry) string {
	if e.Duration == 0 {
		return ""
	}
	return e.Duration.String()
}

// EntryLines makes a writer of entries as JSON Lines.
func EntryLines(out io.Writer) func(domain.Entry) error {
	return func(e domain.Entry) error { return JSONLine(out, answer.OfEntry(e)) }
}

// EntryTable makes a writer of entries as CSV (RFC 4180), whose first line has
// the names of the columns, and which leaves nothing in a buffer.
func EntryTable(out io.Writer) (func(domain.Entry) error, error) {
	writer := csv.NewWriter(out)
	write := func(cells []string) error {
		if err := writer.Write(cells); err != nil {
			return err
		}
		writer.Flush()
		return writer.Error()
	}
	return func(e domain.Entry) error { return write(entryCells(e)) }, write(entryColumns())
}

// entryColumns are the names of an entry's members in JSON.
func entryColumns() []string {
	return []string{
		"journal_id", "time", "source", "principal", "plugin", "tool", "effect", "method", "path", "header_names", "arguments_sha256", "arguments_redacted",
		"approval", "acknowledges", "state", "outcome", "status", "code", "duration_ms", "settled_at", "settled_by", "note",
	}
}

func entryCells(e domain.Entry) []string {
	shown := answer.OfEntry(e)
	settled := ""
	if shown.SettledAt != nil {
		settled = shown.SettledAt.Format(time.RFC3339Nano)
	}
	cells := []string{
		shown.ID, shown.Time.Format(time.RFC3339Nano), shown.Source, shown.Principal, shown.Plugin, shown.Tool, string(shown.Effect), string(shown.Method), shown.Path,
		strings.Join(shown.Headers, " "), shown.Digest, shown.Arguments, shown.Approval, shown.Acknowledges, shown.State, string(shown.Outcome),
		strconv.Itoa(shown.Status), string(shown.Code), strconv.FormatInt(shown.Milliseconds, 10), settled, shown.SettledBy, shown.Note,
	}
	for i, text := range cells {
		cells[i] = inert(line(text))
	}
	return cells
}

// inert is a cell that a spreadsheet does not take for a formula.
func inert(text string) string {
	if text != "" && strings.ContainsRune("=+-@", rune(text[0])) {
		return "'" + text
	}
	return text
}
