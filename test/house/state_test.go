package house

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// constantMakers are the functions whose result a package may keep in a
// variable, because nobody changes it afterwards.
func constantMakers() []string {
	return []string{"errors.New", "regexp.MustCompile", "wire.NewSet"}
}

// packageState refuses variables at package level that could change: whatever
// a function knows comes to it as an argument.
func packageState(file source) []string {
	if file.isTest() || file.isGenerated() {
		return nil
	}
	var complaints []string
	for _, declaration := range file.syntax.Decls {
		general, ok := declaration.(*ast.GenDecl)
		if !ok || general.Tok != token.VAR {
			continue
		}
		for _, spec := range general.Specs {
			variable := spec.(*ast.ValueSpec)
			if !isAssertion(variable) && !isEmbedded(general, variable) && !isConstant(variable) {
				complaints = append(complaints, file.complain(variable, "%s is state of the whole package", variable.Names[0].Name))
			}
		}
	}
	return complaints
}

// isAssertion tells whether the variable only asserts that a type implements
// an interface.
func isAssertion(variable *ast.ValueSpec) bool {
	return !slices.ContainsFunc(variable.Names, func(name *ast.Ident) bool { return name.Name != "_" })
}

// isEmbedded tells whether the variable holds embedded files as an embed.FS or
// a string; bytes could be written to.
func isEmbedded(declaration *ast.GenDecl, variable *ast.ValueSpec) bool {
	kind, ok := variable.Type.(*ast.Ident)
	if !ok {
		return dotted(variable.Type) == "embed.FS"
	}
	return kind.Name == "string" && (isEmbedDirective(declaration.Doc) || isEmbedDirective(variable.Doc))
}

func isEmbedDirective(comment *ast.CommentGroup) bool {
	return comment != nil && slices.ContainsFunc(comment.List, func(line *ast.Comment) bool {
		return strings.HasPrefix(line.Text, "//go:embed ")
	})
}

// isConstant tells whether every value comes from one of the [constantMakers].
func isConstant(variable *ast.ValueSpec) bool {
	for _, value := range variable.Values {
		call, ok := value.(*ast.CallExpr)
		if !ok || !slices.Contains(constantMakers(), dotted(call.Fun)) {
			return false
		}
	}
	return len(variable.Values) > 0
}

// dotted is package.name if that is what the expression is, else "".
func dotted(expression ast.Expr) string {
	selector, ok := expression.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	qualifier, ok := selector.X.(*ast.Ident)
	if !ok {
		return ""
	}
	return qualifier.Name + "." + selector.Sel.Name
}
