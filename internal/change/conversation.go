package change

import (
	"fmt"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/review"
	"ccc/internal/review/protocol"
	"ccc/internal/session/transcript"
	"ccc/internal/text"
)

// session returns what the reviewer gets besides the files: the conversation of a session, which it forks, or the
// messages of the commits.
func (r Review) session() (told review.Session, err error) {
	told.Facts = protocol.Facts{Change: r.Change.Name.String(), Hidden: r.Change.Hidden}
	if r.Task != "" {
		told.Messages = []string{r.Task}
	}
	if r.Conversation.Path == "" {
		if r.Task == "" {
			told.Messages, told.Facts.Commits = r.Change.commitMessages(), len(r.Change.Messages) > 0
		}
		return told, nil
	}
	t, err := transcript.Read(r.Conversation.Path)
	if err != nil {
		return told, lang.Errorf("read the session %s: %w", r.Conversation.ID, err)
	}
	told.ID, told.File, told.Facts.Conversation = r.Conversation.ID, r.Conversation.Path, true
	told.Model, told.Tokens = t.Model, t.Tokens
	if !claude.KeepsModel(t.Version) {
		told.ForkModel = t.Model
	}
	if r.Task == "" {
		told.Messages = newestMessages(t.Messages)
	}
	told.Transcript = func() (string, error) { return transcript.Conversation(r.Conversation.Path) }
	return told, nil
}

// newestMessages are the newest messages of a session, bounded as those of commits.
func newestMessages(all []transcript.Message) (list []string) {
	if more := len(all) - maxMessages; more > 0 {
		list = append(list, fmt.Sprintf("(%d older messages are left out)", more))
		all = all[more:]
	}
	for _, m := range all {
		list = append(list, text.Head(m.Text, maxMessage))
	}
	return list
}
