package shell

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/text"
)

// Checks are what the tools for checking a project can prove.
const Checks = Tests | Build | Types | Lint

// AnyCheck is all that a program in no table may prove.
const AnyCheck = Tests | Build | Lint | Types | Execute | Deploy

// provesNothing has the programs that prove nothing about a project, whatever their arguments are.
var provesNothing = text.Lazy[map[string]bool]{Make: func() map[string]bool {
	set := map[string]bool{}
	for name := range strings.FieldsSeq(`echo printf export true false : source . date sleep pwd exit return
		unset clear cd pushd popd cat head tail less more ed red ex vim vi nvim nano ls ll tree grep egrep fgrep rg ag
		ack find fd wc sort uniq cut tr awk gawk sed gsed jq yq xq diff cmp comm stat file du df which type whereis
		whoami id uname hostname env printenv set shopt history tee touch mkdir rm rmdir mv cp ln install chmod chown
		chgrp umask kill pkill killall ps pgrep top htop lsof ss netstat ping nc dig nslookup host tar zip unzip gzip
		gunzip zcat xz curl wget http git hg svn jj gh glab pip pip3 apt apt-get dpkg brew yum apk dnf pacman open
		code xdg-open tmux screen man tldr test [ [[ read wait jobs fg bg disown trap xargs basename dirname realpath
		readlink seq yes base64 md5sum sha1sum sha256sum shasum xxd od hexdump strings column paste nl rev tac fold
		split expr bc let local declare readonly alias unalias eval exec time timeout nohup nice sudo su ssh scp rsync
		psql mysql bat batcat ccat mdcat glow pygmentize highlight lolcat figlet toilet cowsay gum dialog whiptail
		zenity logger wall write notify-send say eza exa lsd delta difft nproc arch lscpu lsblk lspci lsusb getconf
		tput locale cal ncal factor shuf sync sha512sum sha224sum sha384sum b2sum cksum md5 sum sw_vers tokei cloc scc
		dasel sponge busybox ctags git-lfs hub pv tty stty groups last who w users vmstat iostat command builtin test
		stdbuf redis-cli sqlite3 mongosh docker podman nerdctl docker-compose kubectl oc helm terraform tofu aws
		gcloud az nvm fnm rustup pyenv rbenv asdf mise conda direnv virtualenv venv patch dd truncate mktemp free
		uptime crontab systemctl journalctl service npm pnpm yarn bun corepack bundle gem make gmake just task
		go-task`) {
		set[name] = true
	}
	return set
}}

// guessKinds guesses from its words what a command proves if its program or subcommand is in no table: "lein test",
// "cargo xtask lint".
func guessKinds(args []string) (k Kinds) {
	name := ProgramName(args[0])
	if provesNothing.Get()[name] && !isProjectTest(args[0]) || InlineCode(args) != "" {
		return 0
	}
	words := []string{name}
	for i, word := range Operands(args) {
		if strings.ContainsAny(word, "./$*") || i == 2 || i == 1 && IsTool(name) && !isTaskStarter(words[1]) {
			break
		}
		words = append(words, strings.TrimPrefix(word, "+"))
	}
	for i, word := range words {
		one := KindsOfName(word)
		// A known program's own name says nothing, nor does a word such as "verify" after it: "go mod verify".
		if IsTool(name) && !isProjectTest(args[0]) && (i == 0 || one == AnyCheck&^(Execute|Deploy)) {
			one = 0
		}
		k |= one &^ Execute
	}
	return k
}

// isTaskStarter reports whether the word after such a subcommand is a task's name.
func isTaskStarter(word string) bool {
	return word == "run" || word == "xtask" || word == "make" || word == "exec"
}

// ReadsProgramFromStdin reports whether an interpreter reads its program from standard input: python - <<EOF.
func ReadsProgramFromStdin(args []string) bool {
	words := Operands(args)
	name := ProgramName(args[0])
	if name == "deno" {
		return len(words) > 0 && words[0] == "eval"
	}
	return InterpretedLanguage(name) != "" && name != "bun" &&
		(len(words) == 0 || words[0] == "-" || words[0] == "eval")
}

func IsMake(name string) bool { return name == "make" || name == "gmake" }

// InlineCode returns the program that an interpreter gets as an argument: python -c TEXT; "" for none.
func InlineCode(args []string) string {
	for i, a := range args[:len(args)-1] {
		if i > 0 && (a == "-c" || a == "-e" || a == "--eval" || a == "-E" || a == "--print" ||
			a == "-r" && ProgramName(args[0]) == "php" || a == "-p" && ProgramName(args[0]) == "node") {
			return args[i+1]
		}
	}
	return ""
}

// IsWrapperScript reports whether a file is a customary wrapper script of a project, such as gradlew. An agent may
// create one for good reasons.
func IsWrapperScript(base string) bool {
	return base == "gradlew" || base == "mvnw" || base == "manage.py" || base == "artisan"
}

// AnyTool is all that a tool of an MCP server may prove: any check, and what git does.
const AnyTool = AnyCheck | Commit | Push

// taskRunners are tools that run tasks defined by the project.
var taskRunners = text.Lazy[map[string]bool]{Make: func() map[string]bool {
	set := map[string]bool{}
	for name := range strings.FieldsSeq("mix rake cargo composer hatch pdm rye gradle gradlew sbt nx turbo deno") {
		set[name] = true
	}
	return set
}}

// isHousekeeping reports whether a task runner only manages dependencies or shows something.
func isHousekeeping(args []string) bool {
	words := Operands(args)
	const tasks = " install deps.get deps add remove update upgrade tree metadata doc fetch init new generate list " +
		"help version clean tasks lock sync info show search outdated require dump-autoload dependencies projects " +
		"format fmt login env "
	return len(words) > 0 && (strings.Contains(tasks, " "+words[0]+" ") || strings.HasPrefix(words[0], "deps."))
}

// PossiblyProves returns what a command may prove although none of its words says so, as its program is in no table or
// is the project's own.
func PossiblyProves(c Command) Kinds {
	args, name := c.Args, ProgramName(c.Args[0])
	switch {
	case c.DoesNothing || c.KindsByName != 0:
		return 0
	case c.IsTask, c.isProjectFile:
		return AnyCheck
	}
	if startsContainer(args) {
		return kindsOfImages(args)
	}
	if ChangesServer(args) && !RunsNothing(args) {
		return Deploy
	}
	if name == "ssh" && len(Operands(args)) > 1 {
		var k Kinds
		for _, there := range ReadLine(strings.Join(Operands(args)[1:], " "), "", nil).Commands {
			k |= PossiblyProves(there) & Deploy
		}
		return k
	}
	if name == "git" && len(args) > 1 && args[1] == "rebase" {
		return Commit
	}
	// a target of the project runs a program of the project
	if c.FromScript && strings.Contains(args[0], "/") && !IsTool(name) {
		return AnyCheck
	}
	if taskRunners.Get()[name] {
		if _, known := ToolOf(args); !known && guessKinds(args) == 0 && !RunsNothing(args) && !isHousekeeping(args) {
			return AnyCheck
		}
	}
	ofProject := strings.Contains(name, ".") || !IsTool(name) && !provesNothing.Get()[name] && !IsShell(name) &&
		InterpretedLanguage(name) == "" && !slices.Contains(args, "--version") && wrappers.Get()[name].operands == 0
	if ofProject && len(args) > 1 && AsksHelp(args, Execute) { // python -m app.cli --help
		return Execute
	}
	if provesNothing.Get()[name] || IsTool(name) || IsShell(name) ||
		strings.Contains(args[0], "/") && !isInstalledProgram(args[0]) ||
		strings.HasPrefix(name, "$") || RunsNothing(args) || guessKinds(args) != 0 {
		return 0
	}
	if rendersInto(args) {
		return Build | Types | Lint
	}
	if words := Operands(args); len(words) > 0 && (words[0] == "install" || words[0] == "add" || words[0] == "update") {
		return AnyCheck &^ (Tests | Lint | Types) // a package manager
	}
	return AnyCheck
}

// rendersInto reports whether a command names the file into which it writes a page, a style sheet or the like: it
// compiles or renders something, and does not run it.
func rendersInto(args []string) bool {
	for i, a := range args {
		flag, file, joined := strings.Cut(a, "=")
		if !joined && i+1 < len(args) {
			file = args[i+1]
		}
		switch flag {
		case "-o", "--output", "--out", "--outfile", "--out-file":
			switch path.Ext(file) {
			case ".html", ".css", ".js", ".mjs", ".pdf", ".svg", ".epub", ".docx", ".wasm":
				return true
			}
		}
	}
	return false
}

// isInstalledProgram reports whether a path is that of a program that the project's package manager has installed.
func isInstalledProgram(name string) bool {
	dir := path.Dir(name) + "/"
	return strings.HasSuffix(dir, "vendor/bin/") || strings.HasSuffix(dir, "node_modules/.bin/") ||
		strings.HasSuffix(dir, "venv/bin/") || strings.HasSuffix(dir, "/.local/bin/") ||
		strings.HasSuffix(dir, "/go/bin/")
}

// OutputMayProve reports whether the output of a command may show what it proved. Code in the command line does not
// count: it prints whatever the agent wrote there.
func OutputMayProve(args []string, k Kinds) bool {
	_, known := ToolOf(args)
	if startsContainer(args) {
		return true
	}
	return (!known || k&^Execute == 0) && !provesNothing.Get()[ProgramName(args[0])] && InlineCode(args) == "" &&
		!ReadsProgramFromStdin(args)
}

// startsContainer reports whether a command runs an image or builds a Dockerfile, which may run the tests.
func startsContainer(args []string) bool {
	words := Operands(args)
	composes := slices.Contains(words, "up") || slices.Contains(words, "run") || slices.Contains(words, "build")
	switch ProgramName(args[0]) {
	case "docker", "podman", "nerdctl":
		return BeginsWith(words, "run") || BeginsWith(words, "build") || BeginsWith(words, "buildx") ||
			BeginsWith(words, "compose") && composes
	case "docker-compose":
		return composes
	}
	return false
}

// kindsOfImages returns what the images may prove that a command names: "docker run hadolint/hadolint".
func kindsOfImages(args []string) (k Kinds) {
	for _, word := range Operands(args) {
		name, _, _ := strings.Cut(path.Base(word), ":")
		k |= KindsOfProgram(name) &^ Execute
	}
	return k
}

// StartsNoProgram reports whether an interpreter is asked for nothing but its version or help: python --version.
func StartsNoProgram(args []string) bool {
	return InterpretedLanguage(ProgramName(args[0])) != "" && len(args) == 2 && RunsNothing(args)
}

// AsksHelp reports whether a program of the project is run for its help text, which shows that it runs.
func AsksHelp(args []string, k Kinds) bool {
	return k&Execute != 0 && k&Tests == 0 && slices.ContainsFunc(args[1:], func(a string) bool {
		return a == "--help" || a == "-h" || a == "--version"
	})
}

// RunsOrQueries reports whether a command runs a program, or queries a server or a database.
func RunsOrQueries(c Command) bool {
	const asks = " psql mysql mariadb sqlite3 redis-cli mongosh mongo duckdb clickhouse-client ssh nc open xdg-open " +
		"artisan manage.py rails "
	return !c.DoesNothing && (Proves(c)&(Execute|Deploy) != 0 || PossiblyProves(c)&Execute != 0 ||
		InlineCode(c.Args) != "" && c.Args[0] != "git" || ReadsProgramFromStdin(c.Args) ||
		strings.Contains(asks, " "+ProgramName(c.Args[0])+" "))
}

// QueriesService reports whether a command asks for the state of a server, a cluster or a service.
func QueriesService(c Command) bool {
	const programs = " kubectl oc helm docker podman docker-compose systemctl journalctl service aws " +
		"gcloud az gsutil gh glab dig nslookup host ping traceroute openssl grpcurl websocat kafka-topics kcat " +
		"rabbitmqctl crontab vault consul etcdctl nginx visudo promtool "
	return !c.DoesNothing && strings.Contains(programs, " "+ProgramName(c.Args[0])+" ") &&
		Proves(c)&(Tests|Build|Lint|Types|Commit|Push) == 0
}

// MayShow reports whether a command may show something. Those that only do what they are told, such as mkdir, do not.
func MayShow(c Command) bool {
	const does = " mkdir rmdir touch rm mv cp ln install chmod chown chgrp kill pkill killall cd pushd popd set wait " +
		"export local unset tee sed perl zip gzip gunzip sync read sponge patch truncate "
	return !c.DoesNothing && !isTrivial(c.Args) && len(c.Changes) == 0 &&
		!strings.Contains(does, " "+ProgramName(c.Args[0])+" ")
}

// ChangesServer reports whether a command of a service's own program does more than look: kubectl scale, aws ecs
// update-service.
func ChangesServer(args []string) bool {
	const programs = " kubectl oc aws gcloud az gsutil helm terraform tofu terragrunt systemctl service " +
		"crontab heroku doctl fly flyctl nginx manage.py artisan rails rake flyway gh-pages "
	const looks = " get describe list ls show logs log status top explain diff plan init validate fmt output version " +
		"help wait config auth login whoami cluster-info api-resources template lint search history repo dependency " +
		"sts configure is-active cat list-units is-enabled exec port-forward attach proxy debug test check tail head " +
		"state providers console shell runserver server routes tinker presign import new generate create-project " +
		"makemigrations showmigrations about "
	words := Operands(args)
	name := ProgramName(args[0])
	switch name {
	case "kubectl", "oc":
		if BeginsWith(words, "run") { // it starts a pod for a trial
			return false
		}
	case "docker", "docker-compose", "podman":
		return BeginsWith(words, "service") || slices.Contains(words, "restart") || slices.Contains(words, "stop")
	case "psql", "mysql", "mariadb", "sqlite3", "sqlcmd", "duckdb", "clickhouse-client":
		return slices.ContainsFunc(args[1:], func(a string) bool {
			return a == "-f" || a == "-i" || a == "--file" || strings.HasPrefix(a, "--file=") ||
				changingSQL.MatchString(a)
		})
	case "mvn", "mvnw", "gradle", "gradlew", "manage.py", "artisan", "rails", "rake", "flyway":
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, "migrate") })
	}
	return strings.Contains(programs, " "+name+" ") && len(words) > 0 &&
		!slices.ContainsFunc(words[:min(len(words), 3)], func(w string) bool {
			verb, _, _ := strings.Cut(w, "-")
			return strings.Contains(looks, " "+w+" ") || verb == "describe" || verb == "list" || verb == "get"
		})
}

// changingSQL matches a statement of SQL that does more than look, or a file of such.
var changingSQL = text.LazyRegexp{Expr: `(?i)^\s*(?:create|alter|drop|insert|update|delete|truncate|grant|revoke|` +
	`replace|merge|refresh|call|begin|\.read|source|\\i)\b`}

// IsServerClient reports whether a program does nothing but query a server or a database, or start a server.
func IsServerClient(name string) bool {
	return strings.Contains(" curl wget http httpie xh ab hey k6 wrk psql mysql sqlite3 redis-cli mongosh "+
		"flask uvicorn gunicorn ", " "+name+" ")
}

// IsReadOnly reports whether a line's program only reads, like git, grep and cat: it runs no program and queries no
// server.
func IsReadOnly(line string) bool {
	program, _, _ := strings.Cut(line, " ")
	return strings.Contains(" git gh glab grep rg ls find cat head tail wc jq sed awk diff tree stat ", " "+program+" ")
}

// MayWriteUnnamed reports whether a command may write or remove files that its words do not name.
func MayWriteUnnamed(args []string) bool {
	const programs = " tar unzip 7z rsync scp split csplit xargs parallel ssh install psql docker podman kubectl "
	words := Operands(args)
	if name := ProgramName(args[0]); len(words) == 0 || name == "git" && len(words) == 1 {
		return name == "rm" || name == "git" && len(words) > 0 &&
			(words[0] == "rm" || words[0] == "format-patch") // rm after xargs
	}
	switch name := ProgramName(args[0]); name {
	case "docker", "podman", "docker-compose", "kubectl":
		const writes = " run exec up start cp save export "
		return slices.ContainsFunc(words[:min(len(words), 3)], func(w string) bool {
			return strings.Contains(writes, " "+w+" ")
		}) || name != "kubectl" && slices.ContainsFunc(args, func(a string) bool {
			return a == "-o" || strings.HasPrefix(a, "--output")
		})
	case "curl":
		return slices.ContainsFunc(args, func(a string) bool {
			return a == "-O" || a == "-sO" || a == "-LO" || a == "-OL"
		})
	case "go", "cargo", "dotnet", "npm", "pnpm", "yarn", "helm", "uv", "poetry", "swift", "flutter", "mix", "wget":
		return slices.ContainsFunc(words[:min(len(words), 2)], func(w string) bool {
			return w == "init" || w == "new" || w == "create" || w == "generate" || name == "wget"
		})
	default:
		return strings.Contains(programs, " "+name+" ")
	}
}

// RunsScript reports whether an interpreter runs a script, which may control a browser.
func RunsScript(args []string) bool {
	words := Operands(args)
	return InterpretedLanguage(ProgramName(args[0])) != "" && len(words) > 0 && strings.Contains(words[0], ".")
}
