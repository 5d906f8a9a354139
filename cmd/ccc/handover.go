package main

import (
	"cmp"
	"context"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"ccc/internal/lang"
	"ccc/internal/launch"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/state"
	"ccc/ptyio"
)

// handOver lets claude's own screen go on with the session of a loop that is done, to its end. That screen draws over
// all that stands here, so the summary is told there. Reviews stay on, by the Stop hook, unless ccc.json says
// otherwise. A companion stays behind it, to say how to resume: what claude says of that leaves out supervisor and
// provider.
func (p *program) handOver(s setup, end launch.End) error {
	files := review.Look(context.Background(), s.Work)
	greeting := strings.TrimSuffix(end.Summary+"\n"+p.language(s.file).Text(s.resume(end.Session)), "\n")
	_, err := s.State.Change(s.id, func(st *state.State) {
		now := time.Now().UTC()
		st.HandedOver, st.Greeting = now, greeting
		if !s.file.Supervisor.AfterPlain {
			st.Enabled, st.EnabledAt, st.Base, st.BaseTree = true, now, files.Work, files.Tree
		}
	})
	if err == nil && !s.file.Supervisor.AfterPlain {
		var judged rubric.Rubric
		if judged, err = p.rubricIn(s.Directories); err == nil {
			err = p.keepNext(s.Directories, s.id, judged)
		}
	}
	if err := p.notice(err); err != nil {
		p.errorf("reviews are not on in claude's own screen: %v", err)
	}
	self, err := os.Executable()
	if err != nil {
		return lang.Errorf("find the path of ccc: %w", err)
	}
	argv, env := s.command(p, s.args.Screen(s.settings.Agent, end.Session, end.Mode))
	resume := p.language(s.file).Text(s.resume(sessionMark))
	// A new program: this one still reads the terminal, and would take keys from claude.
	return p.exec(self, slices.Concat([]string{self, companionArg, resume, end.Session}, argv), env)
}

// companionArg makes ccc the companion of claude's own screen: ccc --companion RESUME SESSION CLAUDE ARGS…, where
// RESUME is what it says at the end ("" for nothing), with sessionMark for the session that is the newest of the
// launch.
const (
	companionArg = "--companion"
	sessionMark  = "{session}"
)

// companion is ccc --companion.
func (p *program) companion(args []string) error {
	resume, session, argv := args[0], args[1], args[2:]
	status, err := p.accompany(argv)
	if dirs, err := p.directories(); err == nil {
		p.sayMissed(dirs)
		launch, _ := dirs.State.Load(p.getenv(state.LaunchEnv)) // one that cannot be read names none
		session = cmp.Or(launch.Newest, session)                // /clear and /resume lead to another one
	}
	resume = strings.ReplaceAll(resume, sessionMark, session)
	if err != nil {
		return withHint(lang.Errorf("start %s: %w", argv[0], err), resume)
	}
	if resume != "" {
		p.sayWhole("ccc: " + resume)
	}
	return status
}

// accompany runs a program on this terminal, in this process group, to its end. What the terminal or the shell does to
// one of the two the other one follows: signals go to the program, and where that stops, ccc stops with it. Where the
// program was killed, or leaves the terminal in another mode, the terminal is brought back.
func (p *program) accompany(argv []string) (exitStatus, error) {
	runtime.LockOSThread() // a death signal is sent at the end of the thread that has started the program
	defer runtime.UnlockOSThread()
	found, _ := term.GetState(int(p.stdin.Fd())) // nil: no terminal
	signals := make(chan os.Signal, 8)
	// Those of the terminal go to the whole group: they are only not to end ccc. A program that is started while they
	// are caught has them as usual, where ignored ones would stay so.
	// One that stops the whole group stops ccc with the program, below: by itself it would need a second fg.
	signal.Notify(signals, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGTSTP)
	defer signal.Stop(signals)
	child := exec.Command(argv[0], argv[1:]...)
	child.Env = p.env
	child.Stdin, child.Stdout, child.Stderr = p.stdin, p.stdout, p.terminal
	child.SysProcAttr = companionAttributes()
	if err := child.Start(); err != nil {
		return 0, err
	}
	go func() {
		for caught := range signals {
			if caught == syscall.SIGTERM || caught == syscall.SIGHUP {
				_ = child.Process.Signal(caught) // it may be gone
			}
		}
	}()
	for {
		var status syscall.WaitStatus
		_, err := syscall.Wait4(child.Process.Pid, &status, syscall.WUNTRACED, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return 0, err
		case status.Stopped():
			stopUntilContinued()
			_ = child.Process.Signal(syscall.SIGCONT)
		case status.Signaled():
			p.bringBack(found, true)
			p.errorf("%s was ended by a signal: %v", filepath.Base(argv[0]), status.Signal())
			return exitStatus(128 + int(status.Signal())), nil
		default:
			p.bringBack(found, false)
			return exitStatus(status.ExitStatus()), nil
		}
	}
}

// bringBack brings the terminal back to the mode in which it was found, and undoes what a program that was killed, or
// has left another mode, may have switched on there. Nothing is done where the terminal is another job's by now.
func (p *program) bringBack(found *term.State, killed bool) {
	in := int(p.stdin.Fd())
	now, err := term.GetState(in)
	if found == nil || err != nil || !killed && *now == *found {
		return
	}
	if group, err := unix.IoctlGetInt(in, unix.TIOCGPGRP); err != nil || group != unix.Getpgrp() {
		return
	}
	_ = term.Restore(in, found) // one that has gone away needs none
	if p.getenv("TERM") != "dumb" && term.IsTerminal(int(p.stdout.Fd())) {
		_, _ = io.WriteString(p.stdout, ptyio.ScreenResets+"\r\x1b[J")
	}
}

// stopUntilContinued stops this process until fg. The thread that sends the signal may run on for a moment before it
// takes effect: what comes next must not be done in that moment.
func stopUntilContinued() {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	if syscall.Kill(os.Getpid(), syscall.SIGSTOP) == nil {
		<-continued
	}
}
