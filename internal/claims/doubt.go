package claims

import (
	"slices"
	"strings"
	"unicode"

	"ccc/streamjson"
)

// A claim is held only where it is known that no step shows it. A program that is in none of the tables may have shown
// it, and so may a tool of an MCP server: whether it did, cannot be told, and nothing is held.

// anyCheck is what a program that nobody knows may prove.
const anyCheck = tests | build | lint | types | execute | deploy

// anyTool is what a tool of an MCP server may prove: it may also do what git does.
const anyTool = anyCheck | commit | push

// harmless are programs that prove nothing of a project, whatever their arguments are.
var harmless = lazy[map[string]bool]{make: func() map[string]bool {
	set := map[string]bool{}
	for name := range strings.FieldsSeq(`echo printf export true false : source . date sleep pwd exit return
		unset clear cd pushd popd cat head tail less more ed red ex vim vi nvim nano ls ll tree grep egrep fgrep rg ag ack find fd wc sort uniq
		cut tr awk gawk sed gsed jq yq xq diff cmp comm stat file du df which type whereis whoami id uname hostname
		env printenv set shopt history tee touch mkdir rm rmdir mv cp ln install chmod chown chgrp umask kill pkill
		killall ps pgrep top htop lsof ss netstat ping nc dig nslookup host tar zip unzip gzip gunzip zcat xz curl
		wget http git hg svn jj gh glab pip pip3 apt apt-get dpkg brew yum apk dnf pacman open code xdg-open tmux
		screen man tldr test [ [[ read wait jobs fg bg disown trap xargs basename dirname realpath readlink seq yes
		base64 md5sum sha1sum sha256sum shasum xxd od hexdump strings column paste nl rev tac fold split expr bc let
		local declare readonly alias unalias eval exec time timeout nohup nice sudo su ssh scp rsync psql mysql
		bat batcat ccat mdcat glow pygmentize highlight lolcat figlet toilet cowsay gum dialog whiptail zenity logger wall write
		notify-send say eza exa lsd delta difft nproc arch lscpu lsblk lspci lsusb getconf tput locale cal ncal factor shuf sync
		sha512sum sha224sum sha384sum b2sum cksum md5 sum sw_vers tokei cloc scc dasel sponge busybox
		ctags git-lfs hub pv tty stty groups last who w users vmstat iostat
		command builtin test stdbuf
		redis-cli sqlite3 mongosh docker podman nerdctl docker-compose kubectl oc helm terraform tofu aws gcloud az
		nvm fnm rustup pyenv rbenv asdf mise conda direnv virtualenv venv patch dd truncate mktemp free uptime
		crontab systemctl journalctl service npm pnpm yarn bun corepack bundle gem make gmake just task go-task`) {
		set[name] = true
	}
	return set
}}

// guessOf returns what the words of a command say that it does, if its program or its subcommand is in no table: "lein
// test", "cargo xtask lint".
func guessOf(args []string) (k kinds) {
	name := programName(args[0])
	if harmless.get()[name] || inlineCode(args) != "" {
		return 0
	}
	words := []string{name}
	for i, word := range operands(args) {
		if strings.ContainsAny(word, "./$*") || i == 2 || i == 1 && isTool(name) && !startsTask(words[1]) {
			break
		}
		words = append(words, strings.TrimPrefix(word, "+"))
	}
	for i, word := range words {
		one := kindsOfName(word)
		if isTool(name) && (i == 0 || one == anyCheck&^(execute|deploy)) { // "go mod verify"
			one = 0
		}
		k |= one &^ execute
	}
	return k
}

// taskRunners are tools whose tasks a project defines.
var taskRunners = lazy[map[string]bool]{make: func() map[string]bool {
	set := map[string]bool{}
	for name := range strings.FieldsSeq("mix rake cargo composer hatch pdm rye gradle gradlew sbt nx turbo deno") {
		set[name] = true
	}
	return set
}}

// housekeeping reports whether a task runner only looks after dependencies, or shows something.
func housekeeping(args []string) bool {
	words := operands(args)
	const tasks = " install deps.get deps add remove update upgrade tree metadata doc fetch init new generate list " +
		"help version clean tasks lock sync info show search outdated require dump-autoload dependencies projects format fmt login env "
	return len(words) > 0 && strings.Contains(tasks, " "+words[0]+" ")
}

// startsTask reports whether the word after a subcommand is the name of a task.
func startsTask(word string) bool {
	return word == "run" || word == "xtask" || word == "make" || word == "exec"
}

// weakGuess returns what a command may prove of which not even a word says it.
func weakGuess(c command) kinds {
	args, name := c.args, programName(c.args[0])
	switch {
	case c.idle || c.named != 0:
		return 0
	case c.task, c.own:
		return anyCheck
	}
	if c.script && strings.Contains(args[0], "/") && !isTool(name) { // a target of the project runs its own program
		return anyCheck
	}
	if taskRunners.get()[name] {
		if _, known := toolOf(args); !known && guessOf(args) == 0 && !runsNothing(args) && !housekeeping(args) {
			return anyCheck
		}
	}
	if strings.Contains(name, ".") && len(args) > 1 && asksHelp(args, execute) { // python -m app.cli --help
		return execute
	}
	if harmless.get()[name] || isTool(name) || strings.Contains(args[0], "/") || isShell(name) ||
		strings.HasPrefix(name, "$") || runsNothing(args) || guessOf(args) != 0 {
		return 0
	}
	return anyCheck
}

// isOpen reports whether the output of a command may say what it does. An interpreter that gets its program as an
// argument prints what it was told to.
func isOpen(args []string, k kinds) bool {
	_, known := toolOf(args)
	if startsContainer(args) {
		return true
	}
	return (!known || k&^execute == 0) && !harmless.get()[programName(args[0])] && inlineCode(args) == "" &&
		!readsProgram(args)
}

// startsContainer reports whether a command runs what an image or a Dockerfile says, which may be the tests.
func startsContainer(args []string) bool {
	words := operands(args)
	switch programName(args[0]) {
	case "docker", "podman", "nerdctl":
		return beginsWith(words, "run") || beginsWith(words, "build") || beginsWith(words, "buildx") ||
			beginsWith(words, "compose") && (slices.Contains(words, "up") || slices.Contains(words, "run") || slices.Contains(words, "build"))
	case "docker-compose":
		return slices.Contains(words, "up") || slices.Contains(words, "run") || slices.Contains(words, "build")
	}
	return false
}

// readsProgram reports whether an interpreter gets its program at its standard input: python - <<EOF.
func readsProgram(args []string) bool {
	words := operands(args)
	name := programName(args[0])
	return (interpreted.get()[name] != "" && name != "bun" || name == "deno" && len(words) > 0 && words[0] == "eval") &&
		(len(words) == 0 || words[0] == "-" || words[0] == "eval")
}

func isMake(name string) bool { return name == "make" || name == "gmake" }

// inlineCode returns the program that an interpreter gets as an argument: python -c TEXT.
func inlineCode(args []string) string {
	for i, a := range args[:len(args)-1] {
		if i > 0 && (a == "-c" || a == "-e" || a == "--eval" || a == "-r" || a == "-E" ||
			a == "-p" && programName(args[0]) == "node" || a == "--print") {
			return args[i+1]
		}
	}
	return ""
}

// testCalls are calls of a library of tests: "devtools::test()", "unittest.main()".
var testCalls = lazyRegexp{expr: `\b(?:Pkg\.test|devtools::(?:test|check)|testthat::test_\w+|tinytest::\w+|` +
	`unittest\.main|pytest\.main|doctest\.testmod|run_?tests?|TextTestRunner|subprocess\.\w+|os\.system|` +
	`execSync|spawnSync)\s*\(`}

// outputTellsOf are lines with which programs say what they found to be in order.
var outputTellsOf = []struct {
	kinds kinds
	line  *lazy[lineExpr]
}{
	{tests, lazyLines(`(?i)\b[1-9]\d* (?:tests? |specs? |examples? |assertions? )?(?:pass(?:ed|ing|es)?|` +
		`success(?:es)?|ok)\b|` +
		`\ball (?:\w+ )?tests? (?:\w+ )?(?:pass|success)|\b0 fail(?:ures?|ed)?\b|PASS[=:] ?[1-9]|^ok\b|^PASS\b`)},
	{build, lazyLines(`(?i)\bbuild (?:success|complete|succeeded)|compiled successfully|successfully (?:built|` +
		`compiled)|built in `)},
	{lint | types, lazyLines(`(?i)\bno (?:issues|problems|errors|offenses|warnings)\b|\b0 (?:errors|problems|issues|` +
		`warnings|offenses)\b|all checks passed`)},
}

func lazyLines(expr string) *lazy[lineExpr] {
	return &lazy[lineExpr]{make: func() lineExpr { return compileLines(expr) }}
}

// readGuess adds what the output of an unknown program says.
func (r *run) readGuess(output string) {
	if !r.open || r.outcome != passed {
		return
	}
	if anySign.get().failed.match(output) {
		r.outcome = outputFailed
		return
	}
	for _, o := range outputTellsOf {
		if o.line.get().match(output) {
			r.guess |= o.kinds
		}
	}
}

var (
	// hookLine is how pre-commit says that one of its hooks passed.
	hookLine = lazyRegexp{expr: `(?m)^(\S[^.\n]{0,80}?)\.{3,}(?:\([^)\n]*\))?Passed\s*$`}
	// commitSubject is the line in which git prints the agent's own words.
	commitSubject = lazyRegexp{expr: `(?m)^\[[^\]\n]+\] .*$`}
	hookWord      = lazyRegexp{expr: `[\w-]+`}
)

// readHooks adds what the hooks of git have shown, which run before a commit or a push and stop it if they fail.
func (r *run) readHooks(output string) {
	if r.tool.name != "git" || r.kinds&(commit|push) == 0 || r.outcome != passed || failedSums.get().match(output) {
		return
	}
	output = commitSubject.get().ReplaceAllString(output, "")
	for _, m := range hookLine.get().FindAllStringSubmatch(output, maxCounts) {
		k := kindsOfName(m[1])
		for _, word := range hookWord.get().FindAllString(strings.ToLower(m[1]), 6) {
			for _, row := range toolNames.get()[word] {
				if row.sub == "" || row.sub == "check" {
					k |= row.kinds
				}
			}
		}
		r.guess |= k & (tests | build | lint | types)
	}
	for _, o := range outputTellsOf {
		if o.line.get().match(output) {
			r.guess |= o.kinds
		}
	}
}

// withoutTold drops the lines of an output that stand in the shell line itself: the program only prints them.
func withoutTold(output, line string) string {
	if line == "" {
		return output
	}
	var b strings.Builder
	for said := range strings.Lines(output) {
		words := strings.TrimFunc(said, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if words == "" || !strings.Contains(line, words) {
			b.WriteString(said)
		}
	}
	return b.String()
}

// mayShow reports whether a program that is not known may have proved something of the kinds after a place. weak takes
// also what neither its words nor its output say.
func (r *Reader) mayShow(k kinds, after place, weak bool) bool {
	return slices.ContainsFunc(r.runs, func(one *run) bool {
		return one.outcome == passed && one.at.compare(after) > 0 && (one.guess&k != 0 || weak && one.weak&k != 0)
	})
}

// looksOnly reports whether a tool is known to prove nothing: it reads, edits, plans, or starts an agent whose own tools
// are looked at.
func looksOnly(b streamjson.Block) bool {
	switch b.Name {
	case "Task", "Agent", "KillShell", "KillBash", "TaskStop", "SendMessage", "ListMcpResourcesTool", "ReadMcpResourceTool",
		"LSP", "EnterWorktree", "ExitWorktree", "CronCreate", "CronList", "CronDelete":
		return true
	}
	return !b.Writes()
}

// addTool adds a call of another tool than Bash as a program that is in no table. If it gets a shell line, as
// PowerShell and servers with a shell do, that says what it may prove.
func (r *Reader) addTool(c *call, b streamjson.Block, in input) {
	one := &run{at: place{c.step, 0}, command: b.Name, whole: b.Name, last: true, open: true}
	switch {
	case b.Name == "WebFetch": // as curl
		one.guess, one.open = execute, false
	case looksOnly(b):
		return
	case in.Command != "":
		line := readLine(in.Command, "", r.inProject)
		if one.open = line.unread; line.unread {
			one.weak = anyTool
		}
		for _, cmd := range line.commands {
			k := proves(cmd)
			one.guess |= k | cmd.guess
			one.weak |= weakGuess(cmd)
			one.open = one.open || !cmd.idle && isOpen(cmd.args, k)
		}
		if one.guess|one.weak == 0 {
			return
		}
	default:
		one.guess, one.weak = kindsOfName(b.Name[strings.LastIndex(b.Name, "__")+1:]), anyTool
	}
	r.keepRun(c, one)
}

// lastEditAt is the place of the last change that can alter anything.
func (r *Reader) lastEditAt() place {
	if w := r.lastEdit(""); w != nil {
		return w.at
	}
	return place{}
}
