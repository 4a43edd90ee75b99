package config

import (
	"strings"
	"testing"
)

func TestWhereTelemetryGoesIsCheckedAtTheStart(t *testing.T) {
	for name, test := range map[string]struct{ variable, text string }{
		"a collector without a scheme":         {"OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"},
		"a collector over gRPC":                {"OTEL_EXPORTER_OTLP_ENDPOINT", "grpc://collector:4317"},
		"a collector without a host":           {"OTEL_EXPORTER_OTLP_ENDPOINT", "http:///otlp"},
		"a credential in a collector's URL":    {"OTEL_EXPORTER_OTLP_ENDPOINT", "http://user:hunter2@collector:4318"},
		"a query in a collector's URL":         {"OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318?key=hunter2"},
		"a header without a value":             {"OTEL_EXPORTER_OTLP_HEADERS", "hunter2"},
		"a header without a name":              {"OTEL_EXPORTER_OTLP_HEADERS", "=hunter2"},
		"a header with a broken escape":        {"OTEL_EXPORTER_OTLP_HEADERS", "x-key=hunter2%zz"},
		"a header that would forge another":    {"OTEL_EXPORTER_OTLP_HEADERS", "x-key=hunter2%0d%0ax-evil: 1"},
		"metrics without a port":               {"BRIDGE_METRICS_LISTEN", "127.0.0.1"},
		"metrics with a name in place of port": {"BRIDGE_METRICS_LISTEN", "127.0.0.1:http"},
	} {
		env := map[string]string{"NETBOX_URL": "n.example", "NETBOX_MCP_AUTH_TOKEN": "token", test.variable: test.text}
		_, err := world{env: env}.load(HTTP)
		if err == nil || !strings.HasPrefix(err.Error(), test.variable+": expected ") || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestMetricsThatOthersCanReadAreWarnedOf(t *testing.T) {
	for address, warns := range map[string]bool{"": false, "127.0.0.1:1": false, "[::1]:1": false, ":9464": true, "10.0.0.1:9464": true} {
		env := map[string]string{"NETBOX_URL": "n.example", "NETBOX_MCP_AUTH_TOKEN": "token"}
		if address != "" {
			env["BRIDGE_METRICS_LISTEN"] = address
		}
		settings, err := world{env: env}.load(HTTP)
		if err != nil || strings.Contains(strings.Join(settings.Warnings, " "), "BRIDGE_METRICS_LISTEN") != warns {
			t.Errorf("%q: %q, %v", address, settings.Warnings, err)
		}
	}
}
