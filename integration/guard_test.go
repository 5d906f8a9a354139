package integration

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// guarded are the packages that start goroutines while the terminal is raw, and can tell that it is.
var guarded = []string{"internal/supervision", "internal/terminal", "loop"}

// unguarded are files without a guard: pipes have no terminal, and the companion never makes it raw.
var unguarded = []string{"internal/supervision/companion.go", "internal/supervision/pipe.go"}

// TestGuards: each goroutine that may run while the terminal is raw begins with a deferred guard, which restores the
// terminal on a panic.
func TestGuards(t *testing.T) {
	for _, p := range packages(t) {
		if !slices.Contains(guarded, p.name()) {
			continue
		}
		set := token.NewFileSet()
		bodies := make(map[string]*ast.BlockStmt) // of functions and methods, by their names
		var files []*ast.File
		for _, name := range p.GoFiles {
			f, err := parser.ParseFile(set, filepath.Join(p.Dir, name), nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok {
					bodies[fn.Name.Name] = fn.Body
				}
			}
		}
		for i, f := range files {
			if slices.Contains(unguarded, p.name()+"/"+p.GoFiles[i]) {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if run := goroutine(n); run != nil && !isGuarded(run, bodies) {
					t.Errorf("%s: this goroutine does not begin with defer …guard()", set.Position(n.Pos()))
				}
				return true
			})
		}
	}
}

// goroutine returns the function that a node starts as a goroutine; nil if it starts none.
func goroutine(n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.GoStmt:
		return n.Call.Fun
	case *ast.CallExpr:
		s, ok := n.Fun.(*ast.SelectorExpr)
		switch {
		case !ok || len(n.Args) == 0:
		case s.Sel.Name == "AfterFunc" && len(n.Args) == 2:
			return n.Args[1]
		case s.Sel.Name == "Go" && len(n.Args) == 1: // of a sync.WaitGroup
			return n.Args[0]
		}
	}
	return nil
}

// isGuarded reports whether the first statement of a function is a deferred guard.
func isGuarded(run ast.Expr, bodies map[string]*ast.BlockStmt) bool {
	var body *ast.BlockStmt
	switch run := run.(type) {
	case *ast.FuncLit:
		body = run.Body
	case *ast.Ident:
		body = bodies[run.Name]
	case *ast.SelectorExpr:
		body = bodies[run.Sel.Name]
	}
	if body == nil || len(body.List) == 0 {
		return false
	}
	d, ok := body.List[0].(*ast.DeferStmt)
	if !ok {
		return false
	}
	name := fmt.Sprint(d.Call.Fun)
	if s, ok := d.Call.Fun.(*ast.SelectorExpr); ok {
		name = s.Sel.Name
	}
	return strings.EqualFold(name, "guard")
}
