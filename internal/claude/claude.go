// Package claude knows the command lines and the environment of Claude Code: which program is run, and how: as the
// agent, as the reviewer, and in its own screen when the user gets the session back. The only process that it starts
// is claude --version.
package claude

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// Binary is the claude to run.
type Binary struct {
	Path string   // absolute
	Args []string // arguments before all others
	// Runs are the files of the programs that Path, which may be a script, was seen to run; empty if nobody has
	// looked.
	Runs []string
}

// managedOption passes settings to claude that override all files except an administrator's.
const managedOption = "--managed-settings"

// WithManaged returns the binary with these managed settings for each claude that it starts; "" changes nothing.
func (b Binary) WithManaged(settings string) Binary {
	if settings != "" {
		b.Args = append(slices.Clip(b.Args), managedOption, settings)
	}
	return b
}

// NotFoundError is the error if there is no claude to run.
type NotFoundError struct {
	Named string // the value of CCC_CLAUDE, "" if it is not set
	Err   error
}

func (e *NotFoundError) Error() string { return e.Message().String() }

// Message returns the error in the user's language.
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

// ExitCode returns the exit code of a shell for a command that is not found.
func (e *NotFoundError) ExitCode() int { return 127 }

// Find looks for claude: the one that named (CCC_CLAUDE) names, otherwise the one on PATH.
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
// one to resume, and model is the one that it used, because 2.1.5 and 2.1.197 would use another one
// (docs/design/claude.md, "Sessions"). budget is the most that the process may cost in USD, 0 for no limit; a limit
// of the user overrides it. The agent asks for permissions by control requests. It sends text while it is written, so
// that a long answer does not look like silence.
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

// ChoosesTools reports whether the user has chosen the agent's tools.
func (a Args) ChoosesTools() bool {
	return slices.ContainsFunc(a.args, func(g arg) bool { return choosingTools.has(g.name) })
}

// Screen returns the command line of claude's own screen, with the session. mode is the permission mode to begin in,
// and replaces the user's options for it; "" keeps those. Without a mode, the screen of 2.1.329 and 2.1.330 begins in
// auto mode, and runs without a question what the same claude asked for with -p.
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

// UserArguments returns the arguments of a claude that runs in its own screen, or unchanged: the user's arguments
// after --settings with that file, if there is one.
func (a Args) UserArguments(settings string) []string {
	ours := func(g arg) bool { return g.name == managedOption && !a.Plain }
	if settings == "" || a.command {
		return a.without(ours)
	}
	return append([]string{"--settings", settings},
		a.without(func(g arg) bool { return g.name == "--settings" || ours(g) })...)
}

// Reviewer describes the command line of a reviewer: a fork of the session that is not stored, runs no hooks (because
// of its settings), and asks on its output before a tool runs.
type Reviewer struct {
	Session  string // an id or a transcript's path; "" for a new session
	Settings string
	Model    string
	Dirs     []string // the agent's --add-dir
	Tools    []string // the names of its tools
	Refused  []string // names of tools to remove from those it is offered; that changes what a cache holds
	// System is the system prompt; SystemFile is a file with a prompt that is too long for an argument. The prompt
	// must also be sent by the initialize message, because 2.1.329 ignores these options on a fork. Without a system
	// prompt the request begins exactly as the agent's did, and the provider's cache can serve it. Then no option may
	// change the tools or the settings sources (docs/design/claude.md, "The reviewer").
	System     string
	SystemFile string
	Schema     string  // of a structured answer, only with a system prompt
	BudgetUSD  float64 // what it may cost in USD; 0 for no limit
	NoMCP      bool    // it starts no MCP server, whatever the settings say
}

// Args returns the reviewer's arguments.
func (r Reviewer) Args() []string {
	line := []string{"--print"}
	if r.Session != "" {
		line = append(line, "--resume", r.Session, "--fork-session")
	}
	// On 2.1.5 only the pieces of a message show whether it is complete. The echo shows which turn answers the
	// question.
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
	// The reviewer's own settings contain what it needs of the user's and the project's.
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

// budgetOption limits what a process costs, in USD. 2.1.5, 2.1.197 and 2.1.329 have it (docs/design/claude.md, "The
// limit on cost").
const budgetOption = "--max-budget-usd"

func dollars(usd float64) string { return strconv.FormatFloat(usd, 'f', -1, 64) }

// maxArg is the size in bytes from which a single argument is too long for execve on Linux.
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

// HasMessage reports whether something was said in the session with this transcript. If not, claude does not resume it:
// 2.1.197 may write its mode to the file of a session in which nothing was said.
func HasMessage(transcript string) bool {
	f, err := file.Open(transcript)
	if err != nil {
		return false
	}
	defer f.Close()
	lines := bufio.NewReader(f)
	for begins := true; ; {
		part, more, err := lines.ReadLine()
		if err != nil {
			return false
		}
		if begins && bytes.Contains(part, []byte(`"type":"user"`)) && !ofExit(part) { // the type is before the message
			return true
		}
		begins = !more
	}
}

// ofExit reports whether this row of a transcript stands for /exit itself, for what claude printed at it, or for
// claude's remark on both. 2.1.5 writes these rows, 2.1.197 does so rarely.
func ofExit(row []byte) bool {
	return slices.ContainsFunc([]string{"<command-name>/exit<", "<command-name>/quit<", "<local-command-"},
		func(mark string) bool { return bytes.Contains(row, []byte(mark)) })
}

// FitsArgument reports whether the text is short enough for an argument of a command.
func FitsArgument(text string) bool { return len(text) < maxArg }

// IsOfTool reports whether claude started a process with this environment for a tool or a hook. It starts others for
// itself: 2.1.5 asks npm for a newer version.
func IsOfTool(env []string) bool { return slices.Contains(env, "CLAUDECODE=1") }

// outer are the variables that tell the children of a claude that they run inside it.
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
