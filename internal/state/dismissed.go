package state

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"slices"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/task"
)

// maxDismissed is how many dismissed findings of a project are kept. Beyond that the oldest are removed.
const maxDismissed = 200

// dismissedFile is the content of the file with a project's dismissed findings.
type dismissedFile struct {
	Dir string `json:"dir"`
	task.Dismissals
}

// dismissedPath returns the path of a project's dismissed findings. dir is the project's directory.
func (d Dir) dismissedPath(dir string) string {
	return filepath.Join(string(d), "dismissed-"+projectKey(dir)+".json")
}

// ReviewID is the id of the state for reviews of a project's changes. dir is the project's directory.
func ReviewID(dir string) string { return "review-" + projectKey(dir) }

// projectKey is the part of a file's name that identifies the project: 16 hexadecimal digits.
func projectKey(dir string) string { return file.Digest(file.Real(dir))[:16] }

// Dismissals returns what the user has dismissed in a project. If the file cannot be read, nothing is dismissed: then
// findings come back, and none is accepted by mistake.
func (d Dir) Dismissals(dir string) (task.Dismissals, error) {
	path := d.dismissedPath(dir)
	text, err := file.ReadOwn(path)
	if err != nil || text == nil {
		return task.Dismissals{}, err
	}
	return readDismissals(path, text)
}

func readDismissals(path string, text []byte) (task.Dismissals, error) {
	var f dismissedFile
	if err := json.Unmarshal(text, &f); err != nil {
		return task.Dismissals{}, lang.WithHint(lang.Errorf("%s cannot be read: %w", path, err),
			lang.M("delete that file: what you have dismissed is then open to reviewers again"))
	}
	return f.Dismissals, nil
}

// DismissalKey returns a key that identifies a dismissed finding.
func DismissalKey(f task.Finding) string {
	sum := sha256.Sum256([]byte(f.Text + "\x00" + f.Evidence + "\x00" + f.Criterion + "\x00" + f.Reason))
	return hex.EncodeToString(sum[:8])
}

// DismissalKeys returns the keys of dismissed findings. The result is never nil.
func DismissalKeys(list []task.Finding) []string {
	keys := []string{}
	for _, f := range list {
		keys = append(keys, DismissalKey(f))
	}
	return keys
}

// MarkOutside marks the dismissals whose keys are not in known. They come from outside, whatever the file says.
func MarkOutside(d task.Dismissals, known []string) task.Dismissals {
	d.Findings = slices.Clone(d.Findings)
	for i := range d.Findings {
		f := &d.Findings[i]
		if !slices.Contains(known, DismissalKey(*f)) {
			f.DismissedBy = task.ByOutside
			d.Outside = append(d.Outside, *f)
		}
	}
	return d
}

// KeepOutside stores that dismissals with these keys came from outside while ccc reviewed, whatever the file says
// about them. Later launches could not find that out.
func (d Dir) KeepOutside(dir string, keys []string) error {
	isClaimed := func(f task.Finding) bool {
		return f.DismissedBy != task.ByUnknown && slices.Contains(keys, DismissalKey(f))
	}
	if now, err := d.Dismissals(dir); err != nil || !slices.ContainsFunc(now.Findings, isClaimed) {
		return err
	}
	return d.changeDismissed(dir, func(all *task.Dismissals) {
		for i, f := range all.Findings {
			if isClaimed(f) {
				all.Findings[i].DismissedBy = task.ByUnknown
			}
		}
	})
}

// Dismiss stores a finding that the user has dismissed in a project.
func (d Dir) Dismiss(dir string, f task.Finding) error {
	f.Status = task.Dismissed
	return d.changeDismissed(dir, func(all *task.Dismissals) {
		isIt := func(g task.Finding) bool { return g.Text == f.Text && g.Evidence == f.Evidence }
		list := append(slices.DeleteFunc(all.Findings, isIt), f)
		all.Findings = list[max(len(list)-maxDismissed, 0):]
	})
}

// UndoDismiss takes back a dismissal, given by its number in [Dir.Dismissals], from 1. In the tasks of the project
// the finding is open again; a running loop notices it at its next review.
func (d Dir) UndoDismiss(dir string, number int) (f task.Finding, err error) {
	var now task.Dismissals
	err = d.changeDismissed(dir, func(all *task.Dismissals) {
		if number < 1 || number > len(all.Findings) {
			return
		}
		f = all.Findings[number-1]
		all.Findings = slices.Delete(all.Findings, number-1, number)
		all.Undone = append(all.Undone, f)
		all.Undone = all.Undone[max(len(all.Undone)-maxDismissed, 0):]
		now = *all
	})
	if err == nil && f.Text == "" {
		err = lang.Errorf("there is no dismissed finding %d here: ccc dismiss --list shows them", number)
	}
	if err != nil {
		return f, err
	}
	open := func(list []task.Finding) []task.Finding { return task.Apply(list, now.Changes(list), 0) }
	for _, s := range d.statesContaining(string(task.Dismissed)) {
		if file.Real(s.Dir) != file.Real(dir) {
			continue
		}
		if _, err := d.Change(s.SessionID, func(s *State) { s.ChangeFindings(open) }); err != nil {
			return f, err
		}
	}
	return f, nil
}

func (d Dir) changeDismissed(dir string, change func(*task.Dismissals)) error {
	if err := d.Create(); err != nil {
		return err
	}
	path := d.dismissedPath(dir)
	return file.Update(path, file.Own, func(old []byte) (text []byte, err error) {
		f := dismissedFile{Dir: dir}
		if len(old) > 0 {
			if f.Dismissals, err = readDismissals(path, old); err != nil {
				return nil, err
			}
		}
		change(&f.Dismissals)
		text, err = json.MarshalIndent(f, "", "  ")
		return append(text, '\n'), err
	})
}
