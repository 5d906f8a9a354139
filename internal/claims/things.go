package claims

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect"
	"ccc/internal/claims/ledger"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// A claim that names its object is supported only by a step that succeeded, names that object and did that act. Files
// have their writes for it; here is the rule for all others: branches, images, jobs, and files that a sentence only
// counts.

// removals match what removes something, in a shell line; openRemovals those that do not name what they remove.
var (
	removals = text.LazyRegexp{Expr: `(?i)(?:^|[^-\w])(?:rm|rmi|rmdir|unlink|trash|shred|prune|delete|del|drop|` +
		`destroy|remove|purge|` +
		`uninstall|flush\w*|clean|wipe|erase|rb|truncate|Remove-Item)\b|--delete\b|-delete\b|\bbranch (?:-\S+ ` +
		`)*-[dD]\b|` +
		`\btag (?:-\S+ )*-d\b|\bpush\b.* :\S|\bpush (?:\S+ )*-d\b`}
	openRemovals = text.LazyRegexp{Expr: `(?i)[*$?]|\bxargs\b|\bprune\b|\bfind\b|-selector\b|\s-l\s|--all\b|` +
		`\bclean\b|` +
		`\b(?:python3?|node|ruby|perl|make|npm|pnpm|yarn|just|task)\b|(?:^|[;&|] *)(?:(?:ba)?sh |\./)\S+\.sh\b`}
	// onlySearches match lines that do nothing but look, perhaps for one of those words.
	onlySearches = text.LazyRegexp{Expr: `^(?:grep|rg|ag|ls|cat|head|echo|git (?:log|diff|grep|status|` +
		`show))\b[^;&]*$`}
	dryRuns = text.LazyRegexp{Expr: `(?i)--dry-?run(?:\b|=)|\b(?:make|rsync|git (?:clean|rm|push))\b[^;&|` +
		`]*\s-[a-z]*n[a-z]*\b|` +
		`--what-?if\b|--noop\b|--simulate\b`}
)

// removes reports whether a shell line is to remove something.
func isRemoval(l *ledger.ShellLine) bool {
	return removals.MatchString(l.Text) && !onlySearches.MatchString(l.Text)
}

// endsInRemoval reports whether a line that failed had only its last command to remove something: that failed, or did
// not run.
func endsInRemoval(l *ledger.ShellLine) bool {
	at := strings.LastIndex(l.Text, "&&")
	return at >= 0 && !strings.ContainsAny(l.Text, ";|") && removals.MatchString(l.Text[at:]) &&
		!removals.MatchString(l.Text[:at])
}

// judgeRemoval judges the claim that things are gone which are no files that the claim names.
func (r *judge) judgeRemoval(s detect.Statement) verdict {
	if r.removedNoRows(s) {
		return verdict{reason: NoCommand, advice: "no step removed them"}
	}
	var last *ledger.ShellLine
	done := false
	for i := range r.ShellLines {
		one := &r.ShellLines[i]
		if !isRemoval(one) {
			continue
		}
		last = one
		// of several commands another one may have failed
		done = done || (!one.Failed || strings.ContainsAny(one.Text, "&;|") && !endsInRemoval(one)) &&
			!dryRuns.MatchString(one.Text)
	}
	gone := r.goneFiles()
	switch {
	case last == nil && len(gone) == 0 && r.failedToRemove():
		return verdict{reason: NoCommand, advice: "no step removed them"}
	case last != nil && !done && len(gone) == 0:
		return verdict{reason: FailedExit, run: &ledger.Run{At: last.At, Command: last.Text}, advice: "nothing was removed"}
	case last == nil && !r.mayHaveWritten() && !r.triedToChangeFiles() && !r.hasRemoved():
		return verdict{reason: NoCommand, advice: "no step removed them"}
	}
	if back := r.restoredAll(gone); back != nil {
		return verdict{reason: Superseded, change: back}
	}
	for _, name := range s.Names {
		if v := r.judgeRemovalOf(name); v.reason != "" {
			return v
		}
	}
	if s.Count > len(gone) && len(gone) > 0 && !r.mayHaveWritten() && !r.removedUnnamed() {
		return verdict{reason: Partial, run: &ledger.Run{At: last.At, Command: last.Text}, advice: "fewer were removed"}
	}
	return verdict{}
}

var (
	// rowRemoval says that rows of a database are gone, and tableRemoval that something is, perhaps a row of a table.
	rowRemoval = text.LazyRegexp{Expr: "(?i)\\b(?:deleted|removed|purged|dropped|erased|wiped)\\b[^;]{0,60} from (?:`[\\w./-]+\\." +
		"(?:sqlite3?|db|duckdb)`|(?:the|your) (?:\\w+ )?(?:database|db|table|collection)\\b)|" +
		"从\\s?(?:`[\\w./-]+\\.(?:sqlite3?|db|duckdb)`|[^，。；`]{0,6}[库表])\\s*[里中]?\\s*(?:删|清除|移除)"}
	tableRemoval = text.LazyRegexp{Expr: "(?i)\\b(?:deleted|removed|purged|erased|wiped)\\b[^;]{0,60} from `\\w+`|" +
		"从\\s?`\\w+`\\s*[表里中]?\\s*(?:删|清除|移除)"}
	sqlClient = text.LazyRegexp{Expr: `\b(?:psql|mysql|mariadb|sqlite3|duckdb|sqlcmd|mongo\w*)\b`}
	// mayDelete matches lines that may remove rows although no word says so: scripts, tasks, files of SQL, requests.
	mayDelete = text.LazyRegexp{Expr: `\b(?:python3?|node|tsx|ruby|perl|php|go run|cargo run|dotnet|java|make|` +
		`npm|npx|pnpm|yarn|just|task|` +
		`rails|rake|artisan|manage\.py|mix|docker|kubectl|ssh|curl|https?|redis-cli|mongo\w*|aws|gcloud)\b|` +
		`\.sh\b|(?:^|[ /])\.?/\w|` +
		`\b(?:psql|mysql|sqlite3|mariadb|duckdb|sqlcmd)\b[^|;&]*(?: -f\b|< ?[\w./-]+$|\.sql\b)|\|\s*(?:psql|` +
		`mysql|sqlite3)\b`}
)

// removedNoRows reports whether a claim says that rows of a database were removed, in a turn in which no step may have
// done that.
func (r *judge) removedNoRows(s detect.Statement) bool {
	isRow := rowRemoval.MatchString(s.Text) || tableRemoval.MatchString(s.Text) && r.namesInLine(sqlClient.MatchString)
	return isRow && r.hasChangedFiles() && len(r.goneFiles()) == 0 &&
		!slices.ContainsFunc(r.ShellLines, func(line ledger.ShellLine) bool {
			return isRemoval(&line) || mayDelete.MatchString(line.Text)
		}) && !slices.ContainsFunc(r.Runs, func(one *ledger.Run) bool {
		return one.At.Step > r.turn.stepsBefore && (one.Unknown || one.ByTask || one.Possible&shell.Execute != 0)
	})
}

// judgeRemovalOf judges the claim that something with a name is gone: a line that removes things and succeeded names
// it, or names nothing. It is not judged if no such line names it and none failed.
func (r *judge) judgeRemovalOf(name string) verdict {
	var failed *ledger.ShellLine
	for i := range r.ShellLines {
		one := &r.ShellLines[i]
		switch named := strings.Contains(one.Text, name); {
		case !isRemoval(one) || dryRuns.MatchString(one.Text):
		case one.Failed && named:
			failed = one
		case !one.Failed && (named || openRemovals.MatchString(one.Text)):
			return verdict{}
		}
	}
	if failed == nil {
		return verdict{}
	}
	return verdict{reason: FailedExit, run: &ledger.Run{At: failed.At, Command: failed.Text},
		advice: name + " was not removed"}
}

var (
	// onRemote says that something is gone from a remote.
	onRemote = &text.LazyRegexp{Expr: `\b(?:on|from|at) (?:origin|github|gitlab|the (?:remote|server))\b|` +
		`\bremote (?:branch|tag|one|cop)|` +
		`\bremotely\b|远程|远端|origin 上`}
)

// judgeOnRemote judges a claim that a branch or a tag is gone from a remote: a line must have removed it there. ok is
// false if the claim does not say so, or if no line removes anything.
func (r *judge) judgeOnRemote(s detect.Statement, name string) (v verdict, ok bool) {
	if !s.Mentions(onRemote) {
		return verdict{}, false
	}
	var local, refused *ledger.ShellLine
	for i := range r.ShellLines {
		one := &r.ShellLines[i]
		switch named := strings.Contains(one.Text, name) || openRemovals.MatchString(one.Text); {
		case one.MayRemoveFromRemote() && named && (!one.Failed || slices.Contains(one.Gone, name)):
			return verdict{}, true
		case one.MayRemoveFromRemote() && named:
			refused = one
		case isRemoval(one) && named:
			local = one
		}
	}
	switch {
	case refused != nil:
		return verdict{reason: FailedExit, run: &ledger.Run{At: refused.At, Command: refused.Text},
			advice: name + " was not removed"}, true
	case local != nil:
		return verdict{reason: Partial, run: &ledger.Run{At: local.At, Command: local.Text},
			advice: name + " was removed only here"}, true
	}
	return verdict{}, false
}

// restoredAll returns the last git command that brought removed files back, if it brought back all of them;
// otherwise nil.
func (r *judge) restoredAll(gone []string) (back *ledger.Write) {
	for _, name := range gone {
		if back = r.lastCheckoutOf(name); back == nil {
			return nil
		}
	}
	return back
}

// failedToRemove reports whether the turn tried to remove a file, and did not.
func (r *judge) failedToRemove() bool {
	return slices.ContainsFunc(r.Writes, func(w *ledger.Write) bool {
		return w.Deleted && w.NoEffect && w.At.Step > r.turn.stepsBefore
	})
}

// removedUnnamed reports whether a line of the turn may have removed things that it does not name one by one.
func (r *judge) removedUnnamed() bool {
	return slices.ContainsFunc(r.ShellLines, func(one ledger.ShellLine) bool {
		return isRemoval(&one) && openRemovals.MatchString(one.Text)
	}) || slices.ContainsFunc(r.Writes, func(w *ledger.Write) bool {
		return w.Deleted && !w.NoEffect && shell.FamilyOfFile(w.Path) == "" && !strings.Contains(w.Path, ".")
	})
}

// hasRemoved reports whether a step of the session has removed a file.
func (r *judge) hasRemoved() bool {
	return slices.ContainsFunc(r.Writes, func(w *ledger.Write) bool { return w.Deleted && !w.NoEffect })
}

// goneFiles returns the names of the files that the turn has removed.
func (r *judge) goneFiles() (list []string) {
	for _, w := range r.Writes {
		if w.Deleted && !w.NoEffect && !w.FailedAlone &&
			w.At.Step > r.turn.stepsBefore && !slices.Contains(list, w.Path) {
			list = append(list, w.Path)
		}
	}
	return list
}

// judgeMaking judges the claim that some files were made which the claim does not name.
func (r *judge) judgeMaking(s detect.Statement) verdict {
	made, failed := []string{}, (*ledger.Write)(nil)
	for _, w := range r.RecentWrites() {
		switch {
		case w.Deleted || w.Path == "":
		case !w.NoEffect && !slices.Contains(made, w.Path):
			made = append(made, w.Path)
		case w.NoEffect && w.Command == "":
			failed = w
		}
	}
	switch {
	case failed != nil && !slices.Contains(made, failed.Path) && (len(made) == 0 || s.Count > len(made)):
		return verdict{reason: NoCommand, advice: failed.Path + " was not written"}
	case len(made) == 0 && !r.mayHaveWritten() && !slices.ContainsFunc(r.ShellLines,
		func(one ledger.ShellLine) bool { return !one.Failed }):
		return verdict{reason: NoCommand, advice: "no step wrote them"}
	}
	return verdict{}
}
