package plan

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode"

	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/plan/outcome"
	"ccc/internal/plan/tasklist"
)

// record is the saved state of a run. It covers all starts of the run.
type record struct {
	Ended bool              `json:"ended,omitempty"` // the run ended by itself, and no task was interrupted
	Spent time.Duration     `json:"spent,omitempty"` // the duration of all starts
	Path  string            `json:"path,omitempty"`  // of the plan
	Dir   string            `json:"dir,omitempty"`   // the project
	Tasks map[string]*entry `json:"tasks,omitempty"` // by [taskName]
	Left  *left             `json:"left,omitempty"`
	// With Jobs: the user's work tree at the beginning of this start, or of one that was killed.
	Home *home `json:"home,omitempty"`
	// Remote is a digest of the address that pull requests are pushed to. Refused is a digest of another address that
	// was found later: a start that finds that address again accepts it.
	Remote  string `json:"remote,omitempty"`
	Refused string `json:"refused,omitempty"`

	// Programs is what git would run in Dir, in this start or in one that was interrupted. It is set only if git runs.
	Programs map[string]string `json:"programs,omitempty"`

	// Open are the tasks that were not ticked in this start, or in one that was killed.
	Open map[string]tasklist.ID `json:"open,omitempty"`
	// Others are the tasks that somebody other than the run ticked: true if that happened during the run.
	Others map[string]bool `json:"others,omitempty"`
}

// entry is the saved state of one task.
type entry struct {
	tasklist.ID
	Number int    `json:"number,omitempty"` // its number in the plan when it began, from 1
	Words  string `json:"words"`            // a digest of the prompt
	Try    int    `json:"try,omitempty"`    // how often the task was begun again
	Tree   bool   `json:"tree,omitempty"`   // it is done in a work tree
	Over   bool   `json:"over,omitempty"`   // its ccc ended by itself, and Ending describes that end
	// Its work was committed or merged as configured, it was ticked, and its work tree was removed.
	Kept    bool    `json:"kept,omitempty"`
	Earlier float64 `json:"earlier,omitempty"` // the part of CostUSD and TriesUSD that belongs to earlier runs
	// Retried is how often the run began the task again by itself. TriesUSD is the cost of all tries but the last, in
	// dollars.
	Retried  int     `json:"retried,omitempty"`
	TriesUSD float64 `json:"tries_usd,omitempty"`
	// EarlierUsed and TriesUsed are the same for tokens.
	EarlierUsed int64 `json:"earlier_tokens,omitempty"`
	TriesUsed   int64 `json:"tries_tokens,omitempty"`

	// Running says that its ccc is running, or was killed together with the run.
	Running bool `json:"running,omitempty"`
	// The last commit of its branch when it was finished; "" if nothing was committed.
	Tip string `json:"tip,omitempty"`
	// Settings are the digests of the settings files when the task began.
	Settings map[string]string `json:"settings"`

	// The duration of a ccc that is running or was killed, which DurationMS does not include.
	Cut   time.Duration `json:"cut,omitempty"`
	Begun *git.Position `json:"begun,omitempty"` // the state of its work tree when it began; nil without a work tree
	// Judged is the state of the files that its last review saw.
	Judged git.Judged     `json:"judged,omitzero"`
	Launch string         `json:"launch,omitempty"` // the id of its last launch
	Pull   *pull          `json:"pull,omitempty"`
	Merge  string         `json:"merge,omitempty"` // the branch whose conflicts it resolves; "" for a task of the plan
	Files  []string       `json:"files,omitempty"` // the files with conflicts when it began
	Before outcome.Ending `json:"before,omitzero"` // how it ended in the earlier run that did it
	outcome.Ending
}

// taskName returns the name of a task in git and in file names: words of its title, and a digest that is different for
// each run and task.
func taskName(key string, id tasklist.ID) string {
	return slug(id.Title) + file.Digest(fmt.Sprint(key, "\x00", id))[:6]
}

// maxSlug is the length limit of the title's part of a name, in characters.
const maxSlug = 32

// slug returns the words of a title, each followed by a dash.
func slug(title string) string {
	var b strings.Builder
	runes := 0
	for _, word := range strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		letters := []rune(word)
		if runes += len(letters) + 1; runes > maxSlug+1 {
			if b.Len() == 0 {
				b.WriteString(string(letters[:maxSlug]) + "-")
			}
			break
		}
		b.WriteString(word + "-")
	}
	return cmp.Or(b.String(), "task-")
}

// findEntry returns the entry of a task that is not ticked, and whether the task has to begin.
//
// A task that was interrupted goes on. A task that ended without being done begins again at the next start, unless the
// run has a run id. A task that was done and was then unticked also begins again, because the user wants that. A task
// whose text has changed is a new task.
func (r *run) findEntry(t tasklist.Task) (e *entry, begin bool) {
	name := taskName(r.fileKey, t.ID)
	e = r.record.Tasks[name]
	words := file.Digest(prompt(r.plan, t, r.Path))
	switch {
	case e == nil:
		e = &entry{ID: t.ID, Words: words}
	case e.Words != words:
		*e = entry{ID: t.ID, Words: words, Try: e.Try + 1, Pull: e.Pull}
	case r.settledTasks[name], !e.Over:
	case e.Retryable:
		e.Over = false
	case r.RunID == "":
		*e = entry{ID: t.ID, Words: words, Try: e.Try + 1, Pull: e.Pull}
	}
	r.record.Tasks[name] = e
	return e, !e.Over
}

// save writes the record, with the elapsed time.
func (r *run) save() error {
	r.record.Spent = r.elapsed()
	for _, j := range r.running {
		j.entry.Cut = j.killedTime + time.Since(j.began)
	}
	return r.store.SetPlan(r.record)
}

// trySave saves the record. If that fails, it tells the user, and the run goes on.
func (r *run) trySave() {
	if err := r.save(); err != nil {
		r.Say(lang.M("not saved, so the run would resume from an earlier point: %v", err))
	}
}
