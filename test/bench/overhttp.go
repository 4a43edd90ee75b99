package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"time"

	"mcpbridge/test/built"
)

// serviceToken is what both services ask of their clients.
const serviceToken = "bench-0123456789abcdef0123456789abcdef"

// OverHTTP starts the two sides of the measurement over HTTP, each as a process
// of its own with the same environment and number of CPUs.
type OverHTTP struct {
	folder      string // of the binaries and of what the services keep
	environment []string
}

// BuildOverHTTP builds the bridge and the bare server into the folder. They
// will reach the source of truth at upstream.
func BuildOverHTTP(folder, upstream, upstreamToken string) (OverHTTP, error) {
	err := built.Build(folder, "mcpbridge/cmd/mcp-bridge-http", "mcpbridge/test/bench/bareserver")
	return OverHTTP{folder, []string{
		"PATH=" + os.Getenv("PATH"), "GOMAXPROCS=" + strconv.Itoa(runtime.GOMAXPROCS(0)),
		"HOME=" + folder, "XDG_CONFIG_HOME=" + folder, "XDG_STATE_HOME=" + folder, // where the journal is
		"NETBOX_URL=" + upstream, "NETBOX_TOKEN=" + upstreamToken, "NETBOX_MCP_AUTH_TOKEN=" + serviceToken,
	}}, err
}

// Service is one running side and the read that it is asked for.
type Service struct {
	*built.Service
	Call ToolCall
}

// bridgeArguments are how the bridge is started: without the limits, since the
// bare server has none.
func bridgeArguments() []string {
	return []string{
		"--listen", "127.0.0.1:0",
		"--rate-limit=0", "--rate-limit-per-ip=0", "--concurrency-limit=0", "--concurrency-limit-total=0",
	}
}

// Bridge starts mcp-bridge-http.
func (o OverHTTP) Bridge() (Service, error) {
	return o.start(ToolCall{
		Tool:      "plugin_call_tool",
		Arguments: `{"plugin":"ip_ledger","tool":"find_prefix","arguments":{"site":"ams1"}}`,
		Shows:     `"outcome":"completed"`,
	}, "mcp-bridge-http", bridgeArguments()...)
}

// Bare starts the bare server.
func (o OverHTTP) Bare() (Service, error) {
	return o.start(ToolCall{Tool: "find_prefix", Arguments: `{"site":"ams1"}`, Shows: `ams1`}, "bareserver")
}

func (o OverHTTP) start(call ToolCall, name string, arguments ...string) (Service, error) {
	command := exec.Command(filepath.Join(o.folder, name), arguments...)
	command.Env = o.environment
	service, err := built.Serve(command, io.Discard)
	if err != nil {
		return Service{}, err
	}
	call.URL, call.Token = service.URL, serviceToken
	return Service{service, call}, nil
}

// ColdStart is the time from the start of a process to its first answer.
func ColdStart(ctx context.Context, start func() (Service, error)) (time.Duration, error) {
	begun := time.Now()
	service, err := start()
	if err != nil {
		return 0, err
	}
	defer service.End()
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	err = service.Call.Make(ctx, &http.Client{Transport: transport})
	return time.Since(begun), err
}

// End stops the service. The bare server knows no clean end, so how it ends is
// not looked at.
func (s Service) End() { _ = s.Stop() }

// MemoryNow is the memory of the service that is resident, in MiB.
func (s Service) MemoryNow() (float64, error) { return s.memory("VmRSS") }

// MemoryAtMost is the most memory of the service that was ever resident, in MiB.
func (s Service) MemoryAtMost() (float64, error) { return s.memory("VmHWM") }

// memory reads a line of what Linux tells of a process (proc_pid_status(5)).
func (s Service) memory(line string) (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.Process.Pid))
	if err != nil {
		return 0, err
	}
	found := regexp.MustCompile(line + `:\s+(\d+) kB`).FindSubmatch(status)
	if found == nil {
		return 0, errors.New("the system does not tell " + line)
	}
	kilobytes, err := strconv.Atoi(string(found[1]))
	return float64(kilobytes) / 1024, err
}
