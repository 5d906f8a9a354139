package shell

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/text"
)

// A wrapper is a program that runs the command in its arguments.
type wrapper struct {
	values   string // flags whose value is the next word
	operands int    // words before the command; -1 if it is no wrapper but part of the command
}

var wrappers = text.Lazy[map[string]wrapper]{Make: func() map[string]wrapper {
	return map[string]wrapper{
		"timeout": {" -s --signal -k --kill-after ", 1}, "gtimeout": {" -s --signal -k --kill-after ", 1},
		"time": {" -f -o ", 0}, "nice": {" -n ", 0}, "nohup": {}, "sudo": {" -u -g -C ", 0},
		"command": {}, "builtin": {}, "exec": {" -a ", 0}, "stdbuf": {" -i -o -e ", 0}, "setsid": {},
		"ionice": {" -c -n -p ", 0}, "chronic": {},
		"xvfb-run": {" -s -n -e ", 0}, "unbuffer": {}, "npx": {" -p --package ", 0}, "bunx": {}, "pnpx": {},
		"uvx": {" --with --from -p --python ", 0}, "xargs": {" -n -P -I -d -L -a -s ", 0}, "dotenv": {" -e -f ", 0},
		"cross-env": {}, "env": {" -u -C ", 0}, "winpty": {}, "caffeinate": {}, "flock": {"", 1},
		"strace": {" -o -e ", 0}, "ltrace": {" -o -e ", 0}, "valgrind": {}, "wine": {}, "perf stat": {" -e -r -o ", 0},
		"perf record": {" -e -F -o ", 0}, "rr record": {},
		"taskset": {" -p ", 1}, "chrt": {"", 1}, "numactl": {" -N -m -C ", 0},
		"uv run":     {" --with --python -p --extra --group --directory --project --package --env-file ", 0},
		"poetry run": {}, "pipenv run": {}, "hatch run": {}, "pdm run": {}, "rye run": {},
		"pnpm exec": {}, "pnpm dlx": {}, "yarn exec": {}, "yarn dlx": {}, "npm exec": {}, "bun x": {},
		"bundle exec": {}, "mise exec": {}, "mise x": {},
		"nvm exec": {"", 1}, "rustup run": {"", 1}, "fnm exec": {" --using ", 0},
		"volta run":  {" --node --npm --yarn ", 0},
		"rbenv exec": {}, "pyenv exec": {}, "asdf exec": {"", 0}, "jenv exec": {}, "goenv exec": {},
		"direnv exec": {"", 1}, "conda run": {" -n -p ", 0}, "micromamba run": {" -n -p ", 0},
		"devcontainer exec": {" --workspace-folder --container-id --config --id-label --remote-env ", 0},
		"docker exec":       {" -e -u -w --env --user --workdir ", 1}, "podman exec": {" -e -u -w ", 1},
		"kubectl exec": {" -n -c --namespace --container --context ", 1},
		"docker run":   {dockerValues, 1}, "podman run": {dockerValues, 1},
		"docker-compose run": {" -e -u -w --name ", 1}, "docker-compose exec": {" -e -u -w --index ", 1},
		"coverage run": {" --source --omit --rcfile ", 0}, "nix develop": {}, "php artisan": {"", -1},
	}
}}

// entersContainer reports whether a command runs another one in a container.
func entersContainer(args []string) bool {
	words := Operands(args)
	runs := slices.Contains(words, "exec") || slices.Contains(words, "run")
	switch ProgramName(args[0]) {
	case "docker", "podman", "nerdctl":
		return BeginsWith(words, "exec") || BeginsWith(words, "run") || BeginsWith(words, "compose") && runs
	case "docker-compose", "kubectl", "oc", "devcontainer":
		return runs
	}
	return false
}

const dockerValues = " -e --env -v --volume -w --workdir -u --user --name -p --publish --network --mount --platform " +
	"--entrypoint --env-file -m --memory --cpus "

// unwrap drops programs that only run the command in their arguments: "timeout 60 uv run pytest" becomes "pytest". The
// word after "python -m" is a command, too.
func unwrap(args []string) []string {
	for range 10 {
		if len(args) == 0 {
			return args
		}
		next := unwrapOnce(args)
		if len(next) == len(args) {
			return args
		}
		if len(next) == 0 {
			return args
		}
		args = next
	}
	return args
}

func unwrapOnce(args []string) []string {
	name := ProgramName(args[0])
	if name == "python" {
		for i := 1; i+1 < len(args) && strings.HasPrefix(args[i], "-") && args[i] != "-c"; i++ {
			if args[i] == "-m" {
				return args[i+1:]
			}
			if args[i] == "-W" || args[i] == "-X" {
				i++
			}
		}
	}
	if name == "php" && len(args) > 1 && path.Base(args[1]) == "artisan" || name == "python" && len(args) > 1 &&
		path.Base(args[1]) == "manage.py" {
		return append([]string{path.Base(args[1])}, args[2:]...)
	}
	if name == "docker" && len(args) > 2 && args[1] == "compose" && (args[2] == "run" || args[2] == "exec") {
		return unwrapOnce(append([]string{"docker-compose"}, args[2:]...))
	}
	if name == "command" && len(args) > 1 && (args[1] == "-v" || args[1] == "-V") {
		return args // it only prints where the program is
	}
	w, ok := wrappers.Get()[name]
	rest := args[1:]
	if !ok && len(args) > 2 {
		if w, ok = wrappers.Get()[name+" "+args[1]]; ok {
			rest = args[2:]
		}
	}
	if !ok || w.operands < 0 {
		return args
	}
	rest = afterFlags(rest, w)
	ofProject := name == "hatch" || name == "pdm" || name == "rye" // these also run scripts of the project
	if ofProject && len(rest) > 0 && (!IsTool(rest[0]) || provesNothing.Get()[rest[0]]) {
		return args
	}
	if name == "coverage" && len(rest) > 1 && rest[0] == "-m" {
		rest = rest[1:]
	}
	return rest
}

// afterFlags returns what follows a wrapper's flags, assignments and operands.
func afterFlags(rest []string, w wrapper) []string {
	left := w.operands
	for len(rest) > 0 {
		a := rest[0]
		switch {
		case a == "--":
			return rest[min(1+left, len(rest)):]
		case a == "-m": // of coverage run
			return rest
		case a == "-c" || a == "--command" || a == "--run":
			return rest[1:]
		case strings.HasPrefix(a, "-"):
			if strings.Contains(w.values, " "+a+" ") && len(rest) > 1 {
				rest = rest[1:]
			}
		case strings.Contains(a, "=") && !strings.HasPrefix(a, "="): // an assignment of env
		case left > 0:
			left--
		default:
			return rest
		}
		rest = rest[1:]
	}
	return rest
}
