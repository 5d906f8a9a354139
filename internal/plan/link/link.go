// Package link connects the ccc of a task with the run that started it: what each tells the other, and how either ends.
package link

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/supervision/output"
	"ccc/internal/task"
	"ccc/loop"
	"ccc/ptyio"
)

// Word is the first argument of the ccc of a task. The second one is the [Terms] as JSON.
const Word = "--task-of-run"

// The descriptors that a run gives the ccc of a task, and then its locks: those are held until the last of them has
// ended, so that a run which was killed is not begun again while a task of it is still there.
const (
	lifeline = 3 // a pipe that closes when the run ends
	reports  = 4 // a socket for [Status], a line each
	held     = 5 // the first of [Terms.Locks]
)

// Terms is what a run tells the ccc of a task.
type Terms struct {
	Title   string   `json:"title"`
	Text    string   `json:"text,omitempty"`     // what the task says in the plan, at most 4 KiB of it
	CostUSD float64  `json:"cost_usd,omitempty"` // what the task may cost over all its starts; 0 for no bound
	OwnUSD  float64  `json:"own_usd,omitempty"`  // what the plan lets this task cost; 0 for no bound
	Tokens  int64    `json:"tokens,omitempty"`   // that it may read and write, as CostUSD and OwnUSD, and
	Own     int64    `json:"own,omitempty"`      // the plan's
	Checks  []string `json:"checks,omitempty"`   // of the plan, beside those of the rubric
	Dir     string   `json:"dir"`                // plan.Config.Dir: what the task is judged by is there, in no work tree
	Judged  string   `json:"judged"`             // plan.Config.Judged
	Files   string   `json:"files"`              // a digest of the settings with which the task began
	Locks   int      `json:"locks"`
	Copy
	Tree string `json:"tree"` // the top of the work tree that the task is done in, and
	Top  string `json:"top"`  // of the one that the run was started in: the same without -j
}

// Copy names the copy of what claude reads that was made when the run began: every task is judged by it.
type Copy struct {
	Prefix string `json:"copy"` // of its path
	Digest string `json:"copied"`
}

// Link connects the ccc of a task with its run.
type Link struct {
	Terms
	mu      sync.Mutex
	reports *json.Encoder
	judged  git.Judged
}

// Join connects a ccc that was called with [Word] and this argument. When the run is gone, the ccc gets SIGTERM.
func Join(argument string) (*Link, error) {
	l := &Link{reports: json.NewEncoder(os.NewFile(reports, "reports"))}
	if err := json.Unmarshal([]byte(argument), &l.Terms); err != nil {
		return nil, lang.Errorf("%s is for ccc run alone", Word)
	}
	for fd := lifeline; fd < held+l.Locks; fd++ {
		syscall.CloseOnExec(fd)
	}
	go func() {
		_, _ = os.NewFile(lifeline, "lifeline").Read(make([]byte, 1)) // returns when the run has ended
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

// CheckSettings refuses settings that are not those with which the task began: what the agents of the run have left
// running may have written them.
func (l *Link) CheckSettings(now map[string]string) error {
	if SettingsDigest(now) != l.Files {
		return &SettingsChangedError{}
	}
	return nil
}

// SettingsDigest is one digest for those of all files.
func SettingsDigest(files map[string]string) string { return file.Digest(fmt.Sprint(files)) } // sorted

// Bound lowers the bounds on cost and tokens of a policy to what the plan allows this task, and to what the run has left.
func (l *Link) Bound(p task.Policy) task.Policy {
	if l.OwnUSD > 0 && (p.MaxCostUSD == 0 || l.OwnUSD < p.MaxCostUSD) {
		p.MaxCostUSD, p.CostFrom = l.OwnUSD, task.Source{InPlan: true}
	}
	if l.CostUSD > 0 && (p.MaxCostUSD == 0 || l.CostUSD < p.MaxCostUSD) {
		p.MaxCostUSD, p.CostFrom = l.CostUSD, task.Source{Shared: true}
	}
	if l.Own > 0 && (p.MaxTokens == 0 || l.Own < p.MaxTokens) {
		p.MaxTokens, p.TokensFrom = l.Own, task.Source{InPlan: true}
	}
	if l.Terms.Tokens > 0 && (p.MaxTokens == 0 || l.Terms.Tokens < p.MaxTokens) {
		p.MaxTokens, p.TokensFrom = l.Terms.Tokens, task.Source{Shared: true}
	}
	return p
}

// Leave tells the next start of the run until when the processes of this task could change files. It is called when
// they have ended. It does nothing for a nil Link.
func (l *Link) Leave() {
	if l != nil && l.Locks > 0 {
		ShowLife(held)
	}
}

// Reporter returns a function that sends the run the state of the loop. It may be called from any goroutine.
func (l *Link) Reporter(language lang.Language) func(loop.Notice, output.Count) {
	return func(n loop.Notice, t output.Count) { l.report(n, t, language) }
}

func (l *Link) report(n loop.Notice, t output.Count, language lang.Language) {
	s := Status{
		Phase: n.At.Phase.String(), Round: n.At.Round, Of: n.At.Of, CostUSD: n.At.AgentUSD + n.At.ReviewUSD, Used: n.At.Tokens,
		Session: n.At.Session.ID, Model: n.At.Session.Model, Tokens: Tokens(t),
	}
	l.judged.Tree, l.judged.Base = n.At.Tree, n.At.BaseTree
	if n.Verdict != nil {
		l.judged.Meanwhile = n.Verdict.ChangedMeanwhile
		s.Verdict = verdictOf(*n.Verdict, len(task.NamedFindings(n.Verdict.Findings)))
	}
	s.Judged = l.judged
	if output.IsLongWait(n) {
		s.Limit = language.Text(output.Waiting(n))
	}
	l.send(s)
}

// ReportError sends the run the error with which this ccc ends. It does nothing for a nil Link.
func (l *Link) ReportError(err error) {
	if l != nil {
		l.send(Status{Error: err.Error()})
	}
}

func (l *Link) send(s Status) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = l.reports.Encode(s) // the run may be gone
}

// Child is the ccc of a task.
type Child struct {
	command    *exec.Cmd
	alive      *os.File // the end of the lifeline that the run holds
	Printed    output.Outcome
	HasPrinted bool // an outcome
}

// Start starts the ccc of a task. It passes on each line of its standard error to said, and each status to status, and
// calls done when it has ended. Each runs in a goroutine of its own. What the ccc says comes by sockets: the agent could
// open a pipe by /proc/PID/fd/N, and say that its task is done.
func Start(
	command *exec.Cmd, locks []*os.File, said func(string), status func(Status), done func(*Child),
) (*Child, error) {
	life, alive, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer life.Close()
	ours, theirs, err := fromChild(3)
	if err != nil {
		alive.Close()
		return nil, err
	}
	defer closeAll(theirs)
	c := &Child{command: command, alive: alive}
	command.Stdout, command.Stderr = theirs[0], theirs[1]
	command.ExtraFiles = append([]*os.File{life, theirs[2]}, locks...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // ctrl-c goes to the run alone
	if err := command.Start(); err != nil {
		alive.Close()
		closeAll(ours)
		return nil, err
	}
	go func() {
		defer closeAll(ours)
		stdout, stderr, statuses := ours[0], ours[1], ours[2]
		var wait sync.WaitGroup
		wait.Go(func() {
			for decoder := json.NewDecoder(statuses); ; {
				var s Status
				if decoder.Decode(&s) != nil {
					return
				}
				status(s)
			}
		})
		wait.Go(func() {
			l := lines{said: said}
			_, _ = io.Copy(&l, stderr)
			l.rest()
		})
		c.HasPrinted = json.NewDecoder(stdout).Decode(&c.Printed) == nil
		_, _ = io.Copy(io.Discard, stdout)
		_ = command.Wait()                                          // ProcessState has the result
		_ = stderr.SetReadDeadline(time.Now().Add(2 * time.Second)) // for processes that have inherited it
		wait.Wait()
		alive.Close()
		done(c)
	}()
	return c, nil
}

// fromChild makes several streams on which a child only writes.
func fromChild(n int) (ours, theirs []*os.File, err error) {
	for range n {
		our, their, err := ptyio.FromChild()
		if err != nil {
			closeAll(ours)
			closeAll(theirs)
			return nil, nil, err
		}
		ours, theirs = append(ours, our), append(theirs, their)
	}
	return ours, theirs, nil
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// Signal sends a signal to the ccc, which may have ended.
func (c *Child) Signal(s os.Signal) { _ = c.command.Process.Signal(s) }

// Status is how the ccc ended: its exit code, and the signal that killed it or 0.
func (c *Child) Status() (code, signal int) {
	if s, ok := c.command.ProcessState.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return 128 + int(s.Signal()), int(s.Signal())
	}
	return c.command.ProcessState.ExitCode(), 0
}

// lines is a writer that passes on whole lines.
type lines struct {
	said func(string)
	text []byte
}

// maxLine is the length limit of a line, in bytes. A longer one is passed on in pieces.
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

// rest passes on a last line that has no end.
func (l *lines) rest() {
	if len(l.text) > 0 {
		l.said(string(l.text))
		l.text = nil
	}
}

// ShowLife sets the time of a lock file to now.
func ShowLife(lock uintptr) {
	now := unix.NsecToTimeval(time.Now().UnixNano())
	_ = unix.Futimes(int(lock), []unix.Timeval{now, now}) // without it the next start asks the user
}
