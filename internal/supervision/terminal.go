package supervision

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/review/check"
	"ccc/internal/rubric"
	"ccc/internal/session"
	"ccc/internal/supervision/output"
	"ccc/internal/task"
	"ccc/internal/terminal"
	"ccc/internal/terminal/editor"
	"ccc/internal/wording"
	"ccc/loop"
	"ccc/ptyio"
	"ccc/streamjson"
)

// terminalFront is the front for a user who types at a terminal.
type terminalFront struct {
	Identity
	User
	Reviews
	args              claude.Args
	before            atomic.Pointer[Exchange] // of the session that goes on
	listed            []claude.Session         // the list that /resume has shown last: its numbers mean this one
	chosen            atomic.Pointer[Exchange] // of the session that /resume has asked for last; nil for none
	tty               *ptyio.Terminal
	keys              *ptyio.Keys
	guard             func()
	screen            *terminal.Screen
	questions         *terminal.Queue
	agents            *agents
	notifier          *notifier
	history           history
	tokens            output.Tokens
	limits            func(reviews int) string // of each task, in words
	reviewed          spending
	usageLimit        atomic.Pointer[streamjson.RateLimit] // as claude reported it last; nil if never
	modes             modes
	images            images
	shell             shell
	tasks             background
	commands          atomic.Pointer[[]string]             // claude's own slash commands, once it has named them
	describedCommands atomic.Pointer[[]streamjson.Command] // these and the user's, with descriptions
	// the newest line with a command that claude has not named, which was not sent
	unknown string
	lastEOF time.Time // time of the last ctrl-d while agent or reviewer was at work
	// editorProcess is the editor that the line is in; nil for none.
	editorProcess atomic.Pointer[ptyio.Child]
	// lastInterrupt is the time of the last ctrl-c.
	lastInterrupt time.Time
	hangUp        func()                        // ends the loop: the terminal is gone
	lastNotice    atomic.Pointer[loop.Snapshot] // of the newest notice of the loop
	verdict       atomic.Pointer[loop.Verdict]  // of the session's newest review in this launch; nil for none
	stop          lastStop                      // of showNotice alone
	unreviewed    atomic.Pointer[lang.Message]  // why the last stop was not reviewed; nil if it was, or reviews are off
	addKnown      func(dismissals ...string)    // notes the keys of dismissed findings that the user knows of
}

func openTerminal(c Config, a *agents, n *notifier, g *ptyio.Guardian, hangUp func()) (front, func(), error) {
	tty, err := ptyio.OpenTerminal(c.In, c.Out)
	if err != nil {
		return nil, nil, err
	}
	tty.GuardedBy(g)
	t := &terminalFront{
		Identity: c.Identity, User: c.User, Reviews: c.Reviews, args: c.Args,
		tty: tty, keys: ptyio.NewKeys(c.In), guard: tty.Guard, agents: a, notifier: n, hangUp: hangUp,
		history: history{c.State, c.Log}, limits: c.limits,
	}
	if err := tty.Raw(); err != nil {
		tty.Close()
		return nil, nil, err
	}
	defer tty.Guard()
	t.lastNotice.Store(&loop.Snapshot{Of: c.Policy.MaxRounds, Limit: c.Policy.MaxRounds})
	t.screen = t.open()
	t.screen.Greet(c.Language.Text(c.greeting()))
	t.screen.Tip(c.Language.Sprintf("enter sends · esc stops the agent · /help lists commands and keys · /status: " +
		"limits, sandbox, logs"))
	t.showExchange(c.Before)
	t.questions = &terminal.Queue{Screen: t.screen, Language: c.Language, Asked: t.noteQuestion, Idle: t.noQuestion,
		ModeSet: t.noteMode}
	t.screen.Update(func(st *terminal.Status) {
		st.Phase, st.Place = c.Language.Text(output.Phases[loop.PhaseUser]), filepath.Base(c.Dir)
		st.Model, st.Provider = c.Args.Model, c.Provider
	})
	t.modes.set(c.Args.Mode)
	t.noteOpen(c.Findings)
	t.modes.hasAuto = c.Agent.Mods.Holding() // a claude with mods is newer than the mode
	t.showMode(c.Args.Mode, "")
	return t, tty.Guard, nil
}

// open returns a screen on the terminal, which is in raw mode.
func (t *terminalFront) open() *terminal.Screen {
	dumb := t.Getenv("TERM") == "dumb"
	resets := ptyio.DefaultResets + terminal.RestoreTitle
	if dumb {
		resets = ""
	}
	t.tty.Resets(resets)
	return terminal.New(t.Out, terminal.Options{
		Styled: !dumb && t.Getenv("NO_COLOR") == "", Title: !dumb, Dumb: dumb, Typing: true, All: t.args.Verbose,
		Links: showsLinks(t.Getenv), Complete: t.complete, Attach: t.attach, Dir: t.Dir,
		Lang:  t.Language,
		Guard: t.guard, Notify: notificationForm(t.Getenv), History: t.history.read(),
		Width:  func() int { return t.tty.Size().Cols },
		Height: func() int { return t.tty.Size().Rows },
	})
}

// notificationForm returns the number of the escape sequence (OSC) by which this terminal shows a notification: "9"
// or "777"; "" for a terminal that only has a bell. The environment tells which terminal it is.
func notificationForm(getenv func(string) string) string {
	name := getenv("TERM")
	switch program := getenv("TERM_PROGRAM"); {
	case getenv("TMUX") != "" || strings.HasPrefix(name, "screen") || strings.HasPrefix(name, "tmux"):
		return "" // it does not pass such a sequence on
	case program == "iTerm.app", program == "WezTerm", program == "ghostty",
		strings.Contains(name, "kitty"), strings.Contains(name, "ghostty"), getenv("WT_SESSION") != "":
		return "9"
	case strings.HasPrefix(name, "rxvt"), strings.HasPrefix(name, "foot"), strings.HasPrefix(name, "contour"),
		getenv("VTE_VERSION") != "":
		return "777"
	}
	return ""
}

// showsLinks reports whether this terminal shows links (OSC 8). The environment tells which terminal it is: no
// terminal answers this question, and one without links would not show the address.
func showsLinks(getenv func(string) string) bool {
	name := getenv("TERM")
	if getenv("TMUX") != "" || strings.HasPrefix(name, "screen") || strings.HasPrefix(name, "tmux") {
		return false // the session may move to another terminal
	}
	switch getenv("TERM_PROGRAM") {
	case "iTerm.app", "WezTerm", "ghostty", "vscode":
		return true
	}
	vte, _ := strconv.Atoi(getenv("VTE_VERSION"))
	return vte >= 5000 || getenv("WT_SESSION") != "" || getenv("KONSOLE_VERSION") != "" ||
		slices.ContainsFunc([]string{"kitty", "ghostty", "foot", "alacritty", "contour"}, func(known string) bool {
			return strings.Contains(name, known)
		})
}

func (t *terminalFront) begin(_ context.Context, input chan<- loop.Input) error {
	go t.listen(input)
	go t.followSize()
	if t.args.Prompt != "" {
		input <- loop.Input{Kind: loop.Message, Text: t.args.Prompt}
	}
	return nil
}

// listen turns what the user types into inputs of the loop. It runs until the process ends.
func (t *terminalFront) listen(input chan<- loop.Input) {
	defer t.guard()
	chunks := ptyio.Pump(t.keys)
	var quiet <-chan time.Time // fires if no byte follows an escape
	for {
		var typed []terminal.Typed
		select {
		case chunk, ok := <-chunks:
			if !ok {
				t.hangUp()
				return
			}
			typed, quiet = t.screen.Type(chunk), time.After(editor.EscapeTime)
		case <-quiet:
			typed = t.screen.Escape()
		}
		for _, one := range typed {
			if one.Key == terminal.KeyEditor {
				t.edit(one.Text, chunks)
				continue
			}
			t.carryOut(one, input)
		}
	}
}

// handleLine carries out a line that answers no question.
func (t *terminalFront) handleLine(text string, input chan<- loop.Input) {
	t.history.add(text)
	in, ok := t.inputOf(text)
	if !ok {
		return
	}
	if in.Kind == loop.Message && t.questions.Open() {
		t.note(lang.M("that is no answer to the question, which is still open: it goes to the agent as your message"))
	}
	if in.Kind == loop.Dismiss { // the loop knows one finding in an input
		ids, reason, _ := task.ReadDismissal(in.Text)
		for _, id := range ids {
			input <- loop.Input{Kind: loop.Dismiss, Text: strings.TrimSpace(id + " " + reason)}
		}
		return
	}
	input <- in
}

// carryOut carries out one key or line.
func (t *terminalFront) carryOut(typed terminal.Typed, input chan<- loop.Input) {
	switch typed.Key {
	case terminal.KeyLine:
		t.handleLine(typed.Text, input)
	case terminal.KeyEnter:
		input <- loop.Input{Kind: loop.GoOn}
	case terminal.KeyAnswer:
		if parseSlash(typed.Text).isOwn() { // typed while a question asks for words, such as a reason
			t.handleLine(typed.Text, input)
			t.questions.Again(typed.Question)
			return
		}
		t.questions.Answer(typed.Question, typed.Text)
	case terminal.KeyDismiss:
		t.questions.Dismiss(typed.Question)
	case terminal.KeySuspend:
		t.suspend()
	case terminal.KeyInterrupt:
		if t.stopShell() {
			return
		}
		if t.lastNotice.Load().Phase == loop.PhaseUser && time.Since(t.lastInterrupt) > leaveTime {
			t.lastInterrupt = time.Now()
			t.note(lang.M("ctrl-c again ends ccc"))
			return
		}
		t.lastInterrupt = time.Now() // a second one ends ccc, whether or not the turn has stopped meanwhile
		input <- loop.Input{Kind: loop.Interrupt}
	case terminal.KeyEscape:
		input <- loop.Input{Kind: loop.Stop}
	case terminal.KeyImage:
		go t.pasteImage()
	case terminal.KeyMode:
		t.cycleMode()
	case terminal.KeyEOF:
		if t.lastNotice.Load().Phase != loop.PhaseUser && time.Since(t.lastEOF) > leaveTime {
			t.lastEOF = time.Now()
			t.note(lang.M("something is still running: ctrl-d again ends ccc, ctrl-c stops it"))
			return
		}
		input <- loop.Input{Kind: loop.Quit}
	}
}

// leaveTime is the time within which a second ctrl-d ends ccc while agent or reviewer is at work, and a second ctrl-c
// at the prompt, after one there or one that has stopped a turn or a review.
const leaveTime = 5 * time.Second

// followSize passes each change of the terminal's size to the agent.
func (t *terminalFront) followSize() {
	defer t.guard()
	for range t.tty.Resized() {
		t.agents.resize(t.tty.Size())
		if child := t.editorProcess.Load(); child != nil {
			child.Resize(t.tty.Size())
		}
		t.screen.Resize()
	}
}

// notStopped is how long suspend waits for its own stop. The system does not stop ccc if there is no shell to
// continue it.
const notStopped = 300 * time.Millisecond

// suspend gives the terminal back to the shell until fg. The agent has its own terminal and goes on, but its output
// waits.
func (t *terminalFront) suspend() {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	t.screen.Suspend()
	_ = t.tty.Restore()                                      // tried again at the end
	if err := syscall.Kill(0, syscall.SIGTSTP); err == nil { // the whole group, as the terminal does
		select {
		case <-continued:
		case <-time.After(notStopped): // a stopped process does not count
		}
	}
	if err := t.tty.Raw(); err != nil { // in the background this stops ccc until fg
		t.Log.Warn("the terminal is not raw", "err", err)
	}
	t.agents.resize(t.tty.Size())
	t.screen.Resume()
}

func (t *terminalFront) size() ptyio.Size { return t.tty.Size() }

// commandsRequest is the id of the control request for claude's commands.
const commandsRequest = "ccc-commands"

func (t *terminalFront) connectAgent(send func([]byte)) questions {
	asker := t.questions.From(send)
	t.modes.connectAgent(send)
	t.tasks.connectAgent(send)
	send(streamjson.AskCommands(commandsRequest))
	return questions{onEvent: asker.Take, onEnd: func() {
		asker.End()
		t.tasks.endAgent()
	}}
}

// noteQuestion shows that a question waits for the user, and notifies them.
func (t *terminalFront) noteQuestion(what, detail string) {
	t.screen.Update(func(st *terminal.Status) { st.Waiting = t.Language.Sprintf("your answer") })
	t.agents.recorder.Item(session.Item{Type: session.TypeQuestion, What: session.QuestionAsked})
	t.screen.Ring("ccc: " + what)
	t.notifier.notifyQuestion(what, detail)
}

func (t *terminalFront) noQuestion() {
	t.screen.Update(func(st *terminal.Status) { st.Waiting = "" })
	t.agents.recorder.Item(session.Item{Type: session.TypeQuestion, What: session.QuestionOver})
}

func (t *terminalFront) showEvent(phase, reviewer string, e streamjson.Event) {
	if phase == "agent" {
		t.screen.ShowAgent(e)
	} else {
		t.screen.ShowReviewer(reviewer, e)
	}
	if t.tokens.Add(phase, e) {
		t.screen.Update(func(st *terminal.Status) { st.In, _, st.Out = t.tokens.Sum() })
	}
	if phase != "agent" {
		return
	}
	if said := t.tasks.follow(e); !said.Empty() {
		t.note(said)
	}
	switch e.Type {
	case streamjson.TypeRateLimit:
		t.followLimit(e)
	case streamjson.TypeSystem:
		if init, err := e.Init(); err == nil {
			t.commands.Store(&init.SlashCommands)
		}
		t.screen.Update(func(st *terminal.Status) { output.ShowSystem(st, e, t.Language) })
		t.showMode(t.modes.follow(e))
	case streamjson.TypeControlResponse:
		if answer, err := e.ControlResponse(); err == nil && answer.RequestID == commandsRequest {
			list := answer.Commands()
			t.describedCommands.Store(&list)
		}
		t.showMode(t.modes.follow(e))
	}
}

func (t *terminalFront) showNotice(n loop.Notice) {
	before := t.lastNotice.Swap(&n.At)
	if before != nil && before.Session.ID != "" && before.Session.ID != n.At.Session.ID {
		t.verdict.Store(nil)
	}
	if n.Verdict != nil {
		t.reviewed.add(*n.Verdict)
		t.verdict.Store(n.Verdict)
	}
	if n.Switched {
		t.showChosen(n.At.Session.ID)
	}
	t.unreviewed.Store(t.stop.follow(n))
	t.tokens.SetReviews(n.At.Reviewed)
	t.tokens.SetAll(n.At.Tokens)
	t.screen.Update(func(st *terminal.Status) {
		st.In, _, st.Out = t.tokens.Sum()
		output.ShowCost(st, n.At.AgentUSD+n.At.ReviewUSD, n.At.Unpriced > 0, t.Language)
		st.Off = n.At.Off
		if n.Begin {
			output.ShowPhase(st, n, t.Language, time.Now())
		} else if st.Of > 0 { // /rounds may have changed it
			st.Of = n.At.Of
		}
	})
	callFor(t, n)
	output.Show(t.screen, n, t.Language)
	if keys := output.WaitKeys(n); !keys.Empty() && !t.screen.Styled { // there is no status line to show them
		t.note(keys)
	}
}

func (t *terminalFront) showCheckStart(c rubric.Check)           { t.screen.ShowCheck(c.Name) }
func (t *terminalFront) showCheckOutput(check, line string)      { t.screen.ShowCheckLine(check, line) }
func (t *terminalFront) showCheckEnd(r check.Result)             { t.showCheck(t.screen, r) }
func (t *terminalFront) note(m lang.Message)                     { t.screen.Note(t.Language.Text(m)) }
func (t *terminalFront) imagesIn(text string) []streamjson.Image { return t.images.find(text) }
func (t *terminalFront) mode() string                            { return t.modes.current() }
func (t *terminalFront) claudesMode(mode string) string          { return t.modes.claudesModeName(mode) }
func (t *terminalFront) flush()                                  { t.screen.Flush() }
func (t *terminalFront) close()                                  { t.tty.Close() }

func (t *terminalFront) callUser(event string, why lang.Message) {
	text := t.Language.Text(why)
	t.screen.Ring("ccc: " + text)
	t.notifier.notify(event, text)
}

func (t *terminalFront) end(e *ending) error {
	t.endShell()
	t.keys.Stop() // what is typed from here on is for claude's own screen, or the shell
	unsent := t.screen.Leave()
	if e.result.Session.ID != "" {
		_, e.findings, _ = t.findings()
		said := wording.TotalsEnd(e.totals, t.Language)
		if !e.isShown {
			said = slices.Concat(wording.Totals(e.totals, t.Language), e.changes, said)
		}
		if len(said) > 0 { // the screen has shown each verdict
			t.screen.Note(strings.Join(said, "\n"))
		}
		kept := e.totals
		kept.Recording = "" // the summary is for claude's own screen, after which ccc says how to resume
		lines := slices.Concat(e.changes, wording.TotalsEnd(kept, t.Language))
		if unsent != "" { // this screen shows it; claude's own screen has to show it, too
			lines = append(lines, t.Language.Sprintf("typed, but not sent: %s", unsent))
		}
		e.summary = strings.Join(slices.Concat(wording.Totals(e.totals, t.Language), e.verdicts(t.Language), lines),
			"\n")
	}
	t.tty.Close()
	return e.err
}
