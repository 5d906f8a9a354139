package supervision

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/loop"
)

// LastExchange is the end of the conversation in a session. before is the session's state.
func LastExchange(one claude.Session, before state.State) (Exchange, error) {
	told, err := transcript.Read(one.Path)
	if err != nil {
		return Exchange{}, err
	}
	return lastExchange(one, told, before), nil
}

func lastExchange(one claude.Session, told transcript.Transcript, before state.State) (said Exchange) {
	said = Exchange{At: one.Last, Answer: told.Turn.Text, Session: one.ID}
	asked := saidInTask(told, before)
	if len(asked) > 0 {
		said.Open, said.Asked = asked[0], state.LastMessages(asked, nil)
	}
	if len(asked) == 0 {
		for _, m := range told.Messages {
			asked = append(asked, m.Text)
		}
	}
	n := len(asked)
	if n == 0 {
		return Exchange{}
	}
	said.Said, said.First, said.All = asked[n-1], cmp.Or(said.Open, asked[n-1]), strings.Join(asked, "\n\n")
	v, n := before.Verdict, len(told.Messages)
	if v != nil && v.Blocked && !before.Ended.Done() && n > 0 && told.Messages[n-1].Time.Before(v.At) {
		said.Question = leftByReview(v)
	}
	return said
}

// saidInTask returns what the user has said in a session since its last task was done: the messages that ccc has
// stored, and those in claude's file that are newer.
func saidInTask(told transcript.Transcript, before state.State) (list []string) {
	since := before.AskedUntil
	if v := before.Verdict; v != nil && v.At.After(since) && (v.Completed || before.Ended.Done()) {
		since = v.At
	}
	if !before.AskedUntil.IsZero() {
		list = before.OpenMessages()
	}
	stored := state.LastMessages(list, strings.TrimSpace)
	for _, m := range told.Messages {
		if m.Time.Before(since) {
			continue
		}
		// Claude writes a message down only when the agent gets it, which may be after since.
		if i := slices.Index(stored, state.LastMessages([]string{m.Text}, strings.TrimSpace)[0]); i >= 0 {
			stored = slices.Delete(stored, i, i+1)
			continue
		}
		list = append(slices.Clip(list), m.Text)
	}
	return list
}

// resume answers /resume. It lists the project's sessions, or continues the session which: its number in the list, or
// anything that --resume takes.
func (t *terminalFront) resume(which string) (in loop.Input, ok bool) {
	list, err := claude.Sessions(t.ClaudeDir, t.Dir)
	if err != nil {
		t.note(lang.M("%v", err))
		return in, false
	}
	sessions, rows := Resumable(list)
	if which == "" {
		t.listed = sessions
		t.listSessions(sessions, rows)
		return in, false
	}
	if t.listed != nil { // what was done since has sorted it anew
		sessions = t.listed
	}
	var one claude.Session
	row, err := strconv.Atoi(which)
	if err == nil && row >= 1 && row <= len(sessions) {
		one = sessions[row-1]
	} else if err == nil && row < 1000 { // more digits may begin the ID of a session
		t.note(lang.M("there is no session %s in the list: /resume shows it", which))
		return in, false
	} else if one, err = session.Find(list, t.ClaudeDir, t.Dir, which); err != nil {
		t.note(lang.M("%v: /resume lists them", err))
		return in, false
	}
	one.ID = strings.TrimSuffix(filepath.Base(one.ID), ".jsonl")
	in = loop.Input{Kind: loop.Switch, Text: one.ID}
	if t.lastNotice.Load().Session.ID != one.ID {
		t.choose(one, &in) // also while the agent works: it may have stopped when the loop takes the input up
	}
	return in, true
}

// listSessions shows the sessions that /resume can continue.
func (t *terminalFront) listSessions(sessions []claude.Session, rows []string) {
	if len(sessions) == 0 {
		t.note(lang.M("there is no session of this project to resume"))
		return
	}
	current, others := cmp.Or(t.lastNotice.Load().Session.ID, t.exchange().Session), false
	for i, row := range rows {
		rows[i] = text.Clip(fmt.Sprintf("%2d  %s", i+1, strings.ReplaceAll(row, "\t", "  ")), maxRow)
		if sessions[i].ID == current {
			rows[i] += t.Language.Sprintf(" (this one)")
		} else {
			others = true
		}
	}
	if !others {
		t.note(lang.M("%s\nthis project has no other session", strings.Join(rows, "\n")))
		return
	}
	t.note(lang.M("%s\n/resume N goes on in one of them", strings.Join(rows, "\n")))
}

// choose reads the end of the conversation in a session, which is shown when the loop has switched to it. It adds to in
// the task with which the session goes on.
func (t *terminalFront) choose(one claude.Session, in *loop.Input) {
	told, err := transcript.Read(one.Path)
	if err != nil {
		t.Log.Warn("the session is not read", "session_id", one.ID, "err", err)
		return
	}
	before, err := t.State.Load(one.ID)
	said := lastExchange(one, told, before)
	said.Session = one.ID
	t.chosen.Store(&said)
	if err == nil {
		in.Saved = &loop.Saved{
			Task: task.State{Findings: t.State.LeftFindings(t.Dir, before)}, Asked: said.Asked,
		}
	}
}

// showChosen shows that the session with that ID goes on, as the user wanted.
func (t *terminalFront) showChosen(id string) {
	said := Exchange{Session: id}
	if chosen := t.chosen.Load(); chosen != nil && chosen.Session == id {
		said = *chosen
	}
	if warning := OpenElsewhere(t.State, id, t.ID); !warning.Empty() {
		t.note(warning)
	}
	t.showExchange(said)
	if said.Said == "" {
		t.note(wording.Continuing(id, said.At, false))
	}
	t.noteOpen(t.lastNotice.Load().Findings)
	t.agents.recorder.Continued(said.recorded())
}

// noteOpen says how many findings are open in the session that goes on.
func (t *terminalFront) noteOpen(list []task.Finding) {
	if n := len(task.NamedFindings(list)); n > 0 {
		t.note(lang.M("findings that are open here: %d. /findings shows them", n))
	}
}

// exchange is the last exchange of the session that goes on; zero for none.
func (t *terminalFront) exchange() Exchange {
	if b := t.before.Load(); b != nil {
		return *b
	}
	return Exchange{}
}

// goesOn is the last exchange of the session that goes on, unless another one has begun, as after /clear.
func (t *terminalFront) goesOn() Exchange {
	before := t.exchange()
	if id := t.lastNotice.Load().Session.ID; id != "" && id != before.Session {
		return Exchange{}
	}
	return before
}

// showExchange shows the last exchange of the session that goes on from now.
func (t *terminalFront) showExchange(b Exchange) {
	t.before.Store(&b)
	if b.Said != "" {
		t.screen.ShowLastExchange(
			t.Language.Text(wording.Continuing(b.Session, b.At, true)), b.Said, b.Answer)
	}
	if !b.Question.Empty() {
		t.note(b.Question)
	}
}

// maxRow is how many columns of a session's row are shown.
const maxRow = 76

// maxSessions is how many sessions the user can choose from.
const maxSessions = 15

// Resumable returns the sessions of a list that the user can choose from, and a row that describes each: when it ended,
// its ID, its title and what they asked for first there, with tabs between them.
func Resumable(list []claude.Session) (sessions []claude.Session, rows []string) {
	for _, one := range list {
		if len(sessions) == maxSessions {
			break
		}
		told, err := transcript.Read(one.Path)
		if err != nil || len(told.Messages) == 0 {
			continue
		}
		words, _, _ := strings.Cut(strings.TrimSpace(told.Messages[0].Text), "\n")
		if told.Title != "" {
			words = told.Title + " · " + words
		}
		sessions = append(sessions, one)
		id := one.ID[:min(len(one.ID), 8)]
		rows = append(rows, one.Last.Format(MinuteTime)+"\t"+id+"\t"+strings.ReplaceAll(words, "\t", " "))
	}
	return sessions, rows
}
