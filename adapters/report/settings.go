package report

import (
	"io"
	"slices"
	"strings"
)

// Setting is one line of the settings in force.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
	Wrong string `json:"wrong,omitempty"` // what is wrong with it, if anything is
}

// Settings shows each setting, its value, where it came from, and in a column of
// its own what is wrong, if anything is.
func (s Style) Settings(out io.Writer, settings []Setting) error {
	var text strings.Builder
	shown := table{style: s}
	heading := []string{"SETTING", "VALUE", "FROM"}
	if slices.ContainsFunc(settings, func(setting Setting) bool { return setting.Wrong != "" }) {
		heading = append(heading, "WRONG")
	}
	shown.heading(heading...)
	for _, setting := range settings {
		from := plain(setting.From)
		if setting.From == "default" {
			from.in = faint
		}
		name := plain(setting.Name)
		if setting.Wrong != "" {
			name.in = red
		}
		shown.row(name, plain(setting.Value), from, cell{setting.Wrong, red})
	}
	shown.write(&text)
	return send(out, &text)
}
