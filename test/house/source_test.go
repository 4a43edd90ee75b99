package house

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// module is the module's path; every import below it is one of our own.
const module = "mcpbridge"

// source is one Go file.
type source struct {
	path      string // from the module's root, with slashes
	text      string
	syntax    *ast.File
	positions *token.FileSet
}

// parse reads a Go file whose content is text.
func parse(name, text string) (source, error) {
	positions := token.NewFileSet()
	syntax, err := parser.ParseFile(positions, name, text, parser.ParseComments|parser.SkipObjectResolution)
	return source{path: name, text: text, syntax: syntax, positions: positions}, err
}

// tree parses every Go file of the module, whatever its build constraints.
func tree(t *testing.T) []source {
	t.Helper()
	root := filepath.Join("..", "..")
	var sources []source
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == "testdata" || entry.Name() == ".git"):
			return fs.SkipDir
		case entry.IsDir() || filepath.Ext(file) != ".go":
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		parsed, err := parse(filepath.ToSlash(name), string(text))
		sources = append(sources, parsed)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return sources
}

// folder is the file's package, as a path from the module's root.
func (s source) folder() string { return path.Dir(s.path) }

// isTest tells whether only the go command's test run compiles the file.
func (s source) isTest() bool { return strings.HasSuffix(s.path, "_test.go") }

// isGenerated tells whether a tool wrote the file.
func (s source) isGenerated() bool { return ast.IsGenerated(s.syntax) }

// complain makes a complaint about the place of node.
func (s source) complain(node ast.Node, format string, args ...any) string {
	return fmt.Sprintf("%s: %s", s.positions.Position(node.Pos()), fmt.Sprintf(format, args...))
}

// imported is the path that an import names.
func imported(spec *ast.ImportSpec) string {
	name, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		panic(err) // the parser accepts only valid string literals
	}
	return name
}

// localName is the name under which the file knows the package of that import
// path; "" if the file does not import it.
func (s source) localName(importPath string) string {
	for _, spec := range s.syntax.Imports {
		switch {
		case imported(spec) != importPath:
		case spec.Name != nil:
			return spec.Name.Name
		default:
			return path.Base(importPath)
		}
	}
	return ""
}

// within tells whether name is one of the paths or lies below one of them.
func within(name string, paths ...string) bool {
	for _, above := range paths {
		if name == above || strings.HasPrefix(name, above+"/") {
			return true
		}
	}
	return false
}
