package session

import (
	"time"

	"ccc/internal/lang"
	"ccc/internal/task"
)

// Recorder writes down what happens in a session, for the loop and for the hook. Without a Writer it writes nothing.
type Recorder struct {
	*Writer
}

// Notice writes down what the user is told, with the bound that has ended the task if it says so.
func (r Recorder) Notice(m lang.Message, b *task.Bound) {
	if !m.Empty() {
		r.Item(noticeItem(m, b))
	}
}

// PhaseBegins writes down that a phase follows another one.
func (r Recorder) PhaseBegins(at time.Time, from, to string, round int) {
	r.ItemAt(at, Item{Type: TypePhase, From: from, To: to, Round: round})
}

// ReviewStarted writes down that the reviewers are started now.
func (r Recorder) ReviewStarted() { r.Item(Item{Type: TypeStart, Phase: PhaseReview}) }

// ReviewerLine writes down an event of a reviewer, as claude printed it; reviewer is "" for the only one.
func (r Recorder) ReviewerLine(reviewer string, line []byte) { r.Line(PhaseReview, reviewer, line) }

// StrayLine writes down a line of a reviewer that is no event.
func (r Recorder) StrayLine(text string) {
	r.Item(Item{Type: TypeLine, Phase: PhaseReview, Text: text})
}

// Verdict writes down a verdict, already an item, with the git trees of the work that was reviewed and of the work when
// the task began; "" if they are unknown.
func (r Recorder) Verdict(item Item, tree, base string) {
	item.Tree, item.Base = tree, base
	r.Item(item)
}
