package commandline

import (
	"ccc/internal/lang"
	"ccc/internal/replay/play"
	"ccc/internal/state"
)

const short = `Usage:
  ccc --supervisor [provider] [claude args...]   each stop is reviewed until the work is done
  ccc --supervisor -p "fix the failing test"     unattended; exit 0: done, 3: not done, 4: needs you
  ccc [provider] [claude args...]                claude itself; /supervisor TASK switches reviews on

To begin:
%s
Later:
%s
%s
ccc help COMMAND tells about one command; ccc help --all lists all, with flags and exit codes.
`

const usage = `Usage:
  ccc --supervisor [provider] [claude args...]   each stop is reviewed until the work is done
  ccc [provider] [claude args...]                claude itself; /supervisor TASK switches reviews on
  ccc -- [claude args...]                        claude with exactly these arguments: ccc -- doctor

Commands:
%s
Called by Claude Code, not by you:
%s
Flags, before the provider:
%s
%s
Environment:
%s
Exit codes:
%s
%s`

// lineHelp explains the parts of a command line.
var lineHelp = lang.M(
	`Claude's own options go after the provider, or before it. With -p, with --output-format, or without a terminal,
nothing is asked: the task is an argument or comes from standard input, and standard output carries the agent's final
text (text), one object (json), or each line of claude's, marked as the agent's or a review's (stream-json). At the
terminal /help lists what can be typed.
`)

// variables returns the environment variables that ccc reads.
func variables() []entry {
	return []entry{
		{"CCC_CLAUDE", lang.M("the claude to run, else the one on PATH")},
		{"CCC_CONFIG_DIR", lang.M("the directory of ccc.json, else CLAUDE_CONFIG_DIR, else ~/.claude")},
		{"CLAUDE_CONFIG_DIR", lang.M("claude's configuration directory")},
		{state.LaunchEnv, lang.M("the id of the launch, for /supervisor; ccc makes one unless it is set")},
		{"CCC_WORK_DIR", lang.M("state and logs go to its subdirectory ccc")},
		{"CCC_LANG", lang.M(`zh or en, else "language" in ccc.json, else the locale (LC_ALL, LC_MESSAGES, LANG)`)},
		{play.SpeedEnv, lang.M("for ccc play: 1 keeps the recorded times")},
		{play.StateEnv, lang.M("for ccc play: the prefix of the files in which it keeps its position")},
		{"NO_COLOR", lang.M("no colours and no status line; TERM=dumb: no control sequences at all")},
	}
}

// exitCodes returns the exit codes of ccc. If claude has replaced ccc, the exit code is claude's.
func exitCodes() []entry {
	return []entry{
		{"0", lang.M("the work is done")},
		{"1", lang.M("an error")},
		{"2", lang.M("a usage error")},
		{"3", lang.M("not completed: a limit was reached, or the rounds brought no progress")},
		{"4", lang.M("you are needed: a question, no verdict, login, credit")},
		{"75", lang.M("try again later: a usage limit or an overload lasted too long, or --run-id is in use")},
		{"127", lang.M("claude not found")},
		{"130", lang.M("it was interrupted")},
		{"128+n", lang.M("ended by signal n; any other code is claude's own")},
	}
}

// ownFiles returns the files of ccc that a user may look for.
func ownFiles() []entry {
	return []entry{
		{"SUPERVISOR.md, SUPERVISOR.NAME.md", lang.M("in the project: the rubric, and one for each further reviewer")},
		{"~/.claude/SUPERVISOR.md", lang.M("the rubric for projects that have none")},
		{"~/.claude/ccc.json", lang.M("providers and settings; it may hold keys")},
		{"~/.claude/settings.json", lang.M("claude's own: the Stop hook is added, and a provider by ccc provider use")},
		{"~/.claude/settings-PROVIDER.json", lang.M("what a launch gives claude by --settings")},
		{"~/.claude/commands/supervisor.md, supervisoroff.md", lang.M("the slash commands")},
		{"~/.claude/ccc/", lang.M("state, logs and recordings")},
	}
}
