package check

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/terminal/layout"
	"ccc/internal/text"
)

// AnyFailed reports whether a check failed or took too long, so that the results are feedback for the agent.
func AnyFailed(results []Result) bool {
	return slices.ContainsFunc(results, Result.isFailure)
}

func (r Result) isFailure() bool { return r.State == Failed || r.State == TimedOut }

// feedbackHead is the beginning of the feedback on checks.
const feedbackHead = "The supervising program ran this project's checks itself, and not all of them pass. " +
	"No reviewer was asked. Make them pass by mending what is wrong, not by weakening the checks:\n"

// Failures returns feedback on checks without the sentences that address the agent.
func Failures(feedback string) string {
	return strings.TrimSpace(strings.TrimPrefix(feedback, feedbackHead))
}

// Feedback returns the feedback for the agent about checks that failed or took too long; "" if none did.
func Feedback(results []Result) string {
	if !AnyFailed(results) {
		return ""
	}
	var b strings.Builder
	b.WriteString(feedbackHead)
	for _, r := range results {
		if r.isFailure() {
			fmt.Fprintf(&b, "\n- %s %s.%s\n%s",
				quoteName(r.Name), r.describeEnd(), r.changedNote(), block("command", r.Command))
			b.WriteString(block("end of its output", r.Output))
		}
	}
	if others := quotedNames(results, func(r Result) bool { return r.State == Passed }); others != "" {
		fmt.Fprintf(&b, "\nThese passed: %s.\n", others)
	}
	return b.String()
}

// The limits of the output in Facts.
const (
	outputs   = 6 << 10 // total length in bytes, of all checks
	oneOutput = 1 << 10 // length in bytes, of one check
	maxLines  = 20      // number of lines, of one check
)

// Facts returns the text about the checks for a reviewer: which passed, and which could not run. tree is the git tree
// on which they ran; "" if unknown. It contains at most 6 KiB of their output.
func Facts(results []Result, tree string) string {
	if len(results) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("Checks of this project, which the supervising program ran itself")
	if tree != "" {
		fmt.Fprintf(&b, " on the tree %s", tree)
	}
	b.WriteString(":\n")
	for _, r := range results {
		fmt.Fprintf(&b, "- %s %s.%s\n%s", quoteName(r.Name), r.describeEnd(), r.changedNote(),
			block("command", r.Command))
		b.WriteString(block("end of its output", clipTail(r.Output, min(oneOutput, outputs/len(results)))))
	}
	if missing := quotedNames(results, func(r Result) bool { return r.State == CannotRun }); missing != "" {
		fmt.Fprintf(&b, "These could not run, which is neither passed nor failed: %s. "+
			"What they would have shown is to be found out in another way.\n", missing)
	}
	return b.String()
}

// describeEnd says in English how the check ended.
func (r Result) describeEnd() string {
	took := r.Duration.Round(time.Millisecond)
	switch r.State {
	case Passed:
		if r.Reused {
			return "passed (exit code 0) at an earlier stop, and no file has changed since"
		}
		return fmt.Sprintf("passed (exit code 0) in %v", took)
	case TimedOut:
		return fmt.Sprintf("did not end within its time and was stopped after %v", took)
	case CannotRun:
		return fmt.Sprintf("could not run (exit code %d)", r.Exit)
	case Stopped:
		return fmt.Sprintf("was stopped after %v, before it said anything", took)
	}
	return fmt.Sprintf("failed with exit code %d after %v", r.Exit, took)
}

func (r Result) changedNote() string {
	if !r.Changed {
		return ""
	}
	return " It changed files of the project."
}

func quotedNames(results []Result, which func(Result) bool) string {
	var list []string
	for _, r := range results {
		if which(r) {
			list = append(list, quoteName(r.Name))
		}
	}
	return strings.Join(list, ", ")
}

func quoteName(text string) string { return fmt.Sprintf("%q", text) }

// block indents text, so that nothing in it can end the block.
func block(what, text string) string {
	if text = strings.TrimRight(text, "\n"); text == "" {
		return fmt.Sprintf("  %s: none\n", what)
	}
	return fmt.Sprintf("  %s:\n    | %s\n", what, strings.ReplaceAll(text, "\n", "\n    | "))
}

// clipTail returns the end of text: at most size bytes and maxLines lines. It begins with a whole line, if there is
// one.
func clipTail(s string, size int) string {
	if len(s) > size {
		s = text.Tail(s, size)
		if _, rest, ok := strings.Cut(s, "\n"); ok {
			s = rest
		}
	}
	lines := strings.Split(s, "\n")
	return strings.Join(lines[max(0, len(lines)-maxLines):], "\n")
}

// Outcome says in a few words how the check ended.
func (r Result) Outcome() lang.Message {
	took := ShortDuration(r.Duration)
	switch {
	case r.Reused:
		return lang.M("passed before, and no file has changed since")
	case r.State == Passed:
		return lang.M("ok, %s", took)
	case r.State == Failed:
		return lang.M("exit %d, %s", r.Exit, took)
	case r.State == TimedOut:
		return lang.M("stopped after %s: it took too long", took)
	case r.State == CannotRun:
		return lang.M("cannot run")
	}
	return lang.M("stopped")
}

// ShortDuration returns the duration of a check in a short form.
func ShortDuration(d time.Duration) string {
	if d < 10*time.Second {
		return fmt.Sprintf("%.1fs", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// WriteTable prints the results of checks that the user has tried, as a table with a summary. exitCode is 0 if all
// passed, 1 if one failed, and 2 if one could not run.
func WriteTable(w io.Writer, results []Result, language lang.Language) (exitCode int, err error) {
	rows := []string{language.Sprintf("CHECK\tOUTCOME\tFILES")}
	var took time.Duration
	for _, r := range results {
		took += r.Duration
		files := lang.M("as they were")
		switch {
		case r.Changed:
			files = lang.M("changed by it")
		case r.Tree == "":
			files = lang.M("not known: no git work tree")
		}
		rows = append(rows, r.Name+"\t"+language.Text(r.Outcome())+"\t"+language.Text(files))
	}
	if err := layout.Table(w, rows, nil); err != nil {
		return 0, err
	}
	verdict := lang.M("all passed")
	switch {
	case AnyFailed(results):
		exitCode, verdict = 1, lang.M("not all passed")
	case slices.ContainsFunc(results, func(r Result) bool { return r.State == CannotRun }):
		exitCode, verdict = 2, lang.M("some could not run")
	}
	_, err = io.WriteString(w, language.Sprintf(
		"%s. The checks took %s; each review runs them first, unless the agent has used no tool since they passed\n",
		verdict, ShortDuration(took)))
	return exitCode, err
}
