package claims

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/filekinds"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// judgeLastAction returns the last run of an action, such as a commit, and the reason if it does not count.
func (r *judge) judgeLastAction(k shell.Kinds) verdict { return r.judgeLastRun(r.runsProving(k), k) }

func (r *judge) judgeLastRun(runs []*ledger.Run, k shell.Kinds) verdict {
	for _, one := range slices.Backward(runs) {
		if one.Outcome == ledger.ExitFailed && len(runs) > 1 && strings.Contains(one.FullLine, "--amend") {
			continue
		}
		return verdict{reason: reasonOf(one), run: one}
	}
	edit := r.lastEditPlace()
	edit.Index-- // an act that also writes files does not come before its own edit: "prisma migrate dev"
	if r.mayHaveProved(k, edit, true) {
		return verdict{}
	}
	return r.judgeNoRun(k)
}

// judgeCommit requires a commit after all edits of the project's files.
func (r *judge) judgeCommit(s detect.Statement) verdict {
	if one := r.quotedCommit(s); one != nil {
		return verdict{reason: reasonOf(one), run: one}
	}
	v := r.judgeLastAction(shell.Commit)
	if v.reason == Masked && r.wasPushedAfter(v.run) {
		v.reason = ""
	}
	// "All is committed" is also true if git found nothing to commit.
	nothingLeft := v.reason == FailedExit && s.Universal && r.CleanAt == v.run.At
	if (v.reason == NoCommand || nothingLeft) && r.hasNoEditAfter(r.CleanAt) ||
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
	for _, w := range slices.Backward(r.Writes) {
		switch {
		case w.NoEffect || w.Reverted || w.At.Compare(v.run.At) <= 0:
		case w.Reset && (w.Tree || w.Folder) && strings.Contains(w.Command, "reset"):
			return verdict{reason: Superseded, run: v.run, change: w}
		case !w.Tree && !w.Folder && !filekinds.IsOutside(w.Path, r.Root) && !isNeverCommitted(w):
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
func (r *judge) countCommits() (n int) {
	for _, one := range r.Runs {
		if one.At.Step <= r.turn.stepsBefore || (one.Kinds|one.Likely|one.Possible)&shell.Commit == 0 {
			continue
		}
		if one.Kinds&shell.Commit == 0 || one.ByTask || strings.Contains(one.FullLine, "for ") ||
			one.Tool.Name != "git" {
			return maxRecent
		}
		if one.Outcome != ledger.ExitFailed && one.Outcome != ledger.OutputFailed && one.Outcome != ledger.NotRun {
			n++
		}
	}
	return n
}

// leftOut returns an edit of the turn that no commit has taken, if a claim says that all is committed and the commits
// name their files; otherwise nil.
func (r *judge) leftOut(s detect.Statement, commit *ledger.Run) *ledger.Write {
	if !s.Universal {
		return nil
	}
	var staged []string
	for _, line := range r.ShellLines {
		for _, part := range gitPart.Get().FindAllStringSubmatch(line.Text, maxCounts) {
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
	if len(staged) == 0 || commit.ByTask || commit.Tool.Name != "git" {
		return nil
	}
	for _, w := range r.RecentWrites() {
		if w.At.Step > r.turn.stepsBefore && w.At.Compare(commit.At) < 0 && w.Command == "" && r.isEdit(w) &&
			!filekinds.IsOutside(w.Path, r.Root) &&
			!isNeverCommitted(w) && !slices.ContainsFunc(staged, func(name string) bool {
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
func (r *judge) tellsHistory(s detect.Statement) bool {
	return !s.IsOwnAct() && r.namesInLine(historyLook.Get().MatchString) &&
		!slices.ContainsFunc(r.RecentWrites(), func(w *ledger.Write) bool {
			return r.isEdit(w) && w.At.Compare(r.LastCommit) > 0
		})
}

// historyLook matches commands that show earlier commits.
var historyLook = text.LazyRegexp{Expr: `\bgit (?:-\S+ (?:\S+ )?)*(?:log|show|blame|reflog|shortlog|describe|` +
	`bisect|cherry)\b|` +
	`\bgh (?:pr|api|search)\b`}

// quotedCommit returns the commit whose subject a claim quotes, if there are several commits; of several that it
// quotes the first that failed.
func (r *judge) quotedCommit(s detect.Statement) (quoted *ledger.Run) {
	runs := r.runsProving(shell.Commit)
	for _, m := range quotedText.Get().FindAllStringSubmatch(s.Text, maxCounts) {
		for _, one := range slices.Backward(runs) {
			if len(runs) > 1 && strings.Contains(one.FullLine, strings.TrimSpace(m[1])) && !hasUncertainEnd(one) {
				if quoted == nil || one.Outcome == ledger.ExitFailed {
					quoted = one
				}
				break
			}
		}
	}
	return quoted
}

// hasUncertainEnd reports whether the session does not show how a run ended.
func hasUncertainEnd(r *ledger.Run) bool {
	return r.Outcome != ledger.Passed && r.Outcome != ledger.ExitFailed
}

var quotedText = text.LazyRegexp{Expr: "[`“\"]([^`”\"]{6,})[`”\"]"}

// wasPushedAfter reports whether the line of a commit also pushed it successfully.
func (r *judge) wasPushedAfter(one *ledger.Run) bool {
	return slices.ContainsFunc(runsAfter(r.runsProving(shell.Push), one.At), func(p *ledger.Run) bool {
		return p.At.Step == one.At.Step && p.Outcome == ledger.Passed && p.PushResult == ledger.PushedSomething
	})
}

// isShownByGit reports whether git status showed a file, perhaps named without its folder, or its folder, as new ("A")
// or deleted ("D"): somebody has done so, if not in this session.
func (r *judge) isShownByGit(target string, how byte) bool {
	target = strings.TrimPrefix(r.RelativePath(target), "./")
	for name, shown := range r.ShownByGit {
		if shown == how && (name == target || strings.HasSuffix(name, "/"+target) ||
			strings.HasSuffix(name, "/") && strings.HasPrefix(target, name)) {
			return true
		}
	}
	return false
}

// hasNoEditAfter reports whether the agent has written no file of the project after a place in the session.
func (r *judge) hasNoEditAfter(at ledger.Place) bool {
	return at.Step > 0 && !slices.ContainsFunc(r.Writes, func(w *ledger.Write) bool {
		return !w.NoEffect && !w.Reverted && w.At.Compare(at) > 0 && !w.Tree && !filekinds.IsOutside(w.Path, r.Root) &&
			!isNeverCommitted(w)
	})
}

// isNeverCommitted reports whether nobody commits such a file.
func isNeverCommitted(w *ledger.Write) bool {
	switch path.Ext(w.Path) {
	case ".log", ".out", ".pid", ".tmp":
		return true
	}
	return strings.HasPrefix(w.Path, ".claude/") || path.IsAbs(w.Path) || strings.HasPrefix(w.Path, "../") ||
		w.Deleted && filekinds.IsBuildOutput(w.Path)
}

// commitsNoEdit reports whether a commit with --allow-empty leaves out edits that no earlier commit has: nothing was
// staged.
func (r *judge) commitsNoEdit(one *ledger.Run) bool {
	if !strings.Contains(one.Command, "--allow-empty") || strings.Contains(one.Command, "--allow-empty-message") ||
		commitAllFlags.Get().MatchString(one.Command) || strings.Contains(one.FullLine, "git add") {
		return false
	}
	var at ledger.Place
	for _, earlier := range r.runsProving(shell.Commit) {
		if earlier != one && earlier.Outcome == ledger.Passed && earlier.At.Compare(one.At) < 0 {
			at = earlier.At
		}
	}
	return slices.ContainsFunc(r.Writes, func(w *ledger.Write) bool {
		return !w.NoEffect && !w.Reverted && !w.Folder && w.At.Compare(at) > 0 && w.At.Compare(one.At) < 0 &&
			!filekinds.IsOutside(w.Path, r.Root)
	})
}

// commitAllFlags are the flags with which git commit also takes unstaged edits.
var commitAllFlags = text.LazyRegexp{Expr: ` -[a-z]*a[a-z]*\b| --all\b`}

// judgeCreation requires that the files that the sentence names were written.
func (r *judge) judgeCreation(s detect.Statement) verdict {
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
		case gone != nil && gone.At.Compare(made.At) > 0:
			return verdict{reason: Superseded, change: gone}
		}
	}
	return verdict{}
}

// failedFor reports whether a shell line of the turn that names one of the files failed: what is said in a form that a
// description may have, too, was not so then.
func (r *judge) failedFor(files []string) bool {
	return slices.ContainsFunc(r.ShellLines, func(line ledger.ShellLine) bool {
		return line.Failed && slices.ContainsFunc(files, func(f string) bool { return strings.Contains(line.Text, f) })
	})
}

// failedToWrite reports whether a tool that edits files could not write a file that a sentence names.
func (r *judge) failedToWrite(target string) bool {
	target = r.RelativePath(target)
	return slices.ContainsFunc(r.Writes, func(w *ledger.Write) bool {
		return w.NoEffect && w.Command == "" && w.At.Step > r.turn.stepsBefore &&
			(w.Path == target || endsWithPath(w.Path, target))
	})
}

// mayHaveBuilt reports whether a build that succeeded may have left a file: one in a folder for its output, or of a
// kind that only builds make.
func (r *judge) mayHaveBuilt(target string) bool {
	const artifacts = " .jar .war .whl .exe .apk .aab .ipa .deb .rpm .dmg .msi .wasm .so .dll .dylib .zip .gz .tgz .vsix "
	if !strings.Contains(artifacts, " "+path.Ext(target)+" ") &&
		!slices.ContainsFunc(strings.Split(target, "/"), filekinds.IsBuildOutput) {
		return false
	}
	return slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
		return one.Kinds&shell.Build != 0 && (one.Outcome == ledger.Passed || one.Evident)
	})
}

// isOutput reports whether a command that succeeded names a file as the one into which it writes: plan -out=x.
func (r *judge) isOutput(target string) bool {
	return slices.ContainsFunc(r.ShellLines, func(line ledger.ShellLine) bool {
		return !line.Failed && slices.ContainsFunc(outputFlag.Get().FindAllStringSubmatch(line.Text, maxCounts),
			func(m []string) bool { return endsWithPath(target, path.Clean(m[1])) })
	})
}

// outputFlag matches a flag of a program with the file into which that writes.
var outputFlag = text.LazyRegexp{Expr: `\s--?(?:o|out|output|outfile|out-file|output-file|dest|save)[= ]` +
	`["']?([\w@./-]+)`}

// judgeDeletion requires that the files were removed and not written again.
func (r *judge) judgeDeletion(s detect.Statement) verdict {
	if s.OfThings {
		return r.judgeRemoval(s)
	}
	targets := s.TargetFiles
	for _, w := range r.Writes { // a file that could not be removed counts under any name in the sentence
		if w.NoEffect && w.Deleted && w.Path != "" && strings.Contains(s.Text, w.Path) &&
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
		case made != nil && made.At.Compare(gone.At) > 0:
			return verdict{reason: Superseded, change: made}
		}
	}
	return verdict{}
}

// mayHaveRemovedAfter reports whether a program ran after a place that may have removed any file.
func (r *judge) mayHaveRemovedAfter(at ledger.Place) bool {
	return slices.ContainsFunc(runsAfter(r.Runs, at), func(one *ledger.Run) bool {
		return (one.Kinds|one.Possible)&shell.Execute != 0 && one.Outcome != ledger.NotRun && one.Outcome != ledger.ExitFailed
	}) || slices.ContainsFunc(r.Writes, func(w *ledger.Write) bool {
		return w.Tree && !w.NoEffect && w.At.Compare(at) > 0
	})
}

// failedRemoval returns the turn's last try to remove a file if that failed, and no change since may have done it;
// otherwise nil.
func (r *judge) failedRemoval(target string) *ledger.Write {
	target = strings.TrimSuffix(strings.TrimPrefix(r.RelativePath(target), "./"), "/")
	for _, w := range slices.Backward(r.Writes) {
		if w.Deleted && w.NoEffect && w.At.Step > r.turn.stepsBefore &&
			(w.Path == target || endsWithPath(w.Path, target) || endsWithPath(target, w.Path)) {
			if r.mayHaveRemovedAfter(w.At) {
				return nil
			}
			return w
		}
	}
	return nil
}

// mayBeBranch reports whether a name in a claim may be that of a branch or a route instead of a folder.
func mayBeBranch(s detect.Statement, name string) bool {
	return path.Ext(name) == "" && strings.Contains(name, "/") && !filekinds.LooksLikeFile(name) &&
		!strings.Contains(s.Text, name+"/") && !folderNouns.MatchString(s.Part)
}

// triedToRemove reports whether a shell line of the turn names a file, and a program that removes, moves or lists
// files.
func (r *judge) triedToRemove(target string) bool {
	return r.namesInLine(func(line string) bool {
		return strings.Contains(line, target) && removalPrograms.Get().MatchString(line)
	})
}

var removalPrograms = text.LazyRegexp{Expr: `\b(?:rm|rmdir|unlink|trash|ls|find|mv)\b`}

// mayBeInRemovedFolder reports whether a file that is named without its folder may have been in a removed folder.
func (r *judge) mayBeInRemovedFolder(target string) bool {
	return !strings.Contains(target, "/") && slices.ContainsFunc(r.Writes, func(w *ledger.Write) bool {
		return w.Deleted && !w.NoEffect && w.Path != "" && path.Ext(w.Path) == "" && !filekinds.LooksLikeFile(w.Path)
	})
}

// lastCheckoutOf returns the last git command that restored a removed file, or its folder; nil for none.
func (r *judge) lastCheckoutOf(target string) (back *ledger.Write) {
	target = strings.TrimPrefix(strings.TrimSuffix(r.RelativePath(target), "/"), "./")
	var gone *ledger.Write
	for _, w := range r.Writes {
		in := w.Path != "" && (strings.HasPrefix(target+"/", w.Path+"/") || endsWithPath(target, w.Path) ||
			endsWithPath(w.Path, target))
		switch {
		case w.NoEffect:
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
func (r *judge) restoresAll(w, gone *ledger.Write, target string) bool {
	stash := strings.Contains(w.Command, "git stash") && !stashReturns.Get().MatchString(w.Command)
	if !w.Tree || w.Reverted || !w.Reset && !stash || w.Path != "" && !strings.HasPrefix(gone.Path, w.Path) {
		return false
	}
	committed := slices.ContainsFunc(runsAfter(r.runsProving(shell.Commit), gone.At), func(one *ledger.Run) bool {
		return one.Outcome != ledger.ExitFailed && one.At.Compare(w.At) < 0
	})
	if committed && !earlierReset.Get().MatchString(w.Command) {
		return false
	}
	return strings.Contains(gone.Command, "git rm") || strings.Contains(gone.Command, "git mv") ||
		(shell.FamilyOfFile(target) != "" ||
			strings.Contains(" .md .yaml .yml .json .toml ", " "+path.Ext(target)+" ")) &&
			!isNeverCommitted(gone) && !slices.ContainsFunc(r.Writes, func(made *ledger.Write) bool {
			return !made.NoEffect && !made.Deleted && !made.Reset &&
				(made.Path == target || endsWithPath(made.Path, target))
		})
}

// stashReturns match the subcommands of "git stash" that put nothing away.
var stashReturns = text.LazyRegexp{Expr: `\bgit stash (?:pop|apply|list|show|drop)\b`}

// lastWrites returns the last write and the last removal of a file that a sentence names, perhaps without its folder.
func (r *judge) lastWrites(target string) (made, gone *ledger.Write) {
	target = strings.TrimPrefix(r.RelativePath(target), "./")
	for _, w := range r.Writes {
		if made != nil && !w.NoEffect && (r.dropsCommitWith(made, w) || r.removesNewFile(made, w)) {
			gone = w
		}
		same := w.Path == target || strings.HasSuffix(w.Path, "/"+target) || strings.HasSuffix(target, "/"+w.Path)
		// "/tmp/api/a.yaml" is not "api/a.yaml"
		if filekinds.IsOutside(w.Path, r.Root) && strings.Contains(target, "/") && w.Path != target {
			same = false
		}
		below := w.Below && (strings.HasPrefix(target, w.Path+"/") || !strings.Contains(target, "/"))
		inside := below || w.Deleted && (strings.HasPrefix(target, w.Path+"/") ||
			made != nil && strings.HasPrefix(made.Path, w.Path+"/")) || w.Folder && strings.HasPrefix(w.Path, target)
		if w.NoEffect || w.Path == "" || !same && !inside && !matchesGlob(w.Path, target) {
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
func (r *judge) dropsCommitWith(made, back *ledger.Write) bool {
	return back.Reset && back.Tree && earlierReset.Get().MatchString(back.Command) &&
		slices.ContainsFunc(runsAfter(r.runsProving(shell.Commit), made.At), func(one *ledger.Run) bool {
			return one.Outcome == ledger.Passed && one.At.Compare(back.At) < 0
		})
}

// removesNewFile reports whether git took away a new file that was in no commit: with "git clean -f", or with "git
// stash -u" that was not popped.
func (r *judge) removesNewFile(made, away *ledger.Write) bool {
	m := newFileRemoval.Get().FindStringSubmatch(away.Command)
	return m != nil && away.Tree && !away.Reverted && !away.Reset && made.Created &&
		strings.HasPrefix(made.Path, m[1]) &&
		!slices.ContainsFunc(runsAfter(r.runsProving(shell.Commit), made.At), func(one *ledger.Run) bool {
			return one.Outcome == ledger.Passed && one.At.Compare(away.At) < 0
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
func (r *judge) mayHaveWritten() bool {
	return r.RanUnknownWriter || slices.ContainsFunc(r.Runs,
		func(one *ledger.Run) bool {
			return (one.Kinds|one.Possible)&shell.Execute != 0 && one.Outcome != ledger.NotRun &&
				one.Outcome != ledger.ExitFailed && !shell.IsServerClient(one.Tool.Name)
		}) ||
		slices.ContainsFunc(r.Writes, func(w *ledger.Write) bool { return w.Tree && !w.NoEffect && !w.FailedAlone })
}
