package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
)

// mutant is one small change of one file.
type mutant struct {
	file       string
	start, end int // the bytes that are replaced
	text       string
	line       int
	change     string
}

// apply returns the file's source with the change made.
func (m mutant) apply(source []byte) []byte {
	return []byte(string(source[:m.start]) + m.text + string(source[m.end:]))
}

// opposite is what an operator is exchanged for.
func opposite() map[token.Token]token.Token {
	return map[token.Token]token.Token{
		token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
		token.EQL: token.NEQ, token.NEQ: token.EQL, token.LAND: token.LOR, token.LOR: token.LAND,
		token.ADD: token.SUB, token.SUB: token.ADD, token.SHL: token.SHR, token.SHR: token.SHL,
	}
}

// gatherer walks one file and collects every change that it can make in it.
type gatherer struct {
	file    string
	source  []byte
	set     *token.FileSet
	mutants []mutant
}

// mutantsOf lists the mutants of a file, in the order of its source.
func mutantsOf(file string) ([]mutant, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	g := &gatherer{file: file, source: source, set: token.NewFileSet()}
	parsed, err := parser.ParseFile(g.set, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(parsed, g.visit)
	return g.mutants, nil
}

func (g *gatherer) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec, *ast.Field:
		return false
	case *ast.BinaryExpr:
		if other, ok := opposite()[n.Op]; ok {
			g.add(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), other.String())
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			g.add(n.OpPos, n.OpPos+1, "")
		}
	case *ast.IfStmt:
		g.add(n.Cond.Pos(), n.Cond.End(), "!("+g.text(n.Cond)+")")
	case *ast.CaseClause:
		g.add(n.Pos(), n.End(), "")
	case *ast.Ident:
		if n.Name == "true" || n.Name == "false" {
			g.add(n.Pos(), n.End(), strconv.FormatBool(n.Name == "false"))
		}
	case *ast.BasicLit:
		g.literal(n)
	}
	return true
}

// literal changes figures, and texts that are rules and not messages.
func (g *gatherer) literal(n *ast.BasicLit) {
	switch {
	case n.Kind == token.INT:
		g.add(n.Pos(), n.End(), "("+n.Value+"+1)")
	case n.Kind == token.CHAR && n.Value != `'~'`:
		g.add(n.Pos(), n.End(), `'~'`)
	case n.Kind == token.STRING && !strings.ContainsAny(n.Value, " %"):
		g.add(n.Pos(), n.End(), `"§"`)
	}
}

func (g *gatherer) text(n ast.Node) string {
	return string(g.source[g.set.Position(n.Pos()).Offset:g.set.Position(n.End()).Offset])
}

func (g *gatherer) add(from, to token.Pos, text string) {
	start, end := g.set.Position(from), g.set.Position(to)
	g.mutants = append(g.mutants, mutant{
		file: g.file, start: start.Offset, end: end.Offset, text: text, line: start.Line,
		change: strings.Join(strings.Fields(string(g.source[start.Offset:end.Offset])+" => "+text), " "),
	})
}
