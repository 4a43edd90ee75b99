package house

import (
	"fmt"
	"go/ast"
	"slices"
)

// starters are packages that start goroutines for those who use them.
func starters() []string {
	return []string{"net/http", "os/exec", "database/sql", "golang.org/x/sync/errgroup", "github.com/modelcontextprotocol/go-sdk"}
}

// leakChecks are the ways to look for leaked goroutines.
func leakChecks() []string { return []string{"goleak.VerifyTestMain", "built.Main"} }

// leaks wants a TestMain that looks for leaked goroutines in every package
// that has tests and starts goroutines, itself or through others.
func leaks(files []source) []string {
	var complaints []string
	for folder, inside := range byFolder(files) {
		if slices.ContainsFunc(inside, source.isTest) &&
			slices.ContainsFunc(inside, startsGoroutines) &&
			!slices.ContainsFunc(inside, looksForLeaks) {
			complaints = append(complaints, fmt.Sprintf("%s: starts goroutines, so its tests need a TestMain that calls goleak.VerifyTestMain", folder))
		}
	}
	slices.Sort(complaints)
	return complaints
}

func byFolder(files []source) map[string][]source {
	folders := map[string][]source{}
	for _, file := range files {
		folders[file.folder()] = append(folders[file.folder()], file)
	}
	return folders
}

func startsGoroutines(file source) bool {
	starts := slices.ContainsFunc(file.syntax.Imports, func(spec *ast.ImportSpec) bool {
		return within(imported(spec), starters()...)
	})
	ast.Inspect(file.syntax, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.GoStmt:
			starts = true
		case *ast.CallExpr:
			method, ok := node.Fun.(*ast.SelectorExpr)
			starts = starts || ok && method.Sel.Name == "Go" // of a sync.WaitGroup
		}
		return !starts
	})
	return starts
}

func looksForLeaks(file source) bool {
	found := false
	for _, declaration := range file.syntax.Decls {
		main, ok := declaration.(*ast.FuncDecl)
		if !ok || main.Name.Name != "TestMain" || main.Recv != nil {
			continue
		}
		ast.Inspect(main, func(node ast.Node) bool {
			selector, ok := node.(*ast.SelectorExpr)
			found = found || ok && slices.Contains(leakChecks(), dotted(selector))
			return !found
		})
	}
	return found
}
