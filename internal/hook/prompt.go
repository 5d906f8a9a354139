package hook

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/session/transcript"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/wording"
)

// Prompt runs ccc user-prompt, the UserPromptSubmit hook: it takes /supervisor and /supervisoroff before any model
// reads them. plugin says that claude's plugin calls; ccc may not have started that claude.
func (p *Program) Prompt(plugin bool) error {
	in, err := p.readInput("")
	if err != nil {
		return err
	}
	caller, ok := hookCaller(p.Stdin)
	p.TakeEnv()
	if !ok { // somebody else called: the agent can call this program, but not through a socket of claude's
		return nil
	}
	verb, words := switchIn(in.Prompt)
	prompts := joinedPrompts(in)
	if p.launch() == "" && verb == "" || p.findLaunch(verb, SwitchOptions{Plugin: plugin}) != nil {
		return nil // the slash command says what is wrong
	}
	if p.launch() == "" { // none of its stops was ever reviewed
		said := reviewsOff()
		if help := supervisorHelp(verb, words); !help.Empty() {
			said = help
		}
		return blockedPrompt(p.userLanguage(), said).Write(p.Stdout)
	}
	dirs, err := p.directories()
	if err != nil {
		return err
	}
	g, err := dirs.State.Read(p.launch())
	if err != nil || g.Owner.Alive() && g.Owner != caller {
		return nil // each stop reports an unreadable state
	}
	if !g.HasPromptHook {
		_, err := dirs.State.Change(p.launch(), func(s *state.State) { s.HasPromptHook, s.Owner = true, caller })
		if err := p.reportCorrupt(err); err != nil {
			return err
		}
	}
	ignored, err := notFollowed(dirs.State, in)
	if err != nil {
		return err
	}
	f, _ := provider.Load(dirs.Config) // a broken file has the defaults
	d, obeyed := p.obeyPrompts(dirs, f, in, prompts)
	if d.Decision == "" { // the agent gets it
		if err := recordBrokenOff(dirs.State, p.launch(), in.SessionID); err != nil {
			p.errorf("%v", err)
		}
		if err := p.reportCorrupt(recordSent(dirs.State, in, g.Enabled)); err != nil {
			return err
		}
	}
	if !obeyed && ignored.Empty() {
		return nil
	}
	if !ignored.Empty() {
		d.Message = strings.TrimPrefix(d.Message+"\n[SUPERVISOR] "+p.language(f).Text(ignored), "\n")
	}
	return d.Write(p.Stdout)
}

// notFollowed forgets what the session's last stop left open, since a new prompt has come. It returns a message if
// claude did not go on although the hook had told it to, or if that stop was let go for another prompt than this one.
func notFollowed(states state.Dir, in Input) (said lang.Message, err error) {
	s, err := states.Read(in.SessionID)
	if err != nil {
		return said, nil // each stop reports an unreadable state
	}
	if s.Held.IsSettled(time.Now()) {
		if said, err = takeHold(states, in.SessionID, s.Held); err != nil {
			return said, err
		}
	}
	if s.LetGo.At.IsZero() {
		return said, nil
	}
	if !isLetGoMessage(s.LetGo, in.Prompt) {
		said = letGoMessage(s.LetGo)
	}
	_, err = states.Change(in.SessionID, func(s *state.State) { s.LetGo = state.LetGo{} })
	return said, err
}

// joinedPrompts returns the messages that a prompt consists of: 2.1.5 joins those that the user sent while it worked. A
// prompt without a line that is for ccc counts as one, so that the session's file is seldom read.
func joinedPrompts(in Input) []string {
	isOurs := func(line string) bool {
		verb, _ := switchIn(line)
		return verb != ""
	}
	if strings.Contains(in.Prompt, "\n") && slices.ContainsFunc(strings.Split(in.Prompt, "\n"), isOurs) {
		if list := transcript.QueuedPrompts(in.Transcript, in.Prompt); list != nil {
			return list
		}
	}
	return []string{in.Prompt}
}

// obeyPrompts carries out what is for ccc in a prompt that consists of these messages; obeyed is false for nothing.
// Claude blocks a prompt as a whole or not at all: if one of the messages is for the agent, it gets all of them, unless
// a task was refused.
func (p *Program) obeyPrompts(
	dirs state.Directories, f provider.File, in Input, prompts []string,
) (d Decision, obeyed bool) {
	var said []string
	goesOn, refused := false, false
	for _, in.Prompt = range prompts {
		verb, words := switchIn(in.Prompt)
		if verb == "" {
			goesOn = true
			continue
		}
		answer := p.obeyPrompt(dirs, f, in, verb, words)
		goesOn = goesOn || answer.Decision == ""
		refused = refused || answer.Decision != "" && (verb == "on" && words != "" || isHelp(verb))
		said = append(said, cmp.Or(answer.Reason, answer.Message))
	}
	switch text := strings.Join(said, "\n"); {
	case len(said) == 0:
		return Decision{}, false
	case !goesOn || refused:
		return Decision{Decision: "block", Reason: text}, true
	case len(prompts) > 1:
		return Decision{Message: text, ForAgent: &promptContext{"UserPromptSubmit", carriedOut}}, true
	default:
		return Decision{Message: text}, true
	}
}

// carriedOut tells the agent of the lines of a prompt that are not for it.
const carriedOut = "ccc has carried out the /supervisor commands in this prompt: they ask nothing of you. " +
	"The other lines are the person's."

// isHelp reports whether the answer to a verb says that nothing was sent to the agent.
func isHelp(verb string) bool { return verb == "mistyped" || verb == "worded" }

// obeyPrompt carries out a prompt that is for ccc. A task in it goes on to the agent. Any other such prompt ends
// here, and no model is asked.
func (p *Program) obeyPrompt(dirs state.Directories, f provider.File, in Input, verb, words string) Decision {
	m, closeLog := p.mode(dirs, state.ByUser)
	defer closeLog()
	text := p.language(f).Text
	if isScheduled(in) {
		_, err := dirs.State.Change(m.Launch, func(s *state.State) { s.Refused = time.Now().UTC() })
		m.Log.Warn("a scheduled prompt switches nothing", "launch", m.Launch, "prompt", in.Prompt, "err", err)
		return Decision{Decision: "block", Reason: text(
			lang.M("[SUPERVISOR] a scheduled task, not you, sent this: it switches nothing"))}
	}
	if _, err := dirs.State.Change(m.Launch, func(s *state.State) { s.Obey(verb) }); err != nil {
		m.Log.Warn("that a prompt is carried out is not kept", "launch", m.Launch, "err", err)
	}
	if said, err := p.answer(m, dirs, in, verb, words); err != nil {
		return blockedPrompt(p.language(f), lang.M("%v", err).WithHintOf(err))
	} else if !said.Empty() {
		return blockedPrompt(p.language(f), said)
	}
	m.Words = words != ""
	d := p.switchByPrompt(m, dirs, f, verb)
	if err := recordSwitch(dirs.State, m.Launch, in.SessionID, RecordingMask(p.Env, dirs)); err != nil {
		m.Log.Warn("the switch is not recorded", "launch", m.Launch, "err", err)
	}
	return d
}

// answer returns the answer to a prompt that switches nothing; it is empty for one that switches.
func (p *Program) answer(m Mode, dirs state.Directories, in Input, verb, words string) (lang.Message, error) {
	switch verb {
	case "status":
		return m.statusMessage(), nil
	case "findings":
		return m.listFindings(p.atStartDirectory(dirs).Work, in.SessionID)
	case "dismiss":
		said, err := dismissFindings(p.atStartDirectory(dirs), m.Launch, in.SessionID, words)
		m.Log.Info("dismiss", "session_id", in.SessionID, "which", words, "err", err)
		if bad := recordSwitch(dirs.State, m.Launch, in.SessionID, RecordingMask(p.Env, dirs)); bad != nil {
			m.Log.Warn("the dismissal is not recorded", "launch", m.Launch, "err", bad)
		}
		return said, err
	}
	return supervisorHelp(verb, words), nil
}

// supervisorHelp is the answer to /supervisor help, and to a verb that is mistyped, has too many words or is one of the
// loop's commands; it is empty for other verbs.
func supervisorHelp(verb, words string) lang.Message {
	switch verb {
	case "help":
		return lang.M(`what you can type here; no model reads it, except TASK:
/supervisor TASK: reviews are on, and the agent gets TASK. Without TASK, or on: for your next message
/supervisoroff, /supervisor off: no stop is reviewed any more
/supervisor status: whether reviews are on, why the last stop was not reviewed, and the last verdict
/supervisor findings: what the reviewers found in this task
/supervisor dismiss ID WHY: the finding with this ID no longer counts in this project
/supervisor help: this list
Esc stops a review that runs (2.1.5: it first puts a message that waits back into the box)
To see a review live, in another terminal: ccc watch`)
	case "mistyped":
		return wording.Mistyped(words)
	case "worded":
		return wording.Worded(words)
	case "on":
		if word := strings.ToLower(words); slices.Contains([]string{"accept", "skip", "review"}, word) {
			return lang.M("/%s is a command of the loop (ccc --supervisor), and nothing was sent to the "+
				`agent. For a task that is this word use quotes: /supervisor "%s"`, word, word)
		}
	}
	return lang.Message{}
}

// switchByPrompt switches reviews.
func (p *Program) switchByPrompt(m Mode, dirs state.Directories, f provider.File, verb string) Decision {
	text := p.language(f).Text
	said := reviewsOff()
	var about []lang.Message
	launch, err := dirs.State.Read(m.Launch)
	first := err == nil && !slices.ContainsFunc(launch.Switches, func(s state.Switch) bool {
		return s.By == state.ByUser
	})
	if verb == "off" {
		if err == nil && launch.On() {
			said = lang.M("reviews are off now: no stop is reviewed. /supervisor switches them on")
		}
		err = p.reportCorrupt(m.Off())
	} else if about, err = p.switchOn(m, dirs, f); err == nil {
		said = lang.M("reviews are on: each stop is reviewed. To see a review live: ccc watch. To end reviews: " +
			"/supervisoroff")
		if first && len(about) > 0 {
			said = lang.Join("%s\n[SUPERVISOR] %s", said, about[0])
		}
		if len(about) > 0 {
			said = lang.Join("%s\n[SUPERVISOR] %s", said, about[1])
		}
	}
	if err != nil {
		said = lang.M("%v", err)
		if m.Words {
			said = lang.Join("%s\n%s", said, wording.NothingSent())
		}
		return blockedPrompt(p.language(f), said.WithHintOf(err))
	}
	if m.Words {
		return Decision{Message: "[SUPERVISOR] " + text(said)}
	}
	return blockedPrompt(p.language(f), said)
}

// blockedPrompt ends a prompt with a message for the user: no model is asked.
func blockedPrompt(language lang.Language, said lang.Message) Decision {
	return Decision{Decision: "block", Reason: "[SUPERVISOR] " + language.Text(said)}
}

func reviewsOff() lang.Message {
	return lang.M("reviews are off: no stop is reviewed. /supervisor switches them on")
}

// dismissFindings dismisses findings of the session's task, and returns the message for the user. In a session that
// has no findings yet, as after /clear, it dismisses those of the launch's last task, and never those of another claude
// in the same directory.
func dismissFindings(dirs state.Directories, launch, session, which string) (lang.Message, error) {
	s, err := dirs.State.Load(session)
	if err != nil {
		return lang.Message{}, err
	}
	ids, reason, ok := task.ReadDismissal(which)
	if len(s.TaskFindings()) == 0 {
		list := dirs.State.SessionsWithFindings(dirs.Work, "")
		if i := slices.IndexFunc(list, func(s state.State) bool { return s.Launch == launch }); i >= 0 {
			s = list[i]
		}
	}
	if !ok {
		return wording.DismissalUsage(wording.InClaude, s.TaskFindings()), nil
	}
	all, err := dirs.State.DismissFindings(s, dirs.Work, ids, task.Dismissal{Reason: reason, By: task.ByClaude})
	var said lang.Message
	off := dirs.State.IsOff(launch)
	var keys []string
	for _, d := range all {
		d.TaskDone = d.TaskDone || s.SessionID != session // no feedback of this session names that task's findings
		d.Off = off
		said = lang.Join("%s\n%s", said, wording.Dismissal(d, wording.InClaude))
		if d.Code == task.CodeDismissed {
			keys = append(keys, state.DismissalKey(d.Finding))
		}
	}
	if len(keys) > 0 {
		_, kept := dirs.State.Change(launch, func(s *state.State) { s.Dismissals = append(s.Dismissals, keys...) })
		err = cmp.Or(err, kept)
	}
	return said, err
}

// switchIn returns the verb that a prompt asks for, as in [task.ReadSupervisor], and the words after it. The verb is ""
// for a prompt that is not for ccc.
func switchIn(prompt string) (verb, words string) {
	name, words, _ := strings.Cut(strings.TrimSpace(prompt), " ")
	words = strings.TrimSpace(words)
	switch strings.TrimSpace(name) {
	case "/supervisor", "/ccc:supervisor":
		return task.ReadSupervisor(words)
	case "/supervisoroff", "/ccc:supervisoroff":
		if words != "" { // a message after it would cost a turn that nobody reviews
			return "worded", "supervisoroff"
		}
		return "off", ""
	}
	return "", words
}

// scheduleDelay is how long claude may take to note in the session's file that it sends a scheduled prompt.
const scheduleDelay = time.Second

// isScheduled reports whether the agent has scheduled this prompt (CronCreate, ScheduleWakeup). Claude calls this
// hook for it as if the user had typed it (2.1.197 to 2.1.330). Such a prompt comes through claude's queue, like
// anything typed while the agent works, but the session's file says when a scheduled task began.
func isScheduled(in Input) bool {
	for end := time.Now().Add(scheduleDelay); in.Transcript != ""; time.Sleep(20 * time.Millisecond) {
		queued, scheduled := transcript.PromptOrigin(in.Transcript, in.Prompt)
		if scheduled || !queued || time.Now().After(end) {
			return scheduled
		}
	}
	return false
}

// switcher returns who calls supervisor-mode.
func (p *Program) switcher(dirs state.Directories) state.Switcher {
	launch, err := dirs.State.Read(p.launch())
	if err != nil || p.inLaunch || !launch.Owner.Alive() || !isOutside(launch.Owner) {
		return state.Inside
	}
	return state.ByShell
}

// isOutside reports whether this process was started by somebody other than that claude: it has a terminal, and does
// not descend from claude. The agent can detach a process from claude, but a detached process has no terminal.
func isOutside(claude process.Process) bool {
	return process.HasTerminal() && !claude.IsAbove(os.Getpid())
}
