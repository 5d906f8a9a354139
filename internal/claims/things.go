package claims

import (
	"slices"
	"strings"

	"ccc/internal/claims/detect"
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
func (l *shellLine) removes() bool {
	return removals.MatchString(l.text) && !onlySearches.MatchString(l.text)
}

// endsInRemoval reports whether a line that failed had only its last command to remove something: that failed, or did
// not run.
func (l *shellLine) endsInRemoval() bool {
	at := strings.LastIndex(l.text, "&&")
	return at >= 0 && !strings.ContainsAny(l.text, ";|") && removals.MatchString(l.text[at:]) &&
		!removals.MatchString(l.text[:at])
}

// judgeRemoval judges the claim that things are gone which are no files that the claim names.
func (r *Reader) judgeRemoval(s detect.Statement) verdict {
	if r.removedNoRows(s) {
		return verdict{reason: NoCommand, advice: "no step removed them"}
	}
	var last *shellLine
	done := false
	for i := range r.shellLines {
		one := &r.shellLines[i]
		if !one.removes() {
			continue
		}
		last = one
		// of several commands another one may have failed
		done = done || (!one.failed || strings.ContainsAny(one.text, "&;|") && !one.endsInRemoval()) &&
			!dryRuns.MatchString(one.text)
	}
	gone := r.goneFiles()
	switch {
	case last == nil && len(gone) == 0 && r.failedToRemove():
		return verdict{reason: NoCommand, advice: "no step removed them"}
	case last != nil && !done && len(gone) == 0:
		return verdict{reason: FailedExit, run: &run{at: last.at, command: last.text}, advice: "nothing was removed"}
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
		return verdict{reason: Partial, run: &run{at: last.at, command: last.text}, advice: "fewer were removed"}
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
func (r *Reader) removedNoRows(s detect.Statement) bool {
	isRow := rowRemoval.MatchString(s.Text) || tableRemoval.MatchString(s.Text) && r.namesInLine(sqlClient.MatchString)
	return isRow && r.hasChangedFiles() && len(r.goneFiles()) == 0 &&
		!slices.ContainsFunc(r.shellLines, func(line shellLine) bool {
			return line.removes() || mayDelete.MatchString(line.text)
		}) && !slices.ContainsFunc(r.runs, func(one *run) bool {
		return one.at.step > r.turn.stepsBefore && (one.unknown || one.byTask || one.possible&shell.Execute != 0)
	})
}

// judgeRemovalOf judges the claim that something with a name is gone: a line that removes things and succeeded names
// it, or names nothing. It is not judged if no such line names it and none failed.
func (r *Reader) judgeRemovalOf(name string) verdict {
	var failed *shellLine
	for i := range r.shellLines {
		one := &r.shellLines[i]
		switch named := strings.Contains(one.text, name); {
		case !one.removes() || dryRuns.MatchString(one.text):
		case one.failed && named:
			failed = one
		case !one.failed && (named || openRemovals.MatchString(one.text)):
			return verdict{}
		}
	}
	if failed == nil {
		return verdict{}
	}
	return verdict{reason: FailedExit, run: &run{at: failed.at, command: failed.text},
		advice: name + " was not removed"}
}

var (
	// remoteRemoval matches lines that may remove a branch or a tag from a remote.
	remoteRemoval = text.LazyRegexp{Expr: `\bpush\b.*(?: --delete| -d| --prune| --mirror| :\S)|\b(?:gh|glab) |` +
		`\bcurl\b|\.sh\b|\bmake\b`}
	// onRemote says that something is gone from a remote.
	onRemote = &text.LazyRegexp{Expr: `\b(?:on|from|at) (?:origin|github|gitlab|the (?:remote|server))\b|` +
		`\bremote (?:branch|tag|one|cop)|` +
		`\bremotely\b|远程|远端|origin 上`}
)

// judgeOnRemote judges a claim that a branch or a tag is gone from a remote: a line must have removed it there. ok is
// false if the claim does not say so, or if no line removes anything.
func (r *Reader) judgeOnRemote(s detect.Statement, name string) (v verdict, ok bool) {
	if !s.Mentions(onRemote) {
		return verdict{}, false
	}
	var local, refused *shellLine
	for i := range r.shellLines {
		one := &r.shellLines[i]
		switch named := strings.Contains(one.text, name) || openRemovals.MatchString(one.text); {
		case remoteRemoval.MatchString(one.text) && named && (!one.failed || slices.Contains(one.gone, name)):
			return verdict{}, true
		case remoteRemoval.MatchString(one.text) && named:
			refused = one
		case one.removes() && named:
			local = one
		}
	}
	switch {
	case refused != nil:
		return verdict{reason: FailedExit, run: &run{at: refused.at, command: refused.text},
			advice: name + " was not removed"}, true
	case local != nil:
		return verdict{reason: Partial, run: &run{at: local.at, command: local.text},
			advice: name + " was removed only here"}, true
	}
	return verdict{}, false
}

// restoredAll returns the last git command that brought removed files back, if it brought back all of them;
// otherwise nil.
func (r *Reader) restoredAll(gone []string) (back *write) {
	for _, name := range gone {
		if back = r.lastCheckoutOf(name); back == nil {
			return nil
		}
	}
	return back
}

// failedToRemove reports whether the turn tried to remove a file, and did not.
func (r *Reader) failedToRemove() bool {
	return slices.ContainsFunc(r.writes, func(w *write) bool {
		return w.Deleted && w.noEffect && w.at.step > r.turn.stepsBefore
	})
}

// removedUnnamed reports whether a line of the turn may have removed things that it does not name one by one.
func (r *Reader) removedUnnamed() bool {
	return slices.ContainsFunc(r.shellLines, func(one shellLine) bool {
		return one.removes() && openRemovals.MatchString(one.text)
	}) || slices.ContainsFunc(r.writes, func(w *write) bool {
		return w.Deleted && !w.noEffect && shell.FamilyOfFile(w.Path) == "" && !strings.Contains(w.Path, ".")
	})
}

// hasRemoved reports whether a step of the session has removed a file.
func (r *Reader) hasRemoved() bool {
	return slices.ContainsFunc(r.writes, func(w *write) bool { return w.Deleted && !w.noEffect })
}

// goneFiles returns the names of the files that the turn has removed.
func (r *Reader) goneFiles() (list []string) {
	for _, w := range r.writes {
		if w.Deleted && !w.noEffect && !w.failedAlone &&
			w.at.step > r.turn.stepsBefore && !slices.Contains(list, w.Path) {
			list = append(list, w.Path)
		}
	}
	return list
}

// judgeMaking judges the claim that some files were made which the claim does not name.
func (r *Reader) judgeMaking(s detect.Statement) verdict {
	made, failed := []string{}, (*write)(nil)
	for _, w := range r.recentWrites() {
		switch {
		case w.Deleted || w.Path == "":
		case !w.noEffect && !slices.Contains(made, w.Path):
			made = append(made, w.Path)
		case w.noEffect && w.command == "":
			failed = w
		}
	}
	switch {
	case failed != nil && !slices.Contains(made, failed.Path) && (len(made) == 0 || s.Count > len(made)):
		return verdict{reason: NoCommand, advice: failed.Path + " was not written"}
	case len(made) == 0 && !r.mayHaveWritten() && !slices.ContainsFunc(r.shellLines,
		func(one shellLine) bool { return !one.failed }):
		return verdict{reason: NoCommand, advice: "no step wrote them"}
	}
	return verdict{}
}
