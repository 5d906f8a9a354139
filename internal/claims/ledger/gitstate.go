package ledger

import (
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

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
func (r *Ledger) noteGitState(one *Run, output string) {
	if one.Kinds&shell.Commit != 0 && one.Outcome == ExitFailed && cleanTreeLine.Get().Match(output) {
		r.CleanAt = one.At
	}
	if !one.showsGitState || one.Outcome != Passed {
		return
	}
	if strings.Contains(one.Command, " log ") {
		if isEmptyOutput(output) {
			r.SyncedAt = one.At
		}
		return
	}
	r.ShownByGit = statusOf(output)
	if cleanTreeLine.Get().Match(output) || syncedLine.Get().Match(output) && !changedFileLine.Get().Match(output) &&
		strings.HasPrefix(strings.TrimSpace(output), "##") {
		r.CleanAt = one.At
	}
	if syncedLine.Get().Match(output) && !aheadLine.Get().Match(output) {
		r.SyncedAt = one.At
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
