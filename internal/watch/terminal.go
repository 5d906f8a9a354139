package watch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/terminal"
	"ccc/internal/terminal/editor"
	"ccc/internal/wording"
	"ccc/loop"
	"ccc/ptyio"
)

// Terminal is the terminal on which a user watches.
type Terminal struct {
	Config
	In, Out *os.File
	Styled  bool // with colours and a status line
	Dumb    bool // the terminal knows no control sequences; then Run needs a path

	Guardian []string     // the command line that calls ptyio.Guard
	Killed   lang.Message // what the user should do if ccc is killed; empty for nothing

	typed    lang.Message // shown once when the user types; empty for nothing
	endSaid  bool         // somebody else says how a session has ended
	tty      *ptyio.Terminal
	guardian *ptyio.Guardian
	keys     <-chan string
	changes  *changes
}

// Run shows the recording at path. If path is "", it shows the running session or, unless exactly one runs, a list of
// all to choose from. It ends with the session, or when the user leaves; with review also when the current review
// ends. It then restores the terminal; what was shown stays there.
func (t *Terminal) Run(ctx context.Context, path string, review bool) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := t.open(ctx, cancel); err != nil {
		return err
	}
	defer t.close()
	defer t.tty.Guard()
	if path != "" {
		return unlessCanceled(t.showUntilEnd(ctx, path, review))
	}
	return unlessCanceled(t.choose(ctx))
}

// open prepares the terminal; close restores it. Ctrl-c and the end of the terminal call cancel.
func (t *Terminal) open(ctx context.Context, cancel func()) (err error) {
	if t.tty, err = ptyio.OpenTerminal(t.In, t.Out); err != nil {
		return err
	}
	if t.guardian, err = ptyio.StartGuardian(t.Guardian[0], t.Guardian[1:], t.In, t.Out); err != nil {
		t.tty.Close()
		return lang.Errorf("start the guardian of the terminal: %w", err)
	}
	t.guardian.Say(terminal.KilledMessage(t.Language, t.Killed))
	t.tty.GuardedBy(t.guardian)
	resets := ptyio.DefaultResets + terminal.RestoreTitle
	if t.Dumb {
		resets = ""
	}
	t.tty.Resets(resets)
	t.changes = watchDirs(ctx, t.watchedDirs()...)
	if err := t.tty.Raw(); err != nil {
		t.close()
		return err
	}
	t.keys = readKeys(ctx, cancel, t.In, t.tty.Guard)
	return nil
}

func (t *Terminal) close() {
	t.tty.Close()
	t.guardian.Close()
}

// unlessCanceled returns err, or nil if the user has ended the watching.
func unlessCanceled(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// readKeys returns the user's keys. At ctrl-c and at the end of the terminal it calls cancel.
func readKeys(ctx context.Context, cancel func(), in io.Reader, guard func()) <-chan string {
	keys := make(chan string)
	go func() {
		defer guard()
		defer cancel()
		chunks := ptyio.Pump(in)
		var k editor.Keys
		var quiet <-chan time.Time
		for {
			var list []string
			select {
			case <-ctx.Done():
				return
			case chunk, ok := <-chunks:
				if !ok {
					return
				}
				list, quiet = k.All(chunk), time.After(editor.EscapeTime)
			case <-quiet:
				if k.Escape() {
					list = []string{editor.EscapeKey}
				}
			}
			for _, key := range list {
				if key == "\x03" || key == "\x04" {
					return
				}
				select {
				case keys <- key:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	return keys
}

// choose shows the running session, if there is only one, from its first stop on. Otherwise, before and after that, the
// user chooses from all.
func (t *Terminal) choose(ctx context.Context) error {
	list, err := summaries(t.Config)
	if err != nil && len(list) == 0 {
		return err
	}
	list = slices.DeleteFunc(list, func(s Session) bool { return !s.Running })
	path := ""
	l := listing{Terminal: t}
	if len(list) == 1 {
		path, l.awaited = list[0].Recording, list[0].Launch
	}
	for {
		if path == "" {
			if path, err = l.pick(ctx); err != nil || path == "" {
				return err
			}
		}
		if err := t.showUntilEnd(ctx, path, false); err != nil {
			if ctx.Err() != nil {
				return err
			}
			terminal.New(t.Out, terminal.Options{Styled: t.Styled, Lang: t.Language}).Note(t.Language.Sprintf("%v",
				err))
		}
		path = ""
	}
}

// listing shows the list of the sessions on the terminal.
type listing struct {
	*Terminal
	pickedKey string // the key of the session that the arrow keys have reached
	awaited   string // the launch that is opened at its first stop; "" for none
	drawn     []string
}

// sessionKey identifies a session.
func sessionKey(s Session) string { return cmp.Or(s.Recording, s.Launch) }

// pick draws the list until a session is opened, by the user or because it was awaited, and returns its recording; ""
// if the user leaves.
func (l *listing) pick(ctx context.Context) (path string, err error) {
	defer l.erase()
	following, stop := context.WithCancel(ctx)
	defer stop()
	b := newBoard(following, l.Config, l.changes)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		changed := l.changes.nextChange()
		list, _ := b.sessions() // what cannot be read is not listed
		list = newestOfEach(list)
		at := max(0, slices.IndexFunc(list, func(s Session) bool { return sessionKey(s) == l.pickedKey }))
		if i := slices.IndexFunc(list, l.isAwaited); i >= 0 {
			l.awaited = ""
			return list[i].Recording, nil
		}
		l.draw(list, at)
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case k := <-l.keys:
			l.awaited = ""
			switch k {
			case "\x1b[A", "\x1bOA", "k", "\x10":
				at--
			case "\x1b[B", "\x1bOB", "j", "\x0e":
				at++
			case "\r", "\n":
				switch {
				case at >= len(list):
				case list[at].Recording == "":
					l.awaited = list[at].Launch
					l.note(lang.M("%v; the session opens then, unless you press a key", NotRecorded()))
				default:
					return list[at].Recording, nil
				}
			case editor.EscapeKey, "q":
				return "", nil
			}
			if len(list) > 0 {
				l.pickedKey = sessionKey(list[min(max(at, 0), len(list)-1)])
			}
		case <-l.tty.Resized():
			l.waitForSize(ctx)
		case <-tick.C:
		case <-changed:
		}
	}
}

// isAwaited reports whether a session is the awaited one, and can be opened now.
func (l *listing) isAwaited(s Session) bool {
	return l.awaited != "" && s.Launch == l.awaited && s.Running && s.Recording != ""
}

// draw draws the list over the previous one.
func (l *listing) draw(list []Session, at int) {
	size := l.tty.Size()
	l.show(listRows(list, at, size.Cols, size.Rows, time.Now(), l.Language))
}

// show draws rows over the previous ones, if they have changed.
func (l *listing) show(rows []string) {
	if slices.Equal(rows, l.drawn) {
		return
	}
	fmt.Fprint(l.Out, "\x1b[?25l"+l.top()+terminal.WrapOff+
		strings.Join(rows, "\x1b[K\n")+"\x1b[K\x1b[J"+terminal.WrapOn)
	l.drawn = rows
}

// erase erases the list and nothing above it.
func (l *listing) erase() {
	if l.drawn != nil {
		fmt.Fprint(l.Out, l.top()+terminal.Clear)
	}
	l.drawn = nil
}

// top moves the cursor to the first row of the list. A terminal that became narrower has wrapped the rows.
func (l *listing) top() string {
	above, width := -1, l.tty.Size().Cols
	for _, row := range l.drawn {
		above += terminal.Rows(row, width)
	}
	switch {
	case above > 0:
		return fmt.Sprintf("\r\x1b[%dA", above)
	case above == 0:
		return "\r"
	}
	return ""
}

// note shows a message above the list.
func (l *listing) note(m lang.Message) {
	l.erase()
	width := func() int { return l.tty.Size().Cols }
	terminal.New(l.Out, terminal.Options{Styled: l.Styled, Width: width, Lang: l.Language}).Note(l.Language.Text(m))
}

// waitForSize waits until the size of the terminal no longer changes, and erases the list.
func (l *listing) waitForSize(ctx context.Context) {
	for {
		select {
		case <-l.tty.Resized():
		case <-ctx.Done():
			return
		case <-time.After(terminal.SettleTime):
			l.erase()
			return
		}
	}
}

// screens is how many screens of the earlier part are shown.
const screens = 2

// showUntilEnd shows a recording until it ends or the user goes back; with review also until the current review ends.
func (t *Terminal) showUntilEnd(ctx context.Context, path string, review bool) error {
	summary, err := session.Summarize(path)
	if err != nil {
		return err
	}
	playing, stop := context.WithCancel(ctx)
	defer stop()
	f := newFollower(t.Config, t.ofSummary(summary))
	f.keptLines = screens * t.tty.Size().Rows
	shown := t.screen(f)
	done := make(chan error, 1)
	go func() {
		defer t.tty.Guard()
		done <- f.run(playing, t.changes, shown)
	}()
	every := time.Second // the screen shows the time
	if review {
		every = lookInterval
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	typed := t.typed
	for {
		select {
		case k := <-t.keys:
			if k == editor.EscapeKey || k == "q" {
				stop()
			} else if !typed.Empty() {
				shown.Note(t.Language.Text(typed))
				typed = lang.Message{}
			}
		case <-t.tty.Resized():
			shown.Resize()
		case <-tick.C:
			if shown.Update(func(*terminal.Status) {}); review && reviewOver(f) {
				stop()
			}
		case err := <-done:
			shown.Resume()
			if f.sessionState().Running {
				shown.KeepCallsRunning()
			}
			shown.Leave()
			if errors.Is(err, context.Canceled) { // by the user, or at the end of the review
				return ctx.Err()
			}
			if err == nil && !t.endSaid {
				shown.Note(t.Language.Text(endMessage(f.sessionState())))
			}
			return err
		}
	}
}

// screen returns the screen for a session. It is suspended until the earlier part was read.
func (t *Terminal) screen(f *follower) *terminal.Screen {
	shown := terminal.New(t.Out, terminal.Options{
		Styled: t.Styled, Title: !t.Dumb, Dumb: t.Dumb, Typing: true, Watching: true, Dir: f.sessionState().Dir,
		Lang: t.Language, Guard: t.tty.Guard, Now: f.now,
		Width:  func() int { return t.tty.Size().Cols },
		Height: func() int { return t.tty.Size().Rows },
	})
	if f.door == session.DoorHook {
		shown.AsksItself()
	}
	shown.Tip(sessionHeading(currentSession(t.State, f.sessionState()), t.Language))
	shown.Suspend()
	shown.Update(func(st *terminal.Status) { st.Place = sessionName(f.sessionState()) })
	return shown
}

// reviewOver reports whether the review has ended.
func reviewOver(f *follower) bool {
	select {
	case <-f.ready:
		return f.sessionState().Phase != loop.PhaseReview.String()
	default:
		return false
	}
}

// endMessage says how a session ended.
func endMessage(s Session) lang.Message {
	switch {
	case s.Error != "":
		return lang.M("the session ended with an error: %s", s.Error)
	case s.brokeOff():
		return lang.M("the session broke off")
	}
	came := s.outcome()
	if s.noVerdict > 0 {
		came = lang.M("%s · %s", came, wording.AllReviews(s.reviews, s.noVerdict))
	}
	spent := wording.Spent(s.CostUSD, s.AtLeast)
	if s.Door == doorLoop { // its session may go on in claude's own screen
		return lang.M("the loop has ended: %s · %s", came, spent)
	}
	return lang.M("the session has ended: %s · %s", came, spent)
}
