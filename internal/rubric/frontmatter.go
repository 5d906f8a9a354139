package rubric

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// Limits of a front matter.
const (
	maxChecks  = 50
	maxTimeout = 24 * time.Hour
)

// Parse reads a rubric's text. Errors begin with PATH:LINE:COLUMN; line and column count from 1, the column in
// characters.
//
// The front matter is YAML between a first line --- and the next line ---. Without that first line there is no front
// matter, and the whole text is the rubric.
func Parse(path, text string) (Rubric, error) { return parse(path, text, false) }

// parse is Parse. With further the text is that of a SUPERVISOR.NAME.md.
func parse(path, whole string, further bool) (Rubric, error) {
	r := Rubric{Reviewer: Reviewer{Name: First, Path: path, Text: whole}, MaxParallel: parallel}
	front, rest, begun, closed := text.CutFrontMatter(whole)
	switch r.Text = rest; {
	case !begun:
		return r, nil
	case !closed:
		return r, errorAt(path, 1, 1, lang.Errorf("the front matter that begins here is not closed by a line ---"))
	case len(front) > text.MaxFrontMatter:
		return r, errorAt(path, 1, 1, lang.Errorf("the front matter is longer than %d KiB", text.MaxFrontMatter>>10))
	}
	m := matter{path: path, rubric: &r, further: further}
	m.parse(strings.ReplaceAll(front, "\r\n", "\n"))
	return r, m.err
}

// Split divides a rubric's text into its front matter, including the lines ---, and the rest. front is "" if there is
// no front matter.
func Split(whole string) (front, below string) {
	_, rest, _, _ := text.CutFrontMatter(whole)
	return whole[:len(whole)-len(rest)], rest
}

func errorAt(path string, line, column int, err error) error {
	return lang.Errorf("%s:%d:%d: %w", path, line, column, err)
}

// matter is a front matter while it is parsed. Parsing ends at the first error.
type matter struct {
	path    string
	rubric  *Rubric
	further bool // of a SUPERVISOR.NAME.md
	err     error
}

// fail records the first error, with the token's line and column.
func (m *matter) fail(where *token.Token, err error) {
	if m.err == nil {
		m.err = errorAt(m.path, where.Position.Line+1, where.Position.Column, err) // the first line is ---
	}
}

func (m *matter) parse(yaml string) {
	file, err := parser.ParseBytes([]byte(yaml), 0)
	if err != nil {
		located, ok := err.(interface {
			GetMessage() string
			GetToken() *token.Token
		})
		if !ok || located.GetToken() == nil {
			m.err = errorAt(m.path, 2, 1, lang.Errorf("this is not YAML: %s", err.Error()))
			return
		}
		m.fail(located.GetToken(), lang.Errorf("this is not YAML: %s", located.GetMessage()))
		return
	}
	for i, document := range file.Docs {
		switch {
		case document.Body == nil: // only comments
		case i > 0:
			m.fail(document.Body.GetToken(), lang.Errorf("the front matter must be one YAML document"))
		default:
			m.mapping(document.Body, m.keys())
		}
	}
}

// keys returns the keys of this file, each with the function that reads its value.
func (m *matter) keys() []key {
	r := m.rubric
	keys := []key{
		{"model", func(n ast.Node) { r.Model = m.word(n) }},
		{"triage", func(n ast.Node) { r.Triage = m.word(n) }},
		{"provider", func(n ast.Node) { r.Provider = m.word(n) }},
		{"tools", func(n ast.Node) { r.Tools = m.tools(n) }},
		{"timeout", func(n ast.Node) { r.Timeout = m.duration(n) }},
		{"prompt_role", func(n ast.Node) { r.Role = m.role(n) }},
	}
	if m.further {
		return append(keys, key{"paths", func(n ast.Node) { r.Paths = m.patterns(n) }})
	}
	return append(keys, []key{
		{"checks", func(n ast.Node) { r.Checks = m.checks(n) }},
		{"fail_fast", func(n ast.Node) { r.FailFast = m.flag(n) }},
		{"protect", func(n ast.Node) { r.Protect = m.globs(n) }},
		{"protect_strict", func(n ast.Node) { r.ProtectStrict = m.flag(n) }},
		{"claims", func(n ast.Node) { r.HoldClaims = m.claims(n) == "hold" }},
		{"max_parallel", func(n ast.Node) { r.MaxParallel = m.number(n, maxParallel) }},
	}...)
}

// elsewhere returns an error that says in which file a misplaced key belongs; nil for an unknown key.
func (m *matter) elsewhere(name string) error {
	switch {
	case m.further &&
		slices.Contains([]string{"checks", "fail_fast", "protect", "protect_strict", "claims", "max_parallel"}, name):
		return lang.Errorf("the key %q belongs in %s: it applies to all reviewers", name, File)
	case !m.further && name == "paths":
		return lang.Errorf("the key %q is for SUPERVISOR.NAME.md: the reviewer of %s is always asked", name, File)
	}
	return nil
}

// key is a key with the function that reads its value.
type key struct {
	name string
	take func(ast.Node)
}

// mapping calls the function of each key with its value. A key that is not in known is an error.
func (m *matter) mapping(n ast.Node, known []key) {
	var names []string
	for _, k := range known {
		names = append(names, k.name)
	}
	slices.Sort(names)
	list := strings.Join(names, ", ")
	values, ok := n.(*ast.MappingNode)
	if !ok {
		m.fail(n.GetToken(), lang.Errorf("expected keys with values (known: %s), found %s", list, kindOf(n)))
		return
	}
	seen := make(map[string]bool)
	for _, v := range values.Values {
		name, ok := v.Key.(*ast.StringNode)
		if !ok {
			m.fail(v.Key.GetToken(), lang.Errorf("expected a key (known: %s), found %s", list, kindOf(v.Key)))
			return
		}
		i := slices.IndexFunc(known, func(k key) bool { return k.name == name.Value })
		elsewhere := m.elsewhere(name.Value)
		switch {
		case i < 0 && elsewhere != nil:
			m.fail(name.Token, elsewhere)
		case i < 0:
			m.fail(name.Token, lang.Errorf("unknown key %q, known: %s", name.Value, list))
		case seen[name.Value]:
			m.fail(name.Token, lang.Errorf("the key %q is there twice", name.Value))
		}
		if m.err != nil {
			return
		}
		seen[name.Value] = true
		known[i].take(v.Value)
	}
}

// kindOf names the type of a value, in the words of YAML.
func kindOf(n ast.Node) lang.Message {
	switch n.(type) {
	case *ast.NullNode:
		return lang.M("nothing")
	case *ast.BoolNode:
		return lang.M("a boolean")
	case *ast.IntegerNode, *ast.FloatNode, *ast.InfinityNode, *ast.NanNode:
		return lang.M("a number")
	case *ast.StringNode, *ast.LiteralNode:
		return lang.M("text")
	case *ast.SequenceNode:
		return lang.M("a list")
	case *ast.MappingNode:
		return lang.M("keys with values")
	}
	return lang.M("an anchor, alias, tag or complex key, which are not allowed here")
}

// list returns the elements of a list.
func (m *matter) list(n ast.Node) []ast.Node {
	values, ok := n.(*ast.SequenceNode)
	if !ok {
		m.fail(n.GetToken(), lang.Errorf("expected a list, found %s", kindOf(n)))
		return nil
	}
	return values.Values
}

// text returns a text of one or more lines. Invisible characters are refused: the user must see all of a command before
// approving it.
func (m *matter) text(n ast.Node) string {
	text := ""
	switch n := n.(type) {
	case *ast.StringNode:
		text = n.Value
	case *ast.LiteralNode:
		text = n.Value.Value
	default:
		m.fail(n.GetToken(), lang.Errorf("expected text, found %s: put it in quotes if it is meant as text", kindOf(n)))
		return ""
	}
	hidden := func(r rune) bool { return r != '\n' && r != '\t' && !unicode.IsGraphic(r) }
	switch i := strings.IndexFunc(text, hidden); {
	case i >= 0:
		m.fail(n.GetToken(), lang.Errorf("the text contains the invisible character %U", []rune(text[i:])[0]))
	case strings.TrimSpace(text) == "":
		m.fail(n.GetToken(), lang.Errorf("the text is empty"))
	}
	return text
}

// claims returns what happens if the session does not support a claim.
func (m *matter) claims(n ast.Node) string {
	word, _ := n.(*ast.StringNode)
	if word == nil || word.Value != "tell" && word.Value != "hold" {
		m.fail(n.GetToken(), lang.Errorf(`expected "tell" or "hold"`))
		return ""
	}
	return word.Value
}

func (m *matter) flag(n ast.Node) bool {
	v, ok := n.(*ast.BoolNode)
	if !ok {
		m.fail(n.GetToken(), lang.Errorf("expected true or false, found %s", kindOf(n)))
		return false
	}
	return v.Value
}

// duration returns a time, written as in Go or as a number of seconds.
func (m *matter) duration(n ast.Node) (d time.Duration) {
	var err error
	switch n := n.(type) {
	case *ast.StringNode:
		d, err = time.ParseDuration(n.Value)
	case *ast.IntegerNode:
		d, err = time.ParseDuration(n.Token.Value + "s")
	}
	if err != nil || d <= 0 || d > maxTimeout {
		m.fail(n.GetToken(), lang.Errorf(`expected a time up to 24 hours, such as "90s", "5m", or a number of seconds`))
	}
	return d
}

func (m *matter) globs(n ast.Node) (patterns []string) {
	for _, n := range m.list(n) {
		pattern := m.text(n)
		if m.err == nil {
			if err := text.CheckGlob(pattern); err != nil {
				m.fail(n.GetToken(), err)
			}
		}
		patterns = append(patterns, pattern)
	}
	return patterns
}

// patterns returns at least one glob pattern. With an empty list the reviewer would never be asked.
func (m *matter) patterns(n ast.Node) []string {
	list := m.globs(n)
	if len(list) == 0 {
		m.fail(n.GetToken(), lang.Errorf("the list is empty"))
	}
	return list
}

// word returns a text that is passed as an argument: it must not look like an option.
func (m *matter) word(n ast.Node) string {
	text := m.text(n)
	if strings.HasPrefix(text, "-") || strings.ContainsFunc(text, unicode.IsSpace) {
		m.fail(n.GetToken(), lang.Errorf("expected a name without spaces that does not begin with -"))
	}
	return text
}

func (m *matter) tools(n ast.Node) (names []string) {
	for _, n := range m.list(n) {
		name := m.text(n)
		if m.err == nil && !slices.Contains(Tools, name) {
			m.fail(n.GetToken(),
				lang.Errorf("a reviewer has no tool %q, only %s", name, strings.Join(Tools, ", ")))
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		m.fail(n.GetToken(), lang.Errorf("the list is empty"))
	}
	return names
}

func (m *matter) role(n ast.Node) string {
	role := m.text(n)
	if m.err == nil && !slices.Contains([]string{"auto", "system", "user"}, role) {
		m.fail(n.GetToken(), lang.Errorf("expected auto, system or user"))
	}
	return role
}

// number returns a number from 1 to most.
func (m *matter) number(n ast.Node, most int) int {
	v, ok := n.(*ast.IntegerNode)
	if !ok {
		m.fail(n.GetToken(), lang.Errorf("expected a number from 1 to %d, found %s", most, kindOf(n)))
		return 0
	}
	number, err := strconv.Atoi(v.Token.Value)
	if err != nil || number < 1 || number > most {
		m.fail(n.GetToken(), lang.Errorf("expected a number from 1 to %d", most))
	}
	return number
}

func (m *matter) checks(n ast.Node) (checks []Check) {
	names := make(map[string]bool)
	for _, n := range m.list(n) {
		var c Check
		if values, ok := n.(*ast.MappingNode); ok {
			m.mapping(values, []key{
				{"name", func(n ast.Node) { c.Name = m.text(n) }},
				{"run", func(n ast.Node) { c.Run = m.text(n) }},
				{"timeout", func(n ast.Node) { c.Timeout = m.duration(n) }},
			})
		} else {
			c.Run = m.text(n)
		}
		first, _, more := strings.Cut(strings.TrimSpace(c.Run), "\n")
		if c.Name == "" {
			if c.Name = first; more {
				c.Name += " …"
			}
		}
		switch {
		case c.Run == "":
			m.fail(n.GetToken(), lang.Errorf(`the check has no "run"`))
		case strings.Contains(c.Name, "\n"):
			m.fail(n.GetToken(), lang.Errorf("the name of a check must be one line"))
		case names[c.Name]:
			m.fail(n.GetToken(), lang.Errorf("two checks are called %q: rename one", c.Name))
		case len(checks) == maxChecks:
			m.fail(n.GetToken(), lang.Errorf("there are more than %d checks", maxChecks))
		}
		if m.err != nil {
			return nil
		}
		names[c.Name] = true
		checks = append(checks, c)
	}
	return checks
}
