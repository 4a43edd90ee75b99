package house

import (
	"strings"
	"testing"
)

// rule is one rule of the house.
type rule struct {
	name  string
	check func([]source) []string
}

func rules() []rule {
	return []rule{
		{"imports", each(imports)},
		{"package state", each(packageState)},
		{"clock", each(clock)},
		{"provider name", each(providerName)},
		{"empty names", each(emptyNames)},
		{"leaks", leaks},
	}
}

// each makes a check of many files of a check of one.
func each(check func(source) []string) func([]source) []string {
	return func(files []source) []string {
		var complaints []string
		for _, file := range files {
			complaints = append(complaints, check(file)...)
		}
		return complaints
	}
}

func TestHouse(t *testing.T) {
	files := tree(t)
	if len(files) < 50 {
		t.Fatalf("found only %d Go files: this is not the whole module", len(files))
	}
	for _, rule := range rules() {
		t.Run(rule.name, func(t *testing.T) {
			for _, complaint := range rule.check(files) {
				t.Error(complaint)
			}
		})
	}
}

func TestRules(t *testing.T) {
	tests := []struct {
		rule, name string
		path, text string
		want       string // part of the only complaint; "" if the source is good
	}{
		{"imports", "domain imports a pure package", "domain/a.go", `package domain; import "strings"`, ""},
		{"imports", "domain imports itself", "domain/schema/a.go", `package schema; import "mcpbridge/domain/fault"`, ""},
		{"imports", "domain imports net", "domain/a.go", `package domain; import "net/url"`, "reaches out"},
		{"imports", "domain imports net/http", "domain/a.go", `package domain; import "net/http"`, "only adapters/boundedhttp"},
		{"imports", "domain imports os", "domain/a.go", `package domain; import "os"`, "reaches out"},
		{"imports", "domain imports os/exec", "domain/a.go", `package domain; import "os/exec"`, "reaches out"},
		{"imports", "domain imports chance", "domain/a.go", `package domain; import "math/rand/v2"`, "reaches out"},
		{"imports", "domain logs", "domain/a.go", `package domain; import "log/slog"`, "reaches out"},
		{"imports", "domain imports a port", "domain/a.go", `package domain; import "mcpbridge/ports"`, "another room"},
		{"imports", "the tokenizer in its package", "domain/strictjson/a.go", `package strictjson; import "github.com/go-json-experiment/json/jsontext"`, ""},
		{"imports", "the tokenizer elsewhere", "domain/schema/a.go", `package schema; import "github.com/go-json-experiment/json/jsontext"`, "only domain/strictjson"},
		{"imports", "a port imports domain", "ports/a.go", `package ports; import "mcpbridge/domain"`, ""},
		{"imports", "a port imports app", "ports/a.go", `package ports; import "mcpbridge/app"`, "another room"},
		{"imports", "a port imports more than it names", "ports/a.go", `package ports; import "fmt"`, "does not hold it"},
		{"imports", "app imports ports", "app/a.go", `package app; import "mcpbridge/ports"`, ""},
		{"imports", "app imports an adapter", "app/a.go", `package app; import "mcpbridge/adapters/config"`, "another room"},
		{"imports", "app imports net", "app/netbox/a.go", `package netbox; import "net"`, "reaches out"},
		{"imports", "app imports a mock", "app/a.go", `package app; import "mcpbridge/ports/portsmock"`, "another room"},
		{"imports", "a test imports a mock", "app/a_test.go", `package app; import "mcpbridge/ports/portsmock"`, ""},
		{"imports", "an adapter imports its own part", "adapters/config/a.go", `package config; import "mcpbridge/adapters/config/flags"`, ""},
		{"imports", "an adapter imports another", "adapters/config/a.go", `package config; import "mcpbridge/adapters/kaptinlin"`, "another room"},
		{"imports", "an adapter imports one with a longer name", "adapters/config/a.go", `package config; import "mcpbridge/adapters/configuration"`, "another room"},
		{"imports", "an adapter imports cmd", "adapters/config/a.go", `package config; import "mcpbridge/cmd/mcp-bridge"`, "another room"},
		{"imports", "the SDK in its adapter", "adapters/mcpserver/a.go", `package mcpserver; import "github.com/modelcontextprotocol/go-sdk/mcp"`, ""},
		{"imports", "the SDK in another adapter", "adapters/httpserver/a.go", `package httpserver; import "github.com/modelcontextprotocol/go-sdk/mcp"`, "only adapters/mcpserver"},
		{"imports", "the SDK in cmd", "cmd/b/a.go", `package main; import "github.com/modelcontextprotocol/go-sdk/mcp"`, "only adapters/mcpserver"},
		{"imports", "the validator in another adapter", "adapters/mcpserver/a.go", `package mcpserver; import "github.com/kaptinlin/jsonschema"`, "only adapters/kaptinlin"},
		{"imports", "HTTP in an adapter that has no business with it", "adapters/kaptinlin/a.go", `package kaptinlin; import "net/http"`, "only adapters/boundedhttp"},
		{"imports", "SQL in an adapter that has no business with it", "adapters/config/a.go", `package config; import "database/sql"`, "only adapters/sqljournal may"},
		{"imports", "a module that nobody owns", "adapters/config/a.go", `package config; import "example.com/anything"`, "no owner"},
		{"imports", "cmd imports adapters", "cmd/b/a.go", `package main; import "mcpbridge/adapters/config"`, ""},
		{"imports", "cmd imports what its commands share", "cmd/b/a.go", `package main; import "mcpbridge/cmd/internal/bridge"`, ""},
		{"imports", "cmd imports test", "cmd/b/a.go", `package main; import "mcpbridge/test/house"`, "another room"},
		{"imports", "wire in an injector's recipe", "cmd/b/wire.go", `package main; import "github.com/google/wire"`, ""},
		{"imports", "wire elsewhere in cmd", "cmd/b/main.go", `package main; import "github.com/google/wire"`, "only wire.go and providers.go"},
		{"imports", "wire in an adapter", "adapters/config/wire.go", `package config; import "github.com/google/wire"`, "only cmd"},
		{"imports", "a room that is none", "internal/a.go", `package internal`, "no room of the house"},
		{"imports", "test imports everything", "test/hostile/a.go", `package hostile; import "mcpbridge/adapters/config"`, ""},

		{"package state", "an error sentinel", "app/a.go", `package app; import "errors"; var ErrOver = errors.New("over")`, ""},
		{"package state", "a compiled pattern", "app/a.go", `package app; import "regexp"; var name = regexp.MustCompile("a")`, ""},
		{"package state", "embedded files", "app/a.go", `package app; import "embed"; var files embed.FS`, ""},
		{"package state", "an interface assertion", "app/a.go", `package app; var _ error = (*fault)(nil)`, ""},
		{"package state", "a variable of a function", "app/a.go", `package app; func f() { var n int; _ = n }`, ""},
		{"package state", "a variable of a test", "app/a_test.go", `package app; var n int`, ""},
		{"package state", "a generated variable", "app/a.go", "// Code generated by moq; DO NOT EDIT.\n\npackage app\n\nvar n int", ""},
		{"package state", "a counter", "app/a.go", `package app; var calls int`, "calls is state"},
		{"package state", "a table", "app/a.go", `package app; var table = map[string]int{"a": 1}`, "table is state"},
		{"package state", "a constant beside a counter", "app/a.go", `package app; import "errors"; var a, b = errors.New("a"), 1`, "a is state"},
		{"package state", "a computed value", "app/a.go", `package app; import "strings"; var r = strings.NewReplacer("a", "b")`, "r is state"},
		{"package state", "an embedded text", "app/a.go", "package app\n\n//go:embed a.txt\nvar text string", ""},
		{"package state", "a text", "app/a.go", `package app; var text string`, "text is state"},
		{"package state", "embedded bytes", "app/a.go", "package app\n\n//go:embed a.txt\nvar text []byte", "text is state"},

		{"clock", "a duration", "app/a.go", `package app; import "time"; const d = time.Second`, ""},
		{"clock", "now in an adapter", "adapters/clock/a.go", `package clock; import "time"; func f() { time.Now() }`, ""},
		{"clock", "now in a test", "app/a_test.go", `package app; import "time"; func f() { time.Now() }`, ""},
		{"clock", "now in domain", "domain/a.go", `package domain; import "time"; func f() { time.Now() }`, "time.Now reads"},
		{"clock", "now as a value in app", "app/a.go", `package app; import "time"; func f() { g(time.Now) }`, "time.Now reads"},
		{"clock", "since under another name", "app/a.go", `package app; import t "time"; func f() { t.Since(x) }`, "time.Since reads"},
		{"clock", "a timer in app", "app/a.go", `package app; import "time"; func f() { <-time.After(1) }`, "time.After reads"},
		{"clock", "time without its name", "app/a.go", `package app; import . "time"; func f() { Now() }`, "must keep its name"},

		{"provider name", "in its room", "domain/netbox/a.go", `package netbox`, ""},
		{"provider name", "in its demo", "adapters/netboxdemo/a.go", `package netboxdemo`, ""},
		{"provider name", "in a comment elsewhere", "app/a.go", "package app // for NetBox", "app/a.go:1: names NetBox"},
		{"provider name", "in a text elsewhere", "adapters/mcpserver/a.go", `package mcpserver; const a = "X-Netbox-Branch"`, "names NetBox"},
		{"provider name", "in a test elsewhere", "domain/a_test.go", `package domain; const netboxURL = ""`, "names NetBox"},

		{"empty names", "a name that says something", "app/call.go", `package app`, ""},
		{"empty names", "a word that only begins so", "app/utility.go", `package app`, ""},
		{"empty names", "a package", "app/a.go", `package util`, "the name util"},
		{"empty names", "a package of many", "adapters/utils/a.go", `package utils`, "the name utils"},
		{"empty names", "a folder", "app/common/a.go", `package a`, "the name common"},
		{"empty names", "a file", "app/call_helper.go", `package app`, "the name call_helper"},
		{"empty names", "a test's file", "app/helpers_test.go", `package app`, "the name helpers"},
		{"empty names", "a manager", "app/manager.go", `package app`, "the name manager"},

		{"leaks", "tests that start nothing", "domain/a_test.go", `package domain`, ""},
		{"leaks", "a goroutine without tests", "app/a.go", `package app; func f() { go f() }`, ""},
		{"leaks", "a goroutine and a look for leaks", "app/a_test.go",
			`package app; import "go.uber.org/goleak"; func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }; func f() { go f() }`, ""},
		{"leaks", "a goroutine", "app/a_test.go", `package app; func f() { go f() }`, "app: starts goroutines"},
		{"leaks", "a group", "app/a_test.go", `package app; func f() { group.Go(f) }`, "app: starts goroutines"},
		{"leaks", "a field of that name", "app/a_test.go", `package app; func f() { _ = line.Go }`, ""},
		{"leaks", "a server", "adapters/a/a_test.go", `package a; import "net/http/httptest"`, "adapters/a: starts goroutines"},
		{"leaks", "a TestMain that does not look", "app/a_test.go", `package app; func TestMain(m *testing.M) { m.Run() }; func f() { go f() }`, "app: starts goroutines"},
	}
	checks := map[string]func([]source) []string{}
	for _, rule := range rules() {
		checks[rule.name] = rule.check
	}
	for _, test := range tests {
		t.Run(test.rule+"/"+test.name, func(t *testing.T) {
			file, err := parse(test.path, test.text)
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(checks[test.rule]([]source{file}), "\n")
			if test.want == "" && got != "" || !strings.Contains(got, test.want) || strings.Contains(got, "\n") {
				t.Errorf("complaints %q, want one with %q", got, test.want)
			}
		})
	}
}
