package shell

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"ccc/internal/text"
)

// Files returns the text of a project's file by its name relative to the project's folder; ok is false if there is
// none.
type Files func(name string) (text string, ok bool)

// read returns the text of a file in the folder dir, or otherwise in the project's folder.
func (p Files) read(dir, name string) (string, bool) {
	full := Join(dir, name)
	if p == nil || full == "" || path.IsAbs(full) || strings.HasPrefix(full, "..") || strings.ContainsAny(full[:1],
		"~$") {
		return "", false
	}
	return p(full)
}

// followCommand adds what a command starts: the command in a wrapper, or the commands of a script of the project. It
// reports whether it added anything.
func (s *walker) followCommand(c Command) bool {
	c.Args = unwrap(c.Args)
	if s.depth > maxNested {
		return false
	}
	name := ProgramName(c.Args[0])
	from := len(s.line.Commands)
	switch {
	case IsShell(name):
		if !s.walkShellScript(&c) {
			return false
		}
	case name == "make" || name == "gmake":
		s.walkMakefile(c)
	case name == "npm" || name == "pnpm" || name == "yarn" || name == "bun" || name == "composer":
		if !s.walkPackageScript(c) {
			return false
		}
	case name == "ssh":
		s.readRemote(&c)
		s.line.Commands = append(s.line.Commands, c)
	case name == "just":
		s.walkJustfile(c, "justfile", "Justfile", ".justfile")
	case name == "task" || name == "go-task":
		s.walkTaskfile(c)
	case s.isScriptOfProject(c):
		text, ok := s.project.read(c.Dir, c.Args[0])
		if !ok || !s.walkSubshell(text, c.Dir) || !s.hasKnownTool(from) {
			c.KindsByName = KindsOfName(strings.TrimSuffix(name, ".sh"))
			if ok && s.isIdleScript(text) {
				c.KindsByName, c.DoesNothing = 0, true
			}
			s.line.Commands = append(s.line.Commands[:from], c)
		} else {
			s.addDelivery(c, name, from)
		}
	case s.markPrinter(&c):
		s.line.Commands = append(s.line.Commands, c)
	default:
		if c.Args[0] != "" && IsTool(name) {
			return s.addPlain(c)
		}
		return false
	}
	if c.Trust != Sure {
		s.hideStatus(s.trustedFrom(from), c.Trust, c.HiddenBy)
	}
	return true
}

// isScriptOfProject reports whether a command is a shell script of the project: one whose name ends in ".sh", or one
// that can be read, such as bin/check.
func (s *walker) isScriptOfProject(c Command) bool {
	file := c.Args[0]
	if !strings.Contains(file, "/") || strings.HasSuffix(file, ".sh") {
		return strings.Contains(file, "/")
	}
	if path.Ext(file) != "" || IsTool(file) && !isProjectTest(file) {
		return false
	}
	text, ok := s.project.read(c.Dir, file)
	return ok && isShellScript(file, text)
}

// isProjectTest reports whether a word is a program "test" of the project, such as bin/test, and not the shell's own.
func isProjectTest(word string) bool {
	return path.Base(word) == "test" && strings.Contains(word, "/") && !path.IsAbs(word)
}

// markPrinter marks a command that runs a file of the project which only prints: a program for an interpreter, or one
// with a tool's name, "./pytest". It reports whether the command must not be followed any further.
func (s *walker) markPrinter(c *Command) bool {
	file := c.Args[0]
	if InterpretedLanguage(ProgramName(file)) != "" {
		words := Operands(c.Args)
		if len(words) == 0 || InlineCode(c.Args) != "" {
			return false
		}
		file = words[0]
	} else if !strings.Contains(file, "/") {
		return false
	}
	text, ok := s.project.read(c.Dir, file)
	if ok {
		body := text
		if strings.HasPrefix(text, "#!") {
			_, body, _ = strings.Cut(text, "\n")
		}
		c.DoesNothing = isPrinter(body) || isShellScript(file, text) && s.isIdleScript(text)
	} else if IsTool(file) && path.Dir(path.Clean(file)) == "." && !IsWrapperScript(path.Base(file)) {
		c.isProjectFile = true
		return true
	}
	return c.DoesNothing
}

// isShellScript reports whether a file is a shell script, by its first line or its name.
func isShellScript(name, text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	return strings.HasPrefix(first, "#!") && strings.HasSuffix(first, "sh") || path.Ext(name) == ".sh"
}

// addPlain adds a command without following what it starts. It returns true for its callers.
func (s *walker) addPlain(c Command) bool {
	c.Changes = append(c.Changes, changes(c.Args, c.Dir)...)
	s.line.Commands = append(s.line.Commands, c)
	return true
}

// hasKnownTool reports whether one of the commands, beginning with from, is a tool that proves something.
func (s *walker) hasKnownTool(from int) bool {
	return slices.ContainsFunc(s.line.Commands[from:], func(c Command) bool {
		return Proves(c)&^(Inspect|Execute) != 0
	})
}

// addDelivery adds the command that started a script if the script's name says that it deploys, and none of its own
// commands, beginning with from, is known to do so.
func (s *walker) addDelivery(c Command, script string, from int) {
	if KindsOfName(strings.TrimSuffix(script, ".sh"))&Deploy != 0 &&
		!slices.ContainsFunc(s.line.Commands[from:], func(c Command) bool {
			return (Proves(c)|PossiblyProves(c))&Deploy != 0
		}) {
		c.KindsByName = Deploy
		s.line.Commands = append(s.line.Commands, c)
	}
}

// readRemote reads "ssh HOST COMMAND". The command may prove a deployment, and perhaps also something about the
// project.
func (s *walker) readRemote(c *Command) {
	rest := afterFlags(c.Args[1:], wrapper{" -p -i -l -o -J -F ", 0})
	rest = rest[min(1, len(rest)):] // drop the host
	for _, inner := range ReadLine(strings.Join(rest, " "), "", nil).Commands {
		c.KindsByName |= Proves(inner) & (Deploy | Execute)
		c.MayProve |= Proves(inner) &^ (Commit | Push) // the host may have a copy of the project
	}
}

// walkShellScript walks "sh -c TEXT" and "sh FILE". It reports whether the command is one of these.
func (s *walker) walkShellScript(c *Command) bool {
	set, value := "", false
	for i, a := range c.Args[1:] {
		flags := strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--")
		switch {
		case value: // the value of "-o"
			set, value = set+" "+a, false
		case flags && strings.HasSuffix(a, "c") && i+2 < len(c.Args):
			if strings.Contains(a, "e") {
				set += " -e"
			}
			if set != "" {
				set = "set" + set + "\n"
			}
			s.walkSubshell(set+c.Args[i+2], c.Dir)
			return true
		case flags && (strings.HasSuffix(a, "o") || strings.Contains(a, "e")):
			set, value = set+" "+a, strings.HasSuffix(a, "o")
		case strings.HasPrefix(a, "-") || strings.HasPrefix(a, "+"):
		default:
			from := len(s.line.Commands)
			text, ok := s.project.read(c.Dir, a)
			if ok && s.walkSubshell(text, c.Dir) && s.hasKnownTool(from) {
				s.markAsScript(from, c.Dir, nil)
				s.addDelivery(*c, path.Base(a), from)
				return true
			}
			if c.KindsByName = KindsOfName(strings.TrimSuffix(path.Base(a), ".sh")); ok && s.isIdleScript(text) {
				c.KindsByName, c.DoesNothing = 0, true
			}
			s.line.Commands = append(s.line.Commands[:from], *c)
			return true
		}
	}
	return false
}

// walkPackageScript walks "npm test", "yarn build", "pnpm run lint". It reports whether the command is one of these.
func (s *walker) walkPackageScript(c Command) bool {
	name := ProgramName(c.Args[0])
	words := Operands(c.Args)
	script, ran, ok := scriptName(name, words)
	if !ok {
		return false
	}
	// yarn workspaces foreach run SCRIPT
	if i := slices.Index(words, "run"); words[0] == "workspaces" && i > 0 && i+1 < len(words) {
		c.KindsByName, c.IsTask = KindsOfName(words[i+1]), true
		return s.addPlain(c)
	}
	lines, read := s.packageScripts(c)
	line, has := lines[script]
	// "yarn eslint": a program of node_modules.
	ofModules := !has && !ran && (name == "yarn" || name == "pnpm") && (read || IsTool(script)) && script != "test" &&
		script != "build"
	switch {
	case ofModules && !slices.Contains(c.Args, "-r") && !slices.Contains(c.Args, "--recursive"):
		return s.followCommand(Command{Args: append([]string{script}, argsAfter(c.Args, script)...), Dir: c.Dir,
			Trust: c.Trust, HiddenBy: c.HiddenBy, Parts: c.Parts})
	case !has && name == "composer":
		return s.addPlain(c)
	case !has:
		c.KindsByName, c.IsTask = KindsOfName(script), true
		return s.addPlain(c)
	}
	key := c.Dir + ":" + script
	if slices.Contains(s.callers, key) { // it calls itself for ever
		c.DoesNothing = true
		return s.addPlain(c)
	}
	s.callers = append(slices.Clone(s.callers), key)
	defer func() { s.callers = s.callers[:len(s.callers)-1] }()
	rest := argsAfter(c.Args, script)
	from := len(s.line.Commands)
	s.walkRecipe(c, script, []string{line + " " + strings.Join(quoteAll(rest), " ")})
	s.markAsScript(from, c.Dir, rest)
	return true
}

// scriptName returns the package.json script that a package manager runs, and whether the words contain "run"; ok is
// false for one of the manager's own commands.
func scriptName(manager string, words []string) (script string, ran, ok bool) {
	if len(words) == 0 {
		return "", false, false
	}
	switch script = words[0]; script {
	case "run", "run-script":
		if len(words) < 2 {
			return "", false, false
		}
		return words[1], true, true
	case "t", "tst":
		script = "test"
	}
	switch {
	case manager == "bun", manager == "npm" && script != "test" && script != "start":
		return "", false, false
	case slices.Contains(packageCommands, script) && !slices.Contains(words, "run"):
		return "", false, false
	}
	return script, false, true
}

// packageScripts returns the scripts of the package.json that a command uses, by name; ok is false if it cannot be
// read, or if the command uses those of several parts of the project.
func (s *walker) packageScripts(c Command) (scripts map[string]string, ok bool) {
	everywhere := slices.ContainsFunc(c.Args, func(a string) bool {
		return a == "-r" || a == "--recursive" || a == "--workspaces" || a == "-ws"
	})
	manifest, ok := s.project.read(c.Dir, "package.json")
	if ProgramName(c.Args[0]) == "composer" {
		return s.composerScripts(c.Dir)
	}
	if !ok || everywhere || len(c.Parts) > 0 {
		return nil, false
	}
	var parsed struct {
		Scripts map[string]string `json:"scripts"`
	}
	if json.Unmarshal([]byte(manifest), &parsed) != nil {
		return nil, false
	}
	return parsed.Scripts, true
}

// composerScripts returns the scripts of a composer.json by name, each as one line.
func (s *walker) composerScripts(dir string) (scripts map[string]string, ok bool) {
	var parsed struct {
		Scripts map[string]any `json:"scripts"`
	}
	manifest, _ := s.project.read(dir, "composer.json")
	if json.Unmarshal([]byte(manifest), &parsed) != nil {
		return nil, false
	}
	scripts = map[string]string{}
	for name, value := range parsed.Scripts {
		lines, isList := value.([]any)
		if !isList {
			lines = []any{value}
		}
		for _, line := range lines {
			text, _ := line.(string)
			if text = strings.TrimPrefix(text, "@"); parsed.Scripts[text] != nil { // "@lint"; "@php artisan" is PHP
				text = "composer " + text
			}
			scripts[name] += " && " + text
		}
		scripts[name] = strings.TrimPrefix(scripts[name], " && ")
	}
	return scripts, true
}

// markAsScript marks commands as run by a script of the project, unless the caller's arguments narrow what it does.
func (s *walker) markAsScript(from int, dir string, args []string) {
	if slices.ContainsFunc(args, func(a string) bool {
		return !strings.HasPrefix(a,
			"--cov") && a != "--silent" && a != "--run"
	}) {
		return
	}
	for i := from; i < len(s.line.Commands); i++ {
		s.line.Commands[i].FromScript, s.line.Commands[i].Dir = true, dir
	}
}

// packageCommands are the commands of yarn and pnpm that run no script.
var packageCommands = []string{
	"install", "add", "remove", "why", "list", "publish", "init", "up", "update", "upgrade", "audit", "info", "config",
	"cache", "workspaces", "link", "outdated", "store", "pack", "create", "i",
}

// argsAfter returns the arguments after the script's name, which the script gets.
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

// walkRecipe walks the lines of a script or a recipe of the project, each in a separate shell. If none of them is a
// known tool, the script's name says what it does, unless it does nothing.
func (s *walker) walkRecipe(c Command, name string, lines []string) {
	from := len(s.line.Commands)
	for _, line := range lines {
		s.walkSubshell(line, c.Dir)
	}
	if s.hasKnownTool(from) {
		if KindsOfName(name)&Lint != 0 { // the project calls its type checker the linter
			for i := range s.line.Commands[from:] {
				if c := &s.line.Commands[from+i]; Proves(*c)&Types != 0 {
					c.MayProve |= Lint
				}
			}
		}
		return
	}
	writes := []Change(nil)
	inners := s.line.Commands[from:]
	idle := len(inners) > 0 && !slices.ContainsFunc(inners, func(c Command) bool {
		return !c.DoesNothing && !isPrintCommand(c)
	})
	for _, inner := range inners {
		writes = append(writes, inner.Changes...)
		if inner.Trust != Sure && c.Trust == Sure { // "-./run_tests" in a makefile
			c.Trust, c.HiddenBy = inner.Trust, inner.HiddenBy
		}
	}
	s.line.Commands = s.line.Commands[:from]
	if c.KindsByName, c.IsTask = KindsOfName(name), true; idle || s.isIdleScript(strings.Join(lines, "\n")) {
		c.KindsByName, c.DoesNothing = 0, true
	}
	c.Changes = writes
	s.line.Commands = append(s.line.Commands, c)
}

// isIdleScript reports whether a script only prints: "echo ok", "true", "exit 0".
func (s *walker) isIdleScript(text string) bool {
	if !s.mayParse(text) {
		return false
	}
	line := ReadLine(text, "", nil)
	return !line.Unparsed && len(line.Commands) > 0 &&
		!slices.ContainsFunc(line.Commands, func(c Command) bool { return !isPrintCommand(c) })
}

// isPrintCommand reports whether a command only prints its arguments or a file.
func isPrintCommand(c Command) bool {
	if isTrivial(c.Args) {
		return true
	}
	switch ProgramName(c.Args[0]) {
	case "cat", "head", "tail", "tac", "nl", "seq", "tput", "tee", "figlet", "column", "set", "shopt", "trap":
		return true
	}
	code := InlineCode(c.Args)
	return code != "" && isPrinter(code) || ReadsProgramFromStdin(c.Args) && isPrinter(c.Stdin)
}

// KindsOfName guesses from its name what a script does, for a project that does not say what the script runs.
func KindsOfName(name string) (k Kinds) {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune(":-_./ ", r) })
	for i, word := range words {
		switch word {
		case "test", "tests", "spec", "e2e", "unit", "coverage", "integration", "regress", "regression", "smoke",
			"acceptance":
			k |= Tests
		case "build", "compile", "bundle", "dist":
			k |= Build
		case "lint", "eslint", "format", "fmt", "style", "stylelint", "prettier":
			k |= Lint
		case "typecheck", "tsc", "types", "typing", "mypy":
			k |= Types
		case "type":
			if i+1 < len(words) && strings.HasPrefix(words[i+1], "check") {
				k |= Types
			}
		case "check", "ci", "verify", "validate", "all", "precommit":
			if len(words) == 1 {
				k |= Tests | Lint | Types | Build
			}
		case "deploy", "release", "publish", "ship", "upload":
			k |= Deploy
		case "start", "dev", "serve", "run", "demo", "migrate", "seed":
			k |= Execute
		case "watch", "install", "clean", "list", "fix":
			return k &^ (Tests | Build | Lint | Types)
		}
	}
	return k
}

// printerLines match the lines of a program in Python, JavaScript or Ruby that only prints.
var printerLines = text.LazyRegexp{Expr: `^\s*(?:(?:print|console\.log|puts|sys\.stdout\.write|` +
	`process\.stdout\.write|` +
	`time\.sleep|sys\.exit|process\.exit|exit)\b[^;]*;?|` +
	`import (?:sys|time)(?:, ?(?:sys|time))*|` +
	`#.*|//.*|['"]use strict['"];?|)\s*$`}

// isPrinter reports whether a program only prints.
func isPrinter(text string) bool {
	if strings.TrimSpace(text) == "" || len(text) > maxPrinter {
		return false
	}
	for line := range strings.Lines(text) {
		if !printerLines.Get().MatchString(strings.TrimRight(line, "\n")) {
			return false
		}
	}
	return true
}
