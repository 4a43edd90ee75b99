package config

import "testing"

func TestAFileWithoutTokensIsFineBesideTheSharedOne(t *testing.T) {
	got, err := world{
		args:  []string{"--auth-tokens-file=/nobody"},
		env:   map[string]string{"NETBOX_URL": "n.example", "NETBOX_MCP_AUTH_TOKEN": "auth"},
		files: map[string]string{"/nobody": "# nobody yet\n"},
	}.load(HTTP)
	if err != nil || got.TokensFile != "/nobody" {
		t.Errorf("got %q, %v", got.TokensFile, err)
	}
}
