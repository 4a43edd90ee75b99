package report_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"
	"unicode"

	"mcpbridge/adapters/report"
	"mcpbridge/app/answer"
	"mcpbridge/domain"
)

// hostile is an entry whose every text would move a terminal's cursor.
func hostile() domain.Entry {
	const text = "\x1b[2J\r\b=1+1\u009b31m\x9b\x7f\x00"
	return domain.Entry{
		ID: text, Time: time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC), Source: text, Principal: text, Plugin: text, Tool: text, Effect: text, Method: text, Path: text,
		Headers: []string{text}, Digest: text, Arguments: text, Approval: text, Acknowledges: text,
		Conclusion: domain.Conclusion{Outcome: domain.Unknown, Code: text},
		Settlement: domain.Settlement{SettledAt: time.Date(2026, 12, 2, 0, 0, 0, 0, time.UTC), SettledBy: text, Note: text},
	}
}

func TestNoFormOfAnEntryMovesTheCursor(t *testing.T) {
	for name, write := range map[string]func(io.Writer) error{
		"table":  func(out io.Writer) error { return report.Style{}.Entries(out, []domain.Entry{hostile()}) },
		"entry":  func(out io.Writer) error { return report.Style{}.Entry(out, hostile()) },
		"JSON":   func(out io.Writer) error { return report.JSON(out, answer.OfEntry(hostile())) },
		"export": func(out io.Writer) error { return report.EntryLines(out)(hostile()) },
		"CSV": func(out io.Writer) error {
			row, err := report.EntryTable(out)
			if err == nil {
				err = row(hostile())
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := write(&out); err != nil {
				t.Fatal(err)
			}
			text := out.String()
			if at := strings.IndexFunc(text, func(r rune) bool { return r != '\n' && unicode.IsControl(r) }); at >= 0 {
				t.Errorf("holds a control at %d: %q", at, text)
			}
			if strings.ToValidUTF8(text, "") != text || !strings.Contains(text, "1+1") {
				t.Errorf("got %q", text)
			}
		})
	}
}

func TestJSONKeepsWhatATerminalWouldObey(t *testing.T) {
	const note = "a\u009bb\x7fc\nd"
	for name, write := range map[string]func(io.Writer, any) error{"indented": report.JSON, "on a line": report.JSONLine} {
		var out bytes.Buffer
		if err := write(&out, note); err != nil {
			t.Fatal(err)
		}
		var got string
		if err := json.Unmarshal(out.Bytes(), &got); err != nil || got != note || out.String() != `"a\u009bb\u007fc\nd"`+"\n" {
			t.Errorf("%s: %q became %q, %v", name, note, out.String(), err)
		}
	}
}

func TestATableHasACellForEachMemberAndNoFormula(t *testing.T) {
	e := hostile()
	e.Note, e.SettledBy, e.Principal, e.Tool, e.Path = "=1+1", "+1", "-1", "@a", ""
	var out bytes.Buffer
	row, err := report.EntryTable(&out)
	if err == nil {
		err = row(e)
	}
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll() // which demands as many cells in each row
	if err != nil || len(rows) != 2 {
		t.Fatal(rows, err)
	}
	for i, name := range rows[0] {
		if want, asked := map[string]string{"note": "'=1+1", "settled_by": "'+1", "principal": "'-1", "tool": "'@a", "path": ""}[name]; asked && rows[1][i] != want {
			t.Errorf("%s is %q", name, rows[1][i])
		}
	}
	members, err := json.Marshal(answer.OfEntry(withEverything()))
	if err != nil {
		t.Fatal(err)
	}
	var named map[string]any
	if err := json.Unmarshal(members, &named); err != nil {
		t.Fatal(err)
	}
	for _, name := range rows[0] {
		delete(named, name)
	}
	if len(named) != 0 {
		t.Errorf("no column for %v", named)
	}
}

// withEverything is an entry none of whose members is left out.
func withEverything() domain.Entry {
	e := hostile()
	e.Status, e.Duration = 500, time.Second
	return e
}
