package state

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"slices"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/task"
)

// maxDismissed is how many dismissed findings are kept of a project. The oldest make room for new ones.
const maxDismissed = 200

// dismissedFile is what the file of a project's dismissed findings has.
type dismissedFile struct {
	Dir      string         `json:"dir"`
	Findings []task.Finding `json:"findings"` // oldest first
}

// dismissedPath returns the path of a project's dismissed findings. dir is the project's directory.
func (d Dir) dismissedPath(dir string) string {
	sum := sha256.Sum256([]byte(realPath(dir)))
	return filepath.Join(string(d), "dismissed-"+hex.EncodeToString(sum[:8])+".json")
}

// realPath is a directory's path without symbolic links; the path as it is if that cannot be found out.
func realPath(dir string) string {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	return dir
}

// Dismissed returns the findings that the user has dismissed in a project, oldest first. A file that cannot be read has
// none: findings come back then, and nothing is accepted by mistake.
func (d Dir) Dismissed(dir string) []task.Finding {
	text, err := file.ReadOwn(d.dismissedPath(dir))
	if err != nil {
		return nil
	}
	var f dismissedFile
	if json.Unmarshal(text, &f) != nil {
		return nil
	}
	return f.Findings
}

// DismissalKey identifies a dismissed finding, to know one that was there before.
func DismissalKey(f task.Finding) string {
	sum := sha256.Sum256([]byte(f.Text + "\x00" + f.Evidence + "\x00" + f.Criterion + "\x00" + f.Reason))
	return hex.EncodeToString(sum[:8])
}

// DismissalKeys are the keys of dismissed findings; it is never nil.
func DismissalKeys(list []task.Finding) []string {
	keys := []string{}
	for _, f := range list {
		keys = append(keys, DismissalKey(f))
	}
	return keys
}

// NewDismissals returns the dismissed findings that known does not have.
func NewDismissals(list []task.Finding, known []string) []task.Finding {
	return slices.DeleteFunc(slices.Clone(list), func(f task.Finding) bool {
		return slices.Contains(known, DismissalKey(f))
	})
}

// Dismiss stores a finding that the user has dismissed in a project.
func (d Dir) Dismiss(dir string, f task.Finding) error {
	f.Status = task.Dismissed
	return d.changeDismissed(dir, func(list []task.Finding) []task.Finding {
		list = append(slices.DeleteFunc(list, f.Same), f)
		return list[max(len(list)-maxDismissed, 0):]
	})
}

// UndoDismiss removes the dismissed finding of that number in [Dir.Dismissed], from 1.
func (d Dir) UndoDismiss(dir string, number int) (f task.Finding, err error) {
	err = d.changeDismissed(dir, func(list []task.Finding) []task.Finding {
		if number < 1 || number > len(list) {
			return list
		}
		f = list[number-1]
		return slices.Delete(list, number-1, number)
	})
	if err == nil && f.Text == "" {
		err = lang.Errorf("there is no dismissed finding %d here: ccc dismiss --list shows them", number)
	}
	if err == nil {
		err = d.reopen(dir, f)
	}
	return f, err
}

// reopen opens a finding again in the tasks of a project in which it was dismissed.
func (d Dir) reopen(dir string, dismissed task.Finding) error {
	open := func(list []task.Finding) []task.Finding {
		list = slices.Clone(list)
		for i, f := range list {
			if f.Status == task.Dismissed && f.Text == dismissed.Text && f.Evidence == dismissed.Evidence {
				f.Status, f.Ended, f.Again, f.Reason, f.DismissedAt = task.Open, 0, 0, "", time.Time{}
				list[i] = f
			}
		}
		return list
	}
	for _, s := range d.statesContaining(string(task.Dismissed)) {
		if realPath(s.Dir) != realPath(dir) {
			continue
		}
		if _, err := d.Change(s.SessionID, func(s *State) { s.ChangeFindings(open) }); err != nil {
			return err
		}
	}
	return nil
}

func (d Dir) changeDismissed(dir string, change func([]task.Finding) []task.Finding) error {
	if err := d.Create(); err != nil {
		return err
	}
	path := d.dismissedPath(dir)
	return file.Update(path, file.Own, func(old []byte) ([]byte, error) {
		var f dismissedFile
		if len(old) > 0 {
			if err := json.Unmarshal(old, &f); err != nil {
				return nil, lang.Errorf("read %s: %w", path, err)
			}
		}
		f.Dir, f.Findings = dir, change(f.Findings)
		text, err := json.MarshalIndent(f, "", "  ")
		return append(text, '\n'), err
	})
}
