package config

import (
	"errors"
	"slices"

	"mcpbridge/domain"
)

// draft is Settings in the making.
type draft struct {
	Settings
	rows   []setting
	levels []level // those that are read, the first one wins
	chosen map[string]given
	wrong  []*Error
	env    Environment
	open   Open

	tokenKey    string
	tokenSecret domain.Secret

	tokensFileIsEmpty bool
}

// take reads one setting.
func (d *draft) take(row setting) {
	g := d.choose(row)
	d.chosen[row.env] = g
	d.Sources = append(d.Sources, Source{Setting: row.env, From: g.source(), Value: g.shown()})
	if expected, misfit := g.misfits[row.env]; misfit {
		d.blame(g.conflict(expected))
		return
	}
	if g.text != "" || g.set {
		text, err := d.contentOf(g)
		if err == nil {
			err = row.parse(d, text)
		}
		if err != nil {
			d.blame(g.refuse(d.open.about(g, err)))
			return
		}
	}
	if row.then != nil {
		row.then(d)
	}
}

// blame keeps what is wrong with a setting. The others are read all the same, so
// that whoever has to correct them learns of all at once.
func (d *draft) blame(mistake *Error) { d.wrong = append(d.wrong, mistake) }

// hold reports whether nothing is wrong with any of these settings: what follows
// from one that is wrong is no mistake of its own.
func (d *draft) hold(envs ...string) bool {
	return !slices.ContainsFunc(d.wrong, func(e *Error) bool { return slices.Contains(envs, e.of.env) })
}

// mistakes joins all that is wrong, nil if nothing is.
func (d *draft) mistakes() error {
	joined := make([]error, len(d.wrong))
	for i, mistake := range d.wrong {
		joined[i] = mistake
	}
	return errors.Join(joined...)
}

// markSources tells of each source what is wrong with it. The text of one that is
// wrong is not shown, for it may be a credential in the wrong place.
func (d *draft) markSources() {
	for _, mistake := range d.wrong {
		at := slices.IndexFunc(d.Sources, func(s Source) bool { return s.Setting == mistake.of.env })
		source := &d.Sources[at]
		source.From = mistake.of.source()
		if mistake.of.set {
			source.Value = masked
		}
		if source.Wrong != "" {
			source.Wrong += "; "
		}
		source.Wrong += mistake.Error()
	}
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
	if g.namesFile() && g.holds != reread {
		return d.open.text(g.text)
	}
	return g.text, nil
}

// warn keeps a line for the operator.
func (d *draft) warn(line string) { d.Warnings = append(d.Warnings, line) }
