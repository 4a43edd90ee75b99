package peers

import (
	"regexp"
	"testing"
)

// The doctor reads a real Django as it should, and knows its people by either
// form of token.
func TestTheDoctorKnowsThePeer(t *testing.T) {
	t.Parallel()
	p := startPeer(t, "PEER_BASE_PATH=netbox/")
	for person, form := range map[string]string{"admin": "v1", "bearer": "v2"} {
		output := runCommand(t, 0, "doctor", "--url", p.URL, "--token-file", file(t, p.Tokens[person]))
		for _, line := range []string{
			`API +answers at /netbox/api/`, `version +NetBox 4\.5\.1`, `credential +a ` + form + ` token, accepted as the user ` + person,
			`clock +differs from`, `links +name the origin`, `plugin cable_map +offers \d+ tools`, `plugin dns-zones +offers \d+ tools`,
		} {
			if !regexp.MustCompile(`(?m)^ok +` + line).MatchString(output) {
				t.Errorf("%s is missing in\n%s", line, output)
			}
		}
	}
}

func TestTheDoctorFindsWhatKeepsFromThePeer(t *testing.T) {
	t.Parallel()
	p := startPeer(t)
	sound := file(t, p.Tokens["reader"])
	for name, test := range map[string]struct {
		url, token, line string
	}{
		"a wrong base path": {p.URL + "/netbox", sound, `API +source_status: /netbox/api/ answers HTTP 404`},
		"a bad v1 token":    {p.URL, file(t, "0123456789012345678901234567890123456789"), `credential +source_status: a v1 token, which the NetBox refuses with HTTP 403: Invalid token`},
		"a bad v2 token":    {p.URL, file(t, "nbt_nobody.secret"), `credential +source_status: a v2 token, which the NetBox refuses with HTTP 403: Invalid v2 token`},
	} {
		output := runCommand(t, 1, "doctor", "--url", test.url, "--token-file", test.token)
		if !regexp.MustCompile(`(?m)^failed +` + test.line).MatchString(output) {
			t.Errorf("%s: it says\n%s", name, output)
		}
	}
}
