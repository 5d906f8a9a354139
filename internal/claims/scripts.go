package claims

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"ccc/internal/text"
)

// files are the project's files, as one session sees them.
type files func(name string) (text string, ok bool)

// read returns the text of a file in the folder dir, or else in the project's folder.
func (p files) read(dir, name string) (string, bool) {
	full := join(dir, name)
	if p == nil || full == "" || path.IsAbs(full) || strings.HasPrefix(full, "..") || strings.ContainsAny(full[:1],
		"~$") {
		return "", false
	}
	return p(full)
}

// start adds what a command starts: the command after a wrapper, or what a script of the project runs. It reports
// whether it did.
func (s *shell) start(c command) bool {
	c.args = unwrap(c.args)
	if s.depth > maxNested {
		return false
	}
	name := programName(c.args[0])
	from := len(s.line.commands)
	switch {
	case isShell(name):
		if !s.shellScript(&c) {
			return false
		}
	case name == "make" || name == "gmake":
		s.makeTargets(c)
	case name == "npm" || name == "pnpm" || name == "yarn" || name == "bun":
		if !s.packageScript(c) {
			return false
		}
	case name == "ssh":
		s.remote(&c)
		s.line.commands = append(s.line.commands, c)
	case name == "just":
		s.recipes(c, "justfile", "Justfile", ".justfile")
	case name == "task" || name == "go-task":
		s.tasks(c)
	case strings.Contains(c.args[0], "/") && strings.HasSuffix(name, ".sh"):
		text, ok := s.project.read(c.dir, c.args[0])
		if !ok || !s.child(text, c.dir) || !s.anyKnown(from) {
			c.named = kindsOfName(strings.TrimSuffix(name, ".sh"))
			if ok && s.idle(text) {
				c.named, c.idle = 0, true
			}
			s.line.commands = append(s.line.commands[:from], c)
		}
	case s.printsOnly(&c):
		s.line.commands = append(s.line.commands, c)
	default:
		if c.args[0] != "" && isTool(name) {
			return s.again(c)
		}
		return false
	}
	if c.trust != sure {
		s.demote(s.span(from), c.trust, c.by)
	}
	return true
}

// printsOnly marks a command that runs a file of the project which does nothing but print: a program for an interpreter,
// or one with a tool's name, "./pytest".
func (s *shell) printsOnly(c *command) bool {
	file := c.args[0]
	if interpretedLanguage(programName(file)) != "" {
		words := operands(c.args)
		if len(words) == 0 || inlineCode(c.args) != "" {
			return false
		}
		file = words[0]
	} else if !strings.Contains(file, "/") {
		return false
	}
	text, ok := s.project.read(c.dir, file)
	if ok {
		body := text
		if strings.HasPrefix(text, "#!") {
			_, body, _ = strings.Cut(text, "\n")
		}
		c.idle = printsOnly(body) || isShellScript(file, text) && s.idle(text)
	} else if isTool(file) && path.Dir(path.Clean(file)) == "." && !scriptName(path.Base(file)) {
		c.own = true
		return true
	}
	return c.idle
}

// isShellScript reports whether a file is a script of a shell.
func isShellScript(name, text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	return strings.HasPrefix(first, "#!") && strings.HasSuffix(first, "sh") || path.Ext(name) == ".sh"
}

// again adds a command as it is, without looking at what it starts.
func (s *shell) again(c command) bool {
	c.write = append(c.write, changes(c.args, c.dir)...)
	s.line.commands = append(s.line.commands, c)
	return true
}

// anyKnown reports whether one of the commands from on is a tool that proves something.
func (s *shell) anyKnown(from int) bool {
	return slices.ContainsFunc(s.line.commands[from:], func(c command) bool {
		return proves(c)&^(inspect|execute) != 0
	})
}

// remote is "ssh HOST COMMAND". What runs elsewhere says nothing of the project here, unless it deploys.
func (s *shell) remote(c *command) {
	rest := afterFlags(c.args[1:], wrapper{" -p -i -l -o -J -F ", 1})
	for _, inner := range readLine(strings.Join(rest, " "), "", nil).commands {
		c.named |= proves(inner) & (deploy | execute)
		c.guess |= proves(inner) &^ (commit | push) // the project may be there, too
	}
}

// shellScript is "sh -c TEXT" or "sh FILE".
func (s *shell) shellScript(c *command) bool {
	set, value := "", false
	for i, a := range c.args[1:] {
		flags := strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--")
		switch {
		case value: // of "-o"
			set, value = set+" "+a, false
		case flags && strings.HasSuffix(a, "c") && i+2 < len(c.args):
			if strings.Contains(a, "e") {
				set += " -e"
			}
			if set != "" {
				set = "set" + set + "\n"
			}
			s.child(set+c.args[i+2], c.dir)
			return true
		case flags && (strings.HasSuffix(a, "o") || strings.Contains(a, "e")):
			set, value = set+" "+a, strings.HasSuffix(a, "o")
		case strings.HasPrefix(a, "-") || strings.HasPrefix(a, "+"):
		default:
			from := len(s.line.commands)
			text, ok := s.project.read(c.dir, a)
			if ok && s.child(text, c.dir) && s.anyKnown(from) {
				s.asScript(from, c.dir, nil)
				return true
			}
			if c.named = kindsOfName(strings.TrimSuffix(path.Base(a), ".sh")); ok && s.idle(text) {
				c.named, c.idle = 0, true
			}
			s.line.commands = append(s.line.commands[:from], *c)
			return true
		}
	}
	return false
}

// packageScript is "npm test", "yarn build", "pnpm run lint". It reports whether the command is one.
func (s *shell) packageScript(c command) bool {
	name := programName(c.args[0])
	words := operands(c.args)
	if len(words) == 0 {
		return false
	}
	script, ran := words[0], false
	switch script {
	case "run", "run-script":
		if len(words) < 2 {
			return false
		}
		script, ran = words[1], true
	case "t", "tst":
		script = "test"
	}
	if !ran {
		switch {
		case name == "bun", name == "npm" && script != "test" && script != "start":
			return false
		case slices.Contains(packageCommands, script) && !slices.Contains(words, "run"):
			return false
		}
	}
	if i := slices.Index(words, "run"); words[0] == "workspaces" && i > 0 && i+1 < len(words) { // of yarn
		c.named, c.task = kindsOfName(words[i+1]), true
		return s.again(c)
	}
	everywhere := slices.ContainsFunc(c.args, func(a string) bool {
		return a == "-r" || a == "--recursive" || a == "--workspaces" || a == "-ws"
	})
	manifest, ok := s.project.read(c.dir, "package.json")
	ok = ok && !everywhere && len(c.parts) == 0 // else the manifests of parts count
	var parsed struct {
		Scripts map[string]string `json:"scripts"`
	}
	if ok {
		ok = json.Unmarshal([]byte(manifest), &parsed) == nil
	}
	line, has := parsed.Scripts[script]
	switch {
	case !has && !ran && (name == "yarn" || name == "pnpm") && (ok || isTool(script)) &&
		script != "test" && !slices.Contains(c.args, "-r") && !slices.Contains(c.args, "--recursive"): // a program of node_modules
		return s.start(command{args: append([]string{script}, argsAfter(c.args, script)...), dir: c.dir,
			trust: c.trust, by: c.by, parts: c.parts})
	case !ok || !has:
		c.named, c.task = kindsOfName(script), true
		return s.again(c)
	}
	key := c.dir + ":" + script
	if slices.Contains(s.running, key) { // it calls itself, and never comes to anything
		c.idle = true
		return s.again(c)
	}
	s.running = append(slices.Clone(s.running), key)
	defer func() { s.running = s.running[:len(s.running)-1] }()
	rest := argsAfter(c.args, script)
	from := len(s.line.commands)
	s.nested(c, script, []string{line + " " + strings.Join(quoteAll(rest), " ")})
	s.asScript(from, c.dir, rest)
	return true
}

// asScript marks commands as run by a script of the project. The caller's flags are not part of the script.
func (s *shell) asScript(from int, dir string, args []string) {
	if slices.ContainsFunc(args, func(a string) bool {
		return !strings.HasPrefix(a,
			"--cov") && a != "--silent" && a != "--run"
	}) {
		return
	}
	for i := from; i < len(s.line.commands); i++ {
		s.line.commands[i].script, s.line.commands[i].dir = true, dir
	}
}

// packageCommands are what yarn and pnpm do themselves.
var packageCommands = []string{
	"install", "add", "remove", "why", "list", "publish", "init", "up", "update", "upgrade", "audit", "info", "config",
	"cache", "workspaces", "link", "outdated", "store", "pack", "create", "i",
}

// argsAfter are the arguments that a script gets.
func argsAfter(args []string, script string) []string {
	i := slices.Index(args, script)
	rest := args[i+1:]
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	return rest
}

func quoteAll(args []string) []string {
	list := make([]string, len(args))
	for i, a := range args {
		list[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
	}
	return list
}

// nested walks the lines of a project's script, each in a separate shell. If none of them is a known tool, the script's
// name tells what it does, unless it does nothing.
func (s *shell) nested(c command, name string, lines []string) {
	from := len(s.line.commands)
	for _, line := range lines {
		s.child(line, c.dir)
	}
	if s.anyKnown(from) {
		if kindsOfName(name)&lint != 0 { // the project calls its type checker the linter
			for i := range s.line.commands[from:] {
				if c := &s.line.commands[from+i]; proves(*c)&types != 0 {
					c.guess |= lint
				}
			}
		}
		return
	}
	writes := []change(nil)
	inners := s.line.commands[from:]
	idle := len(inners) > 0 && !slices.ContainsFunc(inners, func(c command) bool {
		return !c.idle && !prints(c)
	})
	for _, inner := range inners {
		writes = append(writes, inner.write...)
		if inner.trust != sure && c.trust == sure { // "-./run_tests" in a makefile
			c.trust, c.by = inner.trust, inner.by
		}
	}
	s.line.commands = s.line.commands[:from]
	if c.named, c.task = kindsOfName(name), true; idle || s.idle(strings.Join(lines, "\n")) {
		c.named, c.idle = 0, true
	}
	c.write = writes
	s.line.commands = append(s.line.commands, c)
}

// idle reports whether a script does nothing but print: "echo ok", "true", "exit 0".
func (s *shell) idle(text string) bool {
	if !s.mayParse(text) {
		return false
	}
	line := readLine(text, "", nil)
	return !line.unread && len(line.commands) > 0 &&
		!slices.ContainsFunc(line.commands, func(c command) bool { return !prints(c) })
}

// prints reports whether a command only prints what it is told, or what a file has.
func prints(c command) bool {
	if isTrivial(c.args) {
		return true
	}
	switch programName(c.args[0]) {
	case "cat", "head", "tail", "tac", "nl", "seq", "tput", "tee", "figlet", "column", "set", "shopt", "trap":
		return true
	}
	code := inlineCode(c.args)
	return code != "" && printsOnly(code) || readsProgram(c.args) && printsOnly(c.stdin)
}

// kindsOfName returns what a script does, judged by its name. It is only used if the project does not say what the
// script runs.
func kindsOfName(name string) (k kinds) {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune(":-_./ ", r) })
	for i, word := range words {
		switch word {
		case "test", "tests", "spec", "e2e", "unit", "coverage", "integration", "regress", "regression", "smoke",
			"acceptance":
			k |= tests
		case "build", "compile", "bundle", "dist":
			k |= build
		case "lint", "eslint", "format", "fmt", "style", "stylelint", "prettier":
			k |= lint
		case "typecheck", "tsc", "types", "typing", "mypy":
			k |= types
		case "type":
			if i+1 < len(words) && strings.HasPrefix(words[i+1], "check") {
				k |= types
			}
		case "check", "ci", "verify", "validate", "all", "precommit":
			if len(words) == 1 {
				k |= tests | lint | types | build
			}
		case "deploy", "release", "publish", "ship", "upload":
			k |= deploy
		case "start", "dev", "serve", "run", "demo", "migrate", "seed":
			k |= execute
		case "watch", "install", "clean", "list", "fix":
			return k &^ (tests | build | lint | types)
		}
	}
	return k
}

// onlyPrints matches the lines of a program in Python, JavaScript or Ruby that does nothing but print.
var onlyPrints = text.LazyRegexp{Expr: `^\s*(?:(?:print|console\.log|puts|sys\.stdout\.write|process\.stdout\.write|` +
	`time\.sleep|` +
	`sys\.exit|process\.exit|exit)\b[^;]*;?|import (?:sys|time)(?:, ?(?:sys|time))*|#.*|//.*|['"]use strict['"];?|` +
	`)\s*$`}

// printsOnly reports whether a program does nothing but print.
func printsOnly(text string) bool {
	if strings.TrimSpace(text) == "" || len(text) > maxPrinter {
		return false
	}
	for line := range strings.Lines(text) {
		if !onlyPrints.Get().MatchString(strings.TrimRight(line, "\n")) {
			return false
		}
	}
	return true
}
