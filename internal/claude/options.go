package claude

import "strings"

// arity is how many words of the command line an option of claude takes.
type arity uint8

const (
	none arity = iota
	value
	optional // the next word, unless it begins with "-"
	variadic // the next words, up to one that begins with "-"
)

// options are claude's options that take words, as `claude --help` of 2.1.5, 2.1.197 and 2.1.329 lists them and, for the
// hidden ones, as these versions accept them. An option that is not here takes none.
var options = map[string]arity{
	"--add-dir":                            variadic,
	"--agent":                              value,
	"--agents":                             value,
	"--allowedTools":                       variadic,
	"--allowed-tools":                      variadic,
	"--append-system-prompt":               value,
	"--append-system-prompt-file":          value,
	"--autocompact":                        value,
	"--betas":                              variadic,
	"--cloud":                              optional,
	"--debug":                              optional,
	"--debug-file":                         value,
	"--disallowedTools":                    variadic,
	"--disallowed-tools":                   variadic,
	"--effort":                             value,
	"--environment":                        value,
	"--fallback-model":                     value,
	"--file":                               variadic,
	"--from-pr":                            optional,
	"--input-format":                       value,
	"--json-schema":                        value,
	"--max-budget-usd":                     value,
	"--max-thinking-tokens":                value,
	"--max-turns":                          value,
	"--mcp-config":                         variadic,
	"--model":                              value,
	"--name":                               value,
	"--output-format":                      value,
	"--permission-mode":                    value,
	"--permission-prompt-tool":             value,
	"--permission-prompts":                 value,
	"--plugin-dir":                         value,
	"--plugin-url":                         value,
	"--prompt-suggestions":                 optional,
	"--remote-control":                     optional,
	"--remote-control-session-name-prefix": value,
	"--resume":                             optional,
	"--session-id":                         value,
	"--setting-sources":                    value,
	"--settings":                           value,
	"--system-prompt":                      value,
	"--system-prompt-file":                 value,
	"--system-prompt-snapshot":             value,
	"--teleport":                           optional,
	"--tools":                              variadic,
	"--worktree":                           optional,
}

// short are claude's one-letter options.
var short = map[byte]string{
	'c': "--continue", 'd': "--debug", 'h': "--help", 'n': "--name", 'p': "--print", 'r': "--resume", 'v': "--version", 'w': "--worktree",
}

// commands are claude's own subcommands: with one of them there is no session to supervise.
var commands = words("agents attach auth auto-mode config doctor gateway import install logs mcp migrate-installer plugin plugins purge respawn rm " +
	"setup-token stop kill ultrareview update upgrade")

// owned are the options that ccc itself sets on the agent: where the person gives one, it is taken as ccc's.
var owned = words("--print --verbose --output-format --input-format --settings --replay-user-messages")

// choosing are the options that choose a session: they hold for the first start only.
var choosing = words("--resume --continue --fork-session --session-id --from-pr --teleport")

// printing are the options that claude refuses or ignores without --print: they are not handed back to its own screen.
var printing = words("--include-partial-messages --include-hook-events --json-schema --max-turns --max-budget-usd --permission-prompt-tool " +
	"--permission-prompts --forward-subagent-text --prompt-suggestions")

// sessionless are the options with which claude prints something and ends.
var sessionless = words("--help --version")

func words(s string) map[string]bool {
	set := make(map[string]bool)
	for w := range strings.FieldsSeq(s) {
		set[w] = true
	}
	return set
}
