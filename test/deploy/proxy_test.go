package deploy

import (
	"bufio"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mcpbridge/test/certificates"
)

// host is the name under which the page serves the bridge.
const host = "bridge.example.org"

// proxy is one that the page configures and that runs here.
type proxy struct {
	program, pkg      string // the name of the program and of Debian's package
	heading, language string
	arguments         []string // before the path of the configuration
	ready             string   // in the log once it accepts connections
	further           string   // what the page shows for a further path
	path              string   // what that replaces
	// whole makes the snippet a configuration that needs nothing of the machine.
	whole func(snippet string, at place) string
}

// place is what stands in for the machine of the page.
type place struct {
	folder, certificate, key string
	address, port            string // of the proxy
	bridge                   string // host:port
}

func proxies() map[string]proxy {
	return map[string]proxy{
		"nginx": {
			program: "nginx", pkg: "nginx-light", heading: "nginx", language: "nginx",
			arguments: []string{"-e", "stderr", "-c"}, ready: "start worker process",
			path: "location = /mcp", further: "location ~ ^/(mcp|sse)$",
			whole: func(snippet string, at place) string {
				return fmt.Sprintf("daemon off; error_log stderr notice; pid %[1]s/pid; %[2]s events {}\n"+
					"http { access_log off; client_body_temp_path %[1]s/body; proxy_temp_path %[1]s/proxy; fastcgi_temp_path %[1]s/fastcgi; uwsgi_temp_path %[1]s/uwsgi; scgi_temp_path %[1]s/scgi;\n%[3]s}",
					at.folder, asSameUser(), strings.NewReplacer("listen 443 ", "listen "+at.hostport()+" ", "127.0.0.1:8000", at.bridge).Replace(at.certified(snippet)))
			},
		},
		"caddy": {
			program: "caddy", pkg: "caddy", heading: "Caddy", language: "caddyfile",
			arguments: []string{"run", "--adapter", "caddyfile", "--config"}, ready: "serving initial configuration",
			path: "@mcp path /mcp", further: "@mcp path /mcp /sse",
			whole: func(snippet string, at place) string {
				return "{\n\tadmin off\n\tauto_https disable_redirects\n\thttps_port " + at.port + "\n}\n" + strings.NewReplacer(
					host+" {", fmt.Sprintf("%s {\n\tbind %s\n\ttls %s %s", host, at.address, at.certificate, at.key), "127.0.0.1:8000", at.bridge,
				).Replace(snippet)
			},
		},
	}
}

// asSameUser keeps nginx from giving up root, without which its workers could
// not enter the folder of the test.
func asSameUser() string {
	if os.Getuid() == 0 {
		return "user root;"
	}
	return ""
}

// front runs the proxy with the snippet in front of the bridge and returns how
// to reach it.
func (p proxy) front(t *testing.T, snippet, bridge string) *way {
	t.Helper()
	program, err := exec.LookPath(p.program)
	if err != nil {
		t.Fatalf("there is no %s to test with: install Debian's %s", p.program, p.pkg)
	}
	address, err := url.Parse(bridge)
	if err != nil {
		t.Fatal(err)
	}
	at := newPlace(t, address.Host)
	configuration := filepath.Join(at.folder, "configuration")
	if err := os.WriteFile(configuration, []byte(p.whole(snippet, at)), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, append(p.arguments, configuration)...)
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + at.folder}
	run(t, command, p.ready)
	return newWay(t, at)
}

// newPlace has a free port and a certificate of the host's own making.
func newPlace(t *testing.T, bridge string) place {
	t.Helper()
	folder := t.TempDir()
	at := place{folder: folder, bridge: bridge}
	at.certificate, at.key = certify(t, folder)
	at.address, at.port = freePort(t)
	return at
}

// certify makes a certificate and its key in the folder and returns their paths.
func certify(t *testing.T, folder string) (certificateFile, keyFile string) {
	t.Helper()
	certificateFile, keyFile = filepath.Join(folder, host+".pem"), filepath.Join(folder, host+".key")
	certificate, key := certificates.New(t, &x509.Certificate{
		Subject: pkix.Name{CommonName: host}, DNSNames: []string{host}, IsCA: true, BasicConstraintsValid: true,
	}, nil).PEM(t)
	for path, content := range map[string][]byte{certificateFile: certificate, keyFile: key} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certificateFile, keyFile
}

// run starts the program, waits until its log says that it is ready, and stops
// it with the test.
func run(t *testing.T, command *exec.Cmd, ready string) {
	t.Helper()
	log, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	drained := make(chan struct{})
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		<-drained
		_ = command.Wait() // how it ends is not what the test is about
	})
	var said []string
	isReady := false
	lines := bufio.NewScanner(log)
	for !isReady && lines.Scan() {
		said = append(said, lines.Text())
		isReady = strings.Contains(lines.Text(), ready)
	}
	go func() {
		defer close(drained)
		_, _ = io.Copy(t.Output(), log) // until the program ends
	}()
	if !isReady {
		t.Fatalf("%s ended:\n%s", command.Path, strings.Join(said, "\n"))
	}
}

// freePort is one of an address of loopback that nothing else is likely to use.
func freePort(t *testing.T) (address, port string) {
	t.Helper()
	var random [2]byte
	_, _ = rand.Read(random[:]) // never fails
	listener, err := net.Listen("tcp", fmt.Sprintf("127.77.%d.%d:0", random[0], random[1]))
	if err != nil {
		t.Fatal(err)
	}
	address, port, err = net.SplitHostPort(listener.Addr().String())
	if err := errors.Join(err, listener.Close()); err != nil {
		t.Fatal(err)
	}
	return address, port
}

// certified puts the place's certificate where a text names the page's.
func (at place) certified(text string) string {
	return strings.NewReplacer(
		"/etc/ssl/certs/bridge.example.org.pem", at.certificate, "/etc/ssl/private/bridge.example.org.key", at.key,
	).Replace(text)
}

func (at place) hostport() string { return net.JoinHostPort(at.address, at.port) }
