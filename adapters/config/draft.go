package config

import "mcpbridge/domain"

// draft is Settings in the making.
type draft struct {
	Settings
	rows   []setting
	levels []level // those that are read, the first one wins
	chosen map[string]given
	env    Environment
	open   Open

	tokenKey    string
	tokenSecret domain.Secret

	tokensFileIsEmpty bool
}

// take reads one setting.
func (d *draft) take(row setting) error {
	g := d.choose(row)
	d.chosen[row.env] = g
	d.Sources = append(d.Sources, Source{Setting: row.env, From: g.source(), Value: g.shown()})
	if g.text != "" || g.set {
		text, err := d.contentOf(g)
		if err == nil {
			err = row.parse(d, text)
		}
		if err != nil {
			return g.refuse(err)
		}
	}
	if row.then != nil {
		return row.then(d)
	}
	return nil
}

// choose finds the level with the say on a setting. The parts of a credential
// share theirs, so a level with any of them hides those below it.
func (d *draft) choose(row setting) given {
	if d.Demo && row.reaches {
		return defaultOf(row)
	}
	for _, l := range d.levels {
		text, set := l.textOf(row)
		if set || row.credential && d.hasCredential(l) {
			return given{setting: row, level: l, text: text, set: set}
		}
	}
	return defaultOf(row)
}

func (d *draft) hasCredential(l level) bool {
	for _, row := range d.rows {
		if _, set := l.textOf(row); set && row.credential {
			return true
		}
	}
	return false
}

// contentOf is the text to parse: what was given, or what the file holds.
func (d *draft) contentOf(g given) (string, error) {
	if g.holds == filename || g.holds == secret && g.commandLine {
		return d.open.text(g.text)
	}
	return g.text, nil
}

// warn keeps a line for the operator.
func (d *draft) warn(line string) { d.Warnings = append(d.Warnings, line) }
