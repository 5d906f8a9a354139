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

// record is what is saved of a run. It lasts over all starts of the run.
type record struct {
	Ended bool              `json:"ended,omitempty"` // the run ended by itself, and no task was cut off
	Spent time.Duration     `json:"spent,omitempty"` // the time of all starts
	Path  string            `json:"path,omitempty"`  // of the plan
	Dir   string            `json:"dir,omitempty"`   // the project
	Tasks map[string]*entry `json:"tasks,omitempty"` // by [taskName]
	Left  *left             `json:"left,omitempty"`
	Home  *home             `json:"home,omitempty"` // with Jobs, in this start or in one that was killed
	// Remote is a digest of where pull requests are pushed to, and Refused of another address that was found there later:
	// a start that finds it once more takes it.
	Remote  string `json:"remote,omitempty"`
	Refused string `json:"refused,omitempty"`

	// Programs is what git would run in Dir, in this start or in one that was cut off. It is there only if git runs.
	Programs map[string]string `json:"programs,omitempty"`

	// Open are the tasks seen without a tick, in this start or in one that was killed.
	Open map[string]tasklist.ID `json:"open,omitempty"`
	// Others are the tasks that somebody else ticked: true if that was during the run.
	Others map[string]bool `json:"others,omitempty"`
}

// entry is what the run knows of one task.
type entry struct {
	tasklist.ID
	Number  int     `json:"number,omitempty"`  // position in the plan when the task began, from 1
	Words   string  `json:"words"`             // a digest of the prompt
	Try     int     `json:"try,omitempty"`     // how often the task began anew
	Tree    bool    `json:"tree,omitempty"`    // it is done in a work tree
	Over    bool    `json:"over,omitempty"`    // its ccc has ended by itself, and Ending says how
	Kept    bool    `json:"kept,omitempty"`    // it was done, ticked and committed, and its work tree is removed, as asked
	Earlier float64 `json:"earlier,omitempty"` // the part of CostUSD and TriesUSD that earlier runs have paid
	// Retried is how often the run has begun it anew by itself, and TriesUSD what the tries before the last one have cost.
	Retried  int     `json:"retried,omitempty"`
	TriesUSD float64 `json:"tries_usd,omitempty"`
	// EarlierUsed and TriesUsed are the same of tokens.
	EarlierUsed int64 `json:"earlier_tokens,omitempty"`
	TriesUsed   int64 `json:"tries_tokens,omitempty"`

	// Running says that its ccc runs, or was killed with the run.
	Running bool   `json:"running,omitempty"`
	Tip     string `json:"tip,omitempty"` // its last commit when it was kept; "" if nothing was committed
	// Settings are the digests of what claude runs or is set by, when the task began.
	Settings map[string]string `json:"settings"`

	Cut   time.Duration `json:"cut,omitempty"`   // the time of a ccc that runs or was killed, which is not in DurationMS
	Begun *git.Position `json:"begun,omitempty"` // the position of its work tree at the begin; nil without one
	// Judged is what its last review was about.
	Judged git.Judged     `json:"judged,omitzero"`
	Launch string         `json:"launch,omitempty"` // the id of its last launch
	Pull   *pull          `json:"pull,omitempty"`
	Merge  string         `json:"merge,omitempty"` // the branch whose conflicts it resolves; "" for a task of the plan
	Files  []string       `json:"files,omitempty"` // of those conflicts, when it began
	Before outcome.Ending `json:"before,omitzero"` // how it ended in a run before this one, in which it was done
	outcome.Ending
}

// taskName names a task in git and in files: by its title, and a digest that differs for each run and task.
func taskName(key string, id tasklist.ID) string {
	return slug(id.Title) + file.Digest(fmt.Sprint(key, "\x00", id))[:6]
}

// maxSlug is the length limit of the title in a name, in characters.
const maxSlug = 32

// slug joins the words of a title with dashes, and ends with a dash.
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

// findEntry returns the entry of a task that is not ticked, and whether the task is to begin.
//
// A task that was cut off goes on. A task that ended without being done begins anew at the next start, unless the run
// has a run id. So does a task that was done and has lost its tick: the user wants it once more. A task whose text has
// changed is a new task.
func (r *run) findEntry(t tasklist.Task) (e *entry, begin bool) {
	name := taskName(r.key, t.ID)
	e = r.record.Tasks[name]
	words := file.Digest(prompt(r.plan, t, r.Path))
	switch {
	case e == nil:
		e = &entry{ID: t.ID, Words: words}
	case e.Words != words:
		*e = entry{ID: t.ID, Words: words, Try: e.Try + 1, Pull: e.Pull}
	case r.settledNow[name], !e.Over:
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
		j.entry.Cut = j.cut + time.Since(j.began)
	}
	return r.store.SetPlan(r.record)
}

// trySave saves the record. If that fails the user is told, and the run goes on.
func (r *run) trySave() {
	if err := r.save(); err != nil {
		r.Say(lang.M("not saved, so the run would resume from an earlier point: %v", err))
	}
}
