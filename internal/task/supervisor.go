package task

import (
	"strings"
	"unicode"

	"ccc/internal/text"
)

// ReadSupervisor reads the words after /supervisor: one of the verbs on, off, status, findings, help, which stand
// alone, or dismiss, which has any words after it. Other words are a task, with the verb on, also those that begin with
// on. A single word that is almost a verb, or begins one with three letters or more, is no task: its verb is
// "mistyped", and rest is what was meant. Nor is a verb with words that it does not take, because a task costs money:
// its verb is "worded", and rest is that verb.
func ReadSupervisor(words string) (verb, rest string) {
	words = strings.TrimSpace(words)
	end := strings.IndexFunc(words, func(r rune) bool { return unicode.IsSpace(r) || r == ':' })
	if end < 0 {
		end = len(words)
	}
	first, after := strings.ToLower(words[:end]), strings.TrimLeft(words[end:], ": \t\n")
	_, _, namesFinding := ReadDismissal(after)
	for _, verb := range []string{"on", "off", "status", "findings", "help", "dismiss"} {
		switch isDismissal := verb == "dismiss"; {
		case first == verb && (isDismissal || end == len(words)): // else a mistyped id would begin a task
			return verb, after
		case first == verb && verb != "on":
			return "worded", verb
		case verb == "on": // a word of two letters may be any other
		case text.Distance(first, verb) == 1 && (end == len(words) || isDismissal && namesFinding),
			len(first) >= 3 && end == len(words) && strings.HasPrefix(verb, first):
			return "mistyped", verb
		}
	}
	return "on", words
}
