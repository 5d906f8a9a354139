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

// A Guardian is a second process that acts if this one is killed by SIGKILL, which it notices by the end of a pipe. It
// restores the user's terminal, says what happened, and ends what the children have left running. A nil Guardian does
// nothing. Its methods may be called from any goroutine.
type Guardian struct {
	process *exec.Cmd
	pipe    *os.File
	mu      sync.Mutex
	duty    duty
}

// duty is what the guardian must do if this process is killed now. Each change is sent through the pipe as a line of
// JSON, short enough for the kernel to write it in one piece.
type duty struct {
	Mark   string        `json:"mark,omitempty"`   // found in the environment of all children
	Found  *unix.Termios `json:"found,omitempty"`  // the terminal's mode before it became raw; nil if it is not raw
	Resets string        `json:"resets,omitempty"` // control sequences for the terminal's output
	Words  string        `json:"words,omitempty"`  // text for the user
}

// guardianTime is how long Close waits for the guardian. It ends within milliseconds, unless it was stopped.
const guardianTime = time.Second

// StartGuardian starts a guardian: a command that calls [Guard]. It runs in its own session, so that signals to our
// group or terminal do not reach it. in and out become its stdin and stdout and are the user's terminal; nil if there
// is none. It keeps the files keep open as long as it lives, so that a lock on one of them is held until the
// children's processes are gone. Call Close before this process ends or becomes another program.
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
	g.process.Dir = "/" // so that it does not block the unmounting of a file system
	g.process.ExtraFiles = append([]*os.File{r}, keep...)
	g.process.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := g.process.Start(); err != nil {
		w.Close()
		return nil, err
	}
	g.update(func(d *duty) { d.Mark = family() })
	return g, nil
}

// Say sets the text that the user reads on a terminal if this process is killed. It must not contain control characters
// other than newlines.
func (g *Guardian) Say(words string) { g.update(func(d *duty) { d.Words = words }) }

// setRaw says that the terminal is raw now, and which mode it had before. nil means that it was restored.
func (g *Guardian) setRaw(found *unix.Termios, resets string) {
	g.update(func(d *duty) { d.Found, d.Resets = found, resets })
}

// update changes the duty and sends it. An error means that the guardian is gone, and nothing can be done about that.
func (g *Guardian) update(change func(*duty)) {
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

// Close ends the guardian without letting it act.
func (g *Guardian) Close() {
	if g == nil {
		return
	}
	g.update(func(d *duty) { *d = duty{} })
	g.pipe.Close()
	late := time.AfterFunc(guardianTime, func() { _ = g.process.Process.Kill() })
	_ = g.process.Wait() // its status does not matter
	late.Stop()
}

// GuardPipe is the file descriptor of the pipe in the guardian.
const GuardPipe = 3

// Guard is the main function of a guardian. It reads duties from the pipe until the pipe ends, and then performs the
// last one.
func Guard(in, out, pipe *os.File) {
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGPIPE,
		syscall.SIGTSTP, syscall.SIGTTOU, syscall.SIGTTIN)
	_ = os.WriteFile("/proc/self/comm", []byte("guardian"), 0) // "killall -9" of the program's name spares it (Linux)
	var last duty
	lines := bufio.NewReader(pipe)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil { // an incomplete line does not count
			break
		}
		var next duty
		if json.Unmarshal(line, &next) == nil {
			last = next
		}
	}
	last.perform(in, out)
}

// perform restores the terminal and ends what is left running. A terminal that accepts no output does not delay the
// rest.
func (d duty) perform(in, out *os.File) {
	said := make(chan struct{})
	go func() {
		defer close(said)
		if d.Found == nil {
			return
		}
		// If a shell has taken over the terminal, its mode belongs to that shell.
		if now, raw := termiosOf(in), rawMode(*d.Found); now.Lflag == raw.Lflag && now.Iflag == raw.Iflag {
			_ = setTermios(in, d.Found)
		}
		below := ""
		if d.Resets != "" { // the terminal knows control sequences: clear everything below the text
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

// termiosOf returns the mode of a terminal, or zero if the terminal is gone.
func termiosOf(f *os.File) unix.Termios {
	now, err := termios(f)
	if err != nil {
		return unix.Termios{}
	}
	return *now
}
