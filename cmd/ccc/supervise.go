package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/term"

	"ccc/internal/recording"
	"ccc/internal/screen"
	"ccc/internal/worktree"
	"ccc/loop"
	"ccc/prompt"
	"ccc/ptyio"
	"ccc/streamjson"
)

// supervision is one run of the loop, wired.
type supervision struct {
	*program
	setup
	rubric   prompt.Source
	log      *slog.Logger
	terminal *ptyio.Terminal // nil without one
	screen   *screen.Screen
	output   *output           // nil on a terminal
	recorder *recording.Writer // nil if the launch is not recorded
	reviews  reviews
	agent    atomic.Pointer[ptyio.Child]
	signal   atomic.Int32 // that ended the run
	cancel   context.CancelFunc
	guard    func() // of the terminal

	spent       ledger
	rounds      atomic.Int32 // as /rounds set them
	reviewsMade atomic.Int32
	session     atomic.Pointer[string]
	permissions *permissions // nil where nobody can be asked
	notifier    notifier
}

// supervise is ccc --supervisor.
func (p *program) supervise(c commandLine) error {
	s, err := p.setup(c)
	if err != nil {
		return err
	}
	if s.args.Plain {
		return p.become(s, s.args.Through(s.settings.Agent))
	}
	if err := ptyio.Available(); c.mode == "hook" || err != nil {
		if err != nil {
			p.errorf("%v: reviews run in Claude Code's own screen instead, by its Stop hook", err)
		}
		return p.superviseByHook(s)
	}
	attended := term.IsTerminal(int(p.stdin.Fd())) && term.IsTerminal(int(p.stdout.Fd())) && !s.args.Print && s.args.Output == ""
	if !attended && s.args.Prompt == "" && term.IsTerminal(int(p.stdin.Fd())) {
		return usageError{errors.New("there is no task: give it as an argument, or on standard input")}
	}
	// Little is alive at any time. With half the usual garbage the memory stays as it is after the first megabyte of stream,
	// and the relay is as fast (make bench).
	debug.SetGCPercent(50)
	v := &supervision{program: p, setup: s}
	v.reviews.begin(s.work)
	if v.rubric, err = p.loadRubric(s, attended); err != nil {
		return err
	}
	logFile, err := s.state.OpenLog(s.state.Log())
	if err != nil {
		return err
	}
	defer logFile.Close()
	v.log = slog.New(slog.NewTextHandler(logFile, nil)).With("pid", os.Getpid())
	v.announce(s)
	v.pruneRecordings()
	return v.run(attended)
}

// superviseByHook is ccc --supervisor in claude's own screen, with the Stop hook switched on from the start (Decided 11).
func (p *program) superviseByHook(s setup) error {
	if _, err := s.state.Enable(s.id, true, worktree.Fingerprint(context.Background(), s.work)); p.notice(err) != nil {
		return err
	}
	p.announce(s)
	fmt.Fprintln(p.stderr, "Supervisor mode enabled: the Stop hook reviews each stop, /supervisoroff ends that")
	return p.become(s, s.args.Through(s.settings.Agent))
}

// loadRubric finds SUPERVISOR.md. Where there is none a person is offered the built-in one.
func (p *program) loadRubric(s setup, attended bool) (prompt.Source, error) {
	rubric, err := prompt.Load(s.work, s.directories.claude)
	var missing *prompt.NotFoundError
	if !errors.As(err, &missing) {
		return rubric, err
	}
	if attended {
		fmt.Fprintf(p.stderr, "ccc: %v\nccc: write the built-in rubric to %s here? [Y/n] ", err, prompt.File)
		if answer, ok := readLine(p.stdin); ok && yes(answer) {
			if _, err := prompt.Create(s.work); err != nil {
				return rubric, err
			}
			return prompt.Load(s.work)
		}
	}
	return rubric, hinted{err, "ccc init writes a good one to ./" + prompt.File}
}

// announce says where the logs are (D01).
func (p *program) announce(s setup) {
	format := "[Supervisor Mode] 日志文件:\n  状态目录: %s\n  Hook 日志: %s\n  Supervisor 输出: %s\n"
	if p.english(s.file) {
		format = "[Supervisor Mode] log files:\n  state directory: %s\n  hook log: %s\n  supervisor output: %s\n"
	}
	fmt.Fprintf(p.stderr, format, s.state, s.state.HookLog(), s.state.Output("{session}"))
}

// run runs the loop, and hands the session back when it is done.
func (v *supervision) run(attended bool) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	v.cancel = cancel
	guard := func() {}
	v.guard = guard
	input := make(chan loop.Input, 64)
	if attended {
		terminal, err := ptyio.OpenTerminal(v.stdin, v.stdout)
		if err != nil {
			return err
		}
		v.terminal = terminal
		guard = terminal.Guard
		v.guard = guard
		defer terminal.Close()
		defer terminal.Guard()
		fmt.Fprintf(v.stdout, "Supervisor mode enabled\n%s\n", v.limits())
		if err := terminal.Raw(); err != nil {
			return err
		}
		v.screen = v.openScreen(guard)
		v.firstStatus()
		v.permissions = &permissions{screen: v.screen, asked: v.asked, idle: v.notAsked}
	} else {
		fmt.Fprintf(v.stderr, "Supervisor mode enabled\n%s\n", v.limits())
		v.screen = screen.New(v.stderr, screen.Options{All: v.args.Verbose})
		v.output = &output{format: v.args.Output, w: v.stdout, failed: cancel, shown: term.IsTerminal(int(v.stdout.Fd()))}
	}
	defer v.catchSignals(guard)()
	if attended {
		go v.listen(input, guard)
		go v.followSize(guard)
		if v.args.Prompt != "" {
			input <- loop.Input{Kind: loop.Message, Text: v.args.Prompt}
		}
	} else if err := v.readTask(ctx, input); err != nil {
		return err
	}

	began, before := time.Now(), make(chan tree, 1)
	go func() {
		defer guard()
		before <- v.lookAtTree(attended)
	}()
	v.record(began, attended)
	result, err := loop.Run(ctx, loop.Config{
		Bounds:   v.bounds(),
		Attended: attended,
		Input:    input,
		Start:    v.start,
		Review:   v.review,
		Observe:  func(e streamjson.Event) { v.observe("agent", e) },
		Pause:    func() { v.screen.Flush(); v.recorder.Pause() },
		Guard:    guard,
		Tell:     v.tell,
		Record:   v.note,
		Log:      v.log,
	})
	v.reviews.keeping.Wait()
	took := time.Since(began)
	v.endRecord(result, err, took)
	v.log.Info("done", "outcome", result.Outcome, "session", result.Session.ID, "rounds", result.Rounds, "cost_usd", result.CostUSD, "err", err)
	if result.Outcome == loop.Completed || !attended && result.Outcome != loop.Interrupted {
		v.notify(string(result.Outcome), completedText(result))
	}
	v.screen.Leave()
	if v.terminal != nil {
		if result.Session.ID != "" {
			v.screen.Note(strings.Join(v.summary(result, took, <-before), "\n"))
		}
		v.terminal.Close()
	}
	v.notifier.wait()
	if err != nil {
		return v.withResume(err, result)
	}
	if v.output != nil {
		if err := v.output.finish(result, took); err != nil {
			return fmt.Errorf("write the result: %w", err)
		}
	}
	if sig := v.signal.Load(); sig != 0 {
		v.sayResume(result)
		return exitStatus(128 + sig)
	}
	if result.Outcome == loop.Completed && attended {
		return v.withResume(v.become(v.setup, v.args.Screen(v.settings.Agent, result.Session.ID)), result)
	}
	if result.Outcome != loop.Completed {
		v.sayResume(result)
	}
	return outcomeStatus(result.Outcome)
}

// outcomeStatus is the exit code that tells of an outcome.
func outcomeStatus(o loop.Outcome) exitStatus {
	return exitStatus(map[loop.Outcome]int{loop.NotCompleted: 3, loop.NeedsUser: 4, loop.Interrupted: 130}[o])
}

// openScreen is the screen of a person's terminal.
func (v *supervision) openScreen(guard func()) *screen.Screen {
	dumb := v.getenv("TERM") == "dumb"
	resets := ptyio.DefaultResets + screen.RestoreTitle
	if dumb {
		resets = ""
	}
	v.terminal.Resets(resets)
	return screen.New(v.stdout, screen.Options{
		Styled: !dumb && v.getenv("NO_COLOR") == "", Title: !dumb, Dumb: dumb, Typing: true, All: v.args.Verbose, Guard: guard,
		Notify: v.notificationForm(), History: v.history(),
		Width:  func() int { return v.terminal.Size().Cols },
		Height: func() int { return v.terminal.Size().Rows },
	})
}

// maxRounds is how many reviews there may be.
func (v *supervision) maxRounds() int {
	if n := v.rounds.Load(); n > 0 {
		return int(n)
	}
	return v.file.Supervisor.MaxIterations
}

// resume says how to go on with the session under supervision; "" where there is none.
func (v *supervision) resume(r loop.Result) string {
	if r.Session.ID == "" {
		return ""
	}
	line := "resume this session with: ccc --supervisor"
	if v.provider != nil {
		line += " " + v.provider.Name
	}
	return line + " --resume " + r.Session.ID
}

func (v *supervision) sayResume(r loop.Result) {
	if line := v.resume(r); line != "" {
		v.errorf("%s", line)
	}
}

func (v *supervision) withResume(err error, r loop.Result) error {
	if line := v.resume(r); line != "" {
		return hinted{err, line}
	}
	return err
}

// start starts the agent; the loop calls it.
func (v *supervision) start(s loop.Session) (loop.Process, error) {
	command := ptyio.Command{
		Path: v.claude.Path,
		Args: append(append([]string(nil), v.claude.Args...), v.args.Agent(v.settings.Agent, s.ID, s.Model, v.terminal != nil)...),
		Dir:  v.dirOf(s),
		Env:  v.environ(v.setup),
	}
	if v.terminal != nil {
		command.Size = v.terminal.Size()
	}
	child, err := ptyio.Start(command)
	if errors.Is(err, ptyio.ErrNoPTY) {
		err = hinted{err, "the loop needs a pseudo-terminal: is /dev/ptmx there, and are there any left?"}
	}
	if err != nil {
		return loop.Process{}, err
	}
	v.spent.agentStarts()
	if v.permissions != nil { // what the one before asked, nobody waits for any more
		v.permissions.drop(func(*request) bool { return true })
	}
	v.log.Info("agent started", "pid", child.Pid(), "session", s.ID)
	v.agent.Store(child)
	v.recorder.Item(recording.Item{Type: recording.TypeStart, Phase: "agent"})
	if s.ID != "" {
		v.session.Store(&s.ID)
	}
	return loop.Process{Output: child, Send: child.Send, End: func() string { return child.End().String() }}, nil
}

// dirOf is the directory that the session belongs to, as long as it is there: a work tree may be gone.
func (v *supervision) dirOf(s loop.Session) string {
	if info, err := os.Stat(s.Dir); err != nil || !info.IsDir() {
		return v.work
	}
	return s.Dir
}

// observe shows an event, in the goroutine that read it.
func (v *supervision) observe(phase string, e streamjson.Event) {
	v.recorder.Line(phase, e.Raw)
	if phase == "agent" {
		v.reviews.see(e)
		v.screen.Agent(e)
	} else {
		v.screen.Reviewer(e)
	}
	v.follow(phase, e)
	if child := v.agent.Load(); phase == "agent" && child != nil {
		v.permissions.take(e, child.Send)
	}
	if v.output != nil {
		v.output.line(phase, e)
	}
}

// tell shows what the loop says.
func (v *supervision) tell(n loop.Notice) {
	if n.Text != "" {
		v.recorder.Item(recording.Item{Type: recording.TypeNotice, Text: n.Text})
	}
	if n.Text == "" && n.Sent == "" && n.Verdict == nil {
		v.begin(n)
	}
	show(v.screen, n, v.maxRounds())
	if n.Verdict != nil {
		v.reviewsMade.Add(1)
	}
	if n.Verdict != nil && v.output != nil {
		v.output.verdict(*n.Verdict, n.Round)
	}
}

// show puts on the screen what the loop says.
func show(s *screen.Screen, n loop.Notice, rounds int) {
	switch {
	case n.Text != "":
		s.Note(n.Text)
	case n.Sent != "":
		s.Person(n.Sent)
	case n.Begin == loop.PhaseReview:
		s.Rule(fmt.Sprintf("review %d of %d", n.Round, rounds))
	case n.Verdict != nil && n.Verdict.Completed:
		rounds := "rounds"
		if n.Round == 1 {
			rounds = "round"
		}
		s.Done(fmt.Sprintf("── completed after %d %s ──", n.Round, rounds))
	case n.Verdict != nil && n.Verdict.Blocked:
		s.Rule("the supervisor asks you this")
	case n.Verdict != nil:
		s.Rule("not completed")
	}
}

// catchSignals ends the run at a signal; the second one does not wait for claude to be polite.
func (v *supervision) catchSignals(guard func()) (stop func()) {
	signals := make(chan os.Signal, 8)
	// With SIGPIPE here a write to a closed output is an error and not the end.
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	go func() {
		defer guard()
		for s := range signals {
			if s == syscall.SIGPIPE {
				continue
			}
			if !v.signal.CompareAndSwap(0, int32(s.(syscall.Signal))) {
				if child := v.agent.Load(); child != nil {
					child.Kill()
				}
			}
			v.cancel()
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}
