package config

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"flag"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"mcpbridge/test/certificates"
)

// TestMain adds -update, which writes the golden files instead of comparing.
func TestMain(m *testing.M) {
	flag.Bool("update", false, "write the golden files and docs/settings.md")
	os.Exit(m.Run())
}

// compareGolden demands that a file is exactly want.
func compareGolden(t *testing.T, path, want, remedy string) {
	t.Helper()
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is out of date: %s\ngot:\n%s\nwant:\n%s", path, remedy, got, want)
	}
}

// world is all that Load sees.
type world struct {
	args  []string
	env   map[string]string
	files map[string]string
	mode  map[string]fileMode // of those files that are not 0600
}

func (w world) load(binary Binary) (Settings, error) {
	return Load(binary, w.args, w.lookup, w.open)
}

func (w world) lookup(name string) (string, bool) {
	if text, set := w.env[name]; set || name != "XDG_STATE_HOME" {
		return text, set
	}
	return "/state", true
}

func (w world) open(name string) (fs.File, error) {
	tree := make(fstest.MapFS)
	for path, text := range w.files {
		mode := w.mode[path]
		if mode == 0 {
			mode = 0o600
		}
		tree[strings.TrimPrefix(path, "/")] = &fstest.MapFile{Data: []byte(text), Mode: mode}
	}
	if mode, listed := w.mode[name]; listed && mode == forbidden {
		return nil, fs.ErrPermission
	}
	return tree.Open(strings.TrimPrefix(name, "/"))
}

// sourceOf is what the settings tell of where one of them came from.
func sourceOf(settings Settings, env string) Source {
	for _, source := range settings.Sources {
		if source.Setting == env {
			return source
		}
	}
	return Source{}
}

// forbidden is the mode of a file that cannot be opened.
const forbidden = fs.ModeIrregular

const profilePath = "/home/op/.config/netbox-sdk/config.json"

// pair makes a self-signed certificate and its key in PEM.
func pair(t *testing.T, name string) (certificate, key string) {
	t.Helper()
	certificatePEM, keyPEM := certificates.New(t, &x509.Certificate{
		Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true,
	}, nil).PEM(t)
	return string(certificatePEM), string(keyPEM)
}

type fileMode = fs.FileMode
