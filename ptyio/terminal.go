package ptyio

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// ErrNotTerminal is wrapped by the error of [OpenTerminal] if there is no terminal.
var ErrNotTerminal = errors.New("not a terminal")

// DefaultResets undoes what a program may have done while the terminal was raw: bracketed paste, a hidden cursor, no
// line wrap, colours.
const DefaultResets = "\x1b[?2004l\x1b[?25h\x1b[?7h\x1b[0m"

// ScreenResets also undoes what a program that draws a whole screen may have left: the alternate screen, the mouse,
// reports of focus and colours, synchronized output, application keys, keys of xterm and of kitty, the cursor's
// shape. It saves the cursor first, because without an alternate screen to leave, xterm moves the cursor to the saved
// place.
const ScreenResets = "\x1b7\x1b[?1049l" + "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l" +
	"\x1b[?1004l\x1b[?2031l\x1b[?2026l" +
	"\x1b[?1l\x1b>\x1b[>4m\x1b[<u\x1b[0 q" + DefaultResets

// Terminal is the user's terminal. Its methods may be called from any goroutine.
type Terminal struct {
	in, out   *os.File
	foundMode unix.Termios // the mode when it was opened

	mu       sync.Mutex
	raw      bool
	resets   string // what Restore writes
	guardian *Guardian

	resized   chan struct{}
	signals   chan os.Signal
	closing   chan struct{}
	closeOnce sync.Once
}

// OpenTerminal remembers the state of the terminal for Restore, and starts to listen for changes of its size. Both
// files must be terminals.
func OpenTerminal(in, out *os.File) (*Terminal, error) {
	t := &Terminal{
		in: in, out: out, resets: DefaultResets,
		resized: make(chan struct{}, 1),
		signals: make(chan os.Signal, 1),
		closing: make(chan struct{}),
	}
	if _, err := termios(out); err != nil {
		return nil, fmt.Errorf("%s: %w", out.Name(), ErrNotTerminal)
	}
	found, err := termios(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Name(), ErrNotTerminal)
	}
	t.foundMode = *found
	signal.Notify(t.signals, syscall.SIGWINCH)
	go t.listen()
	return t, nil
}

// Raw makes the terminal pass every key to the program as it is typed: ctrl-c is a byte, and nothing is echoed.
// Output is still processed, so that a newline begins a new line, whoever writes it.
func (t *Terminal) Raw() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	raw := rawMode(t.foundMode)
	t.raw = true // before the attempt: even a partial change is undone
	t.guardian.setRaw(&t.foundMode, t.resets)
	if err := setTermios(t.in, &raw); err != nil {
		return fmt.Errorf("make terminal raw: %w", err)
	}
	return nil
}

// rawMode returns the raw mode for a terminal that has the given mode.
func rawMode(raw unix.Termios) unix.Termios {
	raw.Iflag &^= unix.IGNBRK | unix.BRKINT | unix.PARMRK | unix.ISTRIP |
		unix.INLCR | unix.IGNCR | unix.ICRNL | unix.IXON
	raw.Lflag &^= unix.ECHO | unix.ECHONL | unix.ICANON | unix.ISIG | unix.IEXTEN
	raw.Cflag &^= unix.CSIZE | unix.PARENB
	raw.Cflag |= unix.CS8
	raw.Cc[unix.VMIN], raw.Cc[unix.VTIME] = 1, 0
	return raw
}

// GuardedBy sets the guardian that restores the terminal if this process is killed while the terminal is raw. Call it
// before Raw.
func (t *Terminal) GuardedBy(g *Guardian) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.guardian = g
}

// Restore puts the terminal into the mode that it had when it was opened. If it is not raw, nothing is done. Raw may
// be called again.
func (t *Terminal) Restore() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.raw {
		return nil
	}
	t.raw = false
	// The mode comes first, because it takes effect even if nobody reads the output any longer.
	err := setTermios(t.in, &t.foundMode)
	if _, e := t.out.WriteString(t.resets); err == nil {
		err = e
	}
	t.guardian.setRaw(nil, "")
	if err != nil {
		return fmt.Errorf("restore terminal: %w", err)
	}
	return nil
}

// Resets sets what Restore writes after restoring the mode: [DefaultResets] or more, to switch off what a program may
// have switched on in the terminal's output; "" if the terminal knows no control sequences.
func (t *Terminal) Resets(sequences string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.resets = sequences; t.raw {
		t.guardian.setRaw(&t.foundMode, sequences)
	}
}

// Size returns the terminal's present size; 80x24 if it is unknown.
func (t *Terminal) Size() Size {
	var s Size
	_ = control(t.out, func(fd int) error {
		ws, err := unix.IoctlGetWinsize(fd, unix.TIOCGWINSZ)
		if err == nil {
			s = Size{Cols: int(ws.Col), Rows: int(ws.Row)}
		}
		return err
	})
	return s.orDefault()
}

// Resized returns a channel that has a value after the size has changed; several changes may be one value. It is
// never closed.
func (t *Terminal) Resized() <-chan struct{} { return t.resized }

// Close restores the terminal and stops listening.
func (t *Terminal) Close() {
	_ = t.Restore() // fails if the terminal is gone
	t.closeOnce.Do(func() {
		signal.Stop(t.signals)
		close(t.closing)
	})
}

// Guard must be deferred first in every goroutine, directly: defer t.Guard(). On a panic it restores the terminal, so
// that the trace can be read, and lets the panic continue.
func (t *Terminal) Guard() {
	if v := recover(); v != nil {
		_ = t.Restore()
		panic(v)
	}
}

func (t *Terminal) listen() {
	for {
		select {
		case <-t.signals:
			select {
			case t.resized <- struct{}{}:
			default: // a value is already waiting
			}
		case <-t.closing:
			return
		}
	}
}

func termios(f *os.File) (state *unix.Termios, err error) {
	err = control(f, func(fd int) error {
		state, err = unix.IoctlGetTermios(fd, getTermios)
		return err
	})
	return state, err
}

func setTermios(f *os.File, state *unix.Termios) error {
	return control(f, func(fd int) error { return unix.IoctlSetTermios(fd, putTermios, state) })
}

// control calls op with the file's descriptor. Unlike with Fd, the descriptor stays open meanwhile and keeps its
// mode.
func control(f *os.File, op func(fd int) error) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	if err := conn.Control(func(fd uintptr) { failed = op(int(fd)) }); err != nil {
		return err
	}
	return failed
}
