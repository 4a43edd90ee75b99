package deploy

import (
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// traefikStatic and traefikDynamic are what the tests need of Traefik's two
// configurations. Traefik itself does not run here.
type traefikStatic struct {
	EntryPoints map[string]struct {
		Transport struct {
			RespondingTimeouts struct {
				WriteTimeout string `yaml:"writeTimeout"`
			} `yaml:"respondingTimeouts"`
		}
	} `yaml:"entryPoints"`
	Providers struct{ File struct{ Filename string } }
}

type traefikDynamic struct {
	HTTP struct {
		Routers map[string]struct {
			Rule, Service string
			EntryPoints   []string `yaml:"entryPoints"`
			TLS           *struct{}
			Middlewares   []string
		}
		Services map[string]struct {
			LoadBalancer struct {
				PassHostHeader   *bool  `yaml:"passHostHeader"`
				ServersTransport string `yaml:"serversTransport"`
				Servers          []struct{ URL string }
			} `yaml:"loadBalancer"`
		}
		ServersTransports map[string]struct {
			ForwardingTimeouts struct {
				ResponseHeaderTimeout string `yaml:"responseHeaderTimeout"`
			} `yaml:"forwardingTimeouts"`
		} `yaml:"serversTransports"`
		Middlewares map[string]any
	}
	TLS struct{ Certificates []map[string]string }
}

func TestTraefikKeepsItsPromises(t *testing.T) {
	texts := snippets(t, "Traefik", "yaml")
	if len(texts) != 2 {
		t.Fatalf("%d blocks, want the static and the dynamic configuration", len(texts))
	}
	var static traefikStatic
	var dynamic traefikDynamic
	for text, into := range map[string]any{texts[0]: &static, texts[1]: &dynamic} {
		if err := yaml.Unmarshal([]byte(text), into); err != nil {
			t.Fatal(err)
		}
	}
	router := dynamic.HTTP.Routers["mcp-bridge"]
	balancer := dynamic.HTTP.Services[router.Service].LoadBalancer
	for promise, kept := range map[string]bool{
		"the page names the file that is read": strings.Contains(document(t, "deploy.md"), "In `"+static.Providers.File.Filename+"`"),
		"answers are not cut":                  static.EntryPoints["websecure"].Transport.RespondingTimeouts.WriteTimeout == "0s",
		"the bridge may think":                 dynamic.HTTP.ServersTransports[balancer.ServersTransport].ForwardingTimeouts.ResponseHeaderTimeout == "0s",
		"only the endpoint is passed on":       router.Rule == "Host(`"+host+"`) && Path(`/mcp`)",
		"it speaks TLS":                        router.TLS != nil && slices.Equal(router.EntryPoints, []string{"websecure"}) && len(dynamic.TLS.Certificates) == 1,
		"nothing retries or buffers":           len(router.Middlewares) == 0 && len(dynamic.HTTP.Middlewares) == 0,
		"the bridge sees the client's host":    balancer.PassHostHeader != nil && *balancer.PassHostHeader,
		"it leads to the bridge":               len(balancer.Servers) == 1 && balancer.Servers[0].URL == "http://127.0.0.1:8000",
	} {
		if !kept {
			t.Errorf("not so: %s", promise)
		}
	}
}
