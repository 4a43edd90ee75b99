package httpserver

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/domain/access"
	"mcpbridge/ports"
	"mcpbridge/ports/portsmock"
)

// anybody takes every credential for its own principal, as where only the source
// of truth can judge it.
type anybody struct{}

func (anybody) Authenticate(_ context.Context, credential domain.Secret) (access.Identity, error) {
	return access.Identity{Principal: credential.Reveal(), Credential: credential, Scopes: access.Unscoped()}, nil
}

// slowSource is an endpoint whose source of truth gives its verdicts all at once,
// and how many requests have reached it.
func slowSource(verdicts <-chan struct{}, accepted string) http.Handler {
	source := &portsmock.ToolSourceMock{ScanFunc: func(_ context.Context, access domain.Access, _ ports.Progress) (domain.Catalog, error) {
		<-verdicts
		if access.Token.Reveal() != accepted {
			return domain.Catalog{}, ports.ErrCredentialRefused
		}
		return domain.Catalog{}, nil
	}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = r.Body.Read(make([]byte, 1))
		_, _ = app.NewLister(source, slog.New(slog.DiscardHandler)).List(r.Context(), domain.Access{Token: app.Credential(r.Context())}, "", nil)
		w.WriteHeader(http.StatusOK)
	})
}

// statuses sends so many requests at once and counts how they are answered.
func statuses(handler http.Handler, count int, verdicts chan struct{}, credential func(int) string) map[int]int {
	var mutex sync.Mutex
	counts := map[int]int{}
	var group sync.WaitGroup
	for i := range count {
		group.Go(func() {
			code := ask(handler, http.MethodPost, "http://bridge.example/mcp", "{}", "Authorization", "Bearer "+credential(i)).Code
			mutex.Lock()
			defer mutex.Unlock()
			counts[code]++
		})
	}
	synctest.Wait() // all wait for a verdict, or are answered
	close(verdicts)
	group.Wait()
	return counts
}

func TestGuessesAtOnceAreNoMoreThanGuessesInARow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := policy()
		p.Authenticator, p.PassesThrough = anybody{}, true
		verdicts := make(chan struct{})
		handler := newHandler(Protocols{Streamable: slowSource(verdicts, "")}, p)
		counts := statuses(handler, 300, verdicts, func(i int) string { return fmt.Sprint("made-up-", i) })
		if counts[401] != failuresAtOnce || counts[429] != 300-failuresAtOnce {
			t.Errorf("answered %v", counts)
		}
	})
}

func TestWhomTheSourceAcceptedMayCallAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := policy()
		p.Authenticator, p.PassesThrough = anybody{}, true
		verdicts := make(chan struct{})
		handler := newHandler(Protocols{Streamable: slowSource(verdicts, "alice")}, p)
		alice := func(int) string { return "alice" }
		if counts := statuses(handler, failuresAtOnce+1, verdicts, alice); counts[200] != failuresAtOnce || counts[429] != 1 {
			t.Errorf("before any verdict: answered %v", counts)
		}
		if counts := statuses(handler, 300, make(chan struct{}), alice); counts[200] != 300 {
			t.Errorf("afterwards: answered %v", counts)
		}
	})
}

// The path that a challenge names is served, whatever a proxy puts before it.
func TestMetadataIsWhereTheChallengeSays(t *testing.T) {
	p := policy()
	var err error
	if p.Resource, err = NewResource("https://bridge.example/tools/mcp", "https://issuer.example"); err != nil {
		t.Fatal(err)
	}
	handler := newHandler(Protocols{Streamable: endpoint()}, p)
	challenge := post(handler).Header().Get("WWW-Authenticate")
	const path = "/.well-known/oauth-protected-resource/tools/mcp"
	if !strings.Contains(challenge, path) {
		t.Errorf("the challenge is %s", challenge)
	}
	if got := ask(handler, http.MethodGet, "http://bridge.example"+path, "").Code; got != 200 {
		t.Errorf("the metadata: status %d", got)
	}
}
