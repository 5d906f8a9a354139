package claude

import (
	"slices"
	"strings"
)

// texts are the options whose values may hold a secret, or a long text.
const texts list = "" +
	"--agents --append-subagent-system-prompt --append-system-prompt --client-data-url --initialize-fields " +
	"--json-schema --lead-verify-key --managed-settings --mcp-config --metadata --plan-mode-instructions " +
	"--plugin-url --prefill --prefill-b64 --sdk-url --settings --system-prompt"

// MaskedWords returns the words of the command line, with "…" in place of those that may contain a secret.
func (a Args) MaskedWords() []string {
	words := []string{}
	for _, arg := range a.args {
		words = append(words, arg.shown()...)
	}
	return words
}

func (g arg) shown() []string {
	shown := slices.Clone(g.words)
	for i := range shown {
		name, _, glued := strings.Cut(shown[i], "=")
		switch {
		case !texts.has(g.name):
		case i > 0:
			shown[i] = "…"
		case glued:
			shown[i] = name + "=…"
		}
	}
	return shown
}

// ResumeArguments returns the arguments to launch claude again with a session that the user names. It leaves out the
// prompt, the options that choose a session, those that ccc sets itself, and the option that claude has rejected (""
// for none). Values that may hold a secret are "…".
func (a Args) ResumeArguments(rejected string) (words []string) {
	for _, arg := range a.args {
		named := arg.name == "--settings" || arg.name == "--mcp-config" // the value is a file or JSON
		switch {
		case arg.name == "" || arg.name == rejected || choosing.has(arg.name):
		case named && !slices.ContainsFunc(arg.values, func(v string) bool { return strings.Contains(v, "{") }):
			words = append(words, arg.words...)
		case named || arg.name == "--verbose" || !owned.has(arg.name):
			words = append(words, arg.shown()...)
		}
	}
	return words
}
