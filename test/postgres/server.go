// Package postgres gives tests a real PostgreSQL.
package postgres

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// variable names a server that is there already; its user must be allowed to
// create databases.
const variable = "TEST_POSTGRES_URL"

// Server is a PostgreSQL that tests may fill as they like.
type Server struct{ address string }

// Start returns the server of TEST_POSTGRES_URL, or starts one of its own that
// ends with the test and keeps nothing.
func Start(t *testing.T) *Server {
	t.Helper()
	if address := os.Getenv(variable); address != "" {
		return &Server{address: address}
	}
	address, err := startCluster(t)
	if err != nil {
		t.Fatalf("there is no PostgreSQL to test with: %v; install Debian's postgresql, or set %s", err, variable)
	}
	return &Server{address: address}
}

// Database is the address of an empty database that ends with the test.
func (s *Server) Database(t *testing.T) string {
	t.Helper()
	name := "test_" + strings.ToLower(strings.Map(letters, t.Name()))
	name = name[:min(len(name), 50)] + "_" + strconv.Itoa(os.Getpid())
	s.run(t, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)", "CREATE DATABASE "+name)
	t.Cleanup(func() { s.run(t, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	address, err := url.Parse(s.address)
	if err != nil {
		t.Fatal(err)
	}
	address.Path = "/" + name
	return address.String()
}

func letters(r rune) rune {
	if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
		return r
	}
	return '_'
}

func (s *Server) run(t *testing.T, statements ...string) {
	t.Helper()
	ctx := context.Background() // a cleanup runs when the test's own has ended
	connection, err := pgx.Connect(ctx, s.address)
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range statements {
		if _, err := connection.Exec(ctx, statement); err != nil {
			t.Error(err)
		}
	}
	if err := connection.Close(ctx); err != nil {
		t.Error(err)
	}
}

// startCluster makes a cluster that listens on a socket in its own directory.
func startCluster(t *testing.T) (address string, err error) {
	t.Helper()
	programs, err := newestPrograms()
	if err != nil {
		return "", err
	}
	// Not t.TempDir: a socket's path has at most 107 bytes.
	directory, err := os.MkdirTemp("", "pg") //nolint:usetesting // for the reason above
	if err != nil {
		return "", err
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(directory); err != nil {
			t.Error(err)
		}
	})
	as, err := notRoot(directory)
	if err != nil {
		return "", err
	}
	data := filepath.Join(directory, "data")
	initialize := exec.CommandContext(t.Context(), filepath.Join(programs, "initdb"),
		"-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	initialize.SysProcAttr = as
	initialize.Dir = directory
	if text, err := initialize.CombinedOutput(); err != nil {
		return "", fmt.Errorf("initdb: %w: %s", err, text)
	}
	// fsync is for crashes of the machine, which no test causes.
	server := exec.Command(filepath.Join(programs, "postgres"), "-D", data, "-k", directory, "-c", "listen_addresses=", "-c", "fsync=off")
	server.SysProcAttr = as
	server.Dir = directory
	return "postgres://postgres@/postgres?host=" + url.QueryEscape(directory), run(t, server)
}

// newestPrograms is where Debian keeps the programs of the newest version.
func newestPrograms() (string, error) {
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil || len(found) == 0 {
		return "", errors.New("no /usr/lib/postgresql/*/bin/initdb")
	}
	version := func(program string) int {
		n, _ := strconv.Atoi(strings.Split(program, "/")[4])
		return n
	}
	newest := slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) })
	return filepath.Dir(newest), nil
}

// notRoot gives the directory to the user postgres where the tests run as
// root, which PostgreSQL refuses.
func notRoot(directory string) (*syscall.SysProcAttr, error) {
	if os.Getuid() != 0 {
		return nil, nil //nolint:nilnil // no attributes is what os/exec calls none
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	if err := os.Chown(directory, int(uid), int(gid)); err != nil {
		return nil, err
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}

// run starts the server, waits until it is ready, and stops it with the test.
func run(t *testing.T, server *exec.Cmd) error {
	t.Helper()
	log, err := server.StderrPipe()
	if err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return err
	}
	drained := make(chan struct{})
	t.Cleanup(func() {
		_ = server.Process.Signal(os.Interrupt) // a fast shutdown
		<-drained
		_ = server.Wait() // it has nothing to tell that a test would mind
	})
	lines := bufio.NewScanner(log)
	ready := false
	var said []string
	for !ready && lines.Scan() {
		said = append(said, lines.Text())
		ready = strings.Contains(lines.Text(), "ready to accept connections")
	}
	go func() {
		defer close(drained)
		_, _ = io.Copy(io.Discard, log) // until the server ends
	}()
	if !ready {
		return fmt.Errorf("postgres ended: %s", strings.Join(said, "; "))
	}
	return nil
}
