package shell

import (
	"maps"
	"slices"
	"strings"

	"ccc/internal/text"
)

// walkMakefile walks the recipes of a Makefile's targets and of their prerequisites.
func (s *walker) walkMakefile(c Command) {
	name := "Makefile"
	targets := Operands(c.Args)
	for i, a := range c.Args[:len(c.Args)-1] {
		if a == "-f" {
			name = c.Args[i+1]
		}
	}
	if slices.Contains(c.Args, "-i") || slices.Contains(c.Args, "--ignore-errors") {
		c.Trust, c.HiddenBy = Hidden, "make -i"
	}
	given := map[string]string{} // variables set on the command line
	targets = slices.DeleteFunc(targets, func(t string) bool {
		name, value, ok := strings.Cut(t, "=")
		if given[strings.TrimRight(name, ":?+")] = value; !ok {
			delete(given, name)
		}
		return ok
	})
	text, ok := s.project.read(c.Dir, name)
	if !ok {
		text, ok = s.project.read(c.Dir, strings.ToLower(name))
	}
	idle := RunsNothing(c.Args)
	for name, value := range given {
		idle = idle || isNoop(value) && (!ok || name == "SHELL")
	}
	if !ok || idle {
		c.KindsByName = KindsOfName(strings.Join(targets, " "))
		if len(targets) == 0 {
			c.KindsByName = Build
		}
		if c.DoesNothing, c.IsTask = idle, true; idle {
			c.KindsByName = 0
		}
		s.addPlain(c)
		return
	}
	rules := readMakefile(text)
	maps.Copy(rules.vars, given)
	if flags := strings.Fields(rules.vars["MAKEFLAGS"]); rules.ignoresFailures || slices.Contains(flags, "-i") ||
		slices.Contains(flags, "--ignore-errors") || isNoop(rules.vars["SHELL"]) {
		c.Trust, c.HiddenBy = Hidden, "the Makefile"
	}
	if len(targets) == 0 {
		targets = []string{rules.firstTarget}
	}
	from := len(s.line.Commands)
	for _, target := range targets {
		s.walkRecipe(c, target, rules.recipeLines(target, map[string]bool{}))
	}
	s.markAsScript(from, c.Dir, nil)
	if c.Trust != Sure {
		s.hideStatus(s.trustedFrom(from), c.Trust, c.HiddenBy)
	}
}

// A makefile has what is needed of a Makefile or a justfile.
type makefile struct {
	firstTarget     string
	recipes         map[string][]string
	prerequisites   map[string][]string
	parameters      map[string]int // of a recipe of just, how many words after it on the command line are its own
	vars            map[string]string
	ignoresFailures bool // .IGNORE: failures of all commands are ignored
}

func readMakefile(text string) makefile {
	m := makefile{recipes: map[string][]string{}, prerequisites: map[string][]string{},
		parameters: map[string]int{}, vars: maps.Clone(makeDefaults)}
	var current []string
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\\\n", " "), "\n") {
		switch {
		case strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "  "):
			for _, target := range current {
				m.recipes[target] = append(m.recipes[target], strings.TrimSpace(line))
			}
			continue
		case line == "" || line[0] == '#':
			continue
		}
		current = nil
		if name, value, ok := assignment(line); ok {
			m.vars[name] = value
			continue
		}
		head, rest, ok := strings.Cut(line, ":")
		m.ignoresFailures = m.ignoresFailures || head == ".IGNORE" && strings.TrimSpace(rest) == ""
		if !ok || strings.HasPrefix(head, ".") {
			continue
		}
		needs, inline, _ := strings.Cut(rest, ";")
		words := strings.Fields(head)
		for i, target := range words {
			if i == 0 {
				m.parameters[target] = len(words) - 1
			} else if strings.ContainsAny(target[:1], "*+") {
				m.parameters[words[0]] = maxScripts
			}
			if i > 0 && strings.ContainsAny(target, `="'*+`) {
				continue // a parameter of a just recipe
			}
			if m.firstTarget == "" {
				m.firstTarget = target
			}
			current = append(current, target)
			m.prerequisites[target] = append(m.prerequisites[target], strings.Fields(strings.TrimLeft(needs, ":"))...)
			if inline != "" {
				m.recipes[target] = append(m.recipes[target], inline)
			}
		}
	}
	return m
}

var (
	// makeDefaults are variables that make itself sets.
	makeDefaults = map[string]string{"CC": "cc", "CXX": "c++", "AR": "ar", "LD": "ld", "RM": "rm -f"}
	// unknownVariable matches one that the Makefile does not set. To a shell it would be a command.
	unknownVariable = text.LazyRegexp{Expr: `\$\(([A-Z_][A-Z0-9_]*)\)`}
	// ruleVariables are make's own in recipes; "$$" is a "$" for the shell.
	ruleVariables = strings.NewReplacer("$$", "$", "$(MAKE)", "make", "$<", "$in", "$(@D)", "$out", "$(<D)", "$in")
)

// assignment splits "NAME = value", also with ":=", "?=" and "+=".
func assignment(line string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(line, "=")
	name = strings.TrimSpace(strings.TrimRight(name, ":?+! "))
	name = strings.TrimPrefix(name, "export ")
	return name, strings.TrimSpace(value), ok && name != "" && !strings.ContainsAny(name, " :\t$")
}

// recipeLines returns the recipe lines of a target, after those of its prerequisites, without targets that are already
// in done.
func (m makefile) recipeLines(target string, done map[string]bool) (list []string) {
	if done[target] || len(done) > maxScripts {
		return nil
	}
	done[target] = true
	for _, need := range m.prerequisites[target] {
		list = append(list, m.recipeLines(need, done)...)
	}
	for _, line := range m.recipes[target] {
		ignored := strings.Contains(line[:len(line)-len(strings.TrimLeft(line, "@-+"))], "-")
		line = m.expand(strings.TrimLeft(line, "@-+"))
		if ignored {
			line = "{ " + line + "; } || true"
		}
		list = append(list, line)
	}
	return list
}

// expand replaces make's variables with their values.
func (m makefile) expand(line string) string {
	for range maxNested {
		before := line
		for name, value := range m.vars {
			if len(line) > MaxLine {
				return line
			}
			line = strings.ReplaceAll(strings.ReplaceAll(line, "$("+name+")", value), "${"+name+"}", value)
		}
		if line == before {
			break
		}
	}
	line = ruleVariables.Replace(line)
	if strings.Contains(line, "$(") {
		line = unknownVariable.Get().ReplaceAllString(line, "$$$1")
	}
	return line
}

// walkJustfile walks the recipes of a justfile, which has much the same form as a Makefile.
func (s *walker) walkJustfile(c Command, names ...string) {
	targets := Operands(c.Args)
	for _, name := range names {
		text, ok := s.project.read(c.Dir, name)
		if !ok {
			continue
		}
		m := readMakefile(text)
		if len(targets) == 0 {
			targets = []string{m.firstTarget}
		}
		from := len(s.line.Commands)
		done := map[string]bool{}
		for i := 0; i < len(targets); { // "just lint test" runs two recipes if the first has no parameter
			own, known := m.parameters[targets[i]]
			if i > 0 && !known {
				break
			}
			s.walkRecipe(c, targets[i], m.recipeLines(targets[i], done))
			i += 1 + own
		}
		s.markAsScript(from, c.Dir, nil)
		return
	}
	c.KindsByName = KindsOfName(strings.Join(targets, " "))
	s.addPlain(c)
}
