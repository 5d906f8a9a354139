package plan

import (
	"cmp"
	"fmt"
	"strings"
	"time"
	"unicode"

	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/output"
	"ccc/loop"
)

// record is what is kept of a run, over the starts that it takes.
type record struct {
	Ended bool              `json:"ended,omitempty"` // by itself: nothing was cut off
	Spent time.Duration     `json:"spent,omitempty"` // in all starts
	Tasks map[string]*entry `json:"tasks,omitempty"` // by their names
	Left  *left             `json:"left,omitempty"`

	Open   map[string]ID   `json:"open,omitempty"`   // seen without a tick, by this start or one that was killed
	Others map[string]bool `json:"others,omitempty"` // ticked by others; false: not while this run went on
}

// entry is what came of a task.
type entry struct {
	ID
	Number  int     `json:"number,omitempty"`  // in the plan, when it was begun
	Words   string  `json:"words"`             // a digest of what it was asked
	Try     int     `json:"try,omitempty"`     // how often it was begun anew
	Tree    bool    `json:"tree,omitempty"`    // it was done in a work tree
	Over    bool    `json:"over,omitempty"`    // its ccc has ended by itself: Outcome tells
	Kept    bool    `json:"kept,omitempty"`    // and it is ticked, committed, its work tree removed, as asked
	Earlier float64 `json:"earlier,omitempty"` // what of CostUSD other runs have paid

	Cut   time.Duration `json:"cut,omitempty"`   // of its ccc that runs, or was killed with the run; not in DurationMS
	Begun *git.Position `json:"begun,omitempty"` // where its work tree stood then; nil where none is committed in
	ending
}

// came is what a task came to.
type ending struct {
	Outcome    loop.Outcome `json:"outcome,omitempty"` // "" where its ccc did not tell
	ExitCode   int          `json:"exit_code"`
	Retryable  bool         `json:"retryable"`
	Rounds     int          `json:"rounds"`
	CostUSD    float64      `json:"cost_usd"`
	DurationMS int64        `json:"duration_ms"`
	SessionID  string       `json:"session_id,omitempty"`
	Reason     string       `json:"reason,omitempty"` // for another outcome than completed, in English
}

// done reports whether the task was completed.
func (c ending) done() bool { return c.Outcome == loop.Completed && c.ExitCode == 0 }

func endingOf(o output.Outcome) ending {
	return ending{
		o.Outcome, o.ExitCode, o.Retryable, o.Rounds, o.CostUSD, o.DurationMS, o.SessionID, o.Reason,
	}
}

// taskName names a task of a run, in git and in files: by its title, and a digest that tells it from those of other runs.
func taskName(key string, id ID) string {
	return slug(id.Title) + file.Digest(fmt.Sprint(key, "\x00", id))[:6]
}

// maxSlug is how much of a title is in a name, in runes.
const maxSlug = 32

// slug gives the letters and digits of a title, with a dash for what is between them and one at the end.
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

// findEntry gives the entry of a task that is not ticked, and whether there is something to do for it.
//
// What was cut off goes on where it was. What has ended without being done is begun anew at the next start, unless the
// caller has named the run; so is what is done and has lost its tick again, by a person who wants it once more. With
// other words it is another task.
func (r *run) findEntry(t Task) (e *entry, begin bool) {
	name := taskName(r.key, t.ID)
	e = r.record.Tasks[name]
	words := file.Digest(prompt(r.plan, t, r.Path))
	switch {
	case e == nil:
		e = &entry{ID: t.ID, Words: words}
	case e.Words != words:
		*e = entry{ID: t.ID, Words: words, Try: e.Try + 1}
	case r.settledNow[name], !e.Over:
	case e.Retryable:
		e.Over = false
	case r.RunID == "":
		*e = entry{ID: t.ID, Words: words, Try: e.Try + 1}
	}
	r.record.Tasks[name] = e
	return e, !e.Over
}
