package claude

import "strings"

// public are the options that claude --help names, of 2.1.5, 2.1.197 and 2.1.329 together. After a ":" come the
// possible values, if they are known: words, or a file, directory or session.
const public list = "" +
	"--add-dir:directory --agent --agents --allow-dangerously-skip-permissions --allowed-tools --allowedTools " +
	"--append-system-prompt --autocompact --ax-screen-reader --background --bare --betas --bg --brief --chrome " +
	"--cloud --continue --dangerously-skip-permissions --debug --debug-file:file --desktop " +
	"--disable-slash-commands --disallowed-tools --disallowedTools --effort:low|medium|high|xhigh|max --environment " +
	"--exclude-dynamic-system-prompt-sections --fallback-model:opus|sonnet|haiku --file --fork-session " +
	"--forward-subagent-text --from-pr --help --ide --include-hook-events --include-partial-messages " +
	"--input-format:text|stream-json --json-schema --max-budget-usd --mcp-config:file --mcp-debug " +
	"--model:opus|sonnet|haiku --name --no-chrome --no-session-persistence --output-format:text|json|stream-json " +
	"--permission-mode:default|acceptEdits|plan|auto|dontAsk|bypassPermissions --permission-prompts:host|none " +
	"--plugin-dir:directory --plugin-url --print --prompt-suggestions --remote-control " +
	"--remote-control-session-name-prefix --replay-user-messages --restricted --resume:session --safe-mode " +
	"--session-id --setting-sources:user|project|local --settings:file --strict-mcp-config --system-prompt " +
	"--system-prompt-snapshot:on|off --teleport --tmux --tools --verbose --version --worktree"

// publicCommands are the subcommands that claude --help names.
const publicCommands list = "" +
	"agents attach auth auto-mode doctor gateway import install logs mcp plugin project purge respawn rm " +
	"setup-token stop ultrareview update"

// Options returns the options that claude's help names.
func Options() (names []string) {
	for word := range strings.FieldsSeq(string(public)) {
		name, _, _ := strings.Cut(word, ":")
		names = append(names, name)
	}
	return names
}

// Commands returns the subcommands that claude's help names.
func Commands() []string { return strings.Fields(string(publicCommands)) }

// IsOption reports whether claude is known to have an option of that long name.
func IsOption(option string) bool {
	for _, name := range Options() {
		if name == option {
			return true
		}
	}
	return arityOf(option) != none
}

// Values returns the possible values of the option at the beginning of line: "file", "directory", "session", or words
// with a "|" between them; "" if they are unknown.
func Values(line []string) string {
	long, _ := option(line)
	for word := range strings.FieldsSeq(string(public)) {
		if name, values, _ := strings.Cut(word, ":"); name == long.name {
			return values
		}
	}
	return ""
}
