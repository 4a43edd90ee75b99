package report

import (
	"io"
	"strings"
)

// Setting is one line of the settings in force.
type Setting struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	From  string `json:"from"`
}

// Settings shows each setting, its value and where it came from.
func (s Style) Settings(out io.Writer, settings []Setting) error {
	var text strings.Builder
	shown := table{style: s}
	shown.heading("SETTING", "VALUE", "FROM")
	for _, setting := range settings {
		from := plain(setting.From)
		if setting.From == "default" {
			from.in = faint
		}
		shown.row(plain(setting.Name), plain(setting.Value), from)
	}
	shown.write(&text)
	return send(out, &text)
}
