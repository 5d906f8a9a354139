package wording

import (
	"strings"

	"ccc/internal/lang"
)

// Evidence lists the basis of a verdict: commands and files, each with its result.
func Evidence(evidence []string) (list lang.Message) {
	for _, one := range evidence {
		list = lang.Join("%s, %s", list, oneEvidence(one))
	}
	return list
}

// evidenceResults are the results of a command, a file or a check. Another one is a command's exit code.
var evidenceResults = map[string]lang.Message{
	"ok": lang.M("ok"), "failed": lang.M("failed"), "denied": lang.M("denied"), "changed": lang.M("changed"),
	"end not seen": lang.M("end not seen"), "timed out": lang.M("timed out"), "cannot run": lang.M("cannot run"),
	"stopped": lang.M("stopped"),
}

// oneEvidence describes one piece of evidence, such as "check unit (exit 1)". The exit status of a pipe is that of its
// last command: it does not say that all went well, and is left out.
func oneEvidence(one string) lang.Message {
	end := strings.LastIndex(one, " (")
	result, closed := strings.CutSuffix(one[max(end, 0):], ")")
	if end < 0 || !closed {
		return lang.M("%s", one)
	}
	result = strings.TrimPrefix(result, " (")
	word, known := evidenceResults[result]
	if code, isExit := strings.CutPrefix(result, "exit "); isExit {
		word, known = lang.M("exit %s", code), true
	}
	if !known {
		return lang.M("%s", one)
	}
	what := lang.M("%s", one[:end])
	if name, ok := strings.CutPrefix(one, "check "); ok {
		what = lang.M("check %s", name[:end-len("check ")])
	} else if path, ok := strings.CutPrefix(one, "protected file "); ok {
		what = lang.M("protected file %s", path[:end-len("protected file ")])
	}
	isCheck := strings.HasPrefix(one, "check ") // which passes by that status, as its project wants it
	if result == "ok" && !isCheck && strings.Contains(one, " | ") && !strings.Contains(one, "pipefail") {
		return what
	}
	return lang.M("%s (%s)", what, word)
}
