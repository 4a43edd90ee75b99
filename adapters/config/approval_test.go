package config

import (
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"

	"mcpbridge/domain"
)

func TestApprovalIsReadInAnyCase(t *testing.T) {
	for _, test := range []struct {
		mode, scope string
		want        domain.ApprovalPolicy
	}{
		{"", "", domain.ApprovalPolicy{Mode: domain.AskWhenSupported, Scope: domain.AskAboutWrites}},
		{"off", "writes", domain.ApprovalPolicy{Mode: domain.AskNobody, Scope: domain.AskAboutWrites}},
		{"Required", "DESTRUCTIVE", domain.ApprovalPolicy{Mode: domain.AskAlways, Scope: domain.AskAboutDestructive}},
		{"WHEN-supported", "", domain.ApprovalPolicy{Mode: domain.AskWhenSupported, Scope: domain.AskAboutWrites}},
	} {
		got, err := world{env: map[string]string{"NETBOX_URL": "n.example", "BRIDGE_APPROVE": test.mode, "BRIDGE_APPROVE_EFFECTS": test.scope}}.load(Stdio)
		if err != nil || got.Approval != test.want {
			t.Errorf("%q, %q: got %+v, %v", test.mode, test.scope, got.Approval, err)
		}
	}
}

func TestAStateKeyIsReadAsOpenSSLWritesIt(t *testing.T) {
	key := strings.Repeat("\xfb\x00", 16)
	for name, text := range map[string]string{
		"hexadecimal": hex.EncodeToString([]byte(key)) + "\n",
		"base64":      base64.StdEncoding.EncodeToString([]byte(key)) + "\n",
	} {
		w := world{
			env:   map[string]string{"NETBOX_URL": "n.example", "NETBOX_MCP_AUTH_TOKEN": "auth", "BRIDGE_STATE_KEY_FILE": "/key"},
			files: map[string]string{"/key": text},
		}
		got, err := w.load(HTTP)
		if err != nil || got.StateKey.Reveal() != key {
			t.Errorf("%s: got %q, %v", name, got.StateKey.Reveal(), err)
		}
	}
}
