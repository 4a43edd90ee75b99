package httpserver

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"mcpbridge/app"
	"mcpbridge/domain"
	"mcpbridge/ports"
	"mcpbridge/ports/portsmock"
)

// refusing is an endpoint whose source of truth does not accept the credential.
func refusing(before string) http.Handler {
	source := &portsmock.ToolSourceMock{ScanFunc: func(context.Context, domain.Access, ports.Progress) (domain.Catalog, error) {
		return domain.Catalog{}, ports.ErrCredentialRefused
	}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body)
		used := domain.Access{Token: app.Credential(r.Context())}
		if r.Header.Get("X-Own-Token") != "" {
			used.Token = domain.NewSecret("another")
		}
		w.Header().Set("Content-Type", "text/event-stream")
		if before != "" {
			_, _ = io.WriteString(w, before)
		}
		_, err := app.NewLister(source, slog.New(slog.DiscardHandler)).List(r.Context(), used, "", nil)
		_, _ = io.WriteString(w, "answer: "+err.Error())
		_ = http.NewResponseController(w).Flush()
	})
}

func TestARefusedIdentityIsA401WhereNothingElseWasSaid(t *testing.T) {
	for name, test := range map[string]struct {
		before, body, own string
		want              int
	}{
		"one message":                        {"", ` {"id":1}`, "", 401},
		"a batch":                            {"", `[{"id":1}]`, "", 200},
		"an answer that has begun":           {"progress\n", `{"id":1}`, "", 200},
		"a token that came with the call":    {"", `{"id":1}`, "1", 200},
		"a batch after an answer of its own": {"first\n", "\r\n[{}]", "", 200},
	} {
		t.Run(name, func(t *testing.T) {
			p := policy()
			p.PassesThrough, p.Schemes = true, []string{"Bearer", "Token"}
			headers := []string{"Authorization", "Token " + token}
			if test.own != "" {
				headers = append(headers, "X-Own-Token", test.own)
			}
			response := ask(newHandler(Protocols{Streamable: refusing(test.before)}, p), http.MethodPost, "http://bridge.example/mcp", test.body, headers...)
			if response.Code != test.want {
				t.Fatalf("status %d, want %d", response.Code, test.want)
			}
			challenges := strings.Join(response.Header().Values("WWW-Authenticate"), "; ")
			refused := strings.Contains(response.Body.String(), `"error":"unauthorized"`) && challenges == `Bearer realm="mcp-bridge"; Token realm="mcp-bridge"` &&
				response.Header().Get("Content-Type") == "application/json" && !strings.Contains(response.Body.String(), "answer")
			told := strings.Contains(response.Body.String(), test.before+"answer") && challenges == ""
			if refused != (test.want == 401) || told != (test.want == 200) {
				t.Errorf("%v %s", response.Header(), response.Body)
			}
		})
	}
}
