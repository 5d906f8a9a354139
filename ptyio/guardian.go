package ptyio

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A Guardian is a second process that does what this one cannot do any more when it is killed by SIGKILL: it brings the
// person's terminal back, says what happened, and ends what the children have left behind. It learns of the kill by the
// end of a pipe. A nil Guardian does nothing. Its methods may be called from any goroutine.
type Guardian struct {
	process *exec.Cmd
	pipe    *os.File
	mu      sync.Mutex
	duty    duty
}

// duty is what is to be done if this process is killed now. Each change goes through the pipe as a line of JSON, which
// is less than the kernel writes in one piece.
type duty struct {
	Mark   string        `json:"mark,omitempty"`   // of all children
	Found  *unix.Termios `json:"found,omitempty"`  // the mode of a terminal that is raw now
	Resets string        `json:"resets,omitempty"` // for its output
	Words  string        `json:"words,omitempty"`  // for the user
}

// guardianTime is how long Close waits for the guardian. It ends within milliseconds, unless it was stopped.
const guardianTime = time.Second

// StartGuardian starts a guardian: a command that calls [Guard], in a session of its own, so that what is sent to our
// group or our terminal does not reach it. in and out are its stdin and stdout, the user's terminal; nil where there
// is none. It keeps the other files open as long as it lives: a lock on one ends when what the children have left is
// gone. Close is to be called before this process ends, or becomes another program.
func StartGuardian(path string, args []string, in, out *os.File, keep ...*os.File) (*Guardian, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	g := &Guardian{process: exec.Command(path, args...), pipe: w}
	if in != nil {
		g.process.Stdin = in
	}
	if out != nil {
		g.process.Stdout = out
	}
	g.process.Dir = "/" // it keeps no directory from being unmounted
	g.process.ExtraFiles = append([]*os.File{r}, keep...)
	g.process.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := g.process.Start(); err != nil {
		w.Close()
		return nil, err
	}
	g.tell(func(d *duty) { d.Mark = family() })
	return g, nil
}

// Say sets the words that the user reads on a terminal if this process is killed: lines without control characters.
func (g *Guardian) Say(words string) { g.tell(func(d *duty) { d.Words = words }) }

// raw says that the terminal is raw now, and was found in another mode; nil: it is as it was.
func (g *Guardian) raw(found *unix.Termios, resets string) {
	g.tell(func(d *duty) { d.Found, d.Resets = found, resets })
}

// tell changes the duty. A guardian that is gone guards no more, which is all that can come of it.
func (g *Guardian) tell(change func(*duty)) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	change(&g.duty)
	if line, err := json.Marshal(g.duty); err == nil {
		_, _ = g.pipe.Write(append(line, '\n'))
	}
}

// Close ends the guardian without anything done.
func (g *Guardian) Close() {
	if g == nil {
		return
	}
	g.tell(func(d *duty) { *d = duty{} })
	g.pipe.Close()
	late := time.AfterFunc(guardianTime, func() { _ = g.process.Process.Kill() })
	_ = g.process.Wait() // how it ended changes nothing
	late.Stop()
}

// GuardPipe is the descriptor of a guardian that is its pipe.
const GuardPipe = 3

// Guard is what a guardian does, for its whole life: it follows the pipe to its end, and does what the last line says.
func Guard(in, out, pipe *os.File) {
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGPIPE,
		syscall.SIGTSTP, syscall.SIGTTOU, syscall.SIGTTIN)
	_ = os.WriteFile("/proc/self/comm", []byte("guardian"), 0) // "killall -9" of the program's name spares it (Linux)
	var last duty
	lines := bufio.NewReader(pipe)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil { // a line without its end was never said
			break
		}
		var next duty
		if json.Unmarshal(line, &next) == nil {
			last = next
		}
	}
	last.do(in, out)
}

// do brings the terminal back and ends what is left. A terminal that takes no output does not hold up the rest.
func (d duty) do(in, out *os.File) {
	said := make(chan struct{})
	go func() {
		defer close(said)
		if d.Found == nil {
			return
		}
		// If a shell has taken the terminal over, its mode is that shell's.
		if now, raw := termiosOf(in), rawMode(*d.Found); now.Lflag == raw.Lflag && now.Iflag == raw.Iflag {
			_ = setTermios(in, d.Found)
		}
		below := ""
		if d.Resets != "" { // it knows control sequences: nothing of ours stays below the words
			below = "\x1b[J"
		}
		_, _ = io.WriteString(out, d.Resets+"\n"+below+d.Words+"\n")
	}()
	if d.Mark != "" {
		sweep{mark: d.Mark, grace: Grace{}.orDefault().Term}.run()
	}
	select {
	case <-said:
	case <-time.After(guardianTime):
	}
}

// termiosOf is the mode of a terminal, zero if it has gone away.
func termiosOf(f *os.File) unix.Termios {
	now, err := termios(f)
	if err != nil {
		return unix.Termios{}
	}
	return *now
}
