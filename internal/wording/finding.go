package wording

import (
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/review/check"
	"ccc/internal/task"
	"ccc/internal/text"
)

// maxListed is how many findings the lines of a verdict name. The rest is counted.
const maxListed = 10

// Moves says how the findings of a task changed in a round: "F1 fixed · F2 open · F3 new", or in numbers if there are
// many. It is empty for none.
func Moves(list []task.Finding, round int) lang.Message {
	var named []lang.Message
	counts := make(map[string]int)
	for _, f := range list {
		if f.Status != task.Open && f.Ended != round && f.Again != round {
			continue
		}
		named = append(named, describeMove(f, round))
		counts[changeWord(f, round)]++
	}
	if len(named) > maxListed {
		named = nil
		for _, one := range []struct {
			word string
			said lang.Message
		}{
			{"fixed", lang.M("%d fixed", counts["fixed"])}, {"closed", lang.M("%d closed", counts["closed"])},
			{"withdrawn", lang.M("%d withdrawn", counts["withdrawn"])},
			{"dismissed", lang.M("%d dismissed", counts["dismissed"])}, {"open", lang.M("%d open", counts["open"])},
			{"new", lang.M("%d new", counts["new"])},
		} {
			if counts[one.word] > 0 {
				named = append(named, one.said)
			}
		}
	}
	return lang.Join("%s · %s", named...)
}

// changeWord says how a finding changed in a round.
func changeWord(f task.Finding, round int) string {
	if f.Status == task.Open && f.Found == round {
		return "new"
	}
	if f.Status == task.Fixed && f.Unnamed {
		return "closed"
	}
	return string(f.Status)
}

func describeMove(f task.Finding, round int) lang.Message {
	switch {
	case f.Status == task.Fixed && f.Unnamed: // a reviewer accepted the work without a word about it
		return lang.M("%s closed", f.ID)
	case f.Status == task.Fixed:
		return lang.M("%s fixed", f.ID)
	case f.Status == task.Withdrawn:
		return lang.M("%s withdrawn", f.ID)
	case f.Status == task.Dismissed:
		return lang.M("%s dismissed", f.ID)
	}
	if changeWord(f, round) == "new" {
		return lang.M("%s new", f.ID)
	}
	return lang.M("%s open", f.ID)
}

// Severity returns a severity as a word.
func Severity(s task.Severity) lang.Message {
	if s == task.Advice {
		return lang.M("advice")
	}
	return lang.M("blocker")
}

// Counts says how many findings are open and how many are advice: "2 open · 1 advice". It is empty for none.
func Counts(list []task.Finding) lang.Message { return CountsOf(task.CountOpen(list)) }

// CountsOf is [Counts] for these numbers.
func CountsOf(blockers, advice int) (said lang.Message) {
	if blockers > 0 {
		said = lang.M("%d open", blockers)
	}
	if advice > 0 {
		said = lang.Join("%s · %s", said, lang.M("%d advice", advice))
	}
	return said
}

// InShort returns what is left to do after a verdict: how many findings are open, and the first line of the first
// one. If there is no finding, it is the first line of the feedback. What the feedback says may have been dismissed
// since.
func InShort(v task.Verdict) lang.Message {
	first, named := text.FirstLine(v.Feedback), task.NamedFindings(v.Findings)
	switch {
	case task.ByMachine(v.By):
		return lang.Join("%s · %s", Counts(v.Findings), MachineReason(v))
	case len(named) > 0:
		first = text.FirstLine(named[0].Text)
	case len(v.Findings) > 0 && len(task.OpenFindings(v.Findings)) == 0:
		return lang.M("what blocked it has been dismissed since")
	}
	if first == "" {
		return Counts(v.Findings)
	}
	return lang.Join("%s · %s", Counts(v.Findings), lang.M("%s", first))
}

// MachineReason says in a line why no reviewer was asked: which checks failed, and how they ended, or what else the
// agent was told instead.
func MachineReason(v task.Verdict) (said lang.Message) {
	switch v.By {
	case task.ByProtect:
		return lang.M("protected files were changed")
	case task.ByClaims:
		return lang.M("the session does not bear out what was claimed")
	}
	for _, c := range v.Checks {
		if r := check.ResultOf(c); check.AnyFailed([]check.Result{r}) {
			said = lang.Join("%s · %s", said, lang.M("check %s: %s", c.Name, r.Outcome()))
		}
	}
	if said.Empty() {
		return lang.M("%s", text.FirstLine(v.Feedback))
	}
	return said
}

// How much of a finding a line shows, in columns.
const (
	maxSaid     = 300
	maxEvidence = 100
)

// Finding returns a finding as a line, with the parts that ccc could not confirm. A line that is too long is cut.
func Finding(f task.Finding) lang.Message {
	f.Evidence = text.Clip(text.FirstLine(f.Evidence), maxEvidence)
	return describeFinding(f, inOneLine(f.Text))
}

// inOneLine returns the first line of a text, with " …" if more lines follow. A line that is too long is cut.
func inOneLine(s string) string {
	first, _, more := strings.Cut(strings.TrimSpace(s), "\n")
	if more {
		first = strings.TrimRight(first, " \r") + " …"
	}
	return text.Clip(first, maxSaid)
}

// FindingInFull returns a finding with all lines of its text.
func FindingInFull(f task.Finding) lang.Message { return describeFinding(f, indented(f.Text)) }

// indented indents the lines of a text after the first one.
func indented(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n   ") }

// describeFinding puts the facts of a finding around what is said of it. What ccc could not confirm comes last.
func describeFinding(f task.Finding, said string) lang.Message {
	severity := Severity(f.Severity)
	if len(f.Reviewers) > 0 {
		severity = lang.M("%s (%s)", severity, lang.List(f.Reviewers...))
	}
	line := lang.M("%s %s: %s", f.ID, severity, said)
	if f.Evidence != "" {
		line = lang.M("%s %s · %s: %s", f.ID, severity, text.FirstLine(f.Evidence), said)
	}
	if unproven := Unproven(f); !unproven.Empty() {
		line = lang.M("%s (%s)", line, unproven)
	}
	return line
}

// Unproven says what ccc could not confirm of a finding; it is empty if it could confirm everything.
func Unproven(f task.Finding) (said lang.Message) {
	if f.InWords && len(f.Unproven) > 0 {
		return lang.M("in words, of which ccc can confirm nothing")
	}
	if f.Criterion != "" && f.Evidence != "" && len(f.Unproven) > 1 {
		return lang.M("neither its criterion nor the command or line that it cites was found")
	}
	for _, part := range f.Unproven {
		one := lang.M("its criterion is in neither your words nor the rubric, so it may be the reviewer's own wish")
		if part == task.EvidenceUnproven {
			one = lang.M("the command or line that it cites was not found")
		}
		if f.Criterion == "" && part == task.CriterionUnproven {
			one = lang.M("it cites nothing that you or the rubric asked for, so it may be the reviewer's own wish")
		}
		if f.Evidence == "" && part == task.EvidenceUnproven {
			one = lang.M("it cites no command or line, so ccc cannot confirm it")
		}
		said = lang.Join("%s; %s", said, one)
	}
	return said
}

// foundAgainNote says that a finding does not hold the agent because the user has dismissed it, when, and why.
func foundAgainNote(f task.Finding) lang.Message {
	said, at := inOneLine(f.Text), f.DismissedAt.Local().Format("2006-01-02 15:04")
	line := lang.M("%s is one that you dismissed on %s: %s", f.ID, at, said)
	switch {
	case f.DismissedAt.IsZero():
		line = lang.M("%s is one that you have dismissed: %s", f.ID, said)
	case isFromOutside(f):
		line = lang.M("%s is one that was dismissed from outside on %s, see ccc dismiss --list: %s", f.ID, at, said)
	}
	if f.Reason != "" && !isFromOutside(f) { // else the words may be the agent's
		line = lang.M("%s · you said: %s", line, inOneLine(f.Reason))
	}
	if f.AgainText != "" {
		line = lang.M("%s\n   The reviewer now says: %s", line, inOneLine(f.AgainText))
	}
	return line
}

// isFromOutside reports whether a finding was dismissed neither in the loop nor in claude's screen.
func isFromOutside(f task.Finding) bool {
	return f.DismissedBy == task.ByOutside || f.DismissedBy == task.ByUnknown
}

// FoundAgainCount says how many findings do not hold the agent because they were dismissed; it is empty for none.
func FoundAgainCount(n int) lang.Message {
	if n == 0 {
		return lang.Message{}
	}
	return lang.M("%d dismissed", n)
}

// DismissalsUnreadable says that the user's dismissals cannot be read, and what to do.
func DismissalsUnreadable(err error) lang.Message {
	return lang.M("your dismissals do not count: %v", err).WithHintOf(err)
}

// withFindings adds the open findings to a text, a line each, blockers first, and the dismissed ones that the round
// has found again. If there are many, the rest is counted.
func withFindings(line lang.Message, list []task.Finding, round int) lang.Message {
	named := task.NamedFindings(list)
	for _, f := range named[:min(len(named), maxListed)] {
		line = lang.M("%s\n%s", line, Finding(f))
	}
	if more := len(named) - maxListed; more > 0 {
		line = lang.M("%s\nand %d more: ccc dismiss lists them", line, more)
	}
	return withFoundAgain(line, list, round)
}

// withFoundAgain adds the dismissed findings that the round has found again.
func withFoundAgain(line lang.Message, list []task.Finding, round int) lang.Message {
	for _, f := range task.FoundAgain(list, round) {
		line = lang.M("%s\n%s", line, foundAgainNote(f))
	}
	return line
}

// AllFindings lists all findings of a task with all their facts, the open ones first. If end says that the task is
// done, it says that they do not hold the agent.
func AllFindings(list []task.Finding, end task.End) (lines lang.Message) {
	if len(list) == 0 {
		return lang.M("the reviews that have ended have found nothing in this task")
	}
	add := func(line lang.Message) { lines = lang.Join("%s\n%s", lines, line) }
	switch {
	case len(task.OpenFindings(list)) == 0:
	case end == task.EndedCompleted:
		add(lang.M("the task is completed: none of its findings holds the agent"))
	case end == task.EndedAccepted:
		add(lang.M("the work was accepted as it is: none of its findings holds the agent"))
	}
	for _, f := range task.OpenFindings(list) {
		add(FindingInFull(f))
		if f.Criterion != "" {
			if slices.Contains(f.Unproven, task.CriterionUnproven) {
				add(lang.M("   the reviewer's criterion: %s", f.Criterion))
			} else {
				add(lang.M("   asked for: %s", f.Criterion))
			}
		}
	}
	for _, f := range list {
		if f.Status != task.Open {
			line := lang.M("%s: %s", settled(f), text.FirstLine(f.Text))
			if f.Reason != "" {
				line = lang.M("%s (%s)", line, text.FirstLine(f.Reason))
			}
			add(line)
		}
	}
	return lines
}

// NoVerdictYet is the answer to a wish to see findings before the first verdict of a task.
func NoVerdictYet(off, running bool) lang.Message {
	next := lang.M("the agent is reviewed when it stops")
	switch {
	case off:
		next = lang.M("reviews are off until /supervisor")
	case running:
		next = lang.M("a review is running")
	}
	return lang.M("no review of this task has given a verdict yet; %s", next)
}

// settled says how a finding was settled: by which review, or by whom it was dismissed.
func settled(f task.Finding) lang.Message {
	switch {
	case f.Status == task.Dismissed && isFromOutside(f):
		return lang.M("%s dismissed from outside", f.ID)
	case f.Status == task.Dismissed:
		return lang.M("%s dismissed by you", f.ID)
	case f.Ended == 0:
		return describeMove(f, 0)
	}
	return lang.M("%s in review %d", describeMove(f, 0), f.Ended)
}

// The ways to dismiss a finding.
const (
	InLoop   = "/findings" // the command that lists findings there
	InClaude = "/supervisor dismiss"
	InShell  = "ccc dismiss"
)

// Dismissal returns the answer to the user's wish to dismiss a finding. way is the way that the user chose.
func Dismissal(d task.Decision, way string) lang.Message {
	f := d.Finding
	switch {
	case d.Code == task.CodeNoFinding && d.NoneOpen:
		return lang.M("this task has no finding %s, and none is open", f.ID)
	case d.Code == task.CodeNoFinding:
		list := way
		if way == InClaude { // alone it lists the open ones
			list = "/supervisor findings"
		}
		return lang.M("this task has no finding %s: %s lists them", f.ID, list)
	case f.Status == task.Fixed && f.Unnamed && d.Code == task.CodeNotOpen:
		return lang.M("%s is closed: the work was accepted without a word about it. Nothing was dismissed: %s", f.ID,
			text.FirstLine(f.Text))
	case f.Status == task.Fixed && f.Ended == 0 && d.Code == task.CodeNotOpen:
		return lang.M("%s was fixed before, nothing was dismissed: %s", f.ID, text.FirstLine(f.Text))
	case f.Status == task.Withdrawn && f.Ended == 0 && d.Code == task.CodeNotOpen:
		return lang.M("%s was withdrawn before, nothing was dismissed: %s", f.ID, text.FirstLine(f.Text))
	case f.Status == task.Fixed && d.Code == task.CodeNotOpen:
		return lang.M("%s was fixed in review %d, nothing was dismissed: %s", f.ID, f.Ended, text.FirstLine(f.Text))
	case f.Status == task.Withdrawn && d.Code == task.CodeNotOpen:
		return lang.M("%s was withdrawn in review %d, nothing was dismissed: %s", f.ID, f.Ended, text.FirstLine(f.Text))
	case d.Code == task.CodeNotOpen && f.Reason == "":
		return lang.M("%s was dismissed before: %s\nWords after its ID add why. ccc dismiss --list has its number N: "+
			"ccc dismiss --undo N lets reviewers find it again", f.ID, inOneLine(f.Text))
	case d.Code == task.CodeNotOpen:
		return lang.M("%s was dismissed before, and its reason stays: %s\nFor another reason take the dismissal back "+
			"first: ccc dismiss --list has its number N for ccc dismiss --undo N", f.ID, inOneLine(f.Text))
	}
	if d.ReasonAdded {
		return lang.M("%s was dismissed before, and has your reason now: %s", f.ID, text.FirstLine(f.Reason))
	}
	said := lang.M("%s is dismissed: %s\nNo reviewer may send work back for it again in this project.",
		f.ID, indented(f.Text))
	if d.NotStored != nil {
		said = lang.M("%s is dismissed in this task alone: %s\nIt cannot be stored: %v", f.ID, indented(f.Text),
			d.NotStored)
	}
	switch {
	case d.Off && !d.TaskDone && d.NotStored == nil:
		return lang.M("%s\nReviews are off: once /supervisor has switched them on, the next review knows of this.",
			said)
	case d.Off:
		return said
	case !d.TaskDone && d.NothingHolds && d.Busy && way == InShell:
		return lang.M("%s\nNo blocker is open any more: the session is at work, and goes on by itself.", said)
	case d.TaskDone:
		return said
	case (!d.NothingHolds || d.Busy) && way != InShell:
		return lang.M("%s\nThe agent is told with its next feedback.", said)
	case d.NothingHolds && way == InLoop:
		return lang.M("%s\nNo blocker is open any more: /accept takes the work as it is; send a message to go on.",
			said)
	case d.NothingHolds:
		return lang.M("%s\nNo blocker is open any more: send a message to go on.", said)
	}
	return said
}

// Mistyped says that a word after /supervisor is almost this verb, so that it was not sent as a task.
func Mistyped(verb string) lang.Message {
	return lang.M("did you mean /supervisor %s? Nothing was sent to the agent", verb)
}

// Worded says that this verb after /supervisor takes no words, so that it was not sent as a task.
// /supervisoroff may be the verb, too.
func Worded(verb string) lang.Message {
	if verb == "supervisoroff" {
		return lang.M("/supervisoroff takes no further words: reviews stay as they are, and nothing was sent " +
			"to the agent")
	}
	return lang.M("/supervisor %s takes no further words, and nothing was sent to the agent. For a task that "+
		"begins with "+
		`this word use quotes: /supervisor "%s …"`, verb, verb)
}

// NothingSent is said to a user whose /supervisor with a task switched nothing.
func NothingSent() lang.Message { return lang.M("nothing was sent to the agent") }

// DismissalUsage says how to dismiss a finding with that command, and lists the open findings.
func DismissalUsage(command string, list []task.Finding) lang.Message {
	open := task.OpenFindings(list)
	if len(open) == 0 {
		return lang.M("%s needs the id of an open finding, and none is open", command)
	}
	said := lang.M("%s needs the id of an open finding, such as %s %s WHY:", command, command, open[0].ID)
	for _, f := range open {
		said = lang.M("%s\n%s", said, Finding(f))
	}
	return said
}
