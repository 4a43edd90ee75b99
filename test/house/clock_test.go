package house

import (
	"go/ast"
	"slices"
)

// clockReaders are the functions of package time that read or await the
// machine's clock.
func clockReaders() []string {
	return []string{"Now", "Since", "Until", "Sleep", "After", "AfterFunc", "Tick", "NewTicker", "NewTimer"}
}

// clock refuses the machine's clock in domain and app: time comes to them
// through the port Clock, so that a test can set it.
func clock(file source) []string {
	name := file.localName("time")
	if name == "" || file.isTest() || !within(file.folder(), "domain", "app") {
		return nil
	}
	if name == "." {
		return []string{file.complain(file.syntax.Name, "package time must keep its name")}
	}
	var complaints []string
	ast.Inspect(file.syntax, func(node ast.Node) bool {
		selector, ok := node.(*ast.SelectorExpr)
		if ok && slices.Contains(clockReaders(), selector.Sel.Name) && dotted(selector) == name+"."+selector.Sel.Name {
			complaints = append(complaints, file.complain(selector, "time.%s reads the machine's clock; use the port Clock", selector.Sel.Name))
		}
		return true
	})
	return complaints
}
