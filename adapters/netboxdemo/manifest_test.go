package netboxdemo_test

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/domain/strictjson"
)

// manifest fetches a plugin's manifest and reads it as the bridge does.
func manifest(t *testing.T, slug string) (domain.Manifest, error) {
	t.Helper()
	body := text(t, send(t, newDemo().Handler(), "GET", "/api/plugins/"+slug+"/mcp/", "", nil))
	document, err := strictjson.Parse([]byte(body), domain.ManifestBounds())
	if err != nil {
		t.Fatalf("%s: %v", slug, err)
	}
	return domain.ParseManifest(document, slug)
}

func TestGoodManifestsKeepTheContract(t *testing.T) {
	methods := make(map[domain.Method]bool)
	for slug, tools := range map[string]int{"circuit-watch": 6, "ip_ledger": 4, "config_audit": 7} {
		m, err := manifest(t, slug)
		if err != nil {
			t.Errorf("%s: %v", slug, err)
		}
		if len(m.Tools) != tools {
			t.Errorf("%s has %d tools, want %d", slug, len(m.Tools), tools)
		}
		for _, tool := range m.Tools {
			methods[tool.Method] = true
		}
	}
	if len(methods) != 6 {
		t.Errorf("the demo shows the methods %v, want all six", methods)
	}
}

func TestTheBadManifestIsRefusedForItsThreeFaults(t *testing.T) {
	_, err := manifest(t, "legacy_sync")
	findings, ok := errors.AsType[fault.Findings](err)
	if !ok {
		t.Fatalf("got %v, want findings", err)
	}
	want := map[fault.Pointer]fault.Rule{
		"/tools/0/effect": fault.EffectMethod,
		"/tools/1/inputSchema/properties/serial/pattern": fault.SchemaKeyword,
		"/tools/1/inputSchema/additionalProperties":      fault.SchemaInput,
	}
	for _, f := range findings {
		if want[f.Pointer] != f.Rule {
			t.Errorf("unexpected finding: %s at %s", f.Rule, f.Pointer)
		}
		delete(want, f.Pointer)
	}
	if len(want) > 0 {
		t.Errorf("missing findings: %v", want)
	}
}

func TestManifestsAreServedByteForByte(t *testing.T) {
	for _, slug := range []string{"circuit-watch", "ip_ledger", "config_audit", "legacy_sync"} {
		file, err := os.ReadFile("manifests/" + slug + ".json")
		if err != nil {
			t.Fatal(err)
		}
		expect(t, newDemo().Handler(), "GET", "/api/plugins/"+slug+"/mcp/", "", http.StatusOK, string(file))
	}
}

// TestEveryToolIsServedAsDescribed calls every tool of every good manifest once
// with arguments that its inputSchema admits.
func TestEveryToolIsServedAsDescribed(t *testing.T) {
	calls := map[string]struct {
		query, body string
		status      int
	}{
		"circuit-watch.list_maintenances":       {query: "?status=announced&since=2031-01-01T00:00:00Z&site=fra1&site=ams1&limit=5", status: 200},
		"circuit-watch.get_maintenance":         {query: "?id=9223372036854775807", status: 200},
		"circuit-watch.check_feed":              {query: "?provider=northline", status: 200},
		"circuit-watch.acknowledge_maintenance": {body: `{"id":1371,"note":"Seen."}`, status: 200},
		"circuit-watch.postpone_maintenance":    {body: `{"id":1371,"starts_at":"2031-04-01T01:30:00.25+02:00"}`, status: 200},
		"circuit-watch.cancel_maintenance":      {body: `{"id":1371}`, status: 204},
		"ip_ledger.find_prefix":                 {query: "?address=198.51.100.7&site=ams1", status: 200},
		"ip_ledger.reserve_prefix":              {body: `{"prefix":"198.51.100.64/26","site":"ams1","purpose":"Lab"}`, status: 201},
		"ip_ledger.release_prefix":              {body: `{"prefix":"203.0.113.128/25"}`, status: 200},
		"ip_ledger.utilisation":                 {query: "?prefix=2001:db8::/36", status: 200},
		"config_audit.start_audit":              {body: `{"scope":"edge","devices":["edge-fra1-02"]}`, status: 202},
		"config_audit.audit_status":             {query: "?job_id=9007199254740993", status: 200},
		"config_audit.list_findings":            {query: "?severity=info&device=edge-fra1-02", status: 200},
		"config_audit.set_baseline":             {body: `{"device":"edge-fra1-02","checks":["bgp"],"enabled":true}`, status: 200},
		"config_audit.record_reading":           {body: `{"device":"edge-fra1-02","metric":"octets","value":1}`, status: 201},
		"config_audit.list_readings":            {query: "?device=edge-fra1-02", status: 200},
		"config_audit.purge_reports":            {body: `{"before":"2031-02-05T00:00:00Z"}`, status: 204},
	}
	demo := newDemo()
	mutations := 0
	for _, slug := range []string{"circuit-watch", "ip_ledger", "config_audit"} {
		m, err := manifest(t, slug)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range m.Tools {
			name := slug + "." + tool.Name
			call, ok := calls[name]
			if !ok {
				t.Errorf("%s has no call in the table", name)
				continue
			}
			if call.body != "" {
				conform(t, name+" arguments", tool.Input.Raw(), call.body)
			}
			response := send(t, demo.Handler(), string(tool.Method), "/api/plugins/"+slug+"/"+tool.Path+call.query, call.body, nil)
			body := text(t, response)
			if response.StatusCode != call.status {
				t.Errorf("%s: status %d %s, want %d", name, response.StatusCode, body, call.status)
			}
			switch bodyless := tool.Method == "HEAD" || call.status == 204; {
			case bodyless != tool.Output.IsZero():
				t.Errorf("%s: a tool must describe its answer if and only if it has a body", name)
			case !bodyless:
				conform(t, name, tool.Output.Raw(), body)
			}
			if !tool.Method.IsRead() {
				mutations++
				applied := demo.Applied()
				if last := applied[len(applied)-1]; len(applied) != mutations || last.Plugin != slug || last.Tool != tool.Name || string(last.Body) != call.body {
					t.Errorf("%s: recorded %d mutations, the last %+v", name, len(applied), last)
				}
			}
		}
	}
}

// conform checks a JSON text with another validator than the bridge's own.
func conform(t *testing.T, name string, schema []byte, body string) {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("tool.json", document); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	compiled, err := compiler.Compile("tool.json")
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatalf("%s: %v in %q", name, err, body)
	}
	if err := compiled.Validate(instance); err != nil {
		t.Errorf("%s: %s: %v", name, body, err)
	}
}
