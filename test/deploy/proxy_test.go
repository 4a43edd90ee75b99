package deploy

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// host is the name under which the page serves the bridge.
const host = "bridge.example.org"

// proxy is one that the page configures and that runs here.
type proxy struct {
	program, pkg      string // the name of the program and of Debian's package
	heading, language string
	arguments         []string // before the path of the configuration
	ready             string   // in the log once it accepts connections
	// whole makes the snippet a configuration that needs nothing of the machine.
	whole func(snippet string, at place) string
}

// place is what stands in for the machine of the page.
type place struct {
	folder, socket, certificate, key string
	bridge                           string // host:port
}

func proxies() map[string]proxy {
	return map[string]proxy{
		"nginx": {
			program: "nginx", pkg: "nginx-light", heading: "nginx", language: "nginx",
			arguments: []string{"-e", "stderr", "-c"}, ready: "start worker process",
			whole: func(snippet string, at place) string {
				return fmt.Sprintf("daemon off; error_log stderr notice; pid %[1]s/pid; %[2]s events {}\n"+
					"http { access_log off; client_body_temp_path %[1]s/body; proxy_temp_path %[1]s/proxy; fastcgi_temp_path %[1]s/fastcgi; uwsgi_temp_path %[1]s/uwsgi; scgi_temp_path %[1]s/scgi;\n%[3]s}",
					at.folder, asSameUser(), strings.NewReplacer(
						"listen 443 ", "listen unix:"+at.socket+" ", "127.0.0.1:8000", at.bridge,
						"/etc/ssl/certs/bridge.example.org.pem", at.certificate, "/etc/ssl/private/bridge.example.org.key", at.key,
					).Replace(snippet))
			},
		},
		"caddy": {
			program: "caddy", pkg: "caddy", heading: "Caddy", language: "caddyfile",
			arguments: []string{"run", "--adapter", "caddyfile", "--config"}, ready: "serving initial configuration",
			whole: func(snippet string, at place) string {
				return "{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + strings.NewReplacer(
					host+" {", fmt.Sprintf("%s {\n\tbind unix/%s\n\ttls %s %s", host, at.socket, at.certificate, at.key), "127.0.0.1:8000", at.bridge,
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

// newPlace has a folder with a certificate of the host's own making. It is not
// t.TempDir, because a socket's path has at most 107 bytes.
func newPlace(t *testing.T, bridge string) place {
	t.Helper()
	folder, err := os.MkdirTemp("", "proxy") //nolint:usetesting // for the reason above
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	at := place{folder, filepath.Join(folder, "socket"), filepath.Join(folder, "certificate"), filepath.Join(folder, "key"), bridge}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	wanted := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host}, NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true,
	}
	certificate, err := x509.CreateCertificate(rand.Reader, wanted, wanted, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for path, block := range map[string]*pem.Block{
		at.certificate: {Type: "CERTIFICATE", Bytes: certificate}, at.key: {Type: "PRIVATE KEY", Bytes: private},
	} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return at
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

// dial reaches the proxy whatever the address.
func (at place) dial() (net.Conn, error) { return net.Dial("unix", at.socket) }
