package house

import (
	"path"
	"slices"
	"strings"
)

// room is one line of the import table.
type room struct {
	folder    string
	ours      []string // the folders of this module that it may import, beside its own package tree
	only      []string // if not nil, the only packages of the standard library it may import
	forbidden []string // packages of the standard library, with all below them, it may not import
}

// rooms is the import table. The first line whose folder holds a file is the
// file's; a folder that no line holds may not exist.
func rooms() []room {
	world := []string{"net", "os", "syscall", "database", "flag", "unsafe", "plugin", "testing"}
	chance := []string{"math/rand", "crypto/rand", "log", "runtime"}
	return []room{
		{folder: "domain", ours: []string{"domain"}, forbidden: slices.Concat(world, chance)},
		{folder: "ports/portsmock", ours: []string{"domain", "ports"}, only: []string{"context", "sync", "time"}},
		{folder: "ports", ours: []string{"domain"}, only: []string{"context", "errors", "time"}},
		{folder: "app", ours: []string{"domain", "ports", "app"}, forbidden: world},
		{folder: "adapters", ours: []string{"domain", "ports", "app"}},
		{folder: "cmd", ours: []string{"domain", "ports", "app", "adapters", "cmd/internal"}},
		{folder: "test", ours: []string{"."}},
	}
}

// owned is a package, with all below it, that only some folders may import.
type owned struct {
	prefix string
	owners []string
}

// ownership is the table of the packages that have an owner. A module that is
// not of the standard library must have one.
func ownership() []owned {
	return []owned{
		{"net/http", []string{"adapters/boundedhttp", "adapters/httpserver", "adapters/mcpserver", "adapters/netboxdemo", "adapters/oidc", "adapters/opentelemetry", "adapters/prometheus"}},
		{"database/sql", []string{"adapters/sqljournal"}},
		{"modernc.org/sqlite", []string{"adapters/sqljournal"}},
		{"github.com/jackc/pgx", []string{"adapters/sqljournal"}},
		{"github.com/gofrs/flock", []string{"adapters/sqljournal"}},
		{"github.com/google/uuid", []string{"adapters/sqljournal"}},
		{"github.com/modelcontextprotocol/go-sdk", []string{"adapters/mcpserver"}},
		{"github.com/prometheus", []string{"adapters/prometheus"}},
		{"go.opentelemetry.io", []string{"adapters/opentelemetry"}},
		{"google.golang.org/protobuf", []string{"adapters/opentelemetry"}},
		{"github.com/kaptinlin", []string{"adapters/kaptinlin"}},
		{"github.com/hashicorp/golang-lru", []string{"adapters/httpserver", "adapters/kaptinlin", "adapters/sharedtoken"}},
		{"github.com/coreos/go-oidc", []string{"adapters/oidc"}},
		{"golang.org/x/crypto/argon2", []string{"domain/access"}},
		{"golang.org/x/time/rate", []string{"adapters/httpserver"}},
		{"github.com/spf13/pflag", []string{"adapters/config", "cmd"}},
		{"github.com/agnivade/levenshtein", []string{"adapters/config"}},
		{"github.com/spf13/cobra", []string{"cmd"}},
		{"github.com/mattn/go-isatty", []string{"adapters/terminal"}},
		{"golang.org/x/sync/errgroup", []string{"app"}},
		{"github.com/go-json-experiment/json/jsontext", []string{"domain/strictjson"}},
		{"github.com/google/wire", []string{"cmd"}},
	}
}

// imports checks the files that are shipped against the import table. Tests
// may import what they need.
func imports(file source) []string {
	if file.isTest() || within(file.folder(), "test") {
		return nil
	}
	all := rooms()
	at := slices.IndexFunc(all, func(r room) bool { return within(file.folder(), r.folder) })
	if at < 0 {
		return []string{file.complain(file.syntax.Name, "%s is no room of the house", file.folder())}
	}
	var complaints []string
	for _, spec := range file.syntax.Imports {
		if reason := all[at].refuses(file, imported(spec)); reason != "" {
			complaints = append(complaints, file.complain(spec, "%s may not import %s: %s", file.folder(), imported(spec), reason))
		}
	}
	return complaints
}

// refuses says why a file of the room may not import the package, "" if it may.
func (r room) refuses(file source, name string) string {
	if ours, isOurs := strings.CutPrefix(name, module+"/"); isOurs {
		if within(ours, append(r.ours, packageTree(file.folder()))...) && !within(ours, "ports/portsmock") {
			return ""
		}
		return "that is another room"
	}
	table := ownership()
	if at := slices.IndexFunc(table, func(o owned) bool { return within(name, o.prefix) }); at >= 0 {
		return refusedTo(table[at], file)
	}
	switch {
	case isThirdParty(name):
		return "it has no owner in the table of the house"
	case r.only != nil && !slices.Contains(r.only, name):
		return "the room's list does not hold it"
	case within(name, r.forbidden...):
		return "it reaches out of the room"
	}
	return ""
}

// refusedTo says why the file may not import what others own, "" if it may.
func refusedTo(o owned, file source) string {
	switch {
	case !within(file.folder(), o.owners...):
		return "only " + strings.Join(o.owners, ", ") + " may"
	case o.prefix == "github.com/google/wire" && !slices.Contains([]string{"wire.go", "providers.go"}, path.Base(file.path)):
		return "only wire.go and providers.go may"
	}
	return ""
}

// packageTree is the folder that a package shares with its sub-packages only:
// room and name, as in adapters/config.
func packageTree(folder string) string {
	parts := strings.SplitN(folder, "/", 3)
	return strings.Join(parts[:min(len(parts), 2)], "/")
}

// isThirdParty tells whether the package comes from neither this module nor
// the standard library, whose paths have no dot in their first part.
func isThirdParty(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return strings.Contains(first, ".")
}
