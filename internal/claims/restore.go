package claims

import (
	"hash/maphash"
	"slices"
	"strings"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// A backup is a copy of a file that the agent may restore later.
type backup struct {
	file string
	at   place
}

// A restoration is a command that restores a backup if it succeeds.
type restoration struct {
	backup backup
	at     place
	sure   bool // the exit status of the line is that of this command
}

// stashKey is the key in [Reader].backups for git stash. The other keys are names of files.
const stashKey = "git stash"

// noteRestore notes copies of files and commands that restore them. Changes between the two were only a trial: "cp a.go
// /tmp/a.go", "sed -i … a.go", "go test", "cp /tmp/a.go a.go" leaves a.go as it was, and so does "git stash" with "git
// stash pop".
func (r *Reader) noteRestore(c *call, cmd shell.Command, at place) {
	words := shell.Operands(cmd.Args)
	switch name := shell.ProgramName(cmd.Args[0]); {
	case name == "git" && len(words) > 0 && words[0] == "stash":
		if len(words) == 1 || words[1] == "push" || words[1] == "save" {
			r.backups[stashKey] = backup{"", at}
		} else if b, ok := r.backups[stashKey]; ok && (words[1] == "pop" || words[1] == "apply") {
			c.addRestoration(b, cmd, at)
		}
	case name == "git":
		r.noteCheckout(c, cmd, at)
	case (name == "cp" || name == "mv") && len(words) == 2:
		from, to := r.relativePath(shell.Join(cmd.Dir, words[0])), r.relativePath(shell.Join(cmd.Dir, words[1]))
		if b, ok := r.backups[from]; ok && b.file == to {
			c.addRestoration(b, cmd, at)
		} else if len(r.backups) < maxPending {
			r.backups[to] = backup{from, at}
		}
	case name == "sed" || name == "perl":
		for _, a := range cmd.Args[1:] {
			suffix, ok := strings.CutPrefix(a, "-i")
			if !ok || suffix == "" || len(cmd.Changes) != 1 || len(r.backups) >= maxPending {
				continue
			}
			file := r.relativePath(cmd.Changes[0].Path)
			r.backups[file+suffix] = backup{file, place{at.step, at.index - 1}}
		}
	}
}

// noteCheckout notes "git checkout -- a.go", which drops the changes since the last commit. Without a commit in the
// session, it counts only for changes that the same line made.
func (r *Reader) noteCheckout(c *call, cmd shell.Command, at place) {
	for _, w := range cmd.Changes {
		if file := r.relativePath(w.Path); w.Reset && !w.Tree && !w.Deleted && file != "" {
			since := r.lastCommit
			if since.step == 0 {
				since = place{at.step, 0}
			}
			earlier := slices.ContainsFunc(r.writes, func(w *write) bool {
				return w.Path == file && !w.noEffect && !w.reverted && w.at.compare(since) < 0
			})
			if r.lastCommit.step > 0 || !earlier && c.hasWritten(file) {
				c.addRestoration(backup{file, since}, cmd, at)
			}
		}
	}
}

// hasWritten reports whether the call has changed a file.
func (c *call) hasWritten(file string) bool {
	return slices.ContainsFunc(c.writes, func(w *write) bool { return w.Path == file })
}

// addRestoration notes that a command restores a backup, unless it may not have run at all, or does not overwrite.
func (c *call) addRestoration(b backup, cmd shell.Command, at place) {
	keeps := shell.ProgramName(cmd.Args[0]) != "git" && slices.ContainsFunc(cmd.Args[1:], func(a string) bool {
		return a == "--no-clobber" || a == "--update" || strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "--") &&
			strings.ContainsAny(a, "niu")
	})
	if !cmd.RunsOnFailure() && !keeps {
		c.restorations = append(c.restorations, restoration{b, at, cmd.Trust == shell.Sure})
	}
}

// restoreFailures match what cp, mv and git stash print if they restored nothing.
var restoreFailures = text.Lazy[text.LineExpr]{Make: func() text.LineExpr {
	return text.CompileLines(`^(?:cp|mv): |^CONFLICT |^No stash entries|^fatal: |could not restore untracked|` +
		`stash entry is kept|^error: Your local changes`)
}}

// revert marks the changes of a file since its backup as reverted, or for git stash those that it put away. Runs in
// between saw other files than those that are there now.
func (r *Reader) revert(c *call, u restoration) {
	b := u.backup
	since, changed := b.at, b.file == "" // since when the files differed, and whether they did
	for _, w := range slices.Backward(r.writes) {
		between := w.at.compare(b.at) >= 0 && w.at.compare(u.at) < 0
		if between && !w.noEffect && b.file != "" && w.Path == b.file {
			since, changed = w.at, true
		}
	}
	for _, one := range r.runs {
		one.ranWithoutEdits = one.ranWithoutEdits || changed && one.at.compare(since) > 0 && one.at.compare(u.at) < 0
	}
	for _, w := range r.writes {
		later := w.at.compare(b.at)
		if b.file == "" && later == 0 || b.file != "" && later >= 0 && w.Path == b.file && w.at.compare(u.at) < 0 {
			w.reverted = true
		}
	}
	for _, w := range c.writes {
		if w.at == u.at {
			w.Folder = true // so that no run depends on it
		}
	}
}

var editSeed = maphash.MakeSeed()

func hashOf(text string) uint64 { return maphash.String(editSeed, text) }

// revertEdit looks for an edit that this one takes back: neither counts then, nor what ran in between. If this one does
// again what was taken back, the first one counts.
func (r *Reader) revertEdit(last *write) {
	for _, w := range slices.Backward(r.recentWrites()) {
		if w == last || w.Path != last.Path || w.noEffect {
			continue
		}
		first := w.undoes
		switch {
		case first != nil && first.from == last.from && first.to == last.to:
			first.reverted, w.undoes = false, nil
			r.markTrial(first.at, w.at, false)
		case !w.reverted && w.from == last.to && w.to == last.from:
			w.reverted, last.undoes = true, w
		default:
			continue
		}
		last.reverted = true
		r.markTrial(w.at, last.at, true)
		return
	}
}

// markTrial notes whether the runs between two places saw other files than those that are there now.
func (r *Reader) markTrial(from, to place, trial bool) {
	for _, one := range r.runs {
		if one.at.compare(from) > 0 && one.at.compare(to) < 0 {
			one.ranWithoutEdits = trial
		}
	}
}
