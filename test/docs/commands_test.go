package docs

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"mcpbridge/test/built"
	"mcpbridge/test/pages"
)

// replayedElsewhere are the pages whose transcripts need more than the
// repository, and the tests that replay them.
func replayedElsewhere() map[string]string {
	return map[string]string{"write-a-manifest.md": "peers.TestTheHowToForAuthors"}
}

// account says of a command that is no transcript and no program of ours why
// nothing here needs to run it.
type account struct {
	page   string
	begins string // the command; a row holds for one alone
	test   string // that takes the command from the page and runs it, if there is one
	reason string // why none can, if there is none
}

// accounts is short, because a command that can be run belongs into a
// transcript.
func accounts() []account {
	const secrets, team = "deploy.makeSecrets", "deploy.TestTheTeamServer"
	return []account{
		{page: "deploy.md", begins: "install --directory --mode 700 secrets", test: secrets},
		{page: "deploy.md", begins: "read -rsp", test: secrets},
		{page: "deploy.md", begins: `printf '%s\n' "$token"`, test: secrets},
		{page: "deploy.md", begins: "openssl rand -hex 32 >secrets/bridge-token", test: secrets},
		{page: "deploy.md", begins: "openssl rand -hex 32 >secrets/state-key", test: secrets},
		{page: "deploy.md", begins: "openssl rand -hex 32 >secrets/postgres-password", test: secrets},
		{page: "deploy.md", begins: `printf '*:*:bridge:bridge:%s\n'`, test: secrets},
		{page: "deploy.md", begins: "cat secrets/postgres-password", test: secrets},
		{page: "deploy.md", begins: "chmod 600 secrets/*", test: secrets},
		{page: "deploy.md", begins: "docker build", reason: "needs Docker; the release's tests build what goes into the image"},
		{page: "deploy.md", begins: "docker push", reason: "needs Docker and a registry"},
		{page: "deploy.md", begins: "docker run", test: "deploy.dockerRun"},
		{page: "deploy.md", begins: "kubectl create secret", test: "deploy.TestKubernetesKeepsItsPromises"},
		{page: "team-server.md", begins: "docker compose up", reason: "needs Docker; the test of the page starts the bridge as the Compose file does"},
		{page: "team-server.md", begins: "docker compose logs", reason: "needs Docker"},
		{page: "team-server.md", begins: "curl", test: team},
		{page: "team-server.md", begins: "sudo cat secrets/bridge-token", test: team},
		{page: "team-server.md", begins: "install --directory callers", test: "deploy.giveToken"},
		{page: "team-server.md", begins: "chmod 644 callers/tokens", test: "deploy.giveToken"},
		{page: "team-server.md", begins: "docker compose kill --signal HUP bridge", reason: "needs Docker"},
		{page: "http.md", begins: "pkill -HUP mcp-bridge-http", reason: "is for a service that runs; security.TestTokensAreReadAnewOnHangup sends the signal"},
		{page: "team-server.md", begins: "docker compose exec postgres psql", test: "deploy.lookAtJournal"},
		{page: "team-server.md", begins: "docker compose exec bridge mcp-bridge journal list", reason: "needs Docker; journal.md shows the command"},
		{page: "README.md", begins: "claude mcp add netbox", reason: "needs the client and its account"},
		{page: "README.md", begins: "claude mcp add --transport http", reason: "needs the client and its account"},
		{page: "README.md", begins: "openssl rand -hex 32", test: "docs.TestTheREADMEServesTheDemo"},
		{page: "mcp-bridge.md", begins: "git show", reason: "needs the author's repository"},
		{page: "write-a-manifest.md", begins: "/usr/bin/python3 stand_in.py test", test: "peers.TestTheHowToForAuthors"},
		{page: "write-a-manifest.md", begins: "git show", reason: "needs the author's repository"},
	}
}

// Every command outside the transcripts is one that a program of ours
// understands, a target of the Makefile, or accounted for.
func TestEveryCommandIsAccountedFor(t *testing.T) {
	unused := accounts()
	for _, page := range pages.All(t, root) {
		for _, block := range blocks(t, page, "sh") {
			for _, words := range parsed(t, page, block) {
				if words.isOurs() || words.isMake() {
					words.mustBeUnderstood(t, page)
					continue
				}
				if words.program() == "umask" { // changes nothing but what the next commands make
					continue
				}
				at := slices.IndexFunc(unused, func(a account) bool { return a.page == filepath.Base(page) && strings.HasPrefix(words.text, a.begins) })
				if at < 0 {
					t.Errorf("%s: nobody accounts for %s", page, words.text)
					continue
				}
				unused = slices.Delete(unused, at, at+1)
			}
		}
	}
	for _, row := range unused {
		t.Errorf("%s has no command %s", row.page, row.begins)
	}
}

// A command in a running text is one of ours, too.
func TestCommandsInTheTextAreUnderstood(t *testing.T) {
	inline := regexp.MustCompile("`((?:mcp-bridge(?:-stdio|-http)?|make) [^`]+)`")
	for _, page := range pages.All(t, root) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range inline.FindAllSubmatch(text, -1) {
			command{text: string(match[1]), words: strings.Fields(string(match[1]))}.mustBeUnderstood(t, page)
		}
	}
}

// A block of another language could hide commands.
func TestBlocksAreOfKnownLanguages(t *testing.T) {
	known := []string{"console", "sh", "json", "yaml", "ini", "nginx", "caddyfile", "mermaid", "python"}
	for _, page := range pages.All(t, root) {
		for _, block := range pages.Blocks(t, page) {
			usage := filepath.Base(page) == "mcp-bridge.md" && block.Language == "text"
			if !slices.Contains(known, block.Language) && !usage {
				t.Errorf("%s has a block in %q:\n%s", page, block.Language, block.Text)
			}
		}
	}
}

// Whoever is named above is there.
func TestThoseWhoAccountExist(t *testing.T) {
	named := replayedElsewhere()
	for _, row := range accounts() {
		if (row.test == "") == (row.reason == "") {
			t.Errorf("%s: %s needs either a test or a reason", row.page, row.begins)
		}
		if row.test != "" {
			named[row.page+" "+row.begins] = row.test
		}
	}
	for what, name := range named {
		folder, function, _ := strings.Cut(name, ".")
		sources, err := filepath.Glob(filepath.Join(root, "test", folder, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(sources, func(path string) bool {
			text, err := os.ReadFile(path)
			return err == nil && bytes.Contains(text, []byte("\nfunc "+function+"("))
		}) {
			t.Errorf("%s: there is no test/%s with %s", what, folder, function)
		}
	}
}

// command is one simple command of a shell.
type command struct {
	text  string // with its redirections
	words []string
}

// parsed are the commands of a block, those inside of others included.
func parsed(t *testing.T, page, block string) []command {
	t.Helper()
	file, err := syntax.NewParser().Parse(strings.NewReader(block), page)
	if err != nil {
		t.Errorf("%s: %v in\n%s", page, err, block)
		return nil
	}
	var found []command
	syntax.Walk(file, func(node syntax.Node) bool {
		statement, isStatement := node.(*syntax.Stmt)
		if !isStatement {
			return true
		}
		switch of := statement.Cmd.(type) {
		case *syntax.CallExpr:
			if len(of.Args) > 0 {
				found = append(found, command{printed(t, statement), wordsOf(t, of.Args)})
			}
		case *syntax.DeclClause:
			mustNameSettings(t, page, of)
		}
		return true
	})
	return found
}

func printed(t *testing.T, node syntax.Node) string {
	t.Helper()
	var text strings.Builder
	if err := syntax.NewPrinter(syntax.SingleLine(true)).Print(&text, node); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

func wordsOf(t *testing.T, args []*syntax.Word) []string {
	t.Helper()
	words := make([]string, len(args))
	for i, arg := range args {
		words[i] = printed(t, arg)
	}
	return words
}

// mustNameSettings checks what a page exports.
func mustNameSettings(t *testing.T, page string, declared *syntax.DeclClause) {
	t.Helper()
	settings, err := os.ReadFile(filepath.Join(root, "docs", "settings.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, variable := range declared.Args {
		if !bytes.Contains(settings, []byte("| `"+variable.Name.Value+"` |")) {
			t.Errorf("%s: %s is no setting", page, variable.Name.Value)
		}
	}
}

func (c command) program() string { return filepath.Base(c.words[0]) }

func (c command) isMake() bool { return c.program() == "make" }

func (c command) isOurs() bool {
	return slices.Contains([]string{"mcp-bridge", "mcp-bridge-stdio", "mcp-bridge-http"}, c.program())
}

func (c command) mustBeUnderstood(t *testing.T, page string) {
	t.Helper()
	if reason := c.refused(t); reason != "" {
		t.Errorf("%s: %s is not understood: %s", page, c.text, reason)
	}
}

// refused is what the program says against the words, "" if it understands them.
// It is asked for its help behind them, and refuses what it does not have before
// it comes to that.
func (c command) refused(t *testing.T) string {
	t.Helper()
	ask := exec.Command("make", append([]string{"--dry-run", "--directory", root}, c.words[1:]...)...)
	if c.isOurs() {
		ask = exec.Command(filepath.Join(binaries, c.program()), append(slices.Clone(c.words[1:]), "--help")...)
		ask.Env = built.Home(t)
	}
	output, err := ask.CombinedOutput()
	if err != nil || c.program() == "mcp-bridge" && !c.isCommandOf(string(output)) {
		return string(output)
	}
	return ""
}

// isCommandOf reports whether the help is of what the words name: cobra shows
// that of the group where it finds no command.
func (c command) isCommandOf(help string) bool {
	named := c.words
	if end := slices.IndexFunc(c.words, func(word string) bool { return strings.HasPrefix(word, "-") }); end >= 0 {
		named = c.words[:end]
	}
	if strings.Contains(help, "\nAvailable Commands:\n") {
		return strings.Contains(help, "\n  mcp-bridge "+strings.Join(append(slices.Clone(named[1:]), "[command]"), " ")+"\n")
	}
	return len(named) > 1 && strings.Contains(help, "\n  mcp-bridge "+named[1])
}

func TestWhatIsNotUnderstood(t *testing.T) {
	for text, understood := range map[string]bool{
		"mcp-bridge --help": true, "mcp-bridge lint - --fix": true, "mcp-bridge config": true, "mcp-bridge config show --demo": true,
		"mcp-bridge lnt -": false, "mcp-bridge lint - --fx": false, "mcp-bridge config shw": false,
		"mcp-bridge-stdio --demo": true, "mcp-bridge-stdio --dmo": false, "mcp-bridge-http --listen :1": true, "mcp-bridge-http --fix": false,
		"make test": true, "make tst": false,
	} {
		if reason := (command{text: text, words: strings.Fields(text)}).refused(t); (reason == "") != understood {
			t.Errorf("%s: understood %t, %s", text, !understood, reason)
		}
	}
}
