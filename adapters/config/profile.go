package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// profile is one entry of the profile file.
type profile struct {
	name string
	path string // of the file
	body strictjson.Value
}

// openProfile adds the chosen profile as the last level. A missing file or
// profile is only an error where a profile was asked for by name.
func (d *draft) openProfile() {
	if d.Demo || !d.hold("BRIDGE_DEMO") {
		return
	}
	choice := d.chosen["BRIDGE_PROFILE"]
	path, data, failure := d.readProfiles()
	switch {
	case failure == nil:
	case choice.set && errors.Is(failure, errNoFile):
		d.blame(choice.refuse(noProfileFile(profilePaths(d.env))))
		return
	case choice.set:
		d.blame(choice.refuse(fmt.Errorf("%q: %w", path, failure)))
		return
	case errors.Is(failure, errNoFile):
		return
	default:
		d.warn("the profile file " + strconv.Quote(path) + " is not used: " + failure.Error())
		return
	}
	profiles, err := parseProfiles(data)
	if err != nil {
		d.blame(&Error{Name: strconv.Quote(path), Expected: "a JSON object with profiles", Reason: err.Error(), of: choice})
		return
	}
	for _, p := range profiles {
		if p.Name == d.Profile {
			d.readProfile(profile{name: p.Name, path: path, body: p.Value})
			return
		}
	}
	if choice.set {
		d.blame(choice.refuse(errors.New("the file has " + namesOf(profiles))))
	}
}

// readProfile adds a profile as the last level.
func (d *draft) readProfile(p profile) {
	choice := d.chosen["BRIDGE_PROFILE"]
	if !p.body.Is(strictjson.Object) {
		d.blame(&Error{Name: p.where(), Expected: "a JSON object", of: choice})
		return
	}
	if _, known := p.tokenVersion(); !known {
		d.blame(&Error{Name: "token_version", Expected: "v1 or v2", Where: p.where(), of: choice})
	}
	d.levels = append(d.levels, p.level(d.rows))
}

// modeNamesOthers is false where a file's mode does not tell whether others may
// read it: Windows has lists for that, and Go shows all its files as open.
const modeNamesOthers = runtime.GOOS != "windows"

// readProfiles returns the profile file, which older programs kept elsewhere.
func (d *draft) readProfiles() (path string, data []byte, failure error) {
	for _, path = range profilePaths(d.env) {
		content, mode, failure := d.open.read(path)
		if errors.Is(failure, errNoFile) {
			continue
		}
		if failure == nil && modeNamesOthers && mode.Perm()&0o077 != 0 {
			d.warn("the profile file " + strconv.Quote(path) + " is open to other users; chmod 600 keeps its token to you")
		}
		return path, content, failure
	}
	return "", nil, errNoFile
}

// noProfileFile names every place where there is none.
func noProfileFile(paths []string) error {
	if len(paths) == 0 {
		return errors.New("neither XDG_CONFIG_HOME nor HOME says where that file is")
	}
	quoted := make([]string, len(paths))
	for i, path := range paths {
		quoted[i] = strconv.Quote(path)
	}
	return errors.New("there is no such file: " + strings.Join(quoted, ", and none in the older place: "))
}

// profilePaths are the places of the profile file (XDG Base Directory
// Specification: a relative directory is ignored).
func profilePaths(env Environment) []string {
	directory, _ := env("XDG_CONFIG_HOME")
	if !filepath.IsAbs(directory) {
		home, _ := env("HOME")
		if !filepath.IsAbs(home) {
			return nil
		}
		directory = filepath.Join(home, ".config")
	}
	return []string{
		filepath.Join(directory, "netbox-sdk", "config.json"),
		filepath.Join(directory, "netbox-cli", "config.json"),
	}
}

// parseProfiles reads a profile file. A file without the member profiles is of
// the old form: it is itself the profile "default".
func parseProfiles(data []byte) ([]strictjson.Member, error) {
	file, err := strictjson.Parse(data, strictjson.Bounds{Bytes: maxFileBytes, Depth: 8, Nodes: 10_000})
	if err != nil {
		return nil, err
	}
	profiles := file.Get("profiles")
	switch {
	case !file.Is(strictjson.Object):
		return nil, errors.New("the file holds something else")
	case profiles.Is(strictjson.Absent):
		return []strictjson.Member{{Name: "default", Value: file}}, nil
	case !profiles.Is(strictjson.Object):
		return nil, errors.New("its member profiles is no object")
	}
	return profiles.Members(), nil
}

func (p profile) where() string {
	return "profile " + strconv.Quote(fault.ShownName(p.name)) + " of " + strconv.Quote(p.path)
}

// level reads those members that settings come from; the others belong to
// other programs.
func (p profile) level(rows []setting) level {
	version, _ := p.tokenVersion()
	texts, misfits := make(map[string]string), make(map[string]string)
	for _, row := range rows {
		value := p.body.Get(row.profile.name)
		switch {
		case row.profile.name == "":
		case row.profile.version != "" && row.profile.version != version:
		case value.Is(strictjson.Absent), value.Is(strictjson.Null):
		case !value.Is(row.profile.kind):
			misfits[row.env] = "a JSON " + row.profile.kind.String()
		default:
			texts[row.env] = textOf(value)
		}
	}
	return level{
		from: "profile " + fault.ShownName(p.name), where: p.where(), misfits: misfits,
		nameOf: func(row setting) string { return row.profile.name },
		textOf: func(row setting) (string, bool) {
			_, misfit := misfits[row.env]
			return texts[row.env], misfit || texts[row.env] != ""
		},
	}
}

// tokenVersion is "v1" or "v2", which is the default, and whether the profile
// names a version that is known.
func (p profile) tokenVersion() (version string, known bool) {
	value := p.body.Get("token_version")
	if value.Is(strictjson.Absent) || value.Is(strictjson.Null) {
		return "v2", true
	}
	return value.Text(), value.Is(strictjson.String) && (value.Text() == "v1" || value.Text() == "v2")
}

// textOf is a scalar as the parsers of settings read it.
func textOf(value strictjson.Value) string {
	if value.Is(strictjson.Bool) {
		return strconv.FormatBool(value.Truth())
	}
	return strings.TrimSpace(value.Text())
}

// namesOf lists the profiles of a file, at most ten.
func namesOf(profiles []strictjson.Member) string {
	if len(profiles) == 0 {
		return "none"
	}
	var names []string
	for _, p := range profiles[:min(len(profiles), fault.MaxFindings)] {
		names = append(names, strconv.Quote(fault.ShownName(p.Name)))
	}
	if len(profiles) > len(names) {
		names = append(names, "...")
	}
	return strings.Join(names, ", ")
}
