package claude

import "strings"

// list is a list of words; looking one up costs nothing at start.
type list string

func (l list) has(word string) bool {
	for w := range strings.FieldsSeq(string(l)) {
		if w == word {
			return true
		}
	}
	return false
}

// arity is how many words of the command line an option of claude takes.
type arity uint8

const (
	none arity = iota
	value
	optional // the next word, unless it begins with "-"
	variadic // the next words, up to one that begins with "-"
)

// The options of claude that take words, from the definitions in 2.1.5, 2.1.197 and 2.1.329, including hidden ones.
// An option that is not listed takes none.
const (
	valueOptions list = "" +
		"--advisor --agent --agent-color --agent-id --agent-name --agent-type --agents " +
		"--append-subagent-system-prompt --append-subagent-system-prompt-file --append-system-prompt " +
		"--append-system-prompt-file --attach-serve --autocompact --client-data-url --correlation-id --debug-file " +
		"--deep-link-cwd-b64 --deep-link-last-fetch --deep-link-repo --effort --environment --fallback-model " +
		"--fast-mode --forward-home-settings --inherit-permission-mode --initialize-fields --input-format " +
		"--json-schema --lead-verify-key --managed-settings --max-budget-usd --max-thinking-tokens --max-turns " +
		"--messaging-socket-path --metadata --model --name --on-branch --output-format --parent-session-id " +
		"--permission-mode --permission-prompt-tool --permission-prompts --plan-mode-instructions --plugin-dir " +
		"--plugin-dir-no-mcp --plugin-url --pool --prefill --prefill-b64 --proactivity --project-config-root " +
		"--ref --remote-control-session-name-prefix --resume-drops-turn --resume-session-at --rewind-files " +
		"--runner-declares --sdk-url --session-began-as-copy --session-id --setting-sources --settings " +
		"--system-prompt --system-prompt-file --system-prompt-snapshot --task-budget --team-name --teammate-mode " +
		"--thinking --thinking-display --watch-artifact --watch-artifact-no-autoreact --workload"
	optionalOptions list = "" +
		"--cloud --debug --from-pr --prompt-suggestions --rc --remote --remote-control --resume --teleport " +
		"--worktree"
	variadicOptions list = "" +
		"--add-dir --allowed-tools --allowedTools --betas --channels --dangerously-load-development-channels " +
		"--disallowed-tools --disallowedTools --file --mcp-config --tools"
)

func arityOf(option string) arity {
	switch {
	case valueOptions.has(option):
		return value
	case optionalOptions.has(option):
		return optional
	case variadicOptions.has(option):
		return variadic
	}
	return none
}

// short returns the long name of a one-letter option, "" if there is none.
func short(letter byte) string {
	switch letter {
	case 'c':
		return "--continue"
	case 'd':
		return "--debug"
	case 'h':
		return "--help"
	case 'n':
		return "--name"
	case 'p':
		return "--print"
	case 'r':
		return "--resume"
	case 'v':
		return "--version"
	case 'w':
		return "--worktree"
	}
	return ""
}

// commands are claude's own subcommands: with one of them there is no session to supervise.
const commands list = "" +
	"agents attach auth auto-mode bridge config daemon design-login doctor edit-chrome-settings edit-hook " +
	"edit-memory-settings edit-permission-rules edit-sandbox-settings edit-skill-overrides gateway import " +
	"import-conversations install kill logs mcp migrate-installer plugin plugins project purge rc remote " +
	"remote-control respawn rm sandbox self-hosted-runner setup-token stop sync ultrareview update upgrade " +
	"workspace-trust worktree-hook"

// owned are the options that ccc itself sets on the agent. If the user gives one, it is meant for ccc.
const owned list = "" +
	"--print --verbose --output-format --input-format --settings --replay-user-messages --include-partial-messages"

// choosing are the options that choose a session. They only count for the first start.
const choosing list = "--resume --continue --fork-session --session-id --from-pr --teleport"

// choosingTools are the options that decide which tools the agent has.
const choosingTools list = "--tools --disallowed-tools --disallowedTools --bare --agent --settings --setting-sources"

// printing are the options that claude refuses or ignores without --print, so its own screen does not get them.
const printing list = "" +
	"--include-partial-messages --include-hook-events --json-schema --max-turns --max-budget-usd " +
	"--permission-prompt-tool --permission-prompts --forward-subagent-text --prompt-suggestions"

// sessionless are the options with which claude prints something and ends.
const sessionless list = "--help --version"
