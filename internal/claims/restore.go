package claims

import (
	"strings"
)

// A backup is a copy of a file that the agent may put back.
type backup struct {
	file string
	at   place
}

// stash is the name under which git stash is kept among the backups.
const stash = "git stash"

// restore follows copies. If a copy is put back, the changes since it was made were only a trial. "cp a.go /tmp/a.go",
// "sed -i … a.go", "go test", "cp /tmp/a.go a.go" leaves a.go as it was, and so does "git stash" with "git stash pop".
func (r *Reader) restore(c *call, cmd command, at place) {
	words := operands(cmd.args)
	switch name := programName(cmd.args[0]); {
	case name == "git" && len(words) > 0 && words[0] == "stash":
		if len(words) == 1 || words[1] == "push" || words[1] == "save" {
			r.backups[stash] = backup{"", at}
		} else if b, ok := r.backups[stash]; ok && (words[1] == "pop" || words[1] == "apply") {
			r.undo(b)
			clearWrites(cmd)
		}
	case (name == "cp" || name == "mv") && len(words) == 2:
		from, to := r.relative(join(cmd.dir, words[0])), r.relative(join(cmd.dir, words[1]))
		if b, ok := r.backups[from]; ok && b.file == to {
			r.undo(b)
			clearWrites(cmd)
		} else if len(r.backups) < maxPending {
			r.backups[to] = backup{from, at}
		}
	case name == "sed" || name == "perl":
		for _, a := range cmd.args[1:] {
			suffix, ok := strings.CutPrefix(a, "-i")
			if !ok || suffix == "" || len(cmd.write) != 1 || len(r.backups) >= maxPending {
				continue
			}
			file := r.relative(cmd.write[0].path)
			r.backups[file+suffix] = backup{file, place{at.step, at.part - 1}}
		}
	}
}

// undo drops the changes of a file since it was copied, or with git stash those of all files. What git itself brought in
// between stays.
func (r *Reader) undo(b backup) {
	if b.file == "" { // what ran in between saw the files without the changes
		for _, one := range r.runs {
			one.before = one.before || one.at.compare(b.at) > 0
		}
	}
	for _, w := range r.writes {
		later := w.at.compare(b.at)
		if later >= 0 && (b.file == "" && (later == 0 || !w.tree) || b.file != "" && w.path == b.file) {
			w.undone = true
		}
	}
}

// clearWrites drops the writes of a command that puts a copy back.
func clearWrites(cmd command) {
	for i := range cmd.write {
		cmd.write[i].folder = true // of which nothing depends
	}
}
