package hook

import (
	"cmp"
	"errors"
	"log/slog"
	"slices"
	"time"

	"ccc/internal/lang"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/wording"
)

// Mode switches the reviews of a launch on and off, for /supervisor and /supervisoroff.
type Mode struct {
	State  state.Dir
	Launch string
	By     state.Switcher
	Words  bool // a task follows /supervisor
	// Command says that a slash command's own call of ccc switches. Claude makes it for the user's prompt, too, and
	// would show its error.
	Command bool
	// Hooked says that claude was started with a hook of ours for prompts, which has not run yet before the first one.
	Hooked bool
	Log    *slog.Logger
	// HooksOff returns why no hook would run in this launch; empty if they run.
	HooksOff func() lang.Message
	Files    func() task.Files // as they are now
	// Dismissals returns the keys of the project's dismissed findings.
	Dismissals func() []string
}

// HooksOffError says that reviews stay off because hooks are off.
type HooksOffError struct{ Why lang.Message }

func (e *HooksOffError) Error() string { return e.Message().String() }

// Message is the error as a translatable message.
func (e *HooksOffError) Message() lang.Message {
	return lang.M("nothing will be reviewed, reviews stay off: %s", e.Why)
}

// On switches reviews on, for a new task. If no hook would run it switches them off and returns a *HooksOffError.
func (m Mode) On() error {
	before, corrupt := m.State.Load(m.Launch)
	if corrupt == nil && m.isRefused(before) {
		m.Log.Info("supervisor-mode: only the user switches reviews on", "launch", m.Launch)
		return m.refusal(lang.M("a command inside claude does not switch reviews on: type /supervisor"))
	}
	if why := m.HooksOff(); !why.Empty() {
		_, err := m.State.Change(m.Launch, (*state.State).SwitchOff)
		m.Log.Info("supervisor-mode", "launch", m.Launch, "enabled", false, "why", why)
		return errors.Join(&HooksOffError{why}, ignoreCorrupt(err))
	}
	files, known := m.Files(), m.Dismissals()
	_, err := m.State.Change(m.Launch, func(s *state.State) {
		s.Base, s.BaseTree = files.Work, files.Tree
		if s.Dismissals == nil {
			s.Dismissals = known
		}
		s.Switch(state.Switch{At: time.Now().UTC(), On: true, By: m.By, Words: m.Words})
	})
	m.Log.Info("supervisor-mode", "launch", m.Launch, "enabled", true, "by", m.By, "err", err)
	return cmp.Or(err, corrupt)
}

// Off switches reviews off. The caller may be the user, or a tool of the agent; a detached process (setsid) does not
// even descend from claude. In a launch whose claude has no UserPromptSubmit hook of ours nobody knows which, so the
// next stop looks in the transcript for the user's command.
func (m Mode) Off() error {
	refused, stayOn := false, false
	_, err := m.State.Change(m.Launch, func(s *state.State) {
		now := time.Now().UTC()
		refused = m.isRefused(*s)
		switch stayOn = refused && s.Enabled; {
		case stayOn:
			s.Refused = now
		case refused: // they are off already
		case m.By == state.Inside:
			s.SwitchOff()
		default:
			s.Switch(state.Switch{At: now, By: m.By})
		}
	})
	m.Log.Info("supervisor-mode", "launch", m.Launch, "enabled", stayOn, "by", m.By, "err", err)
	if refused && ignoreCorrupt(err) == nil {
		err = cmp.Or(m.refusal(lang.M("a command inside claude does not switch reviews off: type /supervisoroff")), err)
	}
	return err
}

// refusal is the error of a refused switch. That of a slash command is none: in 2.1.5 and 2.1.197 its command runs
// before the UserPromptSubmit hook, which then switches.
func (m Mode) refusal(why lang.Message) error {
	if m.Command {
		return nil
	}
	return lang.Errorf("%s", why)
}

// isRefused reports whether somebody other than the user switches, in a launch whose claude tells ccc what the user
// types. A slash command's own call does not know its words, which may be "status": it leaves the switch to the hook.
func (m Mode) isRefused(s state.State) bool {
	if m.By != state.Inside || !s.Owner.Alive() {
		return false
	}
	return s.HasPromptHook || m.Command && m.Hooked && m.HooksOff().Empty()
}

// Status returns "on", "off" or "exhausted". Exhausted means on, but a limit has ended the task, so nothing is
// reviewed until the next message. unreviewed says why the last stop has no verdict, if it should have one, or which
// limit that is.
func (m Mode) Status() (word string, unreviewed lang.Message, err error) {
	launch, session, err := m.load()
	word, unreviewed = statusOf(launch, session)
	return word, unreviewed, err
}

// load reads the states of the launch and of its newest session.
func (m Mode) load() (launch, session state.State, err error) {
	launch, err = m.State.Load(m.Launch)
	session = launch
	if err == nil && launch.Newest != "" && launch.Newest != m.Launch {
		session, err = m.State.Load(launch.Newest)
	}
	return launch, session, ignoreCorrupt(err)
}

// statusOf is [Mode.Status] for a session of a launch.
func statusOf(launch, session state.State) (word string, unreviewed lang.Message) {
	if !launch.Enabled {
		return "off", unreviewed
	}
	unreviewed = lastUnreviewed(session, launch.EnabledAt)
	goesOn := !session.Prompted.IsZero() // by a message, also if Esc has ended its turn
	if session.Ended.IsExhausted() && session.IsCountedFor(launch) && !goesOn {
		if unreviewed.Empty() {
			unreviewed = wording.StoppedAt(session.Ended, session.Count)
		}
		return "exhausted", unreviewed
	}
	return "on", unreviewed
}

// lastUnreviewed says why the last stop of a session since then has no verdict; it is empty if it has one, or needs
// none.
func lastUnreviewed(session state.State, since time.Time) lang.Message {
	at := transcript.InterruptedAt(session.Transcript) // in whole milliseconds
	interrupted := !at.IsZero() &&
		!at.Before(latest(since, session.JudgedAt, session.Unreviewed.At).Truncate(time.Millisecond))
	switch last := session.LastStop(since); {
	case last.BrokeOff:
		return wording.LastUnreviewed(lang.Join("%s · %s",
			wording.BrokeOff(last.Stopped), lang.Verbatim(session.Reviewer.Checks)))
	case interrupted && (last.Unreviewed == nil || session.Prompted.After(last.Unreviewed.At)): // and Esc ended no review
		return wording.LastUnreviewed(lang.M("you interrupted the agent"))
	case last.Unreviewed != nil:
		return wording.LastWithout(last.Unreviewed.Failure, lang.Verbatim(last.Unreviewed.Why))
	}
	return lang.Message{}
}

func latest(times ...time.Time) time.Time { return slices.MaxFunc(times, time.Time.Compare) }

// statusMessage is the answer to /supervisor status.
func (m Mode) statusMessage() lang.Message {
	launch, session, err := m.load()
	if err != nil {
		return lang.M("%v", err).WithHintOf(err)
	}
	word, unreviewed := statusOf(launch, session)
	said := reviewsOff()
	switch word {
	case "on":
		said = lang.M("reviews are on: each stop is reviewed. To end reviews: /supervisoroff")
	case "exhausted":
		said = lang.M("reviews are on, but a limit has ended the task: no stop is reviewed until your next message")
	}
	for _, more := range []lang.Message{unreviewed, m.lastVerdict(launch, session)} {
		if !more.Empty() {
			said = lang.Join("%s\n[SUPERVISOR] %s", said, more)
		}
	}
	return said
}

// lastVerdict tells what the newest review of a session came to, the cost of its task, and how many findings are open;
// it is empty if there was none.
func (m Mode) lastVerdict(launch, session state.State) lang.Message {
	v := session.Verdict
	if v == nil {
		return lang.Message{}
	}
	list, judged := taskFindings(launch, session)
	isAccepted := session.Ended == task.EndedAccepted && !isNewTask(launch, session) && !v.Completed
	came := wording.Judged(v.Completed, v.Blocked, v.Findings, v.Round)
	said := lang.M("last verdict, of an earlier task: review %d: %s", v.Round, came)
	switch goesOn := !isNewTask(launch, session) && !v.Completed && !v.At.Before(session.CountedFrom); {
	case isAccepted:
		said = lang.M("last verdict: review %d: %s; after it you accepted the work as it is", v.Round, came)
	case judged && !session.IsOfEarlierTask(launch):
		said = lang.M("last verdict: review %d: %s · reviews of this task: %s", v.Round, came,
			wording.Spent(session.CostUSD, session.AtLeast))
	case goesOn:
		said = lang.M("last verdict, after which reviews count from 1 again: review %d: %s", v.Round, came)
	}
	switch open := len(task.OpenFindings(m.State.WithDismissals(session.Dir, list))); {
	case open > 0 && isAccepted:
		said = lang.M("%s · findings that no longer hold the agent: %d (/supervisor findings)", said, open)
	case open > 0:
		said = lang.M("%s · open findings: %d (/supervisor findings)", said, open)
	}
	isAnswered := session.State.Asked || !session.Prompted.IsZero() // also if the review after the answer gave no verdict
	if judged && v.Blocked && !v.Completed && !isAnswered {
		said = lang.Join("%s\n%s", said, wording.Reason(task.Decision{Code: task.CodeQuestion, Verdict: v}))
	}
	return said
}

// isNewTask reports whether /supervisor has begun a task in which the agent has not stopped yet.
func isNewTask(launch, session state.State) bool {
	return launch.Enabled && !session.IsCountedFor(launch) && !session.Resumed.Equal(launch.EnabledAt)
}

// taskFindings returns the findings of the newest task, and whether a review of it has given a verdict.
func taskFindings(launch, session state.State) (list []task.Finding, judged bool) {
	switch v := session.Verdict; {
	case isNewTask(launch, session):
		return nil, false
	case v != nil && !v.At.Before(session.Began):
		return session.TaskFindings(), true
	}
	return session.Findings, false
}

// listFindings is the answer to /supervisor findings: those of the session's newest task in the project of dir.
func (m Mode) listFindings(dir, session string) (lang.Message, error) {
	s, err := m.State.Load(session)
	if err != nil {
		return lang.Message{}, err
	}
	launch, err := m.State.Load(m.Launch)
	list, judged := taskFindings(launch, s)
	list = m.State.WithDismissals(dir, list)
	switch {
	case len(list) == 0 && !judged:
		word, unreviewed := statusOf(launch, s)
		return lang.Join("%s\n%s", wording.NoVerdictYet(word == "off", false), unreviewed), ignoreCorrupt(err)
	case len(list) == 0 && task.ByMachine(s.Verdict.By) && !s.Verdict.Completed:
		return lang.M("the last review asked no reviewer: %s", wording.MachineReason(*s.Verdict)), nil
	}
	return wording.AllFindings(list, s.TaskEnd()), nil
}

// ignoreCorrupt returns err, or nil if it says that an unreadable state was replaced.
func ignoreCorrupt(err error) error {
	if corrupt := new(state.CorruptError); errors.As(err, &corrupt) {
		return nil
	}
	return err
}
