package stderrlog

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"mcpbridge/domain"
	"mcpbridge/domain/redact"
)

func TestLogHidesCredentialsInEveryKindOfValue(t *testing.T) {
	const secret = "s3cr3t-value"
	for _, json := range []bool{false, true} {
		var out bytes.Buffer
		log := New(&out, Options{Level: slog.LevelDebug, JSON: json}, redact.New(domain.NewSecret(secret)))
		log.With("with", secret).WithGroup("group").Error("message "+secret,
			"text", secret, "error", errors.New("failed: "+secret), "struct", struct{ Token string }{secret},
			"bytes", []byte(secret), "map", map[string]string{"k": secret}, "secret", domain.NewSecret(secret),
			slog.Group("inner", "text", secret), "header", "Authorization: Bearer abcdef123456")
		for _, shown := range []string{secret, "abcdef123456"} {
			if strings.Contains(out.String(), shown) {
				t.Errorf("json %v: the log shows %s: %s", json, shown, out.String())
			}
		}
	}
}

func TestLogKeepsOneLineAnEntry(t *testing.T) {
	for _, json := range []bool{false, true} {
		var out bytes.Buffer
		New(&out, Options{JSON: json}, redact.New()).Info("a\nlevel=ERROR msg=forged", "k", "v\r\nforged")
		if lines := strings.Count(out.String(), "\n"); lines != 1 || strings.Contains(out.String(), "\r") {
			t.Errorf("json %v: %d lines: %q", json, lines, out.String())
		}
	}
}

func TestLogHonoursTheLevel(t *testing.T) {
	var out bytes.Buffer
	log := New(&out, Options{Level: slog.LevelWarn}, redact.New())
	log.Info("quiet")
	log.Warn("loud", "n", 7)
	if got := out.String(); strings.Contains(got, "quiet") || !strings.Contains(got, "level=WARN msg=loud n=7") {
		t.Errorf("logged %q", got)
	}
}
