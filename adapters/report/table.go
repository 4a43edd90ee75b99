package report

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Style is how a text looks; the zero Style has no colours.
type Style struct{ Colour bool }

// colour is a colour of ECMA-48 (SGR); the zero colour is none.
type colour string

const (
	none   colour = ""
	bold   colour = "1"
	red    colour = "31"
	green  colour = "32"
	yellow colour = "33"
	faint  colour = "2"
)

func (s Style) paint(c colour, text string) string {
	if !s.Colour || c == none || text == "" {
		return text
	}
	return "\x1b[" + string(c) + "m" + text + "\x1b[0m"
}

// cell is one field of a table.
type cell struct {
	text string
	in   colour
}

// table aligns its columns; what has no width of its own, such as a colour,
// takes none.
type table struct {
	style Style
	rows  [][]cell
}

func (t *table) heading(names ...string) {
	cells := make([]cell, len(names))
	for i, name := range names {
		cells[i] = cell{name, bold}
	}
	t.rows = append(t.rows, cells)
}

func (t *table) row(cells ...cell) {
	for i := range cells {
		cells[i].text = line(cells[i].text)
	}
	t.rows = append(t.rows, cells)
}

// write is one string for the caller to write out.
func (t *table) write(out *strings.Builder) {
	widths := map[int]int{}
	for _, row := range t.rows {
		for i, c := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(c.text))
		}
	}
	for _, row := range t.rows {
		var text strings.Builder
		for i, c := range row {
			text.WriteString(t.style.paint(c.in, c.text))
			if i < len(row)-1 {
				text.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(c.text)+2))
			}
		}
		out.WriteString(strings.TrimRight(text.String(), " ") + "\n")
	}
}

// line is a foreign text on one line, without anything that has no glyph.
func line(text string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, string(unicode.ReplacementChar)), func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
}

func plain(text string) cell { return cell{text: text} }

func send(out io.Writer, text *strings.Builder) error {
	_, err := io.WriteString(out, text.String())
	return err
}
