// Package evidence is for tests that write: it asks for a write of the demo as a
// client does, and holds what the demo did against what the journal says and
// what clients were told.
package evidence

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"mcpbridge/adapters/netboxdemo"
	"mcpbridge/adapters/sqljournal"
	"mcpbridge/adapters/systemclock"
	"mcpbridge/app/ledger"
	"mcpbridge/domain"
	"mcpbridge/domain/fault"
)

// Told is what a client is told of a write.
type Told struct {
	Outcome domain.Outcome
	Code    fault.Code
	Retry   string
	Journal string `json:"journal_id"`
}

// Reserve asks for the demo's write. The entry that acknowledge names is one
// whose unknown outcome the caller knows of.
func Reserve(ctx context.Context, session *mcp.ClientSession, arguments, acknowledge string) (told Told, err error) {
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

// Completed are the writes of which clients were told that they are completed.
// It is safe for concurrent use.
type Completed struct{ journalIDs sync.Map }

// Add notes what a client was told.
func (c *Completed) Add(told Told) {
	if told.Outcome == domain.Completed {
		c.journalIDs.Store(told.Journal, true)
	}
}

// Digest is how a write is known in the journal.
func Digest(arguments []byte) (string, error) {
	v, err := domain.ParseArguments(arguments)
	if err != nil {
		return "", err
	}
	return domain.ArgumentsDigest(v), nil
}

// Entries are all of a journal whose opening has just found the writes that
// dead processes left behind. It is closed.
func Entries(t testing.TB, journal *sqljournal.Journal, err error) (all []domain.Entry) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	for entry, err := range ledger.New(journal, systemclock.Clock{}).All(t.Context(), domain.EntryFilter{}) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, entry)
	}
	if err := journal.Close(); err != nil {
		t.Error(err)
	}
	return all
}

// Compare holds the journal against the demo's own record of what it applied
// and against what clients were told. It returns the writes that are unknown,
// and an error that joins one for each contradiction. Nobody may be writing any
// more.
func Compare(journal []domain.Entry, applied []netboxdemo.Mutation, told *Completed) (unknown []domain.Entry, err error) {
	times := map[string]int{}
	for _, mutation := range applied {
		digest, err := Digest(mutation.Body)
		if err != nil {
			return nil, err
		}
		times[digest]++
	}
	var contradictions []error
	contradict := func(format string, values ...any) {
		contradictions = append(contradictions, fmt.Errorf(format, values...))
	}
	outcomes := map[string]domain.Outcome{}
	for _, entry := range journal {
		if wrong := contradiction(entry, times[entry.Digest]); wrong != "" {
			contradict("entry %s, %q: %s", entry.ID, entry.Outcome, wrong)
		}
		outcomes[entry.ID] = entry.Outcome
		delete(times, entry.Digest)
		if entry.Outcome == domain.Unknown {
			unknown = append(unknown, entry)
		}
	}
	for digest := range times {
		contradict("a write with the digest %s happened without an intent", digest)
	}
	told.journalIDs.Range(func(id, _ any) bool {
		if outcome := outcomes[id.(string)]; outcome != domain.Completed {
			contradict("a client was told that %s is completed; the journal has %q", id, outcome)
		}
		return true
	})
	return unknown, errors.Join(contradictions...)
}

// contradiction tells what is wrong with an entry whose write was applied so
// many times.
func contradiction(entry domain.Entry, times int) string {
	switch mayHaveHappened := entry.Outcome == domain.Completed || entry.Outcome == domain.Unknown; {
	case times > 1:
		return fmt.Sprintf("it happened %d times", times)
	case times == 0 && entry.Outcome == domain.Completed:
		return "it did not happen"
	case times == 1 && !mayHaveHappened:
		return "it happened"
	case entry.Outcome == "":
		return "nobody is there to close it"
	case entry.Outcome == domain.Unknown && !entry.IsUnsettled():
		return "nobody settled it"
	}
	return ""
}
