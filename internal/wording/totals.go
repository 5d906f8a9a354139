package wording

import (
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/text"
)

// Totals says in lines how a task or a launch ended, and what it took: first the outcome and the cost, then what else
// there is to say about the work. Between them and [TotalsEnd] the user is told which files changed.
func Totals(t task.Totals, language lang.Language) []string {
	lines := []string{language.Text(totals(t))}
	if len(t.Earlier) > 0 {
		lines = append(lines, language.Sprintf("worked before in the session %s", lang.List(t.Earlier...)))
	}
	if ended := Background(t); !ended.Empty() {
		lines = append(lines, language.Text(ended))
	}
	return lines
}

// totals returns the outcome and the cost.
func totals(t task.Totals) lang.Message {
	work := text.Elapsed(time.Duration(t.WorkMS) * time.Millisecond)
	end := Ending{Outcome: t.Outcome, Rounds: t.Reviews, Unreviewed: t.WorkMS > 0, Partly: t.NotCompleted > 0}
	ended := lang.M("%s after %s", end.Word(), work)
	switch {
	case t.Accepted:
		ended = lang.M("%s · %s of work", Accepted(), work)
	case end.IsUnreviewed():
		ended = lang.M("%s · %s of work", end.Word(), work)
	}
	usd := text.DollarParts(t.AgentUSD, t.ReviewUSD)
	reviews := AtLeast(usd[1], t.AtLeast)
	if n := t.Tokens; n.Prompt > 0 {
		reviews = lang.M("%s (%s)", reviews, Tokens(n.Prompt-n.Cached, n.Cached, n.Output))
	}
	if t.FirstLooks > 0 {
		reviews = lang.M("%s, of it %s for first looks", reviews, text.Dollars(t.FirstLooksUSD))
	}
	made := AllReviews(t.Reviews, t.NoVerdict)
	if n := t.Tasks.Tasks(); n > 1 {
		tasks := lang.M("%d tasks", n)
		if list := NotDone(t.Tasks); !list.Empty() {
			tasks = list
		}
		made = lang.M("%s · %s", tasks, made)
	}
	return lang.M("%s · %s · agent %s, reviews %s", ended, made, usd[0], reviews)
}

// NotDone says how many of the tasks a review has not completed, and what they came to; empty if there is no such task,
// or only one that has not ended.
func NotDone(o task.Outcomes) (all lang.Message) {
	for _, part := range []struct {
		tasks int
		came  lang.Message
	}{
		{o.NotCompleted, lang.M("not completed")}, {o.Questions, lang.M("with a question")},
		{o.NoVerdict, lang.M("with no verdict")},
		{o.LastUnreviewed, lang.M("with the last stop not reviewed")}, {o.NotReviewed, lang.M("not reviewed")},
		{o.Accepted, lang.M("accepted by the user")},
	} {
		switch {
		case part.tasks == 0:
		case all.Empty():
			all = lang.M("%d of %d tasks %s", part.tasks, o.Tasks(), part.came)
		default:
			all = lang.M("%s · %s", all, lang.M("%d %s", part.tasks, part.came))
		}
	}
	return all
}

// Background names what the agent has left running or, if there is nothing, what ran in the background at its last
// stop and has ended with it; empty for nothing.
func Background(t task.Totals) lang.Message {
	switch {
	case t.Left != "":
		return lang.M("still running in the background: %s; to end one: kill NUMBER", t.Left)
	case len(t.Ended) > 0:
		return lang.M("background work that ended with the agent: %s", ListSome(t.Ended))
	}
	return lang.Message{}
}

// TaskName names a task in the background for the user, as claude tells of it: its description, else its ID, its kind,
// such as local_bash, and its command if that says more.
func TaskName(id, kind, description, command string) string {
	name := text.OneLine(description)
	if name == "" {
		name = id
	}
	kind = " (" + strings.TrimPrefix(text.OneLine(kind), "local_") + ")"
	if command := text.OneLine(command); command != "" && command != name {
		return text.Clip(name, maxTaskName/2) + kind + " " + text.Clip(command, maxTaskName/2)
	}
	return text.Clip(name, maxTaskName) + kind
}

// maxTaskName is the largest width of a task's name, in columns.
const maxTaskName = 100

// modes are the names that claude shows for its permission modes.
var modes = map[string]lang.Message{
	"default": lang.M("default"), "accept edits": lang.M("accept edits"), "plan mode": lang.M("plan mode"),
	"bypass permissions": lang.M("bypass permissions"), "don't ask": lang.M("don't ask"),
	"auto mode":   lang.M("auto mode"),
	"manual mode": lang.M("manual mode"),
}

// Mode returns a permission mode that claude shows by this name. In English it is that name.
func Mode(name string) lang.Message {
	if words, known := modes[name]; known {
		return words
	}
	return lang.Verbatim(name)
}

// TotalsEnd returns the last lines: the permission mode that claude's own screen keeps, and the recording.
func TotalsEnd(t task.Totals, language lang.Language) (lines []string) {
	if t.Mode != "" {
		lines = append(lines, language.Sprintf("permission mode kept: %s", Mode(t.Mode)))
	}
	if t.Recording != "" {
		lines = append(lines, language.Sprintf("recording: %s", t.Recording))
	}
	return lines
}

// MaxListed is how many entries of a list are shown. The rest is counted.
const MaxListed = 8

// ListSome joins the first entries of a list, and says how many more there are.
func ListSome(list []string) lang.Message {
	if n := len(list) - MaxListed; n > 0 {
		return lang.M("%s and %d more", Evidence(list[:MaxListed]), n)
	}
	return Evidence(list)
}

// Continuing says that a session goes on, whose end was at a time. If showsLast, its last message follows.
func Continuing(session string, at time.Time, showsLast bool) lang.Message {
	if showsLast {
		return lang.M("continuing the session of %s. Its last message:", at.Format("2006-01-02 15:04"))
	}
	return lang.M("continuing the session %s", session)
}

// Spent is a cost. A review that was killed has perhaps cost more than was seen of it.
func Spent(usd float64, atLeast bool) lang.Message {
	return AtLeast(text.Dollars(usd), atLeast)
}

// AtLeast is [Spent] of an amount in words.
func AtLeast(usd string, is bool) lang.Message {
	if is {
		return lang.M("at least %s", usd)
	}
	return lang.M("%s", usd)
}
