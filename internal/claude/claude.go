// Package claude knows the command lines and the environment of Claude Code: which binary is run, and how as the agent,
// as the reviewer, and as itself when the user gets the session back. All that it starts is claude --version.
package claude

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/lang"
)

// Binary is the claude to run.
type Binary struct {
	Path string   // absolute
	Args []string // before all others
	// Runs are the files of the programs that Path, which may be a script, turned out to run; empty if nobody has looked.
	Runs []string
}

// managedOption gives claude settings that count before all files but an administrator's.
const managedOption = "--managed-settings"

// WithManaged returns the binary for claudes that all get these managed settings; "" changes nothing.
func (b Binary) WithManaged(settings string) Binary {
	if settings != "" {
		b.Args = append(slices.Clip(b.Args), managedOption, settings)
	}
	return b
}

// NotFoundError says that there is no claude to run.
type NotFoundError struct {
	Named string // what CCC_CLAUDE names, "" if it is not set
	Err   error
}

func (e *NotFoundError) Error() string { return e.Message().String() }

// Message is the error for the user.
func (e *NotFoundError) Message() lang.Message {
	if e.Named != "" {
		return lang.M("CCC_CLAUDE names %s: %v", e.Named, e.Err)
	}
	return lang.M("claude is not installed: there is none on PATH")
}

// Hint says what the user can do.
func (e *NotFoundError) Hint() lang.Message {
	return lang.M("install it with `npm install -g @anthropic-ai/claude-code`, or name it in CCC_CLAUDE")
}

// ExitCode is the shell's for a command that is not found.
func (e *NotFoundError) ExitCode() int { return 127 }

// Find looks for claude: the one that named gives (CCC_CLAUDE), else the one on PATH.
func Find(named string) (Binary, error) {
	name := named
	if name == "" {
		name = "claude"
	}
	path, err := exec.LookPath(name)
	if err == nil || errors.Is(err, exec.ErrDot) {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		var e *exec.Error
		if errors.As(err, &e) {
			err = e.Err
		}
		return Binary{}, &NotFoundError{Named: named, Err: err}
	}
	return Binary{Path: path}, nil
}

// Agent returns the command line of the agent. Its input and output are stream-json, and it echoes every message that
// it takes up. At the first start session is "", and the user's own choice of a session counts. Later session is the
// one to resume, and model the one that it used: 2.1.5 and 2.1.197 would use another one (docs/design/claude.md,
// "Sessions"). budget is the most that the process may cost in USD, 0 for no bound; a bound that the user gave counts
// instead. The agent asks for permissions by control requests. It sends text as it is written, so that a long answer is
// no silence.
func (a Args) Agent(settings, session, model string, budget float64) []string {
	line := []string{
		"--print", "--verbose", "--output-format", "stream-json", "--input-format", "stream-json",
		"--replay-user-messages", "--include-partial-messages",
	}
	if !a.has("--permission-prompt-tool") {
		line = append(line, "--permission-prompt-tool", "stdio")
	}
	if settings != "" {
		line = append(line, "--settings", settings)
	}
	if budget > 0 && !a.has(budgetOption) {
		line = append(line, budgetOption, dollars(budget))
	}
	if session == "" {
		return append(line, a.without(func(g arg) bool { return owned.has(g.name) || g.name == managedOption })...)
	}
	line = append(line, "--resume", session)
	if a.Model == "" && model != "" {
		line = append(line, "--model", model)
	}
	return append(line, a.without(func(g arg) bool {
		return owned.has(g.name) || choosing.has(g.name) || g.name == "" || g.name == managedOption
	})...)
}

// has reports whether the user gave the option.
func (a Args) has(name string) bool {
	return slices.ContainsFunc(a.args, func(g arg) bool { return g.name == name })
}

// ChoosesTools reports whether the user has said which tools the agent has.
func (a Args) ChoosesTools() bool {
	return slices.ContainsFunc(a.args, func(g arg) bool { return choosingTools.has(g.name) })
}

// Screen is the command line of claude's own screen, on the session. mode is the permission mode to begin in, in place
// of the user's own options; "" leaves those. Without one, the screen of 2.1.329 and 2.1.330 begins in auto mode, and
// runs unasked what the same claude asked for with -p.
func (a Args) Screen(settings, session, mode string) []string {
	line := []string{"--resume", session}
	if settings != "" {
		line = append(line, "--settings", settings)
	}
	if mode != "" {
		line = append(line, modeOption, mode)
	}
	return append(line, a.without(func(g arg) bool {
		return g.name == "" || g.name == managedOption || owned.has(g.name) && g.name != "--verbose" ||
			choosing.has(g.name) || printing.has(g.name) || mode != "" && (g.name == modeOption || g.name == skipOption)
	})...)
}

// UserArguments returns the arguments of a claude that runs in its own screen, or as it is: those of the user after
// --settings with that file, if there is one.
func (a Args) UserArguments(settings string) []string {
	ours := func(g arg) bool { return g.name == managedOption && !a.Plain }
	if settings == "" || a.command {
		return a.without(ours)
	}
	return append([]string{"--settings", settings},
		a.without(func(g arg) bool { return g.name == "--settings" || ours(g) })...)
}

// Reviewer is the command line of a reviewer: a fork of the session that is not stored, runs no hooks (by its settings)
// and asks on its output before a tool runs.
type Reviewer struct {
	Session  string // an id or a transcript's path; "" for a session of its own
	Settings string
	Model    string
	Dirs     []string // the agent's --add-dir
	Tools    []string // those it has, by name
	Refused  []string // those that are taken away from what it is offered, by name; that changes what a cache holds
	// System is the system prompt; SystemFile is a file that holds it, for one that does not fit an argument. It is
	// also to be sent by the initialize message, because 2.1.329 ignores these options on a fork. Without a system
	// prompt the request begins as the agent's did, byte for byte, and the provider's cache serves it. Then no option
	// may change the tools or the settings sources (docs/design/claude.md, "The reviewer").
	System     string
	SystemFile string
	Schema     string  // of a structured answer, only with a system prompt
	BudgetUSD  float64 // what it may cost; 0 for no bound
	NoMCP      bool    // it starts no MCP server, whatever the settings say
}

// Args are its arguments.
func (r Reviewer) Args() []string {
	line := []string{"--print"}
	if r.Session != "" {
		line = append(line, "--resume", r.Session, "--fork-session")
	}
	// Only the pieces of a message tell on 2.1.5 whether it came to its end; the echo tells which turn is the question's.
	line = append(line, "--no-session-persistence", "--verbose", "--include-partial-messages", "--replay-user-messages",
		"--output-format", "stream-json", "--input-format", "stream-json",
		"--settings", r.Settings, "--permission-mode", "default", "--permission-prompt-tool", "stdio")
	if len(r.Refused) > 0 {
		line = append(line, "--disallowedTools="+strings.Join(r.Refused, ","))
	}
	if r.Model != "" {
		line = append(line, "--model", r.Model)
	}
	if r.BudgetUSD > 0 {
		line = append(line, budgetOption, dollars(r.BudgetUSD))
	}
	if r.NoMCP {
		line = append(line, "--strict-mcp-config")
	}
	for _, dir := range r.Dirs {
		line = append(line, "--add-dir="+dir)
	}
	if r.System == "" {
		return line
	}
	// What it needs of the user's and the project's settings is in its own.
	line = append(line, "--setting-sources=", "--tools="+strings.Join(r.Tools, ","))
	if len(r.System) < maxArg {
		line = append(line, "--system-prompt", r.System)
	} else {
		line = append(line, "--system-prompt-file", r.SystemFile)
	}
	if r.Schema != "" {
		line = append(line, "--json-schema", r.Schema)
	}
	return line
}

// budgetOption bounds what a process costs, in USD: 2.1.5, 2.1.197 and 2.1.329 have it (docs/design/claude.md, "The
// bound on cost").
const budgetOption = "--max-budget-usd"

func dollars(usd float64) string { return strconv.FormatFloat(usd, 'f', -1, 64) }

// maxArg is the size from which a single argument does not fit execve on Linux.
const maxArg = 128 << 10

// Transcript finds the file of a session in claude's configuration directory.
func Transcript(configDir, session string) (string, error) {
	projects := filepath.Join(configDir, "projects")
	dirs, err := os.ReadDir(projects)
	if err != nil {
		return "", lang.Errorf("look for the session %s: %w", session, err)
	}
	for _, dir := range dirs {
		path := filepath.Join(projects, dir.Name(), session+".jsonl")
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", lang.Errorf("there is no transcript of session %s in %s", session, configDir)
}

// FitsArgument reports whether the text can be an argument of a command.
func FitsArgument(text string) bool { return len(text) < maxArg }

// outer are the variables by which a claude tells its children that they run inside it.
var outer = []string{
	"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID", "CLAUDE_CODE_CHILD_SESSION", "CLAUDE_PID",
	"CLAUDE_PROJECT_DIR", "CLAUDE_EFFORT", "CLAUDE_CODE_MESSAGING_SOCKET", "CLAUDE_CODE_MESSAGING_TOKEN",
	"CLAUDE_CODE_CHILD_NOTES_DIR", "CLAUDE_CODE_SESSION_ATTENDED", "CLAUDE_CODE_EXECPATH", "CLAUDE_ENV_FILE",
}

// Env is env without what an outer session or ccc left there and without the variables in drop.
func Env(env []string, drop ...string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return name == startedEnv || slices.Contains(outer, name) || slices.Contains(drop, name)
	})
}
