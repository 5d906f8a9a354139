package session

import (
	"strings"
	"time"

	"ccc/internal/claims"
	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
)

// Recorder records what happens in a session, for the loop and for the hook. Without a Writer it records nothing.
type Recorder struct {
	*Writer
}

// Notice records a message to the user. b is the limit that has ended the task, if the message is about one.
func (r Recorder) Notice(m lang.Message, b *task.ReachedLimit) {
	if !m.Empty() {
		r.Item(NoticeItem(m, b))
	}
}

// Note records what the user was told of a review while it ran, which nothing else in the recording says.
func (r Recorder) Note(m lang.Message) {
	r.Item(Item{Type: TypeNotice, Phase: PhaseReview, Text: m.String(), Words: m.Stored()})
}

// Claims records that the user was told of claims that the session does not support.
func (r Recorder) Claims(list []claims.Claim) {
	if len(list) > 0 {
		r.Item(Item{Type: TypeNotice, Text: wording.Claims(list).String(), Claims: list})
	}
}

// Changes records that the user was told which files changed in the launch.
func (r Recorder) Changes(c task.FileChanges) {
	if c.Files > 0 {
		said := strings.Join(wording.FileChanges(c, task.SinceLaunch, lang.English), "\n")
		r.Item(Item{Type: TypeNotice, Text: said, Changes: &c})
	}
}

// Totals records that the user was told what a task or the launch came to. changes are those of the task; those of the
// launch are recorded by Changes.
func (r Recorder) Totals(t task.Totals, changes task.FileChanges) {
	item := Item{Type: TypeNotice, Text: totalsText(t, changes, lang.English), Totals: &t}
	if changes.Files > 0 {
		item.Changes = &changes
	}
	r.Item(item)
}

// Continued records that the user was told which session goes on.
func (r Recorder) Continued(c Continued) {
	c.First, c.Said, c.Answer = text.Head(c.First, maxKept), text.Head(c.Said, maxKept), text.Tail(c.Answer, maxKept)
	r.Item(Item{Type: TypeNotice, Text: continuing(c).String(), Continued: &c})
}

// maxKept is how many bytes of a message of the session that goes on are kept.
const maxKept = 16 << 10

// PhaseBegins records that one phase follows another.
func (r Recorder) PhaseBegins(at time.Time, from, to string, round int) {
	r.ItemAt(at, Item{Type: TypePhase, From: from, To: to, Round: round})
}

// ReviewStarted records that the reviewers are started now.
func (r Recorder) ReviewStarted() { r.Item(Item{Type: TypeStart, Phase: PhaseReview}) }

// CheckEnded records how a check ended. reused says that it was not run: its earlier result still holds.
func (r Recorder) CheckEnded(c task.Check, reused bool) {
	list := checkItems([]task.Check{c})
	list[0].Reused = reused
	r.Item(Item{Type: TypeCheck, Checks: list})
}

// ReviewerLine records an event of a reviewer, as claude printed it; reviewer is "" if there is only one.
func (r Recorder) ReviewerLine(reviewer string, line []byte) { r.Line(PhaseReview, reviewer, line) }

// StrayLine records a line of a reviewer that is not an event.
func (r Recorder) StrayLine(text string) {
	r.Item(Item{Type: TypeLine, Phase: PhaseReview, Text: text})
}

// Verdict records a verdict, which is an item already. tree and base are git trees of the reviewed work and of the
// task's beginning; "" if unknown.
func (r Recorder) Verdict(item Item, tree, base string) {
	item.Tree, item.Base = tree, base
	r.Item(item)
}
