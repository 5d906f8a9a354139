package integration

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ccc/internal/lang"
)

// TestLanguages: every text for the user has a Chinese translation in the catalog with the same arguments, and the
// catalog has no unused text.
func TestLanguages(t *testing.T) {
	source := readSource(t)
	said := source.messages()
	chinese, system := readCatalog(t, "zh.po"), readCatalog(t, "zh_system.po")
	var findings []string
	add := func(format string, args ...any) { findings = append(findings, fmt.Sprintf(format, args...)) }
	for _, english := range slices.Sorted(maps.Keys(said)) {
		where := said[english]
		text, ok := chinese[english]
		if !ok {
			text, ok = system[english]
		}
		switch {
		case english == "":
			add("%s: the format is no constant: it cannot be looked up", where)
		case !ok && sayable.MatchString(verbs.ReplaceAllString(english, "")):
			add("%s: no Chinese for %q", where, english)
		case ok && !maps.Equal(arguments(english), arguments(text)):
			add("%s: the arguments differ: %q %v, %q %v", where, english, arguments(english), text, arguments(text))
		}
	}
	for _, english := range slices.Sorted(maps.Keys(chinese)) {
		if _, ok := said[english]; !ok {
			add("the catalog has %q, which nobody says", english)
		}
	}
	if len(findings) > 0 {
		t.Errorf("%d findings:\n%s", len(findings), strings.Join(findings, "\n"))
	}
}

// TestOneNameOfTheReviewer: in what is printed the second Claude is "the reviewer" and 审查者, and has no other name.
func TestOneNameOfTheReviewer(t *testing.T) {
	english := regexp.MustCompile(`(?i)\b(the|a|your|own|another|asking the) (supervisor|judge)\b`)
	chinese := regexp.MustCompile(`监督者|裁判|评审|审查员|审核者`)
	for text, translated := range readCatalog(t, "zh.po") {
		if text == "a supervisor for Claude Code" { // ccc itself
			continue
		}
		if found := english.FindString(text) + chinese.FindString(translated); found != "" {
			t.Errorf("%q, %q: %q is called the reviewer, 审查者", text, translated, found)
		}
	}
}

// sayable matches a text with words or marks. Only such texts need a translation.
var sayable = regexp.MustCompile(`[\pL:;,()?!]`)

// verbs matches the verbs of fmt, with flags, index, width and precision.
var verbs = regexp.MustCompile(`%[-+# 0]*(?:\d+)?(?:\.\d+)?(?:\[(\d+)\])?([a-zA-Z%])`)

// arguments returns the verbs of a format by the number of the argument that they print.
func arguments(format string) map[int]string {
	list := make(map[int]string)
	next := 1
	for _, m := range verbs.FindAllStringSubmatch(format, -1) {
		if m[2] == "%" {
			continue
		}
		if m[1] != "" {
			next, _ = strconv.Atoi(m[1])
		}
		verb := strings.ReplaceAll(m[2], "w", "v")
		if !strings.Contains(list[next], verb) {
			list[next] += verb
		}
		next++
	}
	return list
}

// source is the module's Go code without its tests.
type source struct {
	set      *token.FileSet
	packages []*sourcePackage
}

type sourcePackage struct {
	path      string // in the module
	files     []*ast.File
	constants map[string]string
	says      map[string]int // functions that hand a format on: which of their parameters it is
}

func readSource(t *testing.T) *source {
	t.Helper()
	s := &source{set: token.NewFileSet()}
	for _, p := range packages(t) {
		if strings.HasPrefix(p.name(), "integration") {
			continue
		}
		sp := &sourcePackage{path: p.name(), constants: make(map[string]string), says: make(map[string]int)}
		for _, name := range slices.Concat(p.GoFiles, p.IgnoredGo) {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(s.set, filepath.Join(p.Dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			sp.files = append(sp.files, f)
		}
		s.packages = append(s.packages, sp)
	}
	for changed := true; changed; { // constants may be made of others
		changed = false
		for _, p := range s.packages {
			changed = s.readConstants(p) || changed
		}
	}
	return s
}

func (s *source) readConstants(p *sourcePackage) (changed bool) {
	for _, f := range p.files {
		for _, d := range f.Decls {
			decl, ok := d.(*ast.GenDecl)
			if !ok || decl.Tok != token.CONST {
				continue
			}
			for _, spec := range decl.Specs {
				v := spec.(*ast.ValueSpec)
				for i, value := range v.Values {
					if _, known := p.constants[v.Names[i].Name]; known {
						continue
					}
					if text, ok := s.constant(p, value); ok {
						p.constants[v.Names[i].Name], changed = text, true
					}
				}
			}
		}
	}
	return changed
}

// constant returns the text of an expression, if it is constant.
func (s *source) constant(p *sourcePackage, e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.ParenExpr:
		return s.constant(p, e.X)
	case *ast.BinaryExpr:
		x, okX := s.constant(p, e.X)
		y, okY := s.constant(p, e.Y)
		return x + y, okX && okY && e.Op == token.ADD
	case *ast.Ident:
		text, ok := p.constants[e.Name]
		return text, ok
	case *ast.SelectorExpr:
		if other := s.packageOf(e.X); other != nil {
			text, ok := other.constants[e.Sel.Name]
			return text, ok
		}
	}
	return "", false
}

// named returns the package of ours that an identifier names; nil if it names none.
func (s *source) packageOf(e ast.Expr) *sourcePackage {
	if x, ok := e.(*ast.Ident); ok {
		for _, p := range s.packages {
			if path.Base(p.path) == x.Name {
				return p
			}
		}
	}
	return nil
}

// said returns all formats, each with one place that uses it. The key "" has the place of a format that is not
// constant.
func (s *source) messages() map[string]token.Position {
	said := make(map[string]token.Position)
	for changed := true; changed; { // a function that hands its parameter on says things, too
		changed = false
		for _, p := range s.packages {
			if p.path == "internal/lang" {
				continue
			}
			for _, f := range p.files {
				for _, d := range f.Decls {
					if s.inDecl(p, d, said) {
						changed = true
					}
				}
			}
		}
	}
	return said
}

// inDecl collects the formats in a declaration, and reports whether it is a function that passes on a format.
func (s *source) inDecl(p *sourcePackage, d ast.Decl, said map[string]token.Position) (handsOn bool) {
	parameters := make(map[string]int)
	name := ""
	if fn, ok := d.(*ast.FuncDecl); ok {
		name = fn.Name.Name
		n := 0
		for _, field := range fn.Type.Params.List {
			for _, ident := range field.Names {
				parameters[ident.Name] = n
				n++
			}
		}
	}
	aliases := make(map[string]bool) // say := language.Sprintf
	ast.Inspect(d, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for i, value := range a.Rhs {
				if ident, ok := a.Lhs[min(i, len(a.Lhs)-1)].(*ast.Ident); ok && isSprintf(value) {
					aliases[ident.Name] = true
				}
			}
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		at := s.format(p, call.Fun, aliases)
		if at < 0 || at >= len(call.Args) {
			return true
		}
		if text, ok := s.constant(p, call.Args[at]); ok {
			said[text] = s.set.Position(call.Pos())
			return true
		}
		if ident, ok := call.Args[at].(*ast.Ident); ok {
			if n, ok := parameters[ident.Name]; ok {
				if _, known := p.says[name]; !known {
					p.says[name], handsOn = n, true
				}
				return true
			}
		}
		said[""] = s.set.Position(call.Pos())
		return true
	})
	return handsOn
}

// isSprintf reports whether an expression is the Sprintf of a language.
func isSprintf(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "Sprintf" {
		return false
	}
	x, ok := s.X.(*ast.Ident)
	return !ok || x.Name != "fmt"
}

// format returns which argument of a call is a format for the user; -1 for none.
func (s *source) format(p *sourcePackage, called ast.Expr, aliases map[string]bool) int {
	name := ""
	switch called := called.(type) {
	case *ast.Ident:
		if aliases[called.Name] {
			return 0
		}
		name = called.Name
	case *ast.SelectorExpr:
		if x, ok := called.X.(*ast.Ident); ok && x.Name == "lang" {
			if slices.Contains([]string{"M", "Errorf", "Join"}, called.Sel.Name) {
				return 0
			}
			return -1
		}
		if isSprintf(called) {
			return 0
		}
		name = called.Sel.Name
		switch other := s.packageOf(called.X); {
		case other != nil:
			p = other
		case foreign[fmt.Sprint(called.X)]:
			return -1
		}
	}
	if at, ok := p.says[name]; ok {
		return at
	}
	if _, method := called.(*ast.SelectorExpr); method { // of a console, which other packages embed
		for _, other := range s.packages {
			if at, ok := other.says[name]; ok && other.path == "internal/console" {
				return at
			}
		}
	}
	return -1
}

// foreign are other packages with functions of the same names as ours.
var foreign = map[string]bool{"fmt": true, "errors": true, "log": true, "slog": true, "exec": true, "os": true}

// readCatalog returns the Chinese of each English text in one of internal/lang's files.
func readCatalog(t *testing.T, name string) map[string]string {
	t.Helper()
	po, err := os.ReadFile(filepath.Join("../internal/lang", name))
	if err != nil {
		t.Fatal(err)
	}
	catalog := make(map[string]string)
	if err := lang.ReadCatalog(catalog, string(po)); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return catalog
}
