package e2e

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/adapters/sqljournal"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/domain"
	"mcpbridge/test/built"
	"mcpbridge/test/pages"
)

// A token from its making to its end, with the service at work: it lets its
// bearer in, names them in the journal, is rotated, and lets nobody in any more.
func TestTheLifeOfACallersToken(t *testing.T) {
	tokens, journal := filepath.Join(t.TempDir(), "tokens"), filepath.Join(t.TempDir(), "journal.db")
	token := func(arguments ...string) string { return tokenCommand(t, tokens, arguments...) }
	var alice, again string
	t.Run("with the service at work", func(t *testing.T) {
		token("new", "bob")
		service := built.HTTP(t, binaries, reaching(startDemo(t), "BRIDGE_AUTH_TOKENS_FILE="+tokens, "BRIDGE_JOURNAL=sqlite:"+journal)...)

		alice = token("new", "alice")
		hangUp(t, service)
		callAs(t, service, alice)

		id := tokensOf(t, token("list", "--json"), "alice")[0]
		again = token("new", "alice")
		hangUp(t, service)
		callAs(t, service, alice)
		callAs(t, service, again)

		token("revoke", "alice", "--id", id)
		hangUp(t, service)
		callAs(t, service, again)
		expectStatus(t, service, alice, http.StatusUnauthorized)

		token("revoke", "alice")
		token("revoke", "bob")
		hangUp(t, service)
		expectStatus(t, service, again, http.StatusUnauthorized)
		if !strings.Contains(service.Log.String(), "nobody is let in") {
			t.Error("the log does not say that nobody is let in")
		}
		for _, secret := range []string{alice, again} {
			if strings.Contains(service.Log.String(), secret) {
				t.Error("the log shows a token")
			}
		}
	})
	if principals := principalsIn(t, journal); !slices.Equal(principals, slices.Repeat([]string{"alice"}, 4)) {
		t.Errorf("the journal names %q", principals)
	}
	for _, path := range []string{tokens, journal} {
		if text, err := os.ReadFile(path); err != nil || strings.Contains(string(text), alice) || strings.Contains(string(text), again) {
			t.Errorf("%s shows a token: %v", path, err)
		}
	}
}

// tokenCommand runs mcp-bridge token and returns what it printed, without the
// line end.
func tokenCommand(t *testing.T, file string, arguments ...string) string {
	t.Helper()
	stdout, stderr, code := cli(t, []string{"BRIDGE_AUTH_TOKENS_FILE=" + file}, append([]string{"token"}, arguments...)...)
	if code != 0 {
		t.Fatalf("token %v ended with %d: %s", arguments, code, stderr)
	}
	return strings.TrimSuffix(stdout, "\n")
}

// tokensOf are the ids of a caller's tokens in a list.
func tokensOf(t *testing.T, list, name string) []string {
	t.Helper()
	var listed struct{ Tokens []struct{ Name, ID string } }
	if err := json.Unmarshal([]byte(list), &listed); err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, token := range listed.Tokens {
		if token.Name == name {
			ids = append(ids, token.ID)
		}
	}
	return ids
}

// hangUp has the service read its file anew, and waits until it has.
func hangUp(t *testing.T, service *built.Service) {
	t.Helper()
	const done = "the callers were read anew"
	before := strings.Count(service.Log.String(), done)
	if err := service.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for late := time.After(20 * time.Second); strings.Count(service.Log.String(), done) == before; {
		select {
		case <-look.C:
		case <-late:
			t.Fatal("the service did not read its tokens anew")
		}
	}
}

func callAs(t *testing.T, service *built.Service, token string) {
	t.Helper()
	client := session(t, modern, &mcp.StreamableClientTransport{Endpoint: service.URL, HTTPClient: &http.Client{Transport: built.Bearer(token)}, DisableStandaloneSSE: true})
	if got := parsed(t, call(t, client, callTool, `{"plugin":"ip_ledger","tool":"find_prefix"}`)); got.Outcome != "completed" {
		t.Errorf("the call ended as %+v", got)
	}
}

func expectStatus(t *testing.T, service *built.Service, token string, want int) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, service.URL, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	response, err := built.Bearer(token).RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != want {
		t.Errorf("status %d, want %d", response.StatusCode, want)
	}
}

// principalsIn are those who called, by a journal that nobody has open.
func principalsIn(t *testing.T, path string) []string {
	t.Helper()
	journal, err := sqljournal.OpenSQLite(t.Context(), path, sqljournal.Options{Clock: systemclock.Clock{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer journal.Close()
	entries, err := journal.Entries(t.Context(), domain.EntryFilter{})
	if err != nil {
		t.Fatal(err)
	}
	var principals []string
	for _, entry := range entries {
		principals = append(principals, entry.Principal)
	}
	return principals
}

// Standard output has the token and nothing else, so that it can go to a file.
func TestANewTokenStandsAloneOnStandardOutput(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	for i, want := range []string{"is shown only now", "has 2 tokens now"} {
		stdout, stderr, code := cli(t, nil, "token", "new", "alice", "--file", file)
		token := strings.TrimSuffix(stdout, "\n")
		if code != 0 || len(token) != 64 || strings.Trim(token, "0123456789abcdef") != "" {
			t.Errorf("ended with %d, printed %q", code, stdout)
		}
		if !strings.Contains(stderr, want) || !strings.Contains(stderr, "SIGHUP") || strings.Contains(stderr, token) {
			t.Errorf("said %q at token %d", stderr, i+1)
		}
	}
	stdout, _, code := cli(t, nil, "token", "new", "bob", "--file", file, "--json")
	var made struct{ Name, ID, Token string }
	if err := json.Unmarshal([]byte(stdout), &made); err != nil || code != 0 || made.Name != "bob" || len(made.Token) != 64 || len(made.ID) != 8 {
		t.Errorf("ended with %d, printed %q", code, stdout)
	}
}

// The page's commands are run as they stand, but nobody is sent a signal.
func TestThePageOnTokensIsTrue(t *testing.T) {
	commands := pages.Texts(pages.Blocks(t, "../../docs/http.md"), "sh")
	if len(commands) != 1 || !strings.Contains(commands[0], "mcp-bridge token new ") {
		t.Fatalf("the page's commands are %q", commands)
	}
	folder := t.TempDir()
	shell := exec.CommandContext(t.Context(), "bash", "-ec", "pkill() { echo pkill \"$@\"; }\n"+commands[0])
	shell.Dir, shell.Env = folder, append(built.Home(t), "PATH="+binaries+":"+os.Getenv("PATH"))
	output, err := shell.CombinedOutput()
	if err != nil || !strings.Contains(string(output), "tokens: 1\n") || !strings.Contains(string(output), "1 revoked, 0 left\n") {
		t.Errorf("%v: %s", err, output)
	}
	if token, err := os.ReadFile(filepath.Join(folder, "alice.token")); err != nil || len(token) != 65 {
		t.Errorf("the token is %q, %v", token, err)
	}
	if file, err := os.Stat(filepath.Join(folder, "alice.token")); err != nil || file.Mode().Perm() != 0o600 {
		t.Errorf("others may read the token: %v, %v", file, err)
	}
}

func TestTokenCommandsRefuseWhatTheyCannotDo(t *testing.T) {
	folder := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const sound = "alice sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n"
	good := file("good", sound)
	bad := file("bad", "# people\nalice s3cr3t\n")
	for name, test := range map[string]struct {
		code      int
		says      string
		arguments []string
	}{
		"no file":                {2, "BRIDGE_AUTH_TOKENS_FILE", []string{"list"}},
		"a file not there":       {2, "no such file", []string{"list", "--file", filepath.Join(folder, "none")}},
		"a name with a blank":    {2, "visible ASCII", []string{"new", "my s3cr3t", "--file", good}},
		"a name as a comment":    {2, "start with #", []string{"new", "#s3cr3t", "--file", good}},
		"a broken file, list":    {2, "line 2", []string{"list", "--file", bad}},
		"a broken file, new":     {2, "line 2", []string{"new", "bob", "--file", bad}},
		"a broken file, revoke":  {2, "line 2", []string{"revoke", "alice", "--file", bad}},
		"an unknown name":        {1, "no such token", []string{"revoke", "bob", "--file", good}},
		"an unknown id":          {1, "no such token", []string{"revoke", "alice", "--id", "00000000", "--file", good}},
		"an empty id":            {2, "--id", []string{"revoke", "alice", "--id", "", "--file", good}},
		"a command that is none": {2, "no command revok", []string{"revok", "alice", "--file", good}},
		"a folder not there":     {1, "beside the file", []string{"new", "bob", "--file", filepath.Join(folder, "none", "tokens")}},
	} {
		t.Run(name, func(t *testing.T) {
			stdout, stderr, code := cli(t, nil, append([]string{"token"}, test.arguments...)...)
			if code != test.code || !strings.Contains(stderr, test.says) || stdout != "" || strings.Contains(stderr, "s3cr3t") {
				t.Errorf("ended with %d, printed %q, said %q", code, stdout, stderr)
			}
			if after, err := os.ReadFile(good); err != nil || string(after) != sound {
				t.Errorf("the file was changed: %q, %v", after, err)
			}
		})
	}
}
