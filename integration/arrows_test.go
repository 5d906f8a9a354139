package integration

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// module is the path with which the import paths of our packages begin.
const module = "ccc"

// goPackage has the facts of go list about a package.
type goPackage struct {
	ImportPath   string
	Name         string
	Dir          string
	GoFiles      []string
	IgnoredGo    []string `json:"IgnoredGoFiles"` // files for other systems
	TestGoFiles  []string
	XTestGoFiles []string
	Imports      []string
}

// packages returns all packages of the module.
func packages(t *testing.T) (list []goPackage) {
	t.Helper()
	out, err := exec.Command(
		"go", "list", "-json=ImportPath,Name,Dir,GoFiles,IgnoredGoFiles,TestGoFiles,XTestGoFiles,Imports", module+"/...",
	).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	d := json.NewDecoder(bytes.NewReader(out))
	for {
		var p goPackage
		switch err := d.Decode(&p); {
		case errors.Is(err, io.EOF):
			return list
		case err != nil:
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// ownImports returns the packages of the module that a package imports, without the module's path.
func (p goPackage) ownImports() (list []string) {
	for _, path := range p.Imports {
		if name, ok := strings.CutPrefix(path, module+"/"); ok {
			list = append(list, name)
		}
	}
	return list
}

func (p goPackage) name() string { return strings.TrimPrefix(p.ImportPath, module+"/") }

// allowed says which of our packages each package may import, and why it needs no others.
var allowed = map[string]struct {
	imports []string
	why     string
}{
	"streamjson": {nil, "it is a leaf, fit for others to import: Claude Code's lines and nothing else"},
	"ptyio": {
		nil, "it is a leaf, fit for others to import: it knows processes and terminals, not what is said in them",
	},
	"internal/review/protocol": {nil, "it is a leaf: words in, a verdict out"},
	"internal/file":            {nil, "it is a leaf: any file"},
	"internal/secret":          {nil, "it is a leaf: names, values and bytes"},
	"internal/fakeapi":         {nil, "it is a leaf: requests and replies; who asks, and why, others know"},
	"internal/lang":            {nil, "it is a leaf: what is said to a person, by whomever"},
	"internal/process":         {[]string{"internal/file"}, "it knows processes, and not what they are for"},
	"internal/git": {
		[]string{"internal/file", "internal/text"},
		"it asks git about files, which others change; it reads them with limits, by patterns made when used",
	},
	"internal/rubric": {
		[]string{
			"internal/file", "internal/state", "internal/text",
		},
		"it reads what a person wrote: a check, a pattern and a reviewer's tools are what it reads, and it runs none",
	},
	"internal/claude": {
		[]string{"internal/file", "internal/text", "ptyio"},
		"it makes command lines as values, which can be tested; all that it starts is claude --version",
	},
	"internal/claude/mods": {
		[]string{"internal/claude", "internal/file", "internal/jsonedit", "internal/claude/settings"},
		"it says what keeps mods out, and which there are: whose claude they would be in, others know",
	},
	"internal/commandline": {
		[]string{
			"internal/claude", "internal/terminal/layout", "internal/replay/play", "internal/provider",
			"internal/supervision/runid",
			"internal/state", "internal/text",
		},
		"it reads what the user typed, and words what may be typed: which commands there are cmd/ccc knows, and what follows from a launch's words, others",
	},
	"internal/jsonedit": {
		[]string{"internal/file", "internal/text"}, "it changes a JSON text, and does not know what the text is for",
	},
	"internal/provider": {
		[]string{"internal/file", "internal/jsonedit", "internal/process", "internal/secret", "internal/text"},
		"it reads and writes ccc.json, and asks an API whether it can be used; settings makes of it what claude reads",
	},
	"internal/provider/manage": {
		[]string{
			"internal/console", "internal/terminal/layout", "internal/process", "internal/provider",
			"internal/claude", "internal/claude/settings", "internal/state",
		},
		"it does what ccc provider is asked for: which words and flags that has, cmd/ccc knows",
	},
	"internal/claude/settings": {
		[]string{
			"internal/claude", "internal/file", "internal/jsonedit", "internal/provider", "internal/secret", "internal/text",
		},
		"it reads and writes claude's settings files, whose names claude knows, and starts no claude",
	},
	"internal/text":          {nil, "it is a leaf: strings, and not where they are shown"},
	"internal/text/markdown": {nil, "it is a leaf: a text in, a tree out; how that is shown others know"},
	"internal/terminal/layout": {
		[]string{"internal/text/markdown", "internal/text"},
		"a text and a width in, rows out: where they are written others know",
	},
	"internal/terminal/editor": {
		[]string{"internal/text"}, "it turns keys into a line; where that is shown and sent is decided elsewhere",
	},
	"internal/terminal": {
		[]string{"internal/terminal/editor", "internal/terminal/layout", "internal/review/protocol",
			"internal/text", "internal/wording", "streamjson"},
		"it shows events and asks questions; whose they are is decided elsewhere, and protocol reads a reviewer's object",
	},
	"internal/notify": {
		[]string{"internal/secret", "internal/state", "internal/text", "ptyio"},
		"it runs one command of the person's, for both doors, and knows nothing of either",
	},
	"internal/claims": {
		[]string{
			"internal/claims/detect", "internal/claims/filekinds", "internal/claims/ledger", "internal/claims/scope",
			"internal/claims/shell", "internal/text", "streamjson",
		},
		"it is pure: events and a project's files come in, verdicts go out",
	},
	"internal/claims/detect": {
		[]string{
			"internal/claims/detect/patterns", "internal/claims/filekinds", "internal/claims/shell", "internal/text",
		},
		"it is pure: a message comes in, its statements go out; what was run and whether they are so, claims knows",
	},
	"internal/claims/detect/patterns": {
		[]string{"internal/claims/shell", "internal/text"},
		"it is a table: a clause comes in, where a form of a claim is goes out; what else the sentence says detect reads",
	},
	"internal/claims/filekinds": {
		[]string{"internal/claims/shell", "internal/text"},
		"it is pure: a name comes in, and what file that is goes out; no file is read",
	},
	"internal/claims/ledger": {
		[]string{
			"internal/claims/filekinds", "internal/claims/scope", "internal/claims/shell", "internal/claims/signs",
			"internal/text", "streamjson",
		},
		"it is pure: calls of tools come in, runs and writes go out; it knows no claim, so a claim cannot change what ran",
	},
	"internal/claims/signs": {
		[]string{"internal/claims/shell", "internal/text"},
		"it is a table: the text of an output comes in, and what it is a sign of goes out",
	},
	"internal/claims/scope": {
		[]string{"internal/claims/shell", "internal/text"},
		"it is pure: a command comes in, and which part of the project it looks at goes out",
	},
	"internal/claims/shell": {
		[]string{"internal/text"}, "it is pure: a shell line and a project's files come in, commands go out",
	},
	"internal/session/transcript": {
		[]string{"internal/file", "internal/task", "internal/text", "streamjson"},
		"it reads claude's own file of a session, and knows nothing of ccc's recordings",
	},
	"internal/session": {
		[]string{
			"internal/claims", "internal/claude", "internal/file", "internal/process", "internal/review",
			"internal/secret", "internal/session/transcript", "internal/task", "internal/text", "internal/wording",
			"loop", "streamjson",
		},
		"it reads and writes what is kept of a session, and turns a loop's records into items and back: how that is shown, " +
			"its views know",
	},
	"internal/audit": {
		[]string{
			"internal/claims", "internal/claude", "internal/file", "internal/terminal/layout",
			"internal/secret", "internal/session",
			"internal/text", "internal/wording",
		},
		"it counts claims of claude's own sessions: what is a claim, and what supports it, claims knows",
	},
	"internal/replay/play": {
		[]string{"internal/file", "internal/session", "streamjson"},
		"a player is a claude: it knows a recording, and nothing of what ccc does with it",
	},
	"internal/task": {
		[]string{"internal/text", "streamjson"},
		"the policy is pure: it decides on values, and words nothing for the user: a decision is a code and data",
	},
	"internal/wording": {
		[]string{"internal/claims", "internal/review/check", "internal/task", "internal/text", "streamjson"},
		"it puts the policy's decisions into words, for every view alike: where they are shown others know",
	},
	"internal/state": {
		[]string{"internal/file", "internal/process", "internal/session/transcript", "internal/task", "internal/text"},
		"it keeps what the policy knows of a task; the hook and the loop both stand on it",
	},
	"internal/supervision/runid": {
		[]string{"internal/file", "internal/supervision/output", "internal/process", "internal/secret", "loop"},
		"it keeps where a loop stands and what came of it; what a launch is, is launch's",
	},
	"internal/console": {
		[]string{
			"internal/file", "internal/terminal/layout", "internal/process", "internal/provider", "internal/state",
			"internal/text", "ptyio",
		},
		"it says and asks what a command has to: what that is, the command knows",
	},
	"internal/doctor": {
		[]string{
			"internal/claude", "internal/fakeapi", "internal/file", "internal/git", "internal/terminal/layout",
			"internal/claude/mods", "internal/process", "internal/provider", "internal/rubric", "internal/sandbox",
			"internal/claude/settings", "internal/state", "internal/text", "ptyio",
		},
		"it looks at all of them and changes none; what is asked of the environment comes in by cmd/ccc",
	},
	"internal/claude/snapshot": {
		[]string{"internal/claude", "internal/file", "internal/text"},
		"it copies files and compares them: where they are laid, and what a change means, others know",
	},
	"internal/sandbox/seccomp": {
		nil,
		"it is a leaf: system calls of one thread, and who asks for them",
	},
	"internal/sandbox": {
		[]string{
			"internal/claude/snapshot", "internal/claude", "internal/file", "internal/process", "internal/provider",
			"internal/sandbox/seccomp", "internal/state", "ptyio",
		},
		"it holds any process, and plans by the configuration what is hidden: what a review is, others know",
	},
	"internal/review/check": {
		[]string{
			"internal/rubric", "internal/secret", "internal/task", "internal/terminal/layout", "internal/text", "ptyio",
		},
		"it runs a project's commands and words what came of them: when they run, and what follows, others know",
	},
	"internal/review/facts": {
		[]string{"internal/git", "internal/rubric", "internal/text"},
		"what git said comes in, words for reviewers come out",
	},
	"internal/review": {
		[]string{
			"internal/claude/snapshot", "internal/claims", "internal/claude", "internal/file", "internal/git",
			"internal/claude/mods", "internal/process", "internal/provider", "internal/review/protocol",
			"internal/review/check", "internal/review/facts", "internal/rubric", "internal/sandbox",
			"internal/secret", "internal/claude/settings", "internal/state", "internal/task", "internal/text",
			"internal/wording", "ptyio", "streamjson",
		},
		"it reviews any change: who asks for it, and what follows from a verdict, others know",
	},
	"internal/hook": {
		[]string{
			"internal/claude/snapshot", "internal/claims", "internal/claude", "internal/file",
			"internal/claude/mods", "internal/notify", "internal/process", "internal/provider", "internal/review",
			"internal/review/protocol", "internal/review/check", "internal/rubric", "internal/sandbox",
			"internal/secret", "internal/session", "internal/session/transcript", "internal/claude/settings",
			"internal/state", "internal/task", "internal/terminal", "internal/text", "internal/wording", "ptyio",
			"streamjson",
		},
		"the hook is not the loop: it prepares its reviews itself, and writes down what it does in the loop's words",
	},
	"loop": {
		[]string{"internal/task", "internal/wording", "streamjson"},
		"what else it needs it declares, and internal/supervision connects it: else no test could run it in memory",
	},
	"internal/supervision/output": {
		[]string{"internal/task", "internal/terminal", "internal/text", "internal/wording", "loop", "streamjson"},
		"it shows what a loop says, and knows neither who runs the loop nor with which arguments",
	},
	"internal/plan/forge": {
		[]string{"internal/text"},
		"it is a leaf: a branch and a text in, a pull request out",
	},
	"internal/plan/tasklist": {
		[]string{"internal/text"},
		"it is a leaf: a text in, tasks out",
	},
	"internal/plan/link": {
		[]string{
			"internal/file", "internal/git", "internal/supervision/output", "internal/supervision/runid",
			"internal/task", "internal/text", "loop", "ptyio",
		},
		"it carries what a run and the ccc of a task tell each other: what follows from that, both know",
	},
	"internal/plan/worktree": {
		[]string{"internal/file", "internal/git", "internal/text"},
		"it knows work trees and branches: whose tasks they are for, others know",
	},
	"internal/plan/outcome": {
		[]string{
			"internal/console", "internal/plan/link", "internal/plan/worktree", "internal/supervision/output",
			"internal/task", "internal/terminal/layout", "internal/text", "internal/wording", "loop",
		},
		"it says what a run came to: how it came to that, the run knows",
	},
	"internal/plan": {
		[]string{
			"internal/claude", "internal/console", "internal/file", "internal/git", "internal/plan/forge",
			"internal/plan/tasklist", "internal/plan/link", "internal/plan/worktree", "internal/plan/outcome",
			"internal/text/markdown", "internal/notify", "internal/supervision/output", "internal/process",
			"internal/report", "internal/supervision/runid", "internal/secret", "internal/state", "internal/text",
			"internal/watch", "internal/wording", "loop", "streamjson",
		},
		"each task is a ccc of its own: what a launch is, others know",
	},
	"internal/supervision": {
		[]string{
			"internal/claims", "internal/claude", "internal/terminal/editor", "internal/file", "internal/git", "internal/claude/mods",
			"internal/notify", "internal/supervision/output", "internal/process", "internal/review",
			"internal/review/protocol", "internal/review/check", "internal/rubric", "internal/supervision/runid",
			"internal/sandbox", "internal/session", "internal/session/transcript", "internal/state", "internal/task",
			"internal/terminal", "internal/text", "internal/wording", "loop", "ptyio", "streamjson",
		},
		"it connects the loop with the world; ccc.json, flags and exit codes are cmd/ccc's",
	},
	"internal/replay": {
		[]string{
			"internal/claims", "internal/supervision/output", "internal/review", "internal/review/check",
			"internal/secret", "internal/session", "internal/task", "internal/terminal", "internal/terminal/layout",
			"internal/text", "internal/wording", "loop", "streamjson",
		},
		"a replay needs no claude, no network, no state directory and no terminal",
	},
	"internal/watch/statusline": {
		[]string{"internal/file", "internal/state", "internal/task", "internal/text", "internal/wording"},
		"it reads small files and runs many times a minute: of the configuration it knows one key, of a review its state",
	},
	"internal/watch": {
		[]string{
			"internal/claude", "internal/terminal/editor", "internal/file", "internal/supervision/output", "internal/process",
			"internal/replay", "internal/session", "internal/session/transcript", "internal/state", "internal/task",
			"internal/terminal", "internal/text", "internal/wording", "loop", "ptyio", "streamjson",
		},
		"it reads what sessions write, says their end in the words of task, and can do nothing to them",
	},
	"internal/eval": {
		[]string{
			"internal/claims", "internal/claude", "internal/file", "internal/git", "internal/hook",
			"internal/terminal/layout", "internal/process", "internal/provider", "internal/report",
			"internal/review", "internal/review/check", "internal/rubric", "internal/secret", "internal/session",
			"internal/session/transcript", "internal/claude/settings", "internal/state", "internal/task",
			"internal/text", "ptyio", "streamjson",
		},
		"it puts cases before the hook as a claude would, and counts: what a launch needs beyond them comes in by cmd/ccc",
	},
	"internal/change": {
		[]string{
			"internal/claude", "internal/console", "internal/file", "internal/git", "internal/hook",
			"internal/terminal/layout", "internal/text/markdown", "internal/claude/mods",
			"internal/supervision/output", "internal/process", "internal/provider", "internal/review",
			"internal/review/protocol", "internal/review/check", "internal/rubric", "internal/secret",
			"internal/session", "internal/session/transcript", "internal/claude/settings", "internal/state",
			"internal/task", "internal/terminal", "internal/text", "internal/trust", "internal/wording", "ptyio",
			"streamjson",
		},
		"it finds a change and words what a review of it came to; its reviewers are prepared as the hook's are, and its exit " +
			"codes are those of a loop",
	},
	"internal/trust": {
		[]string{
			"internal/claude", "internal/console", "internal/file", "internal/terminal/layout", "internal/claude/mods",
			"internal/process", "internal/rubric", "internal/claude/settings", "internal/state", "ptyio",
		},
		"it asks the user what may run, and remembers it: who would run it others know",
	},
	"internal/launch": {
		[]string{
			"internal/claude/snapshot", "internal/claude", "internal/commandline", "internal/console",
			"internal/doctor", "internal/eval", "internal/file", "internal/git", "internal/hook",
			"internal/supervision", "internal/claude/mods", "internal/notify", "internal/supervision/output",
			"internal/plan", "internal/plan/tasklist", "internal/plan/link", "internal/plan/outcome",
			"internal/process", "internal/provider", "internal/provider/manage", "internal/review",
			"internal/review/check", "internal/rubric", "internal/supervision/runid", "internal/sandbox",
			"internal/secret", "internal/session", "internal/claude/settings", "internal/state", "internal/task",
			"internal/text", "internal/trust",
		},
		"it prepares a launch by the command line and ccc.json, and runs it: commands, help and exit codes are cmd/ccc's",
	},
	"internal/report": {
		[]string{
			"internal/text/markdown", "internal/replay", "internal/review/protocol", "internal/review/check",
			"internal/session", "internal/task", "internal/terminal", "internal/text", "internal/wording",
			"streamjson",
		},
		"it tells what a recording says; what is no recording a replay reads, what a reviewer said review knows, and what " +
			"came of a check is said as it was then",
	},
}

// TestArrows: each package imports only what the design allows.
func TestArrows(t *testing.T) {
	for _, p := range packages(t) {
		name := p.name()
		if strings.HasPrefix(name, "cmd/") || strings.HasPrefix(name, "integration") {
			continue
		}
		rule, ok := allowed[name]
		if !ok {
			t.Errorf("%s has no rule here: say what it may import of ours, and why", name)
			continue
		}
		for _, imported := range p.ownImports() {
			if imported == "internal/lang" && name != "streamjson" && name != "ptyio" && name != "internal/task" {
				continue // all others may print sentences
			}
			if !slices.Contains(rule.imports, imported) {
				t.Errorf("%s imports %s: %s", name, imported, rule.why)
			}
		}
		for _, old := range rule.imports {
			if runtime.GOOS == "linux" && !slices.Contains(p.ownImports(), old) { // elsewhere some files are missing
				t.Errorf("%s may import %s, and does not any more: take it out of the rule", name, old)
			}
		}
	}
}

// ofTheLoop are the packages that may import loop: a launch runs one, a replay runs another, and the others describe
// what a loop did.
var ofTheLoop = []string{
	"internal/supervision", "internal/supervision/output", "internal/plan", "internal/plan/link", "internal/plan/outcome",
	"internal/replay", "internal/supervision/runid", "internal/session", "internal/watch",
}

// TestArrowsToTheLoop: only supervision and replay build a loop, and no shipped package imports one that is only for
// tests.
func TestArrowsToTheLoop(t *testing.T) {
	for _, p := range packages(t) {
		name := p.name()
		for _, imported := range p.ownImports() {
			if imported == "loop" && !slices.Contains(ofTheLoop, name) {
				t.Errorf("%s imports loop: only %q connect it with the world", name, ofTheLoop)
			}
			if strings.HasPrefix(imported, "cmd/") && !strings.HasPrefix(imported, name+"/") {
				t.Errorf("%s imports %s: a command is the end of the arrows", name, imported)
			}
			if strings.HasPrefix(imported, "integration") && !strings.HasPrefix(name, "integration") {
				t.Errorf("%s imports %s: it is there for tests only", name, imported)
			}
		}
	}
}

// TestArrowsPackageDoc: each package has exactly one package comment.
func TestArrowsPackageDoc(t *testing.T) {
	for _, p := range packages(t) {
		files := p.GoFiles
		if len(files) == 0 { // tests alone
			files = p.TestGoFiles
		}
		var docs []string
		for _, file := range files {
			f := parse(t, p, file, parser.PackageClauseOnly|parser.ParseComments)
			if f.Doc == nil {
				continue
			}
			docs = append(docs, file)
			want := "Package " + p.Name + " "
			if p.Name == "main" {
				want = "Command " + filepath.Base(p.ImportPath) + " "
			}
			if text := f.Doc.Text(); !strings.HasPrefix(text, want) {
				t.Errorf("%s/%s: the package's documentation begins with %.40q, want %q", p.name(), file, text, want)
			}
		}
		if len(docs) != 1 {
			t.Errorf("%s is documented in %d files %q, want 1", p.name(), len(docs), docs)
		}
	}
}

// outside are the functions with which a package would bypass its caller.
var outside = map[string]string{
	"os.Getenv": "the environment comes in by cmd/ccc", "os.LookupEnv": "the environment comes in by cmd/ccc",
	"os.Environ": "the environment comes in by cmd/ccc", "os.ExpandEnv": "the environment comes in by cmd/ccc",
	"os.Exit":   "errors go up to main, which restores the terminal first",
	"os.Stdout": "output goes where the caller says", "os.Stderr": "output goes where the caller says",
	"os.Stdin":  "input comes from the caller",
	"fmt.Print": "output goes where the caller says", "fmt.Printf": "output goes where the caller says",
	"fmt.Println": "output goes where the caller says",
	"log.Print":   "the log is passed in", "log.Printf": "the log is passed in", "log.Println": "the log is passed in",
	"log.Fatal": "errors go up to main", "log.Fatalf": "errors go up to main",
	"slog.Default": "the log is passed in", "slog.SetDefault": "the log is passed in",
}

// TestArrowsOutside: only cmd/ccc touches the environment, the streams and the exit of the process, in the files for
// other systems, too.
func TestArrowsOutside(t *testing.T) {
	usesOf(t, func(p goPackage, file, name string) {
		if why := outside[name]; why != "" {
			t.Errorf("%s/%s uses %s: %s", p.name(), file, name, why)
		}
	})
}

// usesOf calls visit for each name of another package, such as os.Open, in files outside of cmd and integration. It
// includes files for other systems, but no tests.
func usesOf(t *testing.T, visit func(p goPackage, file, name string)) {
	t.Helper()
	for _, p := range packages(t) {
		if strings.HasPrefix(p.name(), "cmd/") || strings.HasPrefix(p.name(), "integration") {
			continue
		}
		for _, file := range slices.Concat(p.GoFiles, p.IgnoredGo) {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			ast.Inspect(parse(t, p, file, 0), func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok {
					if x, ok := s.X.(*ast.Ident); ok && x.Obj == nil {
						visit(p, file, x.Name+"."+s.Sel.Name)
					}
				}
				return true
			})
		}
	}
}

// readers are the packages that may open and read files themselves, with the reasons.
var readers = map[string]string{
	"internal/file":            "it is the one place where files are opened with limits",
	"internal/process":         "it reads /proc",
	"internal/sandbox":         "it reads what the kernel says, and its own layers",
	"internal/sandbox/seccomp": "it reads /proc",
	"internal/eval":            "it reads cases and results, which are the user's and its own",
	"internal/doctor":          "it reads what its own trials have written",
	"ptyio":                    "it reads /proc",
	"internal/fakeapi":         "it is for tests",
}

// TestR08ArrowsToFiles: files that an agent can write are read through internal/file, which refuses pipes, devices and
// files that are too large.
func TestR08ArrowsToFiles(t *testing.T) {
	usesOf(t, func(p goPackage, file, name string) {
		if readers[p.name()] == "" && (name == "os.Open" || name == "os.ReadFile") {
			t.Errorf("%s/%s uses %s: use internal/file", p.name(), file, name)
		}
	})
}

func parse(t *testing.T, p goPackage, file string, mode parser.Mode) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, file), nil, mode)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
