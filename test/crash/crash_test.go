// Package crash kills the bridge in the middle of writes and then compares what
// the source of truth did with what the journal says.
package crash

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/adapters/netboxdemo"
	"mcpbridge/adapters/sqljournal"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
	"mcpbridge/test/built"
)

var kills = flag.Int("kills", 20, "how often the bridge is killed")

const (
	writers = 3                     // at the same time
	longest = 40 * time.Millisecond // from the first write to the kill
	delay   = 2 * time.Millisecond  // of each answer, so that kills meet writes under way
)

// binaries is the folder of the built bridge.
var binaries string

func TestMain(m *testing.M) { built.Main(m, &binaries, "mcp-bridge-stdio") }

// world is a source of truth and the directory of a bridge that is killed and
// started again.
type world struct {
	state  string
	demo   *netboxdemo.Running
	writes atomic.Int64
	asked  sync.Map // the arguments of each write by their digest
	told   sync.Map // the journal's id of each write that a client was told to be completed
}

func TestTheJournalKnowsEveryWriteThatACrashCutOff(t *testing.T) {
	demo, err := netboxdemo.Start(netboxdemo.Options{Delay: delay})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = demo.Close(context.Background()) })
	w := &world{state: t.TempDir(), demo: demo}
	for range *kills {
		w.crash(t)
	}
	unknown := compare(t, w, w.entries(t))
	t.Logf("%d kills, %d writes asked for, %d applied, %d unknown", *kills, w.writes.Load(), len(demo.Applied()), len(unknown))
	if len(unknown) == 0 {
		t.Fatal("no kill met a write under way, so nothing was tested")
	}
	w.retry(t, unknown[0])
}

// retry repeats a write that a crash cut off, as an agent would: first blindly,
// then knowingly.
func (w *world) retry(t *testing.T, cutOff domain.Entry) {
	t.Helper()
	session, _ := w.start(t)
	defer func() {
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	}()
	arguments, _ := w.asked.Load(cutOff.Digest)
	blind, err := call(t.Context(), session, arguments.(string), "")
	if err != nil || blind.Outcome != domain.Refused || blind.Code != fault.UnknownUnsettled || blind.Journal != cutOff.ID || blind.Retry != "look first" {
		t.Errorf("the blind retry: %+v, %v", blind, err)
	}
	knowing, err := call(t.Context(), session, arguments.(string), cutOff.ID)
	if err != nil || knowing.Code == fault.UnknownUnsettled || knowing.Journal == cutOff.ID {
		t.Errorf("the knowing retry: %+v, %v", knowing, err)
	}
	for _, uri := range []string{"bridge://journal/unsettled", "bridge://journal/" + cutOff.ID} {
		resource, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if err != nil || !strings.Contains(resource.Contents[0].Text, `"journal_id":"`+cutOff.ID+`"`) {
			t.Errorf("%s: %+v, %v", uri, resource, err)
		}
	}
}

// start runs the bridge for one client.
func (w *world) start(t *testing.T) (*mcp.ClientSession, *os.Process) {
	t.Helper()
	process := exec.Command(filepath.Join(binaries, "mcp-bridge-stdio"), "--allow-mutations", "--log-level=error")
	process.Env = []string{"NETBOX_URL=" + w.demo.URL(), "NETBOX_TOKEN=" + w.demo.Token(), "HOME=" + w.state, "XDG_STATE_HOME=" + w.state}
	process.Stderr = t.Output()
	client := mcp.NewClient(&mcp.Implementation{Name: "crash", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: process}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return session, process.Process
}

// crash lets clients write, and kills the bridge at a random moment.
func (w *world) crash(t *testing.T) {
	t.Helper()
	session, process := w.start(t)
	var group sync.WaitGroup
	for range writers {
		group.Go(func() {
			for w.write(t.Context(), session) {
			}
		})
	}
	<-time.After(rand.N(longest)) // any moment will do
	if err := process.Kill(); err != nil {
		t.Error(err)
	}
	group.Wait()
	_ = session.Close() // it cannot end well
}

// write makes one write that is like no other, and tells whether the bridge
// still answers.
func (w *world) write(ctx context.Context, session *mcp.ClientSession) bool {
	n := w.writes.Add(1)
	arguments := fmt.Sprintf(`{"prefix":"10.%d.%d.%d/32","site":"ams1","purpose":"write %d"}`, n>>16, n>>8&255, n&255, n)
	w.asked.Store(digest([]byte(arguments)), arguments)
	told, err := call(ctx, session, arguments, "")
	if err == nil && told.Outcome == domain.Completed {
		w.told.Store(told.Journal, true)
	}
	return err == nil
}

// answer is what a client is told of a write.
type answer struct {
	Outcome domain.Outcome
	Code    fault.Code
	Retry   string
	Journal string `json:"journal_id"`
}

func call(ctx context.Context, session *mcp.ClientSession, arguments, acknowledge string) (told answer, err error) {
	members := map[string]any{"plugin": "ip_ledger", "tool": "reserve_prefix", "arguments": json.RawMessage(arguments)}
	if acknowledge != "" {
		members["acknowledge_unknown"] = acknowledge
	}
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "plugin_call_tool", Arguments: members})
	if err != nil {
		return told, err
	}
	text, ok := result.Content[0].(*mcp.TextContent)
	if !ok {
		return told, errors.New("the answer is no text")
	}
	err = json.Unmarshal([]byte(text.Text), &told)
	return told, err
}

// digest is how a write is known in the journal and in the demo's record.
func digest(arguments []byte) string {
	v, err := domain.ParseArguments(arguments)
	if err != nil {
		return err.Error()
	}
	return domain.ArgumentsDigest(v)
}

// entries are all of the journal, after a start that found the last crash.
func (w *world) entries(t *testing.T) []domain.Entry {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	journal, err := sqljournal.OpenSQLite(t.Context(), filepath.Join(w.state, "mcp-bridge", "journal.db"), sqljournal.Options{Clock: systemclock.Clock{}, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := journal.Close(); err != nil {
			t.Error(err)
		}
	}()
	var all []domain.Entry
	for filter := (domain.EntryFilter{}); ; {
		page, err := journal.Entries(t.Context(), filter)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			return all
		}
		all = append(all, page...)
		filter.Before = page[len(page)-1].ID
	}
}

// compare holds the journal against the demo's own record, and returns the
// writes that are unknown.
func compare(t *testing.T, w *world, entries []domain.Entry) (unknown []domain.Entry) {
	t.Helper()
	applied := map[string]int{}
	for _, mutation := range w.demo.Applied() {
		applied[digest(mutation.Body)]++
	}
	completed := map[string]bool{}
	for _, entry := range entries {
		switch times := applied[entry.Digest]; {
		case times > 1:
			t.Errorf("entry %s was applied %d times", entry.ID, times)
		case entry.Outcome == domain.Completed && times == 0:
			t.Errorf("entry %s is completed and did not happen", entry.ID)
		case entry.Outcome == domain.Unknown && !entry.IsUnsettled():
			t.Errorf("entry %s is settled by nobody", entry.ID)
		case entry.Outcome != domain.Completed && entry.Outcome != domain.Unknown && times > 0:
			t.Errorf("entry %s happened and is %q", entry.ID, entry.Outcome)
		case entry.Outcome == "":
			t.Errorf("entry %s is open although nobody is there to close it", entry.ID)
		case entry.Outcome == domain.Unknown:
			unknown = append(unknown, entry)
		}
		completed[entry.ID] = entry.Outcome == domain.Completed
		delete(applied, entry.Digest)
	}
	for digest := range applied {
		t.Errorf("a write with the digest %s happened without an intent", digest)
	}
	w.told.Range(func(id, _ any) bool {
		if !completed[id.(string)] {
			t.Errorf("entry %s is not completed although a client was told so", id)
		}
		return true
	})
	return unknown
}
