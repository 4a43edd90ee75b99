package config

import "strings"

// leaveNetBox makes sure that a demo reaches no NetBox. A flag for one beside
// it is a mistake; a variable may stand there for other runs, so it only goes
// unused, with a warning.
func (d *draft) leaveNetBox() {
	if !d.Demo {
		return
	}
	var unused []string
	for _, row := range d.rows {
		for _, l := range d.levels {
			_, set := l.textOf(row)
			switch {
			case !row.reaches || !set:
			case l.commandLine:
				d.blame(given{setting: row, level: l, set: true}.conflict("to be left out of a demo, which reaches no NetBox"))
			default:
				unused = append(unused, l.nameOf(row))
			}
		}
	}
	if len(unused) > 0 {
		d.warn("the demo reaches no NetBox, so it does not use " + strings.Join(unused, ", "))
	}
}
