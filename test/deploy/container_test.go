package deploy

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// compose is what the tests need of a Compose file.
type compose struct {
	Services struct {
		Bridge   composeService
		Postgres composeService
	}
	Volumes  map[string]any
	Networks struct {
		Default struct {
			IPAM struct {
				Config []struct{ Subnet, Gateway string }
			}
		}
	}
	Secrets map[string]struct{ File string }
}

type composeService struct {
	Image       string
	Command     []string
	Environment map[string]string
	Secrets     []string
	Volumes     []string
	Ports       []string
	User        string
	ReadOnly    bool     `yaml:"read_only"`
	CapDrop     []string `yaml:"cap_drop"`
	SecurityOpt []string `yaml:"security_opt"`
	Healthcheck map[string]any
}

func (s composeService) launch() launch { return launch{s.Command, s.Environment} }

func readCompose(t *testing.T) compose {
	t.Helper()
	var c compose
	if err := yaml.Unmarshal([]byte(snippet(t, "Compose, with PostgreSQL", "yaml")), &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func TestComposeKeepsItsPromises(t *testing.T) {
	c := readCompose(t)
	network := c.Networks.Default.IPAM.Config[0]
	bridge, postgres := c.Services.Bridge, c.Services.Postgres
	for promise, kept := range map[string]bool{
		"the bridge is not root":                 bridge.User == "65532:65532",
		"it changes nothing in its image":        bridge.ReadOnly,
		"it has no capability":                   slices.Equal(bridge.CapDrop, []string{"ALL"}),
		"it gains no privilege":                  slices.Equal(bridge.SecurityOpt, []string{"no-new-privileges:true"}),
		"it is on loopback alone":                slices.Equal(bridge.Ports, []string{"127.0.0.1:8000:8000"}),
		"the database is on no port of the host": len(postgres.Ports) == 0,
		"the proxy on the host is believed":      slices.Contains(bridge.Command, "--trusted-proxy="+network.Gateway),
		"the database has a health check":        len(postgres.Healthcheck) > 0,
		"the database outlives its container":    slices.Equal(postgres.Volumes, []string{"postgres:/var/lib/postgresql/data"}),
	} {
		if !kept {
			t.Errorf("not so: %s", promise)
		}
	}
	for _, service := range []composeService{bridge, postgres} {
		for _, secret := range service.Secrets {
			if c.Secrets[secret].File != "secrets/"+secret {
				t.Errorf("the secret %s comes from %q", secret, c.Secrets[secret].File)
			}
		}
		for _, path := range secretPaths(service.launch(), "/run/secrets/") {
			if !slices.Contains(service.Secrets, path) {
				t.Errorf("%s is read, but not mounted", path)
			}
		}
	}
}

// secretPaths are the names below the folder that a launch speaks of.
func secretPaths(l launch, folder string) []string {
	var names []string
	for _, value := range l.env {
		if name, found := strings.CutPrefix(value, folder); found {
			names = append(names, name)
		}
	}
	for _, argument := range l.args {
		if _, name, found := strings.Cut(argument, "="+folder); found {
			names = append(names, name)
		}
	}
	return names
}

// manifest is what the tests need of a Kubernetes object, of whatever kind.
type manifest struct {
	Kind string
	Spec struct {
		Selector    map[string]any
		PodSelector struct {
			MatchLabels map[string]string `yaml:"matchLabels"`
		} `yaml:"podSelector"`
		Ingress  []struct{ Ports []struct{ Port string } }
		Template struct {
			Metadata struct{ Labels map[string]string }
			Spec     pod
		}
	}
}

type pod struct {
	AutomountServiceAccountToken  *bool `yaml:"automountServiceAccountToken"`
	TerminationGracePeriodSeconds int   `yaml:"terminationGracePeriodSeconds"`
	SecurityContext               struct {
		RunAsNonRoot   bool                  `yaml:"runAsNonRoot"`
		RunAsUser      int                   `yaml:"runAsUser"`
		FSGroup        int                   `yaml:"fsGroup"`
		SeccompProfile struct{ Type string } `yaml:"seccompProfile"`
	} `yaml:"securityContext"`
	Containers []container
	Volumes    []struct {
		Name   string
		Secret struct {
			SecretName  string `yaml:"secretName"`
			DefaultMode int    `yaml:"defaultMode"`
		}
	}
}

type container struct {
	Args  []string
	Env   []struct{ Name, Value string }
	Ports []struct {
		Name          string
		ContainerPort int `yaml:"containerPort"`
	}

	StartupProbe   probe `yaml:"startupProbe"`
	ReadinessProbe probe `yaml:"readinessProbe"`
	LivenessProbe  probe `yaml:"livenessProbe"`
	Lifecycle      struct {
		PreStop struct{ Sleep struct{ Seconds int } } `yaml:"preStop"`
	}
	SecurityContext struct {
		AllowPrivilegeEscalation *bool `yaml:"allowPrivilegeEscalation"`
		ReadOnlyRootFilesystem   bool  `yaml:"readOnlyRootFilesystem"`
		Capabilities             struct{ Drop []string }
	} `yaml:"securityContext"`
	VolumeMounts []struct {
		Name      string
		MountPath string `yaml:"mountPath"`
	} `yaml:"volumeMounts"`
	Resources struct{ Requests, Limits map[string]string }
}

type probe struct {
	HTTPGet struct{ Path, Port string } `yaml:"httpGet"`
	Timeout int                         `yaml:"timeoutSeconds"`
}

// port is the number of a named port, 0 if there is none.
func (c container) port(name string) int {
	for _, port := range c.Ports {
		if port.Name == name {
			return port.ContainerPort
		}
	}
	return 0
}

func (c container) launch() launch {
	l := launch{args: c.Args, env: map[string]string{}}
	for _, variable := range c.Env {
		l.env[variable.Name] = variable.Value
	}
	return l
}

// manifests are the objects by their kind.
type manifests map[string]manifest

func readManifests(t *testing.T) manifests {
	t.Helper()
	objects := manifests{}
	for decoder := yaml.NewDecoder(strings.NewReader(snippet(t, "Kubernetes", "yaml"))); ; {
		var object manifest
		err := decoder.Decode(&object)
		if errors.Is(err, io.EOF) {
			return objects
		}
		if err != nil {
			t.Fatal(err)
		}
		objects[object.Kind] = object
	}
}

func (m manifests) pod() pod { return m["Deployment"].Spec.Template.Spec }

func (m manifests) container() container { return m.pod().Containers[0] }

func TestKubernetesKeepsItsPromises(t *testing.T) {
	objects := readManifests(t)
	p, c := objects.pod(), objects.container()
	isFalse := func(b *bool) bool { return b != nil && !*b }
	for promise, kept := range map[string]bool{
		"the pod is not root":                p.SecurityContext.RunAsNonRoot && p.SecurityContext.RunAsUser == 65532,
		"it may read its secrets":            p.SecurityContext.FSGroup == 65532 && p.Volumes[0].Secret.DefaultMode == 0o440,
		"its system calls are filtered":      p.SecurityContext.SeccompProfile.Type == "RuntimeDefault",
		"it holds no token of the cluster":   isFalse(p.AutomountServiceAccountToken),
		"it changes nothing in its image":    c.SecurityContext.ReadOnlyRootFilesystem,
		"it has no capability":               slices.Equal(c.SecurityContext.Capabilities.Drop, []string{"ALL"}),
		"it gains no privilege":              isFalse(c.SecurityContext.AllowPrivilegeEscalation),
		"a probe waits longer than 3 s":      c.ReadinessProbe.Timeout > 3,
		"it serves MCP where it says":        slices.Contains(c.Args, fmt.Sprintf("--listen=:%d", c.port("mcp"))),
		"it offers metrics where it says":    slices.Contains(c.Args, fmt.Sprintf("--metrics-listen=:%d", c.port("metrics"))),
		"its memory is bounded":              c.Resources.Limits["memory"] != "",
		"its secrets come from the Secret":   p.Volumes[0].Secret.SecretName == "mcp-bridge" && c.VolumeMounts[0].Name == p.Volumes[0].Name,
		"it is let end in the bridge's 12 s": p.TerminationGracePeriodSeconds > c.Lifecycle.PreStop.Sleep.Seconds+12,
		"it leaves the service first":        c.Lifecycle.PreStop.Sleep.Seconds > 0,
		"the service leads to it":            objects["Service"].Spec.Selector["app.kubernetes.io/name"] == objects["Deployment"].Spec.Template.Metadata.Labels["app.kubernetes.io/name"],
		"the policy guards it":               objects["NetworkPolicy"].Spec.PodSelector.MatchLabels["app.kubernetes.io/name"] == "mcp-bridge",
	} {
		if !kept {
			t.Errorf("not so: %s", promise)
		}
	}
	var open []string
	for _, rule := range objects["NetworkPolicy"].Spec.Ingress {
		open = append(open, rule.Ports[0].Port)
	}
	if !slices.Equal(open, []string{"mcp", "metrics"}) {
		t.Errorf("the policy opens %q", open)
	}
	if len(objects) != 3 {
		t.Errorf("%d kinds of objects, want 3", len(objects))
	}
	inSecret := snippet(t, "Kubernetes", "sh")
	read := secretPaths(c.launch(), c.VolumeMounts[0].MountPath+"/")
	for _, name := range read {
		if !strings.Contains(inSecret, "--from-file=secrets/"+name) {
			t.Errorf("%s is read, but not in the Secret", name)
		}
	}
	if len(read) != 4 {
		t.Errorf("%d secrets are read from the mounted Secret, want 4: %q", len(read), read)
	}
}

// The kubelet asks without a token and names the pod by its address, which is
// on no list.
func TestTheProbesPassTheGuards(t *testing.T) {
	upstream := startUpstream(t, "")
	endpoint := upstream.bridge(t)
	c := readManifests(t).container()
	ask := func(path string) int {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, strings.TrimSuffix(endpoint, "/mcp")+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = fmt.Sprintf("10.244.1.7:%d", c.port("mcp"))
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		return response.StatusCode
	}
	for name, probe := range map[string]probe{"startup": c.StartupProbe, "readiness": c.ReadinessProbe, "liveness": c.LivenessProbe} {
		if status := ask(probe.HTTPGet.Path); status != http.StatusOK || probe.HTTPGet.Port != "mcp" {
			t.Errorf("%s: %s on port %q: status %d", name, probe.HTTPGet.Path, probe.HTTPGet.Port, status)
		}
	}
	if status := ask("/mcp"); status != http.StatusForbidden {
		t.Errorf("the service itself answers to the pod's address with %d", status)
	}
}
