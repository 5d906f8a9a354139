package plan

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"ccc/internal/lang"
	"ccc/internal/output"
	"ccc/internal/task"
	"ccc/loop"
)

// Word is the first argument of a ccc that does a task of a run; the second is the run's terms, as JSON.
const Word = "--task-of-run"

// The descriptors that a run gives the ccc of a task, and then its locks: those are held until the last of them has
// ended, so that a run which was killed is not begun again while a task of it is still there.
const (
	lifeline = 3 // ends with the run
	reports  = 4 // takes a [Status], a line each
	held     = 5 // the first of [terms.Locks]
)

// terms are what a run says of a task.
type terms struct {
	Title   string  `json:"title"`
	CostUSD float64 `json:"cost_usd,omitempty"` // what the task may cost in all; 0 is no bound
	Dir     string  `json:"dir"`                // [Config.Dir]: what the task is judged by is there, in no work tree
	Judged  string  `json:"judged"`             // [Config.Judged]
	Locks   int     `json:"locks"`
}

// Status is where a task stands that is being done.
type Status struct {
	Error   string  `json:"error,omitempty"` // with which its ccc ends, in English; there is nothing else then
	Phase   string  `json:"phase"`
	Round   int     `json:"round"`
	Of      int     `json:"of"`
	CostUSD float64 `json:"cost_usd"`
	Session string  `json:"session_id,omitempty"`
}

// Link is the connection of a task's ccc with the run.
type Link struct {
	terms
	mu      sync.Mutex
	reports *json.Encoder
}

// Join connects a ccc that was called with [Word] and this argument. When the run is gone it gets a SIGTERM.
func Join(argument string) (*Link, error) {
	l := &Link{reports: json.NewEncoder(os.NewFile(reports, "reports"))}
	if err := json.Unmarshal([]byte(argument), &l.terms); err != nil {
		return nil, lang.Errorf("%s is for ccc run alone", Word)
	}
	for fd := lifeline; fd < held+l.Locks; fd++ {
		syscall.CloseOnExec(fd)
	}
	go func() {
		_, _ = os.NewFile(lifeline, "lifeline").Read(make([]byte, 1)) // nothing ever comes
		_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
	}()
	return l, nil
}

// CheckRubric refuses a rubric that is not the one which the user agreed to when the run began: an agent may have
// written it.
func (l *Link) CheckRubric(path, digest string) error {
	if digest != l.Judged {
		return &RubricChangedError{path}
	}
	return nil
}

// Bound gives a policy no more than the run has left.
func (l *Link) Bound(p task.Policy) task.Policy {
	if l.CostUSD > 0 && (p.MaxCostUSD == 0 || l.CostUSD < p.MaxCostUSD) {
		p.MaxCostUSD, p.Shared = l.CostUSD, true
	}
	return p
}

// Told passes on where the task stands. It may be called from any goroutine.
func (l *Link) Told(n loop.Notice) {
	l.send(Status{
		Phase: n.At.Phase.String(), Round: n.At.Round, Of: n.At.Of, CostUSD: n.At.AgentUSD + n.At.ReviewUSD,
		Session: n.At.Session.ID,
	})
}

// Failed passes on an error with which this ccc ends. A nil Link has nobody to tell.
func (l *Link) Failed(err error) {
	if l != nil {
		l.send(Status{Error: err.Error()})
	}
}

func (l *Link) send(s Status) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = l.reports.Encode(s) // a run that is gone hears nothing
}

// child is the ccc of a task that runs.
type child struct {
	command    *exec.Cmd
	alive      *os.File // the run's end of the lifeline
	printed    output.Outcome
	hasPrinted bool // an outcome
}

// start starts the ccc of a task. Its words, a line at a time, go to said, and where it stands to status, until done is
// called at its end: each from a goroutine of its own.
func start(
	command *exec.Cmd, locks []*os.File, said func(string), status func(Status), done func(*child),
) (*child, error) {
	life, alive, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer life.Close()
	told, teller, err := os.Pipe()
	if err != nil {
		alive.Close()
		return nil, err
	}
	defer teller.Close()
	c := &child{command: command, alive: alive}
	stdout, err := command.StdoutPipe()
	if err == nil {
		command.Stderr = &lines{said: said}
		command.ExtraFiles = append([]*os.File{life, teller}, locks...)
		command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the run alone tells it of ctrl-c
		command.WaitDelay = 2 * time.Second                       // for what has inherited its stderr
		err = command.Start()
	}
	if err != nil {
		alive.Close()
		told.Close()
		return nil, err
	}
	go func() {
		var wait sync.WaitGroup
		wait.Go(func() {
			defer told.Close()
			for decoder := json.NewDecoder(told); ; {
				var s Status
				if decoder.Decode(&s) != nil {
					return
				}
				status(s)
			}
		})
		c.hasPrinted = json.NewDecoder(stdout).Decode(&c.printed) == nil
		_, _ = io.Copy(io.Discard, stdout)
		_ = command.Wait() // its state tells
		wait.Wait()
		command.Stderr.(*lines).rest()
		alive.Close()
		done(c)
	}()
	return c, nil
}

// signal sends it one.
func (c *child) signal(s os.Signal) { _ = c.command.Process.Signal(s) } // it may have ended

// status is how it ended: an exit code, or the number of the signal that has killed it.
func (c *child) status() (code, signal int) {
	if s, ok := c.command.ProcessState.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return 128 + int(s.Signal()), int(s.Signal())
	}
	return c.command.ProcessState.ExitCode(), 0
}

// lines passes on what is written to it line by line.
type lines struct {
	said func(string)
	text []byte
}

// maxLine is how long a line may be, in bytes; a longer one is cut into several.
const maxLine = 64 << 10

func (l *lines) Write(p []byte) (int, error) {
	l.text = append(l.text, p...)
	for {
		n, line, _ := bufio.ScanLines(l.text, false)
		if n == 0 && len(l.text) < maxLine {
			return len(p), nil
		}
		if n == 0 {
			n, line = len(l.text), l.text
		}
		l.said(string(line))
		l.text = l.text[n:]
	}
}

// rest passes on a last line without an end.
func (l *lines) rest() {
	if len(l.text) > 0 {
		l.said(string(l.text))
		l.text = nil
	}
}
