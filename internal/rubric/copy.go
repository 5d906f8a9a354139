package rubric

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/diff"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/state"
)

// LoadOrBuiltIn is [Load], but returns the built-in rubric if there is none.
func LoadOrBuiltIn(language lang.Language, work, own string) (Rubric, error) {
	r, err := Load(work, own)
	return OrBuiltIn(language, r, err)
}

// OrBuiltIn returns the built-in rubric if err says that none was found, else r and err.
func OrBuiltIn(language lang.Language, r Rubric, err error) (Rubric, error) {
	if missing := new(NotFoundError); errors.As(err, &missing) {
		return BuiltIn(language), nil
	}
	return r, err
}

// Copy is the rubric that a launch has copied to its state. The agent can write to SUPERVISOR.md and the files next
// to it, so the Stop hook judges a task by their contents at the time when the user switched the reviews on.
type Copy struct {
	State  state.Dir
	Launch string
	Dir    string // the project's
	// ByUser says that the user switches the reviews on, and not something inside claude, which may be the agent.
	ByUser bool
	// Notice tells the user that an unreadable state was replaced by a new one. It returns any other error.
	Notice func(error) error
}

// KeepNext copies the rubric to the state when reviews are switched on. Only the user replaces a copy that no stop has
// taken yet.
func (c Copy) KeepNext(r Rubric) error {
	next, err := c.encode(r)
	if err != nil {
		return err
	}
	_, err = c.State.Change(c.Launch, func(s *state.State) {
		if s.NextRubric == nil || c.ByUser {
			s.NextRubric = next
		}
	})
	return c.Notice(err)
}

// Judging returns the rubric by which the launch's tasks are judged: the copy. now is the rubric in the files, and
// nowErr the error of reading it. A launch without a copy makes one of now. note tells the user, once for each
// change, that the files differ from the copy.
func (c Copy) Judging(now Rubric, nowErr error) (judging Rubric, note lang.Message, err error) {
	s, err := c.State.Load(c.Launch)
	if err = c.Notice(err); err != nil {
		return now, note, err
	}
	copied := s.Rubric
	if copied == nil || !file.Same(copied.Dir, c.Dir) || json.Unmarshal([]byte(copied.Text), &judging) != nil {
		if nowErr != nil {
			return now, note, nowErr
		}
		if copied, err = c.encode(now); err != nil {
			return now, note, err
		}
		_, err = c.State.Change(c.Launch, func(s *state.State) { s.Rubric = copied })
		return now, note, c.Notice(err)
	}
	change := changeOf(judging, now, nowErr)
	if change == "" || copied.ReportedChange == change {
		return judging, note, nil
	}
	_, err = c.State.Change(c.Launch, func(s *state.State) {
		if s.Rubric != nil {
			s.Rubric.ReportedChange = change
		}
	})
	return judging, changedMessage(true), c.Notice(err)
}

// changedMessage tells the user that the files differ from the rubric that judges. attended says that the user can type
// /supervisor.
func changedMessage(attended bool) lang.Message {
	said := lang.M("%s, or a file next to it, has changed since reviews were switched on: the work is still judged by "+
		"the old text", File)
	if !attended {
		return lang.M("%s. The new one counts from the next launch", said)
	}
	return lang.M("%s. /supervisor shows the change, and takes the new text if you type it once more", said)
}

// Unseen returns, for /supervisor, how the files of now differ from the copy by which the launch's next task would be
// judged without it, as a patch; "" if they do not, or if there is no copy yet.
func (c Copy) Unseen(now Rubric) (patch string, err error) {
	s, err := c.State.Load(c.Launch)
	copied := s.Rubric
	if c.ByUser && s.NextRubric != nil {
		copied = s.NextRubric
	}
	var judging Rubric
	if copied == nil || !file.Same(copied.Dir, c.Dir) || json.Unmarshal([]byte(copied.Text), &judging) != nil {
		return "", c.Notice(err)
	}
	return difference(judging, now), c.Notice(err)
}

// changeOf returns a digest of what the files contain now; "" if they are as they were copied.
func changeOf(judging, now Rubric, nowErr error) string {
	if nowErr == nil && difference(judging, now) == "" {
		return ""
	}
	return file.Digest(fmt.Sprint(nowErr, contents(now)))
}

// Follower follows the files of a rubric that a loop has in memory.
type Follower struct {
	Judging  func() Rubric // the rubric that judges
	Load     func() (Rubric, error)
	Attended bool // the user can type /supervisor

	mu    sync.Mutex
	told  string // the change that the user was told of last
	shown string // the patch that the user was shown last
}

// Change tells the user, once for each change, that the files differ from the rubric that judges; it is empty if there
// is nothing to tell.
func (f *Follower) Change() lang.Message {
	now, err := f.Load()
	f.mu.Lock()
	defer f.mu.Unlock()
	change := changeOf(f.Judging(), now, err)
	if change == "" || change == f.told {
		return lang.Message{}
	}
	f.told = change
	return changedMessage(f.Attended)
}

// Renew is for /supervisor. If the files differ from the rubric that judges, it returns the rubric in them, and how
// they differ. seen says that the user was shown this patch before. The patch is "" if they do not differ.
func (f *Follower) Renew() (now Rubric, patch string, seen bool, err error) {
	if now, err = f.Load(); err != nil {
		return now, "", false, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	patch = difference(f.Judging(), now)
	seen, f.shown = patch == f.shown, patch
	return now, patch, seen, nil
}

// ShowChange shows the user how the files differ from the rubric that judges.
func ShowChange(patch string) lang.Message {
	return lang.M("%s, or a file next to it, has changed since reviews were switched on:\n%s", File,
		strings.TrimSuffix(patch, "\n"))
}

// Taken says that the rubric that the user has been shown counts.
func Taken(now Rubric) lang.Message {
	if now.Path == "" {
		return lang.M("from now on the work is judged by ccc's own rules")
	}
	return lang.M("from now on the work is judged by the new text of %s", now.Path)
}

// OnceMore is the user's next step after [ShowChange].
func OnceMore() lang.Message {
	return lang.M("/supervisor once more: the new text counts. To keep the old one, restore the file")
}

// difference returns how the files of a rubric differ from those of an older one, as a patch; "" if the rubrics have
// the same contents.
func difference(old, now Rubric) (patch string) {
	if contents(old) == contents(now) {
		return ""
	}
	was, is := make(map[string]Reviewer), make(map[string]Reviewer)
	var names []string
	for _, one := range old.Reviewers() {
		was[one.Name], names = one, append(names, one.Name)
	}
	for _, one := range now.Reviewers() {
		if is[one.Name] = one; was[one.Name].Name == "" {
			names = append(names, one.Name)
		}
	}
	for _, name := range names {
		from, to := was[name], is[name]
		before, after := from.Front+from.Text, to.Front+to.Text
		if before == after || from.Path == "" && to.Path == "" { // the built-in one, in two languages
			continue
		}
		patch += fmt.Sprintf("--- %s\n+++ %s\n", cmp.Or(from.Path, "-"), cmp.Or(to.Path, "-"))
		if _, lines, ok := strings.Cut(string(diff.Diff("", []byte(before), "", []byte(after))), "\n@@"); ok {
			patch += "@@" + lines
		}
	}
	return patch
}

// encode returns a rubric in the form in which the state file stores it.
func (c Copy) encode(r Rubric) (*state.Rubric, error) {
	text, err := json.Marshal(r)
	if err == nil && len(text) > file.MaxText {
		err = lang.Errorf("the files of the rubric are larger than 1 MiB together")
	}
	return &state.Rubric{Dir: c.Dir, Text: string(text)}, err
}

// ContentDigest returns an equal digest for rubrics with the same contents, wherever their files are.
func (r Rubric) ContentDigest() string { return file.Digest(contents(r)) }

// contents returns a rubric as JSON, without the directories of its files.
func contents(r Rubric) string {
	r.Others = slices.Clone(r.Others)
	r.Path = filepath.Base(r.Path)
	for i := range r.Others {
		r.Others[i].Path = filepath.Base(r.Others[i].Path)
	}
	text, _ := json.Marshal(r) // strings and numbers always have a JSON form
	return string(text)
}
