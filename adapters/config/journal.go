package config

import (
	"errors"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"mcpbridge/domain"
)

// inMemory is what SQLite calls a database that ends with its process.
const inMemory = ":memory:"

// parseJournal reads where the journal is. A password may stand in the address
// of a database, but not where every user of the machine can see it.
func (d *draft) parseJournal(text string) error {
	kind, rest, _ := strings.Cut(text, ":")
	switch {
	case text == "off":
		return nil
	case kind == "sqlite" && rest != "":
		d.JournalPath = rest
		return nil
	case kind != "postgres" && kind != "postgresql" || !strings.HasPrefix(rest, "//"):
		return errForm
	}
	address, err := url.Parse(text)
	if err != nil {
		return errForm
	}
	_, hasPassword := address.User.Password()
	if (hasPassword || hasSecret(address.Query())) && d.chosen["BRIDGE_JOURNAL"].commandLine {
		return errors.New("its password has no place in a flag, which ps would show: set BRIDGE_JOURNAL, or PGPASSWORD beside the flag")
	}
	d.JournalURL = domain.NewSecret(text)
	return nil
}

// hasSecret reports whether a parameter of a PostgreSQL URL is one: the password
// of the user or of the client's key.
func hasSecret(parameters url.Values) bool {
	return parameters.Has("password") || parameters.Has("sslpassword")
}

// showJournal hides an address that holds a password.
func showJournal(text string) string {
	address, err := url.Parse(text)
	if err != nil || hasSecret(address.Query()) {
		return masked
	}
	return address.Redacted()
}

// placeJournal chooses the place that the operator did not. A demo and a
// self-test leave nothing behind that a journal could tell of, so theirs ends
// with them.
func (d *draft) placeJournal() {
	choice := d.chosen["BRIDGE_JOURNAL"]
	switch {
	case choice.set || !d.hold("BRIDGE_DEMO", "BRIDGE_SELFTEST"):
	case d.Demo || d.SelfTest:
		d.JournalPath = inMemory
	default:
		directory := stateDirectory(d.env)
		if directory == "" {
			d.blame(choice.refuse(errors.New("set it, since neither XDG_STATE_HOME nor HOME says where the default one is")))
			return
		}
		d.JournalPath = filepath.Join(directory, "mcp-bridge", "journal.db")
	}
}

// stateDirectory is where programs keep what must outlive them (XDG Base
// Directory Specification), "" if there is no such place.
func stateDirectory(env Environment) string {
	for _, place := range []struct{ variable, below string }{
		{"XDG_STATE_HOME", ""}, {"HOME", ".local/state"}, {"LOCALAPPDATA", ""},
	} {
		if directory, _ := env(place.variable); filepath.IsAbs(directory) {
			return filepath.Join(directory, place.below)
		}
	}
	return ""
}

// parseDays reads a whole number of days, 0 for no end.
func parseDays(text string) (time.Duration, error) {
	days, err := strconv.Atoi(text)
	if err != nil || days < 0 || days > domain.MaxDays {
		return 0, errForm
	}
	return time.Duration(days) * 24 * time.Hour, nil
}

// parseCount reads a whole number, 0 for no bound.
func parseCount(text string) (int, error) {
	const most = 1_000_000_000
	count, err := strconv.Atoi(text)
	if err != nil || count < 0 || count > most {
		return 0, errForm
	}
	return count, nil
}
