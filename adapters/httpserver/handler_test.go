package httpserver

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"mcpbridge/app"
	"mcpbridge/domain"
)

const token = "correct-horse-battery-staple"

// endpoint stands for the MCP handler and tells who came through.
func endpoint() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Principal", app.Principal(r.Context()))
	})
}

func TestOnlyTheTokenOpensTheEndpoint(t *testing.T) {
	handler := NewHandler(endpoint(), domain.NewSecret(token))
	for name, test := range map[string]struct {
		path    string
		headers []string // name, value, name, value...
		want    int
	}{
		"the token":                    {"/mcp", []string{"Authorization", "Bearer " + token}, 200},
		"the scheme in another case":   {"/mcp", []string{"Authorization", "bearer " + token}, 200},
		"more than one space":          {"/mcp", []string{"Authorization", "Bearer  " + token + " "}, 200},
		"no credential":                {"/mcp", nil, 401},
		"an empty credential":          {"/mcp", []string{"Authorization", ""}, 401},
		"an empty token":               {"/mcp", []string{"Authorization", "Bearer "}, 401},
		"another token":                {"/mcp", []string{"Authorization", "Bearer wrong"}, 401},
		"a prefix of the token":        {"/mcp", []string{"Authorization", "Bearer " + token[:8]}, 401},
		"the token and more":           {"/mcp", []string{"Authorization", "Bearer " + token + "x"}, 401},
		"the token in another case":    {"/mcp", []string{"Authorization", "Bearer " + strings.ToUpper(token)}, 401},
		"a token that is not ASCII":    {"/mcp", []string{"Authorization", "Bearer gëheim"}, 401},
		"another scheme":               {"/mcp", []string{"Authorization", "Basic " + token}, 401},
		"no scheme":                    {"/mcp", []string{"Authorization", token}, 401},
		"two credentials":              {"/mcp", []string{"Authorization", "Bearer " + token, "Authorization", "Bearer " + token}, 401},
		"the token in the query":       {"/mcp?access_token=" + token, nil, 401},
		"another path with the token":  {"/other", []string{"Authorization", "Bearer " + token}, 404},
		"another path without one":     {"/other", nil, 401},
		"a page of a foreign origin":   {"/mcp", []string{"Authorization", "Bearer " + token, "Origin", "http://evil.example"}, 403},
		"a foreign page by fetch":      {"/mcp", []string{"Authorization", "Bearer " + token, "Sec-Fetch-Site", "cross-site"}, 403},
		"a page of the server's own":   {"/mcp", []string{"Authorization", "Bearer " + token, "Origin", "http://bridge.example"}, 200},
		"an opaque origin":             {"/mcp", []string{"Authorization", "Bearer " + token, "Origin", "null"}, 403},
		"the own origin, another port": {"/mcp", []string{"Authorization", "Bearer " + token, "Origin", "http://bridge.example:81"}, 403},
	} {
		t.Run(name, func(t *testing.T) {
			request := httptest.NewRequest(http.MethodPost, "http://bridge.example"+test.path, nil)
			for i := 0; i < len(test.headers); i += 2 {
				request.Header.Add(test.headers[i], test.headers[i+1])
			}
			response := httptest.NewRecorder()
			handler.ServeHTTP(response, request)
			if response.Code != test.want {
				t.Fatalf("status %d, want %d: %s", response.Code, test.want, response.Body)
			}
			if strings.Contains(response.Body.String(), token) {
				t.Error("the answer shows the token")
			}
			switch got := response.Header(); {
			case test.want == 200 && got.Get("X-Principal") != SharedPrincipal:
				t.Errorf("principal %q", got.Get("X-Principal"))
			case test.want == 401 && got.Get("WWW-Authenticate") != `Bearer realm="mcp-bridge"`:
				t.Errorf("WWW-Authenticate %q", got.Get("WWW-Authenticate"))
			}
		})
	}
}
