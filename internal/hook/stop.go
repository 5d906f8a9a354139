package hook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"ccc/internal/claude/snapshot"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/notify"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/review"
	"ccc/internal/secret"
	"ccc/internal/session"
	"ccc/internal/state"
)

// StopOptions are the flags of ccc supervisor-hook; "" for the value of the launch.
type StopOptions struct {
	Settings, StateDir, Session string
	Direct                      bool // it is the launch's own hook
	Shell                       bool // a shell has called it all the same (2.1.5)
}

// clear removes the values of the flags, and returns the names of those that had one.
func (o *StopOptions) clear() (names []string) {
	for name, value := range map[string]*string{
		"--settings": &o.Settings, "--state-dir": &o.StateDir, "--session-id": &o.Session,
	} {
		if *value != "" {
			names, *value = append(names, name), ""
		}
	}
	slices.Sort(names)
	return names
}

// IsDirect is the value of [state.DirectEnv] in a launch whose own hooks are called without a shell.
const IsDirect = "direct"

// Stop runs ccc supervisor-hook.
func (p *Program) Stop(o StopOptions) error {
	named := p.launch() != ""
	unreadable := shellPrints(p.Env) && (o.Shell || !o.Direct)
	if unreadable {
		p.Stderr = io.Discard // this output would reach the agent
	}
	ignored := p.TakeEnv()
	dirs, err := p.directories()
	if err != nil {
		return p.allowStop(err)
	}
	if p.inLaunch { // the launch knows its settings, state and session; the agent can write such a flag into a hook
		ignored = append(ignored, o.clear()...)
	}
	own := dirs.State
	if o.StateDir != "" {
		dirs.State = state.Dir(o.StateDir)
	}
	logFile, err := dirs.State.OpenLog(dirs.State.HookLog())
	if err != nil {
		p.errorf("%v", err)
	}
	defer logFile.Close()
	mask := secret.New(secret.InEnv(p.Env)...)
	log := slog.New(slog.NewTextHandler(mask.Writer(logFile), nil))
	in := Input{SessionID: o.Session}
	if in.SessionID == "" || !term.IsTerminal(int(p.Stdin.Fd())) {
		if in, err = p.readInput(o.Session); err != nil {
			log.Error("stop allowed: no review", "err", err)
			return p.allowStop(err)
		}
	}
	if p.isDeclined(own, in, o, log) {
		return nil
	}
	if len(ignored) > 0 {
		log.Warn("variables that claude's settings changed do not count", "session_id", in.SessionID, "names", ignored)
	}
	if named && p.isForeign {
		log.Info("not the launch's own claude", "session_id", in.SessionID)
	}
	h := p.hook(dirs, in, cmp.Or(o.Settings, p.Env.Get(state.ReviewerEnv)), ignored, mask)
	h.Log, h.Wait = log, func() (context.Context, func()) { return UntilUnwanted(p.Stdout) }
	decide := h.Run
	if in.isPart() {
		decide = h.RunPart
	}
	d := decide(in)
	if d.Reason != "" && (unreadable || in.Event == taskCompleted) {
		return &BlockedError{d.Reason}
	}
	return d.Write(p.Stdout)
}

// isDeclined reports whether this call leads to no review: it is forged, or another hook of the launch answers it, or
// the event is not a stop. own is the state directory of this process.
func (p *Program) isDeclined(own state.Dir, in Input, o StopOptions, log *slog.Logger) bool {
	switch {
	case p.isForged(own, in.SessionID):
		log.Warn("claude did not call this hook: nothing is reviewed", "session_id", in.SessionID)
		p.errorf("the claude of this launch is running, and only it can ask for a review")
	case p.hasOwnHooks() && !o.Direct:
		log.Info("the launch's own hook decides, not that of settings.json", "session_id", in.SessionID)
	case in.Event != "" && in.Event != "Stop" && !in.isPart():
		log.Info("not a stop: nothing is reviewed", "session_id", in.SessionID, "event", in.Event)
	default:
		return false
	}
	return true
}

// hasOwnHooks reports whether the launch has hooks of its own, which are called without a shell.
func (p *Program) hasOwnHooks() bool { return p.byCCC && p.Env.Get(state.DirectEnv) == IsDirect }

// hook prepares the hook for a stop. settings is the reviewer's settings file, ignored are the variables that claude's
// settings changed.
func (p *Program) hook(dirs state.Directories, in Input, settings string, ignored []string, mask *secret.Mask) Hook {
	self, _ := process.Of(os.Getpid())
	return Hook{
		State: dirs.State, Launch: p.launch(), Own: p.hasOwnHooks(), Plain: p.inLaunch && !p.byCCC,
		Named: p.session != "",
		Lang:  p.language(provider.File{}),
		Self:  self, Claude: p.callingClaude, Mask: mask,
		Print: func(text string) { fmt.Fprintln(p.Stderr, text) },
		Prepare: func(in Input) (Setup, error) {
			s, err := p.prepare(dirs, in, settings, mask)
			if len(ignored) > 0 {
				s.Notes = append(s.Notes,
					lang.M("claude's settings, which the agent can write, set %s: it does not count in "+
						"a review", lang.List(ignored...)))
			}
			return s, err
		},
		Claims: func() (f provider.File, dir string, err error) {
			_, f, err = p.configuration(dirs)
			mask.Add(review.Secrets(p.Env, dirs, f)...)
			return f, cmp.Or(p.Env.Get(state.ProjectEnv), in.CWD, dirs.Work), err
		},
	}
}

// allowStop lets the agent stop despite an error. The user is told in claude's screen too if there is a launch.
func (p *Program) allowStop(err error) error {
	p.errorf("%v", err)
	if p.launch() == "" {
		return nil
	}
	why := p.language(provider.File{}).Text(noReviewMessage(err))
	return Decision{Message: "[SUPERVISOR] " + why}.Write(p.Stdout)
}

// prepare reads what a review needs. If it fails, the setup still has the user's language, and the notify_command if
// ccc.json can be read.
func (p *Program) prepare(dirs state.Directories, in Input, reviewer string, mask *secret.Mask) (s Setup, err error) {
	began, f, err := p.configuration(dirs)
	if err != nil { // it is unknown whether to record
		return Setup{Lang: p.language(f), Recordings: session.Retention{Off: true}}, err
	}
	mask.Add(review.Secrets(p.Env, dirs, f)...)
	MaskSettings(mask, reviewer)
	dirs.Work = cmp.Or(p.Env.Get(state.ProjectEnv), in.CWD, dirs.Work)
	prepared := Preparation{
		Snapshot: began,
		Env:      p.Env, Dirs: dirs, File: f, Launch: cmp.Or(p.launch(), in.SessionID), Settings: reviewer, Mask: mask,
		Version: p.Version, Language: p.language(f), Stderr: p.Stderr, OnCorrupt: p.reportCorrupt,
	}
	s, err = prepared.PrepareChecks()
	s.Recordings = Retention(p.Env, f)
	if began != nil {
		s.Config = p.configChange(dirs, f)
	}
	self, selfErr := process.InstalledPath()
	if selfErr != nil {
		return s, selfErr
	}
	s.Notify = notify.Command{
		Line: f.NotifyCommand, Env: s.CheckEnv, Self: self, State: dirs.State, Log: dirs.State.HookLog(),
	}
	if err != nil {
		return s, err
	}
	if err = prepared.PrepareReviewer(&s, in); err != nil {
		return s, err
	}
	if claude, ok := p.callingClaude(); ok {
		s.Review.Claude.Runs = process.Programs(claude.Pid)
	}
	prepared.showReview(&s, in.SessionID)
	return s, nil
}

// configuration returns the copy of claude's configuration that was made when the launch began, and ccc.json as it
// was then, because the agent could not write either. The copy is nil for a claude that was started without ccc.
func (p *Program) configuration(dirs state.Directories) (began *snapshot.Snapshot, f provider.File, err error) {
	if digest := p.Env.Get(state.BaselineEnv); digest != "" {
		if began, err = snapshot.Load(dirs.State.Snapshot(p.launch()), digest); err != nil {
			return nil, f, err
		}
	}
	f, err = p.Load(dirs.Config, began.Read)
	return began, f, err
}

// configChange compares ccc.json with what it was when the launch began.
func (p *Program) configChange(dirs state.Directories, began provider.File) (c ConfigChange) {
	now, err := p.Load(dirs.Config, file.ReadJSON)
	switch {
	case err != nil:
		c.Note = lang.M("%v; this launch goes on with the file as it was at its beginning", err)
		c.Digest = file.Digest(err.Error())
	case !now.SaysTheSame(began):
		c.Note = lang.M("%s has changed since this launch began: that counts from the next launch on", now.Path)
		c.Digest = now.MeaningDigest()
	}
	return c
}

// UntilUnwanted returns a context that is done when claude no longer wants the output: claude has ended, or it has
// sent the signal with which it ends a hook or a status line. Soon after that the process is ended, whatever it is
// doing.
func UntilUnwanted(stdout *os.File) (ctx context.Context, stop func()) {
	ctx, stop = process.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	go watchReader(stdout, func() {
		if ctx.Err() == nil {
			_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
		}
	})
	return ctx, stop
}

// watchReader calls gone when nobody reads standard output any more, because claude has ended. Another program may
// keep the output open longer than claude lives.
func watchReader(stdout *os.File, gone func()) {
	fds := []unix.PollFd{{Fd: int32(stdout.Fd())}}
	for {
		if _, err := unix.Poll(fds, -1); err != nil && !errors.Is(err, unix.EINTR) {
			return
		}
		if fds[0].Revents&(unix.POLLHUP|unix.POLLERR) != 0 {
			gone()
			return
		}
		if fds[0].Revents != 0 {
			return
		}
	}
}
