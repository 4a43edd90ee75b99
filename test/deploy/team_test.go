package deploy

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/jackc/pgx/v5"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/adapters/config"
	"mcpbridge/test/built"
	"mcpbridge/test/pages"
	"mcpbridge/test/postgres"
)

// teamSnippets are the blocks of team-server.md in one language.
func teamSnippets(t *testing.T, language string) []string {
	t.Helper()
	return pages.Texts(pages.In(document(t, "team-server.md")), language)
}

// The page is followed from its secrets to its journal: the Compose file's
// bridge with the overrides, a PostgreSQL, nginx in front, the question by curl,
// a token of alice's own, a write that she accepts, and the look at the journal.
func TestTheTeamServer(t *testing.T) {
	secrets := makeSecrets(t)
	folder := filepath.Dir(secrets)
	alice := giveToken(t, folder)
	upstream := startUpstream(t, "")
	database := postgres.Start(t).Database(t)
	bridge := startTeamBridge(t, folder, upstream, database)
	nginx := proxies()["nginx"]
	way := nginx.front(t, snippet(t, nginx.heading, nginx.language), bridge.URL)

	if answer := way.runPage(t, teamSnippets(t, "sh")[1], folder); !strings.Contains(answer, `"result":{}`) {
		t.Errorf("the ping is answered with %q", answer)
	}
	way.token = alice
	asked := 0
	session := way.connect(t, &mcp.ClientOptions{ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
		asked++
		return &mcp.ElicitResult{Action: "accept"}, nil
	}})
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "plugin_call_tool", Arguments: map[string]any{
		"plugin": "ip_ledger", "tool": "reserve_prefix", "arguments": json.RawMessage(`{"prefix":"10.9.0.0/24","site":"ams1"}`),
	}})
	if err != nil {
		t.Fatal(err)
	}
	if outcome := outcomeOf(t, result); outcome != "completed" || asked != 1 || len(upstream.Applied()) != 1 {
		t.Errorf("outcome %q after %d questions and %d writes", outcome, asked, len(upstream.Applied()))
	}
	lookAtJournal(t, database)
}

// giveToken does what the page tells the operator to do for alice and returns
// her token.
func giveToken(t *testing.T, folder string) string {
	t.Helper()
	shell := exec.CommandContext(t.Context(), "bash", "-euc", teamSnippets(t, "sh")[2])
	shell.Dir, shell.Env = folder, append(os.Environ(), "PATH="+binaries+":"+os.Getenv("PATH"))
	if output, err := shell.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	token, err := os.ReadFile(filepath.Join(folder, "alice.token"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(token))
}

// startTeamBridge runs the bridge of the Compose file. What is the machine's is
// replaced: the NetBox, the database, the proxy's address, and where files lie.
func startTeamBridge(t *testing.T, folder string, upstream *upstream, database string) *built.Service {
	t.Helper()
	service := readCompose(t).Services.Bridge
	settings, err := service.launch().load(filepath.Join(folder, "secrets"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range teamSnippets(t, "yaml") {
		var override compose
		if err := yaml.Unmarshal([]byte(text), &override); err != nil {
			t.Fatal(err)
		}
		maps.Copy(service.Environment, override.Services.Bridge.Environment)
		service.Volumes = append(service.Volumes, override.Services.Bridge.Volumes...)
	}
	maps.Copy(service.Environment, map[string]string{
		"NETBOX_URL": upstream.url, "NETBOX_TOKEN": upstream.Token(), "NETBOX_MCP_AUTH_TOKEN": settings.AuthToken.Reveal(),
		"BRIDGE_JOURNAL": database, "BRIDGE_ALLOWED_HOSTS": strings.Join(settings.AllowedHosts, ","), "BRIDGE_TRUSTED_PROXIES": "127.0.0.1",
	})
	places := []string{"/run/secrets/", filepath.Join(folder, "secrets") + "/"}
	for _, volume := range service.Volumes {
		here, there, _ := strings.Cut(strings.TrimSuffix(volume, ":ro"), ":")
		places = append(places, there+"/", filepath.Join(folder, here)+"/")
	}
	outside := strings.NewReplacer(places...)
	var environment []string
	for name, value := range service.Environment {
		environment = append(environment, name+"="+outside.Replace(value))
	}
	return built.HTTP(t, binaries, environment...)
}

// runPage runs the page's command as it stands: curl finds the way to the proxy
// in its own configuration, and sudo is not needed.
func (w *way) runPage(t *testing.T, command, folder string) string {
	t.Helper()
	home := t.TempDir()
	configuration := "connect-to = \"::" + w.at.hostport() + "\"\ncacert = " + w.at.certificate + "\n"
	if err := os.WriteFile(filepath.Join(home, ".curlrc"), []byte(configuration), 0o600); err != nil {
		t.Fatal(err)
	}
	shell := exec.CommandContext(t.Context(), "bash", "-euc", `sudo() { "$@"; }`+"\n"+command)
	shell.Dir = folder
	shell.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home}
	output, err := shell.CombinedOutput()
	if err != nil {
		t.Errorf("%v: %s", err, output)
	}
	return string(output)
}

// lookAtJournal asks the database what the page asks it.
func lookAtJournal(t *testing.T, database string) {
	t.Helper()
	queries := regexp.MustCompile(`(?s)--command="\s*(SELECT.*?)"`).FindAllStringSubmatch(teamSnippets(t, "sh")[4], -1)
	if len(queries) != 2 {
		t.Fatalf("the page asks %d questions, want 2", len(queries))
	}
	connection, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = connection.Close(context.Background()) }()
	for i, want := range []int{1, 0} {
		rows, err := connection.Query(t.Context(), queries[i][1])
		if err != nil {
			t.Fatal(err)
		}
		found, err := pgx.CollectRows(rows, pgx.RowToMap)
		if err != nil || len(found) != want {
			t.Errorf("%s\nfinds %v, %v; want %d rows", queries[i][1], found, err, want)
		}
		for _, row := range found {
			if row["principal"] != "alice" || row["outcome"] != "completed" || row["tool"] != "reserve_prefix" {
				t.Errorf("the journal has %v", row)
			}
		}
	}
}

// The other ways to know callers need neither the shared token, which the page
// says has to go, nor one of the bridge's own for NetBox.
func TestTheOtherWaysToKnowCallers(t *testing.T) {
	secrets := makeSecrets(t)
	for mode, settings := range map[string]map[string]string{
		config.AuthPassthrough: {},
		config.AuthOAuth:       {"BRIDGE_OAUTH_ISSUER": "https://login.example.org", "BRIDGE_OAUTH_RESOURCE": "https://" + host + "/mcp"},
	} {
		t.Run(mode, func(t *testing.T) {
			l := readCompose(t).Services.Bridge.launch()
			maps.Copy(l.env, settings)
			l.env["BRIDGE_AUTH"] = mode
			if _, err := l.load(secrets); err == nil || !strings.Contains(err.Error(), "--auth-token-file") {
				t.Errorf("the shared token need not go: %v", err)
			}
			l.args = slices.DeleteFunc(l.args, func(argument string) bool { return strings.Contains(argument, "token-file=") })
			if got, err := l.load(secrets); err != nil || got.Auth != mode || !got.Token.IsZero() {
				t.Errorf("%v; the mode is %q", err, got.Auth)
			}
			if !strings.Contains(document(t, "team-server.md"), "| `"+mode+"` |") {
				t.Error("the page does not name it")
			}
		})
	}
}
