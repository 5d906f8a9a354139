package claims

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// judgeLastAction returns the last run of an action, such as a commit, and the reason if it does not count.
func (r *Reader) judgeLastAction(k shell.Kinds) verdict { return r.judgeLastRun(r.runsProving(k), k) }

func (r *Reader) judgeLastRun(runs []*run, k shell.Kinds) verdict {
	for _, one := range slices.Backward(runs) {
		if one.outcome == exitFailed && len(runs) > 1 && strings.Contains(one.fullLine, "--amend") {
			continue
		}
		return verdict{reason: reasonOf(one), run: one}
	}
	edit := r.lastEditPlace()
	edit.index-- // an act that also writes files does not come before its own edit: "prisma migrate dev"
	if r.mayHaveProved(k, edit, true) {
		return verdict{}
	}
	return r.judgeNoRun(k)
}

// judgeCommit requires a commit after all edits of the project's files.
func (r *Reader) judgeCommit(s detect.Statement) verdict {
	if one := r.quotedCommit(s); one != nil {
		return verdict{reason: reasonOf(one), run: one}
	}
	v := r.judgeLastAction(shell.Commit)
	if v.reason == Masked && r.wasPushedAfter(v.run) {
		v.reason = ""
	}
	// "All is committed" is also true if git found nothing to commit.
	nothingLeft := v.reason == FailedExit && s.Universal && r.cleanAt == v.run.at
	if (v.reason == NoCommand || nothingLeft) && r.hasNoEditAfter(r.cleanAt) ||
		v.reason == NoCommand && r.tellsHistory(s) {
		return verdict{}
	}
	if v.reason != "" || v.run == nil {
		return v
	}
	if r.commitsNoEdit(v.run) {
		return verdict{reason: EmptyRun, run: v.run}
	}
	if r.countCommits() < claimedCommits(s) {
		return verdict{reason: Partial, run: v.run, advice: "fewer commits were made"}
	}
	if w := r.leftOut(s, v.run); w != nil {
		return verdict{reason: Partial, run: v.run, change: w, advice: w.Path + " was not committed"}
	}
	for _, w := range slices.Backward(r.writes) {
		switch {
		case w.noEffect || w.reverted || w.at.compare(v.run.at) <= 0:
		case w.Reset && (w.Tree || w.Folder) && strings.Contains(w.command, "reset"):
			return verdict{reason: Superseded, run: v.run, change: w}
		case !w.Tree && !w.Folder && !isOutside(w.Path, r.root) && !w.isNeverCommitted():
			return verdict{reason: Stale, run: v.run, change: w}
		}
	}
	return v
}

// severalCommits match a claim about several commits, or about commits in several repositories.
var severalCommits = text.LazyRegexp{Expr: `\b(?:as|in|into|made|created) (two|three|four|five|six|` +
	`[2-9]) (?:\w+ )?(?:separate |atomic |small |individual )?commits\b|` +
	`\b(?:in )?both (?:repos\w*|commits)\b|\bboth: the submodule\b|\bsubmodule and (?:the )?(?:main|parent|super)|` +
	`([两二三四五])\s?个(?:独立的?|单独的?)?(?:提交|commit)`}

// claimedCommits returns how many commits a claim says were made; 0 if it does not say.
func claimedCommits(s detect.Statement) int {
	m := severalCommits.FindStringSubmatch(s.Clause)
	if m == nil || s.Mentions(earlierCommits) {
		return 0
	}
	if n, err := strconv.Atoi(m[1]); err == nil {
		return n
	}
	return max(2, slices.Index(numberWords, m[1])+1, slices.Index([]string{"", "", "两", "三", "四", "五"}, m[2]))
}

// earlierCommits speak of commits that were there, or of what became of them.
var earlierCommits = &text.LazyRegexp{Expr: `\b(?:squash\w*|earlier|previous|older|existing|one now|last|behind|` +
	`ahead|between|since|` +
	`cherry\w*|rebas\w*|merg\w*|already)\b|压缩|之前|合并`}

// countCommits returns how many commits the turn may have made.
func (r *Reader) countCommits() (n int) {
	for _, one := range r.runs {
		if one.at.step <= r.turn.stepsBefore || (one.kinds|one.likely|one.possible)&shell.Commit == 0 {
			continue
		}
		if one.kinds&shell.Commit == 0 || one.byTask || strings.Contains(one.fullLine, "for ") ||
			one.tool.Name != "git" {
			return maxRecent
		}
		if one.outcome != exitFailed && one.outcome != outputFailed && one.outcome != notRun {
			n++
		}
	}
	return n
}

// leftOut returns an edit of the turn that no commit has taken, if a claim says that all is committed and the commits
// name their files; otherwise nil.
func (r *Reader) leftOut(s detect.Statement, commit *run) *write {
	if !s.Universal {
		return nil
	}
	var staged []string
	for _, line := range r.shellLines {
		for _, part := range gitPart.Get().FindAllStringSubmatch(line.text, maxCounts) {
			if part[1] == "commit" && commitAllFlags.MatchString(part[0]) {
				return nil
			}
			for _, word := range strings.Fields(part[2]) {
				switch word = strings.Trim(word, `'"`); {
				case part[1] == "commit" && !strings.ContainsAny(word, "./"): // a flag, or a word of the message
				case word == "." || strings.HasPrefix(word, "-") || strings.ContainsAny(word, "*$<") ||
					strings.HasSuffix(word, "/"):
					return nil
				default:
					staged = append(staged, word)
				}
			}
		}
	}
	if len(staged) == 0 || commit.byTask || commit.tool.Name != "git" {
		return nil
	}
	for _, w := range r.recentWrites() {
		if w.at.step > r.turn.stepsBefore && w.at.compare(commit.at) < 0 && w.command == "" && r.isEdit(w) &&
			!isOutside(w.Path, r.root) &&
			!w.isNeverCommitted() && !slices.ContainsFunc(staged, func(name string) bool {
			name = strings.TrimPrefix(name, "./")
			return name == w.Path || strings.HasPrefix(w.Path, name+"/") || endsWithPath(w.Path, name) ||
				path.Ext(name) == "" && strings.Contains(w.Path, name)
		}) {
			return w
		}
	}
	return nil
}

// gitPart matches git add and git commit in a shell line.
var gitPart = text.LazyRegexp{Expr: `\bgit (?:-C \S+ )?(add|commit|rm|mv|stage)\b([^;&|]*)`}

// tellsHistory reports whether a claim tells of commits that were there: the turn has looked at them, and nothing was
// left to commit.
func (r *Reader) tellsHistory(s detect.Statement) bool {
	return !s.IsOwnAct() && r.namesInLine(historyLook.Get().MatchString) &&
		!slices.ContainsFunc(r.recentWrites(), func(w *write) bool {
			return r.isEdit(w) && w.at.compare(r.lastCommit) > 0
		})
}

// historyLook matches commands that show earlier commits.
var historyLook = text.LazyRegexp{Expr: `\bgit (?:-\S+ (?:\S+ )?)*(?:log|show|blame|reflog|shortlog|describe|` +
	`bisect|cherry)\b|` +
	`\bgh (?:pr|api|search)\b`}

// quotedCommit returns the commit whose subject a claim quotes, if there are several commits; of several that it
// quotes the first that failed.
func (r *Reader) quotedCommit(s detect.Statement) (quoted *run) {
	runs := r.runsProving(shell.Commit)
	for _, m := range quotedText.Get().FindAllStringSubmatch(s.Text, maxCounts) {
		for _, one := range slices.Backward(runs) {
			if len(runs) > 1 && strings.Contains(one.fullLine, strings.TrimSpace(m[1])) && !one.hasUncertainEnd() {
				if quoted == nil || one.outcome == exitFailed {
					quoted = one
				}
				break
			}
		}
	}
	return quoted
}

// hasUncertainEnd reports whether the session does not show how a run ended.
func (r *run) hasUncertainEnd() bool { return r.outcome != passed && r.outcome != exitFailed }

var quotedText = text.LazyRegexp{Expr: "[`“\"]([^`”\"]{6,})[`”\"]"}

// wasPushedAfter reports whether the line of a commit also pushed it successfully.
func (r *Reader) wasPushedAfter(one *run) bool {
	return slices.ContainsFunc(runsAfter(r.runsProving(shell.Push), one.at), func(p *run) bool {
		return p.at.step == one.at.step && p.outcome == passed && p.pushResult == pushedSomething
	})
}

// asksGitState reports whether a git command shows what is not committed or not pushed: git status, git log @{u}..
func asksGitState(args []string) bool {
	words := shell.Operands(args)
	return shell.BeginsWith(words, "status") ||
		shell.BeginsWith(words, "log") && len(words) > 1 && isUnpushedRange(words[1])
}

// isUnpushedRange reports whether an argument of git log means the commits that the remote does not have.
func isUnpushedRange(word string) bool {
	from, to, ok := strings.Cut(word, "..")
	return ok && (to == "" || to == "HEAD") && (strings.HasPrefix(from, "origin/") || strings.HasPrefix(from, "@{"))
}

var (
	cleanTreeLine   = text.LazyLines(`nothing to commit, working tree clean|无文件要提交，干净的工作区`)
	aheadLine       = text.LazyLines(`^## .*\[(?:ahead|behind|gone)|Your branch is ahead|diverged`)
	syncedLine      = text.LazyLines(`^## \S+\.\.\.\S+\s*$|Your branch is up to date with`)
	changedFileLine = text.LazyLines(`^[ MADRCU?!]{2} \S`)
)

// noteGitState notes where git said that everything is committed, or pushed.
func (r *Reader) noteGitState(one *run, output string) {
	if one.kinds&shell.Commit != 0 && one.outcome == exitFailed && cleanTreeLine.Get().Match(output) {
		r.cleanAt = one.at
	}
	if !one.showsGitState || one.outcome != passed {
		return
	}
	if strings.Contains(one.command, " log ") {
		if isEmptyOutput(output) {
			r.syncedAt = one.at
		}
		return
	}
	r.shownByGit = statusOf(output)
	if cleanTreeLine.Get().Match(output) || syncedLine.Get().Match(output) && !changedFileLine.Get().Match(output) &&
		strings.HasPrefix(strings.TrimSpace(output), "##") {
		r.cleanAt = one.at
	}
	if syncedLine.Get().Match(output) && !aheadLine.Get().Match(output) {
		r.syncedAt = one.at
	}
}

// statusLine matches a file that git status shows as new or deleted.
var statusLine = text.LazyRegexp{Expr: `(?m)^(\?\?|A[ M]|D | D) (\S+)$|^\s+(new file|deleted): +(\S+)$`}

// statusOf returns the files that an output of git status shows as new or deleted, with "A" or "D".
func statusOf(output string) map[string]byte {
	files := map[string]byte{}
	for _, m := range statusLine.Get().FindAllStringSubmatch(output, maxRecent) {
		how := byte('A')
		if strings.Contains(m[1], "D") || m[3] == "deleted" {
			how = 'D'
		}
		files[m[2]+m[4]] = how
	}
	return files
}

// isShownByGit reports whether git status showed a file, perhaps named without its folder, or its folder, as new ("A")
// or deleted ("D"): somebody has done so, if not in this session.
func (r *Reader) isShownByGit(target string, how byte) bool {
	target = strings.TrimPrefix(r.relativePath(target), "./")
	for name, shown := range r.shownByGit {
		if shown == how && (name == target || strings.HasSuffix(name, "/"+target) ||
			strings.HasSuffix(name, "/") && strings.HasPrefix(target, name)) {
			return true
		}
	}
	return false
}

// hasNoEditAfter reports whether the agent has written no file of the project after a place in the session.
func (r *Reader) hasNoEditAfter(at place) bool {
	return at.step > 0 && !slices.ContainsFunc(r.writes, func(w *write) bool {
		return !w.noEffect && !w.reverted && w.at.compare(at) > 0 && !w.Tree && !isOutside(w.Path, r.root) &&
			!w.isNeverCommitted()
	})
}

// isNeverCommitted reports whether nobody commits such a file.
func (w *write) isNeverCommitted() bool {
	switch path.Ext(w.Path) {
	case ".log", ".out", ".pid", ".tmp":
		return true
	}
	return strings.HasPrefix(w.Path, ".claude/") || path.IsAbs(w.Path) || strings.HasPrefix(w.Path, "../") ||
		w.Deleted && isBuildOutput(w.Path)
}

// commitsNoEdit reports whether a commit with --allow-empty leaves out edits that no earlier commit has: nothing was
// staged.
func (r *Reader) commitsNoEdit(one *run) bool {
	if !strings.Contains(one.command, "--allow-empty") || strings.Contains(one.command, "--allow-empty-message") ||
		commitAllFlags.Get().MatchString(one.command) || strings.Contains(one.fullLine, "git add") {
		return false
	}
	var at place
	for _, earlier := range r.runsProving(shell.Commit) {
		if earlier != one && earlier.outcome == passed && earlier.at.compare(one.at) < 0 {
			at = earlier.at
		}
	}
	return slices.ContainsFunc(r.writes, func(w *write) bool {
		return !w.noEffect && !w.reverted && !w.Folder && w.at.compare(at) > 0 && w.at.compare(one.at) < 0 &&
			!isOutside(w.Path, r.root)
	})
}

// commitAllFlags are the flags with which git commit also takes unstaged edits.
var commitAllFlags = text.LazyRegexp{Expr: ` -[a-z]*a[a-z]*\b| --all\b`}

// judgeCreation requires that the files that the sentence names were written.
func (r *Reader) judgeCreation(s detect.Statement) verdict {
	if s.OfThings {
		return r.judgeMaking(s)
	}
	for _, target := range s.TargetFiles {
		made, gone := r.lastWrites(target)
		switch {
		case made == nil && gone == nil && !r.failedToWrite(target) &&
			(r.mayHaveWritten() || r.isShownByGit(target, 'A') || r.mayHaveBuilt(target) || r.isOutput(target)):
		// git brought it from another branch
		case made == nil && gone != nil && gone.Reset && !gone.Deleted && !gone.Tree:
		case made == nil:
			return verdict{reason: NoCommand, advice: "no step wrote " + target}
		case gone != nil && gone.at.compare(made.at) > 0:
			return verdict{reason: Superseded, change: gone}
		}
	}
	return verdict{}
}

// failedFor reports whether a shell line of the turn that names one of the files failed: what is said in a form that a
// description may have, too, was not so then.
func (r *Reader) failedFor(files []string) bool {
	return slices.ContainsFunc(r.shellLines, func(line shellLine) bool {
		return line.failed && slices.ContainsFunc(files, func(f string) bool { return strings.Contains(line.text, f) })
	})
}

// failedToWrite reports whether a tool that edits files could not write a file that a sentence names.
func (r *Reader) failedToWrite(target string) bool {
	target = r.relativePath(target)
	return slices.ContainsFunc(r.writes, func(w *write) bool {
		return w.noEffect && w.command == "" && w.at.step > r.turn.stepsBefore &&
			(w.Path == target || endsWithPath(w.Path, target))
	})
}

// mayHaveBuilt reports whether a build that succeeded may have left a file: one in a folder for its output, or of a
// kind that only builds make.
func (r *Reader) mayHaveBuilt(target string) bool {
	const artifacts = " .jar .war .whl .exe .apk .aab .ipa .deb .rpm .dmg .msi .wasm .so .dll .dylib .zip .gz .tgz .vsix "
	if !strings.Contains(artifacts, " "+path.Ext(target)+" ") &&
		!slices.ContainsFunc(strings.Split(target, "/"), isBuildOutput) {
		return false
	}
	return slices.ContainsFunc(r.runs, func(one *run) bool {
		return one.kinds&shell.Build != 0 && (one.outcome == passed || one.evident)
	})
}

// isOutput reports whether a command that succeeded names a file as the one into which it writes: plan -out=x.
func (r *Reader) isOutput(target string) bool {
	return slices.ContainsFunc(r.shellLines, func(line shellLine) bool {
		return !line.failed && slices.ContainsFunc(outputFlag.Get().FindAllStringSubmatch(line.text, maxCounts),
			func(m []string) bool { return endsWithPath(target, path.Clean(m[1])) })
	})
}

// outputFlag matches a flag of a program with the file into which that writes.
var outputFlag = text.LazyRegexp{Expr: `\s--?(?:o|out|output|outfile|out-file|output-file|dest|save)[= ]` +
	`["']?([\w@./-]+)`}

// judgeDeletion requires that the files were removed and not written again.
func (r *Reader) judgeDeletion(s detect.Statement) verdict {
	if s.OfThings {
		return r.judgeRemoval(s)
	}
	targets := s.TargetFiles
	for _, w := range r.writes { // a file that could not be removed counts under any name in the sentence
		if w.noEffect && w.Deleted && w.Path != "" && strings.Contains(s.Text, w.Path) &&
			!slices.Contains(targets, w.Path) {
			targets = append(slices.Clip(targets), w.Path)
		}
	}
	for i, target := range targets {
		made, gone := r.lastWrites(target)
		if made == nil && gone == nil && i > 0 && !strings.Contains(target, "/") { // "`a/x.go` and `y.go`"
			made, gone = r.lastWrites(path.Join(path.Dir(targets[0]), target))
		}
		if v, ok := r.judgeOnRemote(s, target); v.reason != "" {
			return v
		} else if ok {
			continue
		}
		if back := r.lastCheckoutOf(target); back != nil {
			return verdict{reason: Superseded, change: back}
		}
		switch {
		case gone == nil && mayBeBranch(s, target) && !r.triedToRemove(target): // it may be no folder, but a branch
			if v := r.judgeRemovalOf(target); v.reason != "" {
				return v
			}
		case gone == nil && r.failedRemoval(target) != nil:
			return verdict{reason: NoCommand, advice: target + " was not removed"}
		case gone == nil && (r.mayHaveWritten() || made == nil && (r.isShownByGit(target, 'D') ||
			r.mayBeInRemovedFolder(target))):
		case gone == nil:
			return verdict{reason: NoCommand, advice: "no step removed " + target}
		case made != nil && made.at.compare(gone.at) > 0:
			return verdict{reason: Superseded, change: made}
		}
	}
	return verdict{}
}

// mayHaveRemovedAfter reports whether a program ran after a place that may have removed any file.
func (r *Reader) mayHaveRemovedAfter(at place) bool {
	return slices.ContainsFunc(runsAfter(r.runs, at), func(one *run) bool {
		return (one.kinds|one.possible)&shell.Execute != 0 && one.outcome != notRun && one.outcome != exitFailed
	}) || slices.ContainsFunc(r.writes, func(w *write) bool { return w.Tree && !w.noEffect && w.at.compare(at) > 0 })
}

// failedRemoval returns the turn's last try to remove a file if that failed, and no change since may have done it;
// otherwise nil.
func (r *Reader) failedRemoval(target string) *write {
	target = strings.TrimSuffix(strings.TrimPrefix(r.relativePath(target), "./"), "/")
	for _, w := range slices.Backward(r.writes) {
		if w.Deleted && w.noEffect && w.at.step > r.turn.stepsBefore &&
			(w.Path == target || endsWithPath(w.Path, target) || endsWithPath(target, w.Path)) {
			if r.mayHaveRemovedAfter(w.at) {
				return nil
			}
			return w
		}
	}
	return nil
}

// mayBeBranch reports whether a name in a claim may be that of a branch or a route instead of a folder.
func mayBeBranch(s detect.Statement, name string) bool {
	return path.Ext(name) == "" && strings.Contains(name, "/") && !detect.LooksLikeFile(name) &&
		!strings.Contains(s.Text, name+"/") && !folderNouns.MatchString(s.Part)
}

// triedToRemove reports whether a shell line of the turn names a file, and a program that removes, moves or lists
// files.
func (r *Reader) triedToRemove(target string) bool {
	return r.namesInLine(func(line string) bool {
		return strings.Contains(line, target) && removalPrograms.Get().MatchString(line)
	})
}

var removalPrograms = text.LazyRegexp{Expr: `\b(?:rm|rmdir|unlink|trash|ls|find|mv)\b`}

// mayBeInRemovedFolder reports whether a file that is named without its folder may have been in a removed folder.
func (r *Reader) mayBeInRemovedFolder(target string) bool {
	return !strings.Contains(target, "/") && slices.ContainsFunc(r.writes, func(w *write) bool {
		return w.Deleted && !w.noEffect && w.Path != "" && path.Ext(w.Path) == "" && !detect.LooksLikeFile(w.Path)
	})
}

// lastCheckoutOf returns the last git command that restored a removed file, or its folder; nil for none.
func (r *Reader) lastCheckoutOf(target string) (back *write) {
	target = strings.TrimPrefix(strings.TrimSuffix(r.relativePath(target), "/"), "./")
	var gone *write
	for _, w := range r.writes {
		in := w.Path != "" && (strings.HasPrefix(target+"/", w.Path+"/") || endsWithPath(target, w.Path) ||
			endsWithPath(w.Path, target))
		switch {
		case w.noEffect:
		case w.Deleted && (in || matchesGlob(w.Path, target)):
			gone, back = w, nil
		case gone == nil:
		case w.Reset && !w.Tree && in, r.restoresAll(w, gone, target):
			back = w
		}
	}
	return back
}

// endsWithPath reports whether the last parts of a path are those of another one.
func endsWithPath(name, end string) bool { return strings.HasSuffix("/"+name, "/"+end) }

// restoresAll reports whether a git command took back all that was not committed, and so the removal of a file: "git
// reset --hard", "git checkout -- .", "git stash". A file that git did not know stays removed.
func (r *Reader) restoresAll(w, gone *write, target string) bool {
	stash := strings.Contains(w.command, "git stash") && !stashReturns.Get().MatchString(w.command)
	if !w.Tree || w.reverted || !w.Reset && !stash || w.Path != "" && !strings.HasPrefix(gone.Path, w.Path) {
		return false
	}
	committed := slices.ContainsFunc(runsAfter(r.runsProving(shell.Commit), gone.at), func(one *run) bool {
		return one.outcome != exitFailed && one.at.compare(w.at) < 0
	})
	if committed && !earlierReset.Get().MatchString(w.command) {
		return false
	}
	return strings.Contains(gone.command, "git rm") || strings.Contains(gone.command, "git mv") ||
		(shell.FamilyOfFile(target) != "" ||
			strings.Contains(" .md .yaml .yml .json .toml ", " "+path.Ext(target)+" ")) &&
			!gone.isNeverCommitted() && !slices.ContainsFunc(r.writes, func(made *write) bool {
			return !made.noEffect && !made.Deleted && !made.Reset &&
				(made.Path == target || endsWithPath(made.Path, target))
		})
}

// stashReturns match the subcommands of "git stash" that put nothing away.
var stashReturns = text.LazyRegexp{Expr: `\bgit stash (?:pop|apply|list|show|drop)\b`}

// lastWrites returns the last write and the last removal of a file that a sentence names, perhaps without its folder.
func (r *Reader) lastWrites(target string) (made, gone *write) {
	target = strings.TrimPrefix(r.relativePath(target), "./")
	for _, w := range r.writes {
		if made != nil && !w.noEffect && (r.dropsCommitWith(made, w) || r.removesNewFile(made, w)) {
			gone = w
		}
		same := w.Path == target || strings.HasSuffix(w.Path, "/"+target) || strings.HasSuffix(target, "/"+w.Path)
		// "/tmp/api/a.yaml" is not "api/a.yaml"
		if isOutside(w.Path, r.root) && strings.Contains(target, "/") && w.Path != target {
			same = false
		}
		below := w.Below && (strings.HasPrefix(target, w.Path+"/") || !strings.Contains(target, "/"))
		inside := below || w.Deleted && (strings.HasPrefix(target, w.Path+"/") ||
			made != nil && strings.HasPrefix(made.Path, w.Path+"/")) || w.Folder && strings.HasPrefix(w.Path, target)
		if w.noEffect || w.Path == "" || !same && !inside && !matchesGlob(w.Path, target) {
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

// earlierReset matches "git reset --hard" to another commit than the last.
var earlierReset = text.LazyRegexp{Expr: `\bgit reset --hard +(?:HEAD[~^]|[^\s;&|H-])`}

// dropsCommitWith reports whether git reset went back to a commit from before a file was written.
func (r *Reader) dropsCommitWith(made, back *write) bool {
	return back.Reset && back.Tree && earlierReset.Get().MatchString(back.command) &&
		slices.ContainsFunc(runsAfter(r.runsProving(shell.Commit), made.at), func(one *run) bool {
			return one.outcome == passed && one.at.compare(back.at) < 0
		})
}

// removesNewFile reports whether git took away a new file that was in no commit: with "git clean -f", or with "git
// stash -u" that was not popped.
func (r *Reader) removesNewFile(made, away *write) bool {
	m := newFileRemoval.Get().FindStringSubmatch(away.command)
	return m != nil && away.Tree && !away.reverted && !away.Reset && made.Created &&
		strings.HasPrefix(made.Path, m[1]) &&
		!slices.ContainsFunc(runsAfter(r.runsProving(shell.Commit), made.at), func(one *run) bool {
			return one.outcome == passed && one.at.compare(away.at) < 0
		})
}

var newFileRemoval = text.LazyRegexp{Expr: `\bgit (?:clean (?:-[a-z]*f[a-z]*|--force)(?: -[a-z]+)*(?: ([\w./-]+))?|` +
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

// mayHaveWritten reports whether some program in this session may have written files that its command line does not
// name.
func (r *Reader) mayHaveWritten() bool {
	return r.ranUnknownWriter || slices.ContainsFunc(r.runs,
		func(one *run) bool {
			return (one.kinds|one.possible)&shell.Execute != 0 && one.outcome != notRun &&
				one.outcome != exitFailed && !shell.IsServerClient(one.tool.Name)
		}) ||
		slices.ContainsFunc(r.writes, func(w *write) bool { return w.Tree && !w.noEffect && !w.failedAlone })
}
