package domain_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"mcpbridge/domain"
)

func TestSecretIsNeverShown(t *testing.T) {
	const credential = "nbt_hunter2.hunter3"
	secret := domain.NewSecret(credential)
	exported := struct{ Token domain.Secret }{secret}
	hidden := struct{ token domain.Secret }{secret}
	values := map[string]any{
		"secret": secret, "pointer": &secret, "exported field": exported, "unexported field": hidden,
		"slice": []domain.Secret{secret}, "map": map[string]domain.Secret{"a": secret}, "access": domain.Access{Token: secret},
	}
	for name, value := range values {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%c", "%U"} {
			shown := fmt.Sprintf(verb, value)
			if strings.Contains(shown, "hunter") || strings.Contains(strings.ToLower(shown), fmt.Sprintf("%x", "hunter")) {
				t.Errorf("%s shows %s of a %s", verb, shown, name)
			}
		}
		text, err := json.Marshal(value)
		if err != nil || strings.Contains(string(text), "hunter") {
			t.Errorf("json shows %s of a %s (%v)", text, name, err)
		}
		var log bytes.Buffer
		slog.New(slog.NewTextHandler(&log, nil)).Info("call", "value", value)
		slog.New(slog.NewJSONHandler(&log, nil)).Info("call", "value", value)
		if strings.Contains(log.String(), "hunter") {
			t.Errorf("slog shows %s of a %s", log.String(), name)
		}
	}
	if secret.String() != "[secret]" || fmt.Sprintf("%#v", secret) != "[secret]" {
		t.Errorf("a secret is shown as %v and %#v", secret, secret)
	}
	if text, err := json.Marshal(secret); string(text) != `"[secret]"` || err != nil {
		t.Errorf("json shows a secret as %s, %v", text, err)
	}
	if secret.Reveal() != credential || secret.IsZero() {
		t.Error("Reveal does not give the credential back")
	}
}

func TestNoSecret(t *testing.T) {
	for name, none := range map[string]domain.Secret{"zero": {}, "empty": domain.NewSecret("")} {
		if !none.IsZero() || none.Reveal() != "" {
			t.Errorf("the %s secret is %q", name, none.Reveal())
		}
	}
}

func TestParseTokenNeverEchoes(t *testing.T) {
	_, err := domain.ParseToken("hunter2\r\n")
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("ParseToken: %v", err)
	}
}
