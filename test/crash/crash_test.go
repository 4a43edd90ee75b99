// Package crash kills the bridge in the middle of writes and then compares what
// the source of truth did with what the journal says.
package crash

import (
	"context"
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
	"mcpbridge/test/evidence"
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
	told   evidence.Completed
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
	unknown, err := evidence.Compare(w.entries(t), demo.Applied(), &w.told)
	if err != nil {
		t.Error(err)
	}
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
	blind, err := evidence.Reserve(t.Context(), session, arguments.(string), "")
	if err != nil || blind.Outcome != domain.Refused || blind.Code != fault.UnknownUnsettled || blind.Journal != cutOff.ID || blind.Retry != "look first" {
		t.Errorf("the blind retry: %+v, %v", blind, err)
	}
	knowing, err := evidence.Reserve(t.Context(), session, arguments.(string), cutOff.ID)
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
			for w.write(t, session) {
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
func (w *world) write(t *testing.T, session *mcp.ClientSession) bool {
	t.Helper()
	n := w.writes.Add(1)
	arguments := fmt.Sprintf(`{"prefix":"10.%d.%d.%d/32","site":"ams1","purpose":"write %d"}`, n>>16, n>>8&255, n&255, n)
	digest, err := evidence.Digest([]byte(arguments))
	if err != nil {
		t.Error(err)
		return false
	}
	w.asked.Store(digest, arguments)
	told, err := evidence.Reserve(t.Context(), session, arguments, "")
	w.told.Add(told)
	return err == nil
}

// entries are all of the journal, after a start that found the last crash.
func (w *world) entries(t *testing.T) []domain.Entry {
	t.Helper()
	options := sqljournal.Options{Clock: systemclock.Clock{}, Log: slog.New(slog.DiscardHandler)}
	journal, err := sqljournal.OpenSQLite(t.Context(), filepath.Join(w.state, "mcp-bridge", "journal.db"), options)
	return evidence.Entries(t, journal, err)
}
