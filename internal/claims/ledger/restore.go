package ledger

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
	at   Place
}

// A restoration is a command that restores a backup if it succeeds.
type restoration struct {
	backup backup
	at     Place
	sure   bool // the exit status of the line is that of this command
}

// stashKey is the key in [Reader].backups for git stash. The other keys are names of files.
const stashKey = "git stash"

// noteRestore notes copies of files and commands that restore them. Changes between the two were only a trial: "cp a.go
// /tmp/a.go", "sed -i … a.go", "go test", "cp /tmp/a.go a.go" leaves a.go as it was, and so does "git stash" with "git
// stash pop".
func (r *Ledger) noteRestore(c *call, cmd shell.Command, at Place) {
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
		from, to := r.RelativePath(shell.Join(cmd.Dir, words[0])), r.RelativePath(shell.Join(cmd.Dir, words[1]))
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
			file := r.RelativePath(cmd.Changes[0].Path)
			r.backups[file+suffix] = backup{file, Place{at.Step, at.Index - 1}}
		}
	}
}

// noteCheckout notes "git checkout -- a.go", which drops the changes since the last commit. Without a commit in the
// session, it counts only for changes that the same line made.
func (r *Ledger) noteCheckout(c *call, cmd shell.Command, at Place) {
	for _, w := range cmd.Changes {
		if file := r.RelativePath(w.Path); w.Reset && !w.Tree && !w.Deleted && file != "" {
			since := r.LastCommit
			if since.Step == 0 {
				since = Place{at.Step, 0}
			}
			earlier := slices.ContainsFunc(r.Writes, func(w *Write) bool {
				return w.Path == file && !w.NoEffect && !w.Reverted && w.At.Compare(since) < 0
			})
			if r.LastCommit.Step > 0 || !earlier && c.hasWritten(file) {
				c.addRestoration(backup{file, since}, cmd, at)
			}
		}
	}
}

// hasWritten reports whether the call has changed a file.
func (c *call) hasWritten(file string) bool {
	return slices.ContainsFunc(c.writes, func(w *Write) bool { return w.Path == file })
}

// addRestoration notes that a command restores a backup, unless it may not have run at all, or does not overwrite.
func (c *call) addRestoration(b backup, cmd shell.Command, at Place) {
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
func (r *Ledger) revert(c *call, u restoration) {
	b := u.backup
	since, changed := b.at, b.file == "" // since when the files differed, and whether they did
	for _, w := range slices.Backward(r.Writes) {
		between := w.At.Compare(b.at) >= 0 && w.At.Compare(u.at) < 0
		if between && !w.NoEffect && b.file != "" && w.Path == b.file {
			since, changed = w.At, true
		}
	}
	for _, one := range r.Runs {
		one.RanWithoutEdits = one.RanWithoutEdits || changed && one.At.Compare(since) > 0 && one.At.Compare(u.at) < 0
	}
	for _, w := range r.Writes {
		later := w.At.Compare(b.at)
		if b.file == "" && later == 0 || b.file != "" && later >= 0 && w.Path == b.file && w.At.Compare(u.at) < 0 {
			w.Reverted = true
		}
	}
	for _, w := range c.writes {
		if w.At == u.at {
			w.Folder = true // so that no run depends on it
		}
	}
}

var editSeed = maphash.MakeSeed()

func hashOf(text string) uint64 { return maphash.String(editSeed, text) }

// revertEdit looks for an edit that this one takes back: neither counts then, nor what ran in between. If this one does
// again what was taken back, the first one counts.
func (r *Ledger) revertEdit(last *Write) {
	for _, w := range slices.Backward(r.RecentWrites()) {
		if w == last || w.Path != last.Path || w.NoEffect {
			continue
		}
		first := w.undoes
		switch {
		case first != nil && first.from == last.from && first.to == last.to:
			first.Reverted, w.undoes = false, nil
			r.markTrial(first.At, w.At, false)
		case !w.Reverted && w.from == last.to && w.to == last.from:
			w.Reverted, last.undoes = true, w
		default:
			continue
		}
		last.Reverted = true
		r.markTrial(w.At, last.At, true)
		return
	}
}

// markTrial notes whether the runs between two places saw other files than those that are there now.
func (r *Ledger) markTrial(from, to Place, trial bool) {
	for _, one := range r.Runs {
		if one.At.Compare(from) > 0 && one.At.Compare(to) < 0 {
			one.RanWithoutEdits = trial
		}
	}
}
