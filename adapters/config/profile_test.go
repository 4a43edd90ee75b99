package config

import (
	"slices"
	"strings"
	"testing"

	"mcpbridge/domain/strictjson"
)

func TestTheProfileFileIsFound(t *testing.T) {
	const chosen, other = `{"base_url": "chosen.example"}`, `{"base_url": "other.example"}`
	for name, c := range map[string]struct {
		env   map[string]string
		files map[string]string
		want  string
	}{
		"below XDG_CONFIG_HOME": {
			map[string]string{"XDG_CONFIG_HOME": "/xdg", "HOME": "/home/op"},
			map[string]string{"/xdg/netbox-sdk/config.json": chosen, profilePath: other}, "https://chosen.example",
		},
		"below HOME": {
			map[string]string{"HOME": "/home/op"},
			map[string]string{profilePath: chosen, "/home/op/.config/netbox-cli/config.json": other}, "https://chosen.example",
		},
		"a relative XDG_CONFIG_HOME is ignored": {
			map[string]string{"XDG_CONFIG_HOME": "xdg", "HOME": "/home/op"},
			map[string]string{profilePath: chosen, "/xdg/netbox-sdk/config.json": other}, "https://chosen.example",
		},
		"the legacy directory comes last": {
			map[string]string{"HOME": "/home/op"},
			map[string]string{"/home/op/.config/netbox-cli/config.json": chosen}, "https://chosen.example",
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := world{env: c.env, files: c.files}.load(Stdio)
			if err != nil || got.URL != c.want {
				t.Errorf("got %q, %v", got.URL, err)
			}
		})
	}
}

func TestAProfileIsChosenByName(t *testing.T) {
	got, err := world{
		args:  []string{"--profile=lab"},
		env:   map[string]string{"HOME": "/home/op", "BRIDGE_PROFILE": "none"},
		files: map[string]string{profilePath: `{"profiles": {"default": {"base_url": "wrong.example"}, "lab": {"base_url": "lab.example", "demo_username": 7}}}`},
	}.load(Stdio)
	if err != nil || got.URL != "https://lab.example" || sourceOf(got, "NETBOX_URL").From != "profile lab" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestABadProfileStopsTheStart(t *testing.T) {
	const where = ` (from profile "default" of "/home/op/.config/netbox-sdk/config.json")`
	const named = `--profile: expected the name of a profile in the profile file; `
	many := `{"profiles": {"p": {}`
	for letter := 'a'; letter <= 'k'; letter++ {
		many += `, "p` + string(letter) + `": {}`
	}
	many += `}}`
	for name, c := range map[string]struct {
		args string
		file string
		want string
	}{
		"no JSON":              {"", `{"profiles": ` + hidden, `"/home/op/.config/netbox-sdk/config.json": expected a JSON object with profiles; at /profiles: this is not strict JSON (RFC 8259), at byte 13`},
		"no object":            {"", `[]`, `"/home/op/.config/netbox-sdk/config.json": expected a JSON object with profiles; the file holds something else`},
		"profiles no object":   {"", `{"profiles": []}`, `"/home/op/.config/netbox-sdk/config.json": expected a JSON object with profiles; its member profiles is no object`},
		"profile no object":    {"", `{"profiles": {"default": 1}}`, `profile "default" of "/home/op/.config/netbox-sdk/config.json": expected a JSON object`},
		"token version":        {"", `{"token_version": "v3"}`, `token_version: expected v1 or v2` + where},
		"token version's kind": {"", `{"token_version": 2}`, `token_version: expected v1 or v2` + where},
		"url's kind":           {"", `{"base_url": 5}`, `base_url: expected a JSON string` + where},
		"url":                  {"", `{"base_url": "https://u:` + hidden + `@n.example"}`, `base_url: expected an http or https URL, without user, query and fragment` + where},
		"timeout's kind":       {"", `{"base_url": "n.example", "timeout": "30"}`, `timeout: expected a JSON number` + where},
		"timeout":              {"", `{"base_url": "n.example", "timeout": 0}`, `timeout: expected seconds (30, 2.5) or a duration (30s, 1m), from 1ms to 1h` + where},
		"verification's kind":  {"", `{"base_url": "n.example", "ssl_verify": "no"}`, `ssl_verify: expected a JSON boolean` + where},
		"secret":               {"", `{"base_url": "n.example", "token_key": "k", "token_secret": "` + hidden + `\n` + hidden + `"}`, `token_secret: expected 1 to 8192 visible ASCII characters` + where},
		"secret without key":   {"", `{"base_url": "n.example", "token_secret": "` + hidden + `"}`, `token_secret: expected to come together with token_key` + where},
		"unknown name":         {"--profile=x", `{"profiles": {"lab": {}, "a b": {}}}`, named + `the file has "lab", "a b" (from the command line)`},
		"unknown among many":   {"--profile=x", many, named + `the file has "p", "pa", "pb", "pc", "pd", "pe", "pf", "pg", "ph", "pi", ... (from the command line)`},
		"unknown among none":   {"--profile=x", `{"profiles": {}}`, named + `the file has none (from the command line)`},
		"named without file":   {"--profile=x", "", named + `there is no such file: "/home/op/.config/netbox-sdk/config.json", and none in the older place: "/home/op/.config/netbox-cli/config.json" (from the command line)`},
	} {
		t.Run(name, func(t *testing.T) {
			w := world{args: strings.Fields(c.args), env: map[string]string{"HOME": "/home/op"}}
			if c.file != "" {
				w.files = map[string]string{profilePath: c.file}
			}
			if _, err := w.load(Stdio); err == nil || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

func TestWithoutAHomeThereIsNoPlaceForAProfileFile(t *testing.T) {
	const want = `--profile: expected the name of a profile in the profile file; neither XDG_CONFIG_HOME nor HOME says where that file is (from the command line)`
	if _, err := (world{args: []string{"--profile=x"}}).load(Stdio); err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestAProfileFileNobodyAskedForDoesNoHarm(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		mode  fileMode
		want  []string
	}{
		"missing":                {nil, 0, nil},
		"without the profile":    {map[string]string{profilePath: `{"profiles": {"lab": {}}}`}, 0, nil},
		"private":                {map[string]string{profilePath: `{}`}, 0o600, nil},
		"readable by the group":  {map[string]string{profilePath: `{}`}, 0o640, []string{`the profile file "` + profilePath + `" is open to other users; chmod 600 keeps its token to you`}},
		"readable by all":        {map[string]string{profilePath: `{}`}, 0o604, []string{`the profile file "` + profilePath + `" is open to other users; chmod 600 keeps its token to you`}},
		"not readable by anyone": {map[string]string{profilePath: `{}`}, forbidden, []string{`the profile file "` + profilePath + `" is not used: the file may not be read`}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := world{
				env: map[string]string{"HOME": "/home/op", "NETBOX_URL": "n.example"}, files: c.files, mode: map[string]fileMode{profilePath: c.mode},
			}.load(Stdio)
			if err != nil || !slices.Equal(got.Warnings, c.want) {
				t.Errorf("got %q, %v", got.Warnings, err)
			}
		})
	}
}

// FuzzProfiles demands of any file: one line of error, or profiles whose texts
// come from the file's own members of the right kind.
func FuzzProfiles(f *testing.F) {
	f.Fuzz(func(t *testing.T, data []byte) {
		profiles, err := parseProfiles(slices.Clone(data))
		if err != nil {
			if profiles != nil || strings.ContainsAny(err.Error(), "\r\n") {
				t.Errorf("got %v, %q", profiles, err)
			}
			return
		}
		for _, p := range profiles {
			l := profile{name: p.Name, path: "/p", body: p.Value}.level(all())
			if strings.ContainsAny(l.where, "\r\n") {
				t.Errorf("more than a line: %q", l.where)
			}
			for _, row := range all() {
				text, set := l.textOf(row)
				member := p.Value.Get(row.profile.name)
				if _, misfit := l.misfits[row.env]; misfit {
					if text != "" || !set || member.Is(row.profile.kind) {
						t.Errorf("%s: %q, %v from the misfit %s", row.env, text, set, member.Raw())
					}
					continue
				}
				if set != (text != "") || set && (row.profile.name == "" || !member.Is(row.profile.kind)) {
					t.Errorf("%s: %q from %s", row.env, text, member.Raw())
				}
				if set && row.profile.kind != strictjson.String && text != string(member.Raw()) {
					t.Errorf("%s: %q is not the document's %s", row.env, text, member.Raw())
				}
			}
		}
	})
}
