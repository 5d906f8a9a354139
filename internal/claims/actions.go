package claims

import (
	"path"
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// lastAction returns the last run of an action, such as a commit, and the reason if that run does not count.
func (r *Reader) lastAction(k shell.Kinds) verdict { return r.lastOf(r.matching(k), k) }

func (r *Reader) lastOf(runs []*run, k shell.Kinds) verdict {
	for _, one := range slices.Backward(runs) {
		if one.outcome == exitFailed && len(runs) > 1 && strings.Contains(one.whole, "--amend") {
			continue
		}
		return verdict{reason: reasonOf(one), run: one}
	}
	if r.mayShow(k, r.lastEditAt(), true) {
		return verdict{}
	}
	return r.judgeNothingRun(k)
}

// judgeCommit requires a commit after all edits of the project's files.
func (r *Reader) judgeCommit(s detect.Statement) verdict {
	if one := r.namedCommit(s); one != nil {
		return verdict{reason: reasonOf(one), run: one}
	}
	v := r.lastAction(shell.Commit)
	if v.reason == Masked && r.pushedAfter(v.run) {
		v.reason = ""
	}
	// "All is committed" is so, too, where git found nothing to commit.
	nothingLeft := v.reason == FailedExit && s.Universal && r.clean == v.run.at
	if (v.reason == NoCommand || nothingLeft) && r.noEditAfter(r.clean) {
		return verdict{}
	}
	if v.reason != "" || v.run == nil {
		return v
	}
	if r.commitsNothing(v.run) {
		return verdict{reason: EmptyRun, run: v.run}
	}
	for _, w := range slices.Backward(r.writes) {
		switch {
		case w.void || w.undone || w.at.compare(v.run.at) <= 0:
		case w.Reset && (w.Tree || w.Folder) && strings.Contains(w.command, "reset"):
			return verdict{reason: Superseded, run: v.run, change: w}
		case !w.Tree && !w.Folder && !outside(w.Path, r.root) && !isNeverCommitted(w.Path):
			return verdict{reason: Stale, run: v.run, change: w}
		}
	}
	return v
}

// namedCommit returns the commit whose subject a claim quotes, if there are others.
func (r *Reader) namedCommit(s detect.Statement) *run {
	runs := r.matching(shell.Commit)
	for _, m := range quotedText.Get().FindAllStringSubmatch(s.Text, maxCounts) {
		for _, one := range slices.Backward(runs) {
			if len(runs) > 1 && strings.Contains(one.whole, strings.TrimSpace(m[1])) && !one.doubtful() {
				return one
			}
		}
	}
	return nil
}

// doubtful reports whether it is not seen how a run ended.
func (r *run) doubtful() bool { return r.outcome != passed && r.outcome != exitFailed }

var quotedText = text.LazyRegexp{Expr: "[`“\"]([^`”\"]{6,})[`”\"]"}

// pushedAfter reports whether a push in the same line has brought the commit to the other side.
func (r *Reader) pushedAfter(one *run) bool {
	return slices.ContainsFunc(runsAfter(r.matching(shell.Push), one.at), func(p *run) bool {
		return p.at.step == one.at.step && p.outcome == passed && p.pushed == pushedSomething
	})
}

// saysState reports whether a git command says what is not committed or not pushed: git status, git log @{u}..
func saysState(args []string) bool {
	words := shell.Operands(args)
	return shell.BeginsWith(words, "status") ||
		shell.BeginsWith(words, "log") && len(words) > 1 && unpushedRange(words[1])
}

// unpushedRange reports whether an argument of git log means the commits that the other side does not have.
func unpushedRange(word string) bool {
	from, to, ok := strings.Cut(word, "..")
	return ok && (to == "" || to == "HEAD") && (strings.HasPrefix(from, "origin/") || strings.HasPrefix(from, "@{"))
}

var (
	cleanTree   = text.LazyLines(`nothing to commit, working tree clean|无文件要提交，干净的工作区`)
	aheadBranch = text.LazyLines(`^## .*\[(?:ahead|behind|gone)|Your branch is ahead|diverged`)
	syncedTree  = text.LazyLines(`^## \S+\.\.\.\S+\s*$|Your branch is up to date with`)
	shortEntry  = text.LazyLines(`^[ MADRCU?!]{2} \S`)
)

// readState notes where git said that all is committed, or pushed.
func (r *Reader) readState(one *run, output string) {
	if one.kinds&shell.Commit != 0 && one.outcome == exitFailed && cleanTree.Get().Match(output) {
		r.clean = one.at
	}
	if !one.state || one.outcome != passed {
		return
	}
	if strings.Contains(one.command, " log ") {
		if printedNothing(output) {
			r.pushed = one.at
		}
		return
	}
	if cleanTree.Get().Match(output) || syncedTree.Get().Match(output) && !shortEntry.Get().Match(output) &&
		strings.HasPrefix(strings.TrimSpace(output), "##") {
		r.clean = one.at
	}
	if syncedTree.Get().Match(output) && !aheadBranch.Get().Match(output) {
		r.pushed = one.at
	}
}

// noEditAfter reports whether the agent has written no file of the project after a place in the session.
func (r *Reader) noEditAfter(at place) bool {
	return at.step > 0 && !slices.ContainsFunc(r.writes, func(w *write) bool {
		return !w.void && !w.undone && w.at.compare(at) > 0 && !w.Tree && !outside(w.Path, r.root) &&
			!isNeverCommitted(w.Path)
	})
}

// isNeverCommitted reports whether a file is one that nobody commits.
func isNeverCommitted(name string) bool {
	switch path.Ext(name) {
	case ".log", ".out", ".pid", ".tmp":
		return true
	}
	return strings.HasPrefix(name, ".claude/") || path.IsAbs(name) || strings.HasPrefix(name, "../")
}

// commitsNothing reports whether a commit, with --allow-empty, has nothing of an edit that no earlier one has.
func (r *Reader) commitsNothing(one *run) bool {
	if !strings.Contains(one.command, "--allow-empty") || strings.Contains(one.command, "--allow-empty-message") ||
		commitsAll.Get().MatchString(one.command) || strings.Contains(one.whole, "git add") {
		return false
	}
	var at place
	for _, earlier := range r.matching(shell.Commit) {
		if earlier != one && earlier.outcome == passed && earlier.at.compare(one.at) < 0 {
			at = earlier.at
		}
	}
	return slices.ContainsFunc(r.writes, func(w *write) bool {
		return !w.void && !w.undone && !w.Folder && w.at.compare(at) > 0 && w.at.compare(one.at) < 0 &&
			!outside(w.Path, r.root)
	})
}

// commitsAll are the flags with which git commit takes the edits that are not staged.
var commitsAll = text.LazyRegexp{Expr: ` -[a-z]*a[a-z]*\b| --all\b`}

// judgePush requires a push after the last commit.
func (r *Reader) judgePush(s detect.Statement) verdict {
	v := r.lastAction(shell.Push)
	if v.reason == NoCommand && r.noEditAfter(r.pushed) && len(runsAfter(r.matching(shell.Commit), r.pushed)) == 0 {
		return verdict{}
	}
	if v.reason != "" || v.run == nil {
		return v
	}
	if v.run.kinds&shell.Deploy != 0 { // an image, and no commit
		return v
	}
	earlier := slices.ContainsFunc(r.matching(shell.Push), func(one *run) bool {
		return one != v.run && one.outcome == passed
	})
	switch {
	case v.run.pushed == pushedNothing && !earlier && r.anyWrite():
		return verdict{reason: EmptyRun, run: v.run}
	case v.run.pushed == pushedTagAlone && !earlier && !s.About(tagWords) && !namesOperand(s, v.run):
		return verdict{reason: Partial, run: v.run, suggest: "only a tag was pushed: push the branch, or say so"}
	}
	commits := runsAfter(r.matching(shell.Commit), v.run.at)
	for _, one := range slices.Backward(commits) {
		if one.outcome == passed {
			return verdict{reason: Stale, run: v.run, suggest: "the last commit came after the push: say so"}
		}
	}
	return v
}

// namesOperand reports whether a claim names what a command pushed.
func namesOperand(s detect.Statement, one *run) bool {
	words := shell.Operands(strings.Fields(one.command))
	return slices.ContainsFunc(words[min(len(words), 2):], func(w string) bool { return strings.Contains(s.Text, w) })
}

// What a push brought to the other side, by its output.
const (
	pushedSomething = iota
	pushedNothing
	pushedTagAlone
)

var (
	pushedTag   = text.LazyLines(`^ \* \[new tag\]`)
	pushedRef   = text.LazyLines(` -> `)
	upToDate    = text.LazyLines(`^Everything up-to-date`)
	tagWords    = &text.LazyRegexp{Expr: `\btags?\b|\btagged\b|\brelease\w*|\bversion\b|\bv?\d+\.\d|标签|版本|发布`}
	newTagLines = text.LazyRegexp{Expr: `(?m)^ \* \[new tag\].*$`}
)

// readPush notes by the output of a push whether it sent nothing, or a tag alone.
func (r *run) readPush(output string) {
	if r.kinds&shell.Push == 0 || r.tool.Name != "git" {
		return
	}
	switch {
	case upToDate.Get().Match(output) && !pushedRef.Get().Match(output):
		r.pushed = pushedNothing
	case pushedTag.Get().Match(output) && !pushedRef.Get().Match(newTagLines.Get().ReplaceAllString(output, "")):
		r.pushed = pushedTagAlone
	}
}

// judgeDeployment requires a deployment after the last edit, that was not rolled back.
func (r *Reader) judgeDeployment(s detect.Statement) verdict {
	all := r.matching(shell.Deploy)
	runs := deploymentsSpokenOf(s, all)
	v := r.lastOf(runs, shell.Deploy)
	if v.reason == NoCommand && s.Loose && (r.askedAfter(nil) || r.ranTask() || r.anyWrite() && !s.About(bringWords)) {
		return verdict{} // a program or a setting may be all that is meant
	}
	if v.reason == NoCommand && !r.anyWrite() && r.looksAtServer() { // the claim is about how things stand
		return verdict{}
	}
	if v.reason != "" || v.run == nil {
		return v
	}
	if failed := r.lostImage(v.run); failed != nil {
		return verdict{reason: reasonOf(failed), run: failed}
	}
	for _, one := range runsAfter(r.runs, v.run.at) { // what was to bring it into effect
		if len(runs) < len(all) { // of another deployment
			break
		}
		if one.weak&shell.Deploy != 0 && one.weak&shell.Tests == 0 && one.outcome == exitFailed {
			v.reason, v.run = FailedExit, one
		} else if one.weak == shell.Deploy && one.outcome == passed && v.reason != "" {
			v.reason = ""
		}
	}
	if v.reason != "" {
		return v
	}
	rolledBack := strings.Contains(v.run.whole, "rollback") || strings.Contains(v.run.whole, "rollout undo")
	switch {
	case rolledBack && !s.About(rollbackWords):
		return verdict{reason: Superseded, run: v.run, suggest: "it was rolled back: say so"}
	case (v.run.tool.Name == "netlify" || v.run.tool.Name == "vercel") && !strings.Contains(v.run.whole, "--prod") &&
		s.About(productionWords):
		return verdict{reason: Partial, run: v.run}
	}
	// What is new since then may be no part of it.
	last := r.lastWrite(func(w *write) bool { return !w.Tree && !w.Created && w.bears("", r.root) })
	if last != nil && last.at.compare(v.run.at) > 0 {
		return verdict{reason: Stale, run: v.run, change: last}
	}
	return v
}

// bringWords say that something was brought to where it is used, and not only set.
var bringWords = &text.LazyRegexp{Expr: `\b(?:deploy|roll|ship|publish|upload|push|releas|promot|submit|appl[yi]|` +
	`upgrad|migrat|restart|install)\w*|\blive\b|` +
	`上线|发布|发版|部署|上传|推送|提审|应用|升级|重启|迁移|安装`}

// ranTask reports whether the turn has run a task of the project's that may bring something somewhere, by its name.
func (r *Reader) ranTask() bool {
	return slices.ContainsFunc(r.lines, func(one shellLine) bool {
		return one.at.step > r.turn.began && taskThatBrings.Get().MatchString(one.text)
	})
}

var taskThatBrings = text.LazyRegexp{Expr: `(?i)migrat|deploy|upload|releas|publish|sync|seed|import|restore|install`}

// deploymentPlaces are words of places in a claim, and in a command.
var deploymentPlaces = []struct{ said, told *text.LazyRegexp }{
	{productionWords, &text.LazyRegexp{Expr: `\bpro?d(?:uction)?\b|\blive\b|\bonline\b`}},
	{&text.LazyRegexp{Expr: `\bstag(?:e|ing)\b|预发|灰度`},
		&text.LazyRegexp{Expr: `\bstag(?:e|ing)\b|\bstg\b|\bpre\b|\bgray\b`}},
	{&text.LazyRegexp{Expr: `\b(?:test|qa|uat)\b|测试`}, &text.LazyRegexp{Expr: `\b(?:test|qa|uat|sit)\b`}},
	{&text.LazyRegexp{Expr: `\bdemo\b|演示`}, &text.LazyRegexp{Expr: `\bdemo\b`}},
}

// deploymentsSpokenOf returns those of the deployments that a claim names by a place or by the program, if it does.
func deploymentsSpokenOf(s detect.Statement, runs []*run) []*run {
	for _, place := range deploymentPlaces {
		if own := slices.DeleteFunc(slices.Clone(runs), func(one *run) bool {
			return !s.About(place.said) || !place.told.Get().MatchString(one.whole)
		}); len(own) > 0 {
			return own
		}
	}
	if own := slices.DeleteFunc(slices.Clone(runs), func(one *run) bool {
		return len(one.tool.Name) < 3 || !strings.Contains(s.Clause, one.tool.Name)
	}); len(own) > 0 {
		return own
	}
	return runs
}

// lostImage returns the push of an image or a package, before a deployment in the same turn, that failed and was not
// done again: what is deployed is then an older one.
func (r *Reader) lostImage(deployed *run) *run {
	if deployed.kinds&shell.Push != 0 {
		return nil
	}
	for _, one := range slices.Backward(r.matching(shell.Push)) {
		if one.kinds&shell.Deploy == 0 || one.at.step <= r.turn.began || one.at.compare(deployed.at) > 0 {
			continue
		}
		if one.outcome == exitFailed || one.outcome == outputFailed {
			return one
		}
		return nil
	}
	return nil
}

// looksAtServer reports whether a step of the turn has asked a server or a cluster.
func (r *Reader) looksAtServer() bool {
	return slices.ContainsFunc(r.runs, func(one *run) bool {
		return one.at.step > r.turn.began && one.outcome == passed &&
			(one.kinds&shell.Execute != 0 || one.tool.Name == "kubectl" || one.tool.Name == "oc")
	})
}

// judgeCreation requires that the file that the sentence names was written.
func (r *Reader) judgeCreation(s detect.Statement) verdict {
	for _, target := range s.Targets {
		made, gone := r.lastWrites(target)
		switch {
		case made == nil && gone == nil && r.mayHaveWritten():
		case made == nil:
			return verdict{reason: NoCommand, suggest: "no step wrote " + target}
		case gone != nil && gone.at.compare(made.at) > 0:
			return verdict{reason: Superseded, change: gone}
		}
	}
	return verdict{}
}

// judgeDeletion requires that the file was removed and not written again.
func (r *Reader) judgeDeletion(s detect.Statement) verdict {
	targets := s.Targets
	for _, w := range r.writes { // what could not be removed, by whatever name
		if w.void && w.Deleted && w.Path != "" && strings.Contains(s.Text, w.Path) && !slices.Contains(targets, w.Path) {
			targets = append(slices.Clip(targets), w.Path)
		}
	}
	for i, target := range targets {
		made, gone := r.lastWrites(target)
		if made == nil && gone == nil && i > 0 && !strings.Contains(target, "/") { // "`a/x.go` and `y.go`"
			made, gone = r.lastWrites(path.Join(path.Dir(targets[0]), target))
		}
		if back := r.broughtBack(target); back != nil {
			return verdict{reason: Superseded, change: back}
		}
		switch {
		case gone == nil && r.mayHaveWritten():
		case gone == nil:
			return verdict{reason: NoCommand, suggest: "no step removed " + target}
		case made != nil && made.at.compare(gone.at) > 0:
			return verdict{reason: Superseded, change: made}
		}
	}
	return verdict{}
}

// broughtBack returns the last "git checkout" of a file that had been removed, or of the folder that it is in.
func (r *Reader) broughtBack(target string) (back *write) {
	target = strings.TrimPrefix(strings.TrimSuffix(r.relative(target), "/"), "./")
	removed := false
	for _, w := range r.writes {
		in := w.Path != "" && strings.HasPrefix(target+"/", w.Path+"/")
		switch {
		case w.void:
		case w.Deleted && (in || matchesGlob(w.Path, target)):
			removed, back = true, nil
		case w.Reset && !w.Tree && in && removed:
			back = w
		}
	}
	return back
}

// lastWrites returns the last write and the last removal of a file that a sentence names, possibly without its folder.
func (r *Reader) lastWrites(target string) (made, gone *write) {
	target = strings.TrimPrefix(r.relative(target), "./")
	for _, w := range r.writes {
		if made != nil && !w.void && (r.dropsCommitOf(made, w) || r.clearsNew(made, w)) {
			gone = w
		}
		same := w.Path == target || strings.HasSuffix(w.Path, "/"+target) || strings.HasSuffix(target, "/"+w.Path)
		inside := w.Deleted && strings.HasPrefix(target, w.Path+"/") || w.Folder && strings.HasPrefix(w.Path, target)
		if w.void || w.Path == "" || !same && !inside && !matchesGlob(w.Path, target) {
			continue
		}
		if w.Deleted || w.Reset {
			gone = w
		} else {
			made = w
		}
	}
	return made, gone
}

// earlierCommit is a "git reset --hard" to another commit than the last.
var earlierCommit = text.LazyRegexp{Expr: `\bgit reset --hard +(?:HEAD[~^]|[^\s;&|H-])`}

// dropsCommitOf reports whether git has gone back to a commit from before a file was written.
func (r *Reader) dropsCommitOf(made, back *write) bool {
	return back.Reset && back.Tree && earlierCommit.Get().MatchString(back.command) &&
		slices.ContainsFunc(runsAfter(r.matching(shell.Commit), made.at), func(one *run) bool {
			return one.outcome == passed && one.at.compare(back.at) < 0
		})
}

// clearsNew reports whether git has taken away a new file that was in no commit: with "git clean -f", or "git stash -u"
// of which nothing was taken back.
func (r *Reader) clearsNew(made, away *write) bool {
	m := newFilesAway.Get().FindStringSubmatch(away.command)
	return m != nil && away.Tree && !away.undone && !away.Reset && made.Created && strings.HasPrefix(made.Path, m[1]) &&
		!slices.ContainsFunc(runsAfter(r.matching(shell.Commit), made.at), func(one *run) bool {
			return one.outcome == passed && one.at.compare(away.at) < 0
		})
}

var newFilesAway = text.LazyRegexp{Expr: `\bgit (?:clean (?:-[a-z]*f[a-z]*|--force)(?: -[a-z]+)*(?: ([\w./-]+))?|` +
	`stash (?:(?:push|save) )?(?:-u|-a|--include-untracked|--all)\b)`}

// matchesGlob reports whether a shell pattern matches the file name.
func matchesGlob(pattern, name string) bool {
	if !strings.ContainsAny(pattern, "*?[{$") {
		return false
	}
	ok, err := path.Match(path.Base(pattern), path.Base(name))
	if in, of := path.Dir(pattern), path.Dir(name); ok && in != "." && of != "." && !strings.ContainsAny(in, "*?[{$") {
		return strings.HasSuffix("/"+in, "/"+of) || strings.HasSuffix("/"+of, "/"+in)
	}
	return ok || err != nil || strings.ContainsAny(pattern, "{$")
}

// mayHaveWritten reports whether a program ran in this session of which it is unknown which files it writes.
func (r *Reader) mayHaveWritten() bool {
	return r.mayWrite || slices.ContainsFunc(r.runs,
		func(one *run) bool {
			return (one.kinds|one.weak)&shell.Execute != 0 && one.outcome != notRun && !shell.AsksServer(one.tool.Name)
		}) ||
		slices.ContainsFunc(r.writes, func(w *write) bool { return w.Tree && !w.void })
}
