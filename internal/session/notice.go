package session

import (
	"slices"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/session/transcript"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
)

// NoticeText returns what the user was told by a notice, in a language. A recording has it in English. In another
// language it is made anew from what the notice has besides its text. Of an older recording, the sentences of ccc's own
// in the text are translated.
func (i *Item) NoticeText(l lang.Language) string {
	switch {
	case i.Continued != nil: // its text ends before the message of which it speaks
		return l.Text(continuing(*i.Continued)) + lastExchange(*i.Continued)
	case l == lang.English:
	case len(i.Claims) > 0:
		return l.Text(wording.Claims(i.Claims))
	case i.Totals != nil:
		var changes task.FileChanges
		if i.Changes != nil {
			changes = *i.Changes
		}
		return totalsText(*i.Totals, changes, l)
	case i.Changes != nil:
		return strings.Join(wording.FileChanges(*i.Changes, task.SinceLaunch, l), "\n")
	case i.Words.Message().Empty():
		return translateText(i.Text, l)
	default:
		return l.Text(i.Words.Message())
	}
	return i.Text
}

// IsDecision reports whether a notice says what was decided on a stop, and not what else there was to say.
func (i *Item) IsDecision() bool {
	return i.Type == TypeNotice && i.Phase != PhaseReview &&
		i.Totals == nil && i.Changes == nil && i.Continued == nil && len(i.Claims) == 0
}

// ClaudeText returns a text of [AuthorClaude] as a user reads it: a command as it was typed, and output without marks.
func ClaudeText(text string) string { return transcript.Plain(text) }

// translateText translates the sentences of ccc's own in a recorded text: the whole text, or its lines one by one.
func translateText(english string, l lang.Language) string {
	if whole := l.Text(wording.Recorded(english)); whole != english {
		return whole
	}
	lines := strings.Split(english, "\n")
	for n, line := range lines {
		lines[n] = l.Text(wording.Recorded(line))
	}
	return strings.Join(lines, "\n")
}

// totalsText returns what the user is told at the end of a task, or of the launch.
func totalsText(t task.Totals, changes task.FileChanges, l lang.Language) string {
	return strings.Join(slices.Concat(wording.Totals(t, l), wording.FileChanges(changes, t.ChangesSince, l),
		wording.TotalsEnd(t, l)), "\n")
}

// lastExchange returns the lines below continuing: what the user said last, and what the agent answered, each clipped.
func lastExchange(c Continued) (lines string) {
	if c.Said == "" {
		return ""
	}
	lines = "\n> " + text.ClipLine(c.Said, maxExchange)
	if c.Answer != "" {
		lines += "\n" + text.ClipLine(c.Answer, maxExchange)
	}
	return lines
}

// maxExchange is how many columns a report has of the last message of a session that goes on, and of its answer.
const maxExchange = 200

// continuing says which session goes on.
func continuing(c Continued) lang.Message { return wording.Continuing(c.SessionID, c.At, c.Said != "") }
