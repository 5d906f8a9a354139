package review

import (
	"bytes"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/review/facts"
	"ccc/internal/review/protocol"
	"ccc/internal/rubric"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/streamjson"
)

// This file checks the parts of a finding that need no model: whether its criterion quotes the user or the project, and
// whether its evidence exists.

// readFindings converts the findings in a reviewer's answer to findings of the task.
func readFindings(said []protocol.Finding) (list []task.Finding) {
	for _, f := range said {
		severity := task.Blocker
		if f.Advice {
			severity = task.Advice
		}
		list = append(list, task.Finding{
			ID: f.ID, Severity: severity, Criterion: f.Criterion, Evidence: f.Evidence, Text: f.Text,
			Status: task.Status(f.Status),
		})
	}
	return list
}

// hasOpenBlocker reports whether one of the findings is an open blocker.
func hasOpenBlocker(list []task.Finding) bool {
	return slices.ContainsFunc(list, func(f task.Finding) bool {
		return f.Severity == task.Blocker && f.Status == task.Open
	})
}

// findingsOf returns the findings of one reviewer. Each says which of its parts could not be confirmed.
func (p *panel) findingsOf(who rubric.Reviewer, r ReviewerResult) []task.Finding {
	list := p.confirm(r.Findings, ruleOf(who, p.Rubric), r.calls, p.changes)
	_, looked := p.Last.Looked[lookKey(who.Name, who.IsTriage)]
	for i := range list {
		list[i].First = !looked
		if len(p.Rubric.Others) > 0 {
			list[i].Reviewers = []string{who.Name}
		}
	}
	// The reviewer of one part cannot judge the other parts.
	if r.Completed && len(p.Rubric.Others) > 0 && len(p.Parts) == 0 {
		list = append(list, p.fixFindingsOf(who.Name, r.Feedback+"\n"+r.Said, list)...)
	}
	return task.EndedByFinders(list, p.Findings, who.Name, p.reviewerNames())
}

// reviewerNames returns the names of all reviewers of the rubric.
func (p *panel) reviewerNames() []string {
	list := []string{p.Rubric.Reviewer.Name}
	for _, one := range p.Rubric.Others {
		list = append(list, one.Name)
	}
	return list
}

// weigh returns the verdict that follows from one reviewer's findings alone, without the other reviewers' findings.
func (p *panel) weigh(who rubric.Reviewer, list []task.Finding) task.Verdict {
	v, _ := task.Weigh(task.WithoutOthers(p.Findings, list, who.Name), task.Verdict{Findings: list}, laterReview)
	return v
}

// isHoldingNobody reports whether after this reviewer's answer no finding keeps the work from being done, although the
// answer says more than what the user has dismissed.
func (p *panel) isHoldingNobody(who rubric.Reviewer, said ReviewerResult) bool {
	blocks, list := 0, p.findingsOf(who, said)
	for _, f := range list {
		if f.Status == task.Dismissed || f.Status == task.Open && f.Severity == task.Blocker {
			blocks++
		}
	}
	v := p.weigh(who, list)
	return v.Completed && (said.Feedback != "" || blocks > v.FoundAgain)
}

// laterReview is any review number except the first, which has its own rules, see [task.Finding.First].
const laterReview = 2

// WithKnown removes ids that no finding of the task had before this review, because a reviewer may number its findings
// by itself. It drops findings that then have no text. An answer is Unclear if no other blocker is left, or if it finds
// the work done and calls a known blocker open. A finding with only an id gets the severity of the known finding.
func (r ReviewerResult) WithKnown(known []task.Finding) ReviewerResult {
	if r.Completed && task.HasUnfixedBlocker(r.Said, known) {
		return r.asUnclear()
	}
	var list []task.Finding
	isLost := false
	for _, f := range task.WithoutDoubles(r.Findings, known) {
		switch at := slices.IndexFunc(known, func(k task.Finding) bool { return k.ID == f.ID }); {
		case at < 0:
			f.ID = ""
		case f.Text == "":
			f.Severity = known[at].Severity
		}
		if f.ID != "" || f.Text != "" && f.Status == task.Open {
			list = append(list, f)
		} else {
			isLost = isLost || f.Severity == task.Blocker && f.Status == task.Open
		}
	}
	r.Findings = list
	if !isLost && len(list) > 0 || r.Completed || r.Blocked || r.Feedback != "" || hasOpenBlocker(list) ||
		r.Failure != streamjson.NoFailure {
		return r
	}
	return r.asUnclear()
}

// updateFindings returns the findings of all reviewers, updated by what the user has done meanwhile. Feedback in words
// that almost repeats what was dismissed in an earlier task becomes that dismissed finding. Findings of this task that
// were dismissed or reopened are added. outside are the texts of findings that were dismissed from outside.
func (j Request) updateFindings(v task.Verdict) (list []task.Finding, outside []string) {
	done := j.dismissals()
	list = slices.Clone(v.Findings)
	for i, f := range list {
		if !f.InWords {
			continue
		}
		if len(j.Rubric.Others) > 0 && len(v.Reviewers) == 1 {
			list[i].Reviewers = []string{v.Reviewers[0].Name}
		}
		if dismissed, ok := done.Match(f); ok {
			list[i] = dismissed
		}
	}
	list = append(list, done.Changes(j.Findings)...)
	for _, f := range done.FromOutside(list)[:min(len(done.FromOutside(list)), maxTold)] {
		outside = append(outside, text.Head(text.FirstLine(f.Text), maxOutside))
	}
	return list, outside
}

// fixFindingsOf marks as fixed the open findings that only this reviewer made. It is called when this reviewer finds
// the work done in these words, though another one may not.
func (j Request) fixFindingsOf(name, words string, said []task.Finding) (list []task.Finding) {
	for _, f := range j.Findings {
		mentioned := slices.ContainsFunc(said, func(g task.Finding) bool { return g.ID == f.ID })
		if f.Status == task.Open && f.Severity == task.Blocker && !mentioned &&
			slices.Equal(f.Reviewers, []string{name}) {
			list = append(list, task.Finding{
				ID: f.ID, Status: task.Fixed, Reviewers: f.Reviewers, Unnamed: !task.HasID(words, f.ID),
			})
		}
	}
	return list
}

// confirm marks in one reviewer's findings the parts that could not be confirmed, and the findings that the user has
// dismissed.
func (j Request) confirm(
	list []task.Finding, rubricText string, calls []toolCall, changes changedFiles,
) []task.Finding {
	list = slices.Clone(list)
	done := j.dismissals()
	var criteria []string // computed when first needed
	for i, f := range list {
		if f.Status != task.Open {
			continue
		}
		if dismissed, ok := done.Match(f); ok && f.ID == "" {
			list[i] = dismissed
			continue
		}
		if f.Severity == task.Advice {
			continue
		}
		if criteria == nil {
			criteria = j.criteria(rubricText)
		}
		var unproven []string
		if !containsQuote(criteria, f.Criterion) {
			unproven = append(unproven, task.CriterionUnproven)
		}
		if !j.isThere(f, calls) && !changes.hadLine(f.Place()) {
			unproven = append(unproven, task.EvidenceUnproven)
		}
		list[i].Unproven = unproven
	}
	return list
}

// dismissals returns what the user has dismissed in the project so far.
func (j Request) dismissals() (d task.Dismissals) {
	if j.Dismissals != nil {
		d = j.Dismissals()
	}
	return d
}

// afterUser returns the request with the findings as the user has changed them from outside since the last review.
func (j Request) afterUser() Request {
	j.Findings = task.Apply(j.Findings, j.dismissals().Changes(j.Findings), 0)
	return j
}

// criteria returns the normalized texts that a criterion may quote: the user's messages, the rubric, its checks and
// CLAUDE.md.
func (j Request) criteria(rubricText string) (list []string) {
	for _, m := range j.Session.Messages {
		list = append(list, normalize(m))
	}
	list = append(list, normalize(rubricText))
	for _, c := range j.Rubric.Checks {
		list = append(list, normalize(c.Name+" "+c.Run))
	}
	if text, err := file.Read(filepath.Join(j.Dir, "CLAUDE.md"), file.MaxText); err == nil {
		list = append(list, normalize(string(text)))
	}
	return list
}

// minQuote is the minimum length of a quotation, in letters and digits. Shorter words occur in every text. A Chinese
// character says more than a letter: three of them are a request ("继续修"), two a word of any text.
const (
	minQuote    = 4
	minQuoteHan = 3
)

// quotedText matches text in quotation marks.
var quotedText = text.LazyRegexp{Expr: "[\"“„«「『`]([^\"“”„«»「」『』`]+)[\"”»」』`]"}

// containsQuote reports whether one of the texts contains the words of the criterion. Models change quotations, so it
// allows a source in front (rubric: every test has a name), quotation marks, and omissions (sum … is 0).
func containsQuote(texts []string, criterion string) bool {
	candidates := []string{criterion}
	for _, m := range quotedText.Get().FindAllStringSubmatch(criterion, -1) {
		candidates = append(candidates, m[1])
	}
	if _, words, ok := strings.Cut(strings.ReplaceAll(criterion, "：", ":"), ":"); ok {
		candidates = append(candidates, words)
	}
	return slices.ContainsFunc(candidates, func(c string) bool {
		parts := strings.Split(strings.ReplaceAll(c, "...", "…"), "…")
		return slices.ContainsFunc(texts, func(text string) bool { return hasInOrder(text, parts) })
	})
}

// hasInOrder reports whether a normalized text contains all parts of a quotation in order.
func hasInOrder(text string, parts []string) bool {
	length, least := 0, minQuote
	for _, part := range parts {
		words := normalize(part)
		n, at := utf8.RuneCountInString(words), strings.Index(text, words)
		if at < 0 || n == 1 {
			return false
		}
		if strings.ContainsFunc(words, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			least = minQuoteHan
		}
		length += n
		text = text[at+len(words):]
	}
	return length >= least+min(len(parts)-1, 1)
}

// normalize returns a text without the things that a quotation may change: case, white space, quotes and punctuation.
func normalize(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

var (
	exitCode = text.LazyRegexp{Expr: `(?i)[\s(,;:→>-]*(?:exit(?:ed|s)?(?: with)?(?: code| status)?|` +
		`status)[ =:]*(\d+)\)?[\s.]*$`}
	exitStatement = text.LazyRegexp{Expr: `(?i)\bexit(?:ed|s)?(?: with)?(?: code| status)?[ =:]*(\d+)`}
	anyPlace      = text.LazyRegexp{Expr: "(?:^|[\\s(`\"'])([^\\s:()`\"']+):([1-9][0-9]*)"}
)

// isThere reports whether the evidence of a finding exists: a line of a file in the project, or a command that the
// reviewer has run in this review with the exit code that it states.
func (j Request) isThere(f task.Finding, calls []toolCall) bool {
	if name, line := f.Place(); line > 0 {
		return j.hasLine(name, line)
	}
	places := append(spacedPlace.Get().FindAllStringSubmatch(f.Evidence, 1),
		anyPlace.Get().FindAllStringSubmatch(f.Evidence, -1)...)
	for _, m := range places {
		if line, err := strconv.Atoi(m[2]); err == nil && j.hasLine(path.Clean(m[1]), line) {
			return true
		}
	}
	code := ""
	for _, says := range []*regexp.Regexp{exitStatement.Get(), exitCode.Get()} { // the last word counts
		if m := says.FindStringSubmatch(f.Evidence); m != nil {
			code = m[1]
		}
	}
	return slices.ContainsFunc(commandsIn(f.Evidence), func(command string) bool { return isRun(command, code, calls) })
}

// commandsIn returns the parts of an evidence that may be a command: all of it, text in backquotes, and text in front
// of a word that describes a result.
func commandsIn(evidence string) (list []string) {
	bare := exitCode.Get().ReplaceAllString(strings.Trim(evidence, "`\"' \n"), "")
	list = []string{bare}
	for i, part := range strings.Split(evidence, "`") {
		if i%2 == 1 {
			list = append(list, exitCode.Get().ReplaceAllString(part, ""))
		}
	}
	first := text.FirstLine(bare)
	list = append(list, first)
	for _, end := range []string{": ", "：", " -> ", " → ", " — ", " => ", " (exit"} {
		if command, _, ok := strings.Cut(first, end); ok {
			list = append(list, command)
		}
	}
	for _, command := range list {
		for _, lead := range []string{"$ ", "ran ", "Ran ", "运行", "执行"} {
			if rest, ok := strings.CutPrefix(command, lead); ok {
				list = append(list, rest)
			}
		}
	}
	return list
}

// isRun reports whether the reviewer has run a command, alone or inside another one, with that exit code; "" for any
// code.
func isRun(command, code string, calls []toolCall) bool {
	words := commandWords(command)
	if command, ok := withoutWrapping(words); ok && isRun(command, code, calls) {
		return true
	}
	wanted := strings.Join(words, " ")
	if utf8.RuneCountInString(wanted) < 2 {
		return false
	}
	starts := []string{" ", "^"} // ^ marks the beginning of a call
	if len(words) == 1 {         // otherwise any word in backquotes that is part of some command would match
		starts = []string{"^", "; ", "&& ", "|| ", "| ", "( ", "-c "}
	}
	return slices.ContainsFunc(calls, func(c toolCall) bool {
		ran := "^" + strings.Join(commandWords(c.argument), " ") + " "
		isIn := func(start string) bool { return strings.Contains(ran, start+wanted+" ") }
		if c.tool != bash || c.result == "" || c.result == denied || !slices.ContainsFunc(starts, isIn) {
			return false
		}
		failed := c.result != "ok"
		return code == "" || code == "0" && !failed || c.result == "exit "+code
	})
}

// commandWords returns the words of a command line without quotes. Separators of commands are words, too.
func commandWords(line string) []string {
	return strings.Fields(strings.NewReplacer(
		`"`, "", "'", "", "`", "", "\\\n", " ", ";", " ; ", "&&", " && ", "||", " || ", "|", " | ", "(", " ( ", ")", " ) ",
	).Replace(line))
}

// withoutWrapping returns the command inside cd DIR && COMMAND, bash -c COMMAND and COMMAND 2>&1 | tail, because a
// model adds or omits these when it says what it ran.
func withoutWrapping(words []string) (command string, ok bool) {
	switch n := len(words); {
	case n > 3 && words[0] == "cd" && (words[2] == "&&" || words[2] == ";"):
		words = words[3:]
	case n > 2 && (words[0] == "bash" || words[0] == "sh") && (words[1] == "-c" || words[1] == "-lc"):
		words = words[2:]
	case n > 1 && words[n-1] == "2>&1":
		words = words[:n-1]
	case slices.Contains(words, "|"):
		words = words[:slices.Index(words, "|")]
	default:
		return "", false
	}
	return strings.Join(words, " "), true
}

// hadLine reports whether the file had that line before the task deleted or renamed it.
func (c changedFiles) hadLine(name string, line int) bool {
	return line > 0 && slices.ContainsFunc(c.list, func(change git.Change) bool {
		return change.From == name || change.Path == name && change.Status == 'D' && line <= change.Deleted
	})
}

// spacedPlace matches file:line with spaces in the file name. A command may look the same.
var spacedPlace = text.LazyRegexp{Expr: "^[`\"' ]*([^:\n]+):([1-9][0-9]*)[`\"' ]*$"}

// hasLine reports whether a file in the project has that line.
func (j Request) hasLine(name string, line int) bool {
	return HasLine(j.Dir, name, line)
}

// HasLine reports whether a file below a directory has that line.
func HasLine(dir, name string, line int) bool {
	if rel, err := filepath.Rel(dir, name); filepath.IsAbs(name) && err == nil {
		name = rel
	}
	return filepath.IsLocal(name) && hasLine(filepath.Join(dir, name), line)
}

// maxSource is the size limit of a file in which a line is looked for, in bytes.
const maxSource = 16 << 20

func hasLine(path string, line int) bool {
	text, err := file.Read(path, maxSource)
	if err != nil {
		return false
	}
	lines := bytes.Count(text, []byte{'\n'})
	if len(text) > 0 && text[len(text)-1] != '\n' {
		lines++
	}
	return line <= lines
}

// knownFindings returns what a reviewer is told about earlier findings. It leaves out findings without evidence and
// criterion, because these would only repeat the reviewer's own words.
func (p *panel) knownFindings(looked string) protocol.Known {
	j := p.Request
	k := protocol.Known{Open: forProtocol(task.NamedFindings(j.Findings))}
	if len(k.Open) > 0 {
		for _, answer := range task.AnswersTo(j.Findings, j.Session.Answers) {
			k.Answers = append(k.Answers, j.Reviewer.Mask.Text(answer))
		}
	}
	if since := j.Last.Looked[looked]; len(k.Open) > 0 && since != "" && p.tree != "" {
		k.Since, k.Unchanged = facts.ShowDiff+" "+facts.Trees(since, p.tree), since == p.tree
	}
	dismissed := slices.Clone(j.dismissals().Findings)
	for _, f := range j.Findings {
		if f.Status == task.Dismissed && !slices.ContainsFunc(dismissed, f.Same) {
			dismissed = append(dismissed, f)
		}
	}
	k.Dismissed = forProtocol(dismissed[max(len(dismissed)-maxTold, 0):])
	for i := range k.Dismissed {
		k.Dismissed[i].ID = ""
	}
	return k
}

// maxOutside is the length limit for the text of a finding that was dismissed from outside, in bytes.
const maxOutside = 500

// maxTold is how many dismissed findings a reviewer is told about, the newest ones.
const maxTold = 30

func forProtocol(list []task.Finding) (told []protocol.Finding) {
	for _, f := range list {
		told = append(told, protocol.Finding{
			ID: f.ID, Advice: f.Severity == task.Advice, Criterion: f.Criterion, Evidence: f.Evidence, Text: f.Text,
		})
	}
	return told
}

// ruleOf returns the text by which one reviewer of the rubric judges.
func ruleOf(who rubric.Reviewer, all rubric.Rubric) string { return who.Text + "\n" + all.Text }
