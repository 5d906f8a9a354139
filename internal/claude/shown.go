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

// Shown gives the words as they stood on the command line, those that may hold a secret replaced by "…".
func (a Args) Shown() []string {
	words := []string{}
	for _, arg := range a.args {
		shown := slices.Clone(arg.words)
		for i := range shown {
			name, _, glued := strings.Cut(shown[i], "=")
			switch {
			case !texts.has(arg.name):
			case i > 0:
				shown[i] = "…"
			case glued:
				shown[i] = name + "=…"
			}
		}
		words = append(words, shown...)
	}
	return words
}
