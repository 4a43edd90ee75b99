package config

import (
	"fmt"
	"strings"

	"mcpbridge/domain"
)

// tokenPrefix marks a v2 token.
const tokenPrefix = "nbt_"

func parseToken(text string) (domain.Secret, error) {
	token, err := domain.ParseToken(text)
	if err != nil || !isVisible(text) {
		return domain.Secret{}, errForm
	}
	return token, nil
}

// ReadToken reads the token of a file that a command's own flag names. It is as
// strict as a setting, and so is its error, an [Error]: nothing of the file is in it.
func ReadToken(open Open, flag, name string) (domain.Secret, error) {
	text, err := open.text(name)
	if err == nil {
		var token domain.Secret
		if token, err = parseToken(text); err == nil {
			return token, nil
		}
	}
	own := given{setting: setting{flag: flag, holds: filename, expects: "a file with " + expectsVisible}, level: commandLine(nil), text: name}
	return domain.Secret{}, own.refuse(open.about(own, err))
}

// parseTokenKey takes the prefix off, so that it is there once in the token.
func parseTokenKey(text string) (string, error) {
	key := strings.TrimPrefix(text, tokenPrefix)
	if !isVisible(key) || strings.Contains(key, ".") {
		return "", errForm
	}
	return key, nil
}

// isVisible reports whether text consists of visible ASCII, which is all that
// a header carries safely.
func isVisible(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' })
}

// joinToken makes one token of the parts that were given. They all come from
// one source, so no half of a token meets the half of another.
func (d *draft) joinToken() {
	if !d.hold("BRIDGE_PROFILE", "NETBOX_TOKEN", "NETBOX_TOKEN_KEY", "NETBOX_TOKEN_SECRET") {
		return
	}
	whole, key, half := d.chosen["NETBOX_TOKEN"], d.chosen["NETBOX_TOKEN_KEY"], d.chosen["NETBOX_TOKEN_SECRET"]
	switch {
	case whole.set && (key.set || half.set):
		d.blame(whole.conflict("to stand alone; choose either it or " + key.name() + " with " + half.name()))
	case key.set && !half.set:
		d.blame(key.conflict("to come together with " + half.name()))
	case half.set && !key.set:
		d.blame(half.conflict("to come together with " + key.name()))
	case key.set:
		token, err := parseToken(tokenPrefix + d.tokenKey + "." + d.tokenSecret.Reveal())
		if err != nil {
			d.blame(half.conflict(fmt.Sprintf("to make a token of at most %d characters with %s", domain.MaxTokenChars, key.name())))
			return
		}
		d.Token = token
	}
}
