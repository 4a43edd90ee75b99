package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestPartsAreMadeInTheirOrder(t *testing.T) {
	for arguments, want := range map[string]string{
		"":               "archives bundles sboms",
		"sboms archives": "archives sboms",
		"bundles":        "bundles",
		"binaries":       "",
	} {
		chosen, err := parseParts(strings.Fields(arguments))
		var names []string
		for _, p := range chosen {
			names = append(names, p.name)
		}
		if got := strings.Join(names, " "); err != nil || got != want {
			t.Errorf("%q chooses %q (%v), want %q", arguments, got, err, want)
		}
	}
	if _, err := parseParts([]string{"archives", "installer"}); err == nil {
		t.Error("a part that is none was taken")
	}
}

func TestPlatformsAreTheKnownOnes(t *testing.T) {
	got, err := parsePlatforms("windows/arm64,linux/amd64")
	if err != nil || !slices.Equal(got, []platform{{"windows", "arm64"}, {"linux", "amd64"}}) {
		t.Errorf("got %v, %v", got, err)
	}
	if all, err := parsePlatforms(join(platforms())); err != nil || !slices.Equal(all, platforms()) {
		t.Errorf("the default is %v, %v", all, err)
	}
	for _, list := range []string{"", "linux", "plan9/amd64", "linux/amd64,", "linux/amd64 windows/amd64"} {
		if got, err := parsePlatforms(list); err == nil {
			t.Errorf("%q was taken as %v", list, got)
		}
	}
}

func TestTheDateIsOneThatArchivesCanWrite(t *testing.T) {
	for epoch, want := range map[string]time.Time{
		"":           time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		"315532800":  time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		"1767225600": time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		if got, err := parseDate(epoch); err != nil || !got.Equal(want) {
			t.Errorf("%q is %v, %v", epoch, got, err)
		}
	}
	for _, epoch := range []string{"0", "315532799", "-1", "yesterday", "1e9", "99999999999"} {
		if got, err := parseDate(epoch); err == nil {
			t.Errorf("%q was taken as %v", epoch, got)
		}
	}
}

func TestToolsAreReadFromTheirAnswer(t *testing.T) {
	const answers = `{"jsonrpc":"2.0","id":1,"result":{"serverInfo":{}}}
{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"a","description":"does a","inputSchema":{}}]}}
`
	if got, err := readTools([]byte(answers)); err != nil || !slices.Equal(got, []tool{{"a", "does a"}}) {
		t.Errorf("got %v, %v", got, err)
	}
	for name, output := range map[string]string{
		"silence":          "",
		"no answer":        `{"id":1,"result":{}}`,
		"no tools":         `{"id":2,"result":{"tools":[]}}`,
		"an error":         `{"id":2,"error":{"code":-32603}}`,
		"another protocol": "panic: oh no\n",
	} {
		if got, err := readTools([]byte(output)); err == nil {
			t.Errorf("%s was taken as %v", name, got)
		}
	}
}
