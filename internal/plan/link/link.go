// Package link connects the ccc of a task with the run that started it: it carries messages both ways, and each side
// learns when the other ends.
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

// Word is the first argument of the ccc of a task. The second argument is the [Terms] as JSON.
const Word = "--task-of-run"

// The file descriptors that a run gives the ccc of a task. The run's locks come after them. The locks are held until
// the last of those processes has ended, so that nobody restarts a killed run while one of its tasks still runs.
const (
	lifeline  = 3 // a pipe that closes when the run ends
	reports   = 4 // a socket for [Status], one per line
	firstLock = 5 // the first of [Terms.Locks]
)

// Terms is what a run passes to the ccc of a task at its start.
type Terms struct {
	Title   string   `json:"title"`
	Text    string   `json:"text,omitempty"`     // the task's text in the plan, at most 4 KiB
	CostUSD float64  `json:"cost_usd,omitempty"` // the run's cost limit for the task over all its starts; 0 for none
	OwnUSD  float64  `json:"own_usd,omitempty"`  // the plan's cost limit for this task; 0 for none
	Tokens  int64    `json:"tokens,omitempty"`   // the run's limit on tokens read and written, like CostUSD
	Own     int64    `json:"own,omitempty"`      // the plan's limit on tokens for this task, like OwnUSD
	Checks  []string `json:"checks,omitempty"`   // the checks of the plan, in addition to those of the rubric
	// Dir is plan.Config.Dir: the rubric and settings that judge the task are there, and not in a work tree.
	Dir    string `json:"dir"`
	Judged string `json:"judged"` // plan.Config.Judged
	Files  string `json:"files"`  // a digest of the settings with which the task began
	Locks  int    `json:"locks"`
	Copy
	Tree string `json:"tree"` // the top of the work tree in which the task is done
	Top  string `json:"top"`  // the top of the work tree in which the run was started; the same as Tree without -j
}

// Copy names the copy of claude's files that was made when the run began. Every task is judged with that copy.
type Copy struct {
	Prefix string `json:"copy"` // the beginning of its path
	Digest string `json:"copied"`
}

// Link is the end of the connection in the ccc of a task.
type Link struct {
	Terms
	mu      sync.Mutex
	reports *json.Encoder
	judged  git.Judged
}

// Join connects a ccc with its run. argument follows [Word] on its command line. When the run ends, the ccc gets
// SIGTERM.
func Join(argument string) (*Link, error) {
	l := &Link{reports: json.NewEncoder(os.NewFile(reports, "reports"))}
	if err := json.Unmarshal([]byte(argument), &l.Terms); err != nil {
		return nil, lang.Errorf("%s is for ccc run alone", Word)
	}
	for fd := lifeline; fd < firstLock+l.Locks; fd++ {
		syscall.CloseOnExec(fd)
	}
	go func() {
		_, _ = os.NewFile(lifeline, "lifeline").Read(make([]byte, 1)) // returns when the run has ended
		_ = syscall.Kill(os.Getpid(), syscall.SIGTERM)
	}()
	return l, nil
}

// CheckRubric returns an error if the rubric is not the one that the user agreed to when the run began: an agent may
// have written it.
func (l *Link) CheckRubric(path, digest string) error {
	if digest != l.Judged {
		return &RubricChangedError{path}
	}
	return nil
}

// CheckSettings returns an error if the settings are not those with which the task began: processes that agents of the
// run left may have changed them.
func (l *Link) CheckSettings(now map[string]string) error {
	if SettingsDigest(now) != l.Files {
		return &SettingsChangedError{}
	}
	return nil
}

// SettingsDigest returns one digest for the digests of all files.
func SettingsDigest(files map[string]string) string { return file.Digest(fmt.Sprint(files)) } // fmt sorts maps

// LowerLimits lowers a policy's limits on cost and tokens to what the plan allows for this task, and to what is left of
// the run's limits.
func (l *Link) LowerLimits(p task.Policy) task.Policy {
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

// Leave sets the time until which processes of this task could change files, for the next start of the run. It is
// called after these processes have ended. It does nothing for a nil Link.
func (l *Link) Leave() {
	if l != nil && l.Locks > 0 {
		ShowLife(firstLock)
	}
}

// Reporter returns a function that sends the state of the loop to the run. Every goroutine may call it.
func (l *Link) Reporter(language lang.Language) func(loop.Notice, output.Count) {
	return func(n loop.Notice, t output.Count) { l.report(n, t, language) }
}

func (l *Link) report(n loop.Notice, t output.Count, language lang.Language) {
	s := Status{
		Phase: n.At.Phase.String(), Round: n.At.Round, Of: n.At.Of, CostUSD: n.At.AgentUSD + n.At.ReviewUSD,
		Used:    n.At.Tokens,
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
	_ = l.reports.Encode(s) // fails if the run has ended
}

// Child is the ccc of a task, as the run sees it.
type Child struct {
	command    *exec.Cmd
	lifeline   *os.File // the run's end of the lifeline
	Printed    output.Outcome
	HasPrinted bool // it has printed an outcome
}

// Start starts the ccc of a task. It calls said with each line of its standard error, status with each status, and done
// when it has ended, each in its own goroutine. The ccc writes to sockets and not to pipes: the agent could open a pipe
// as /proc/PID/fd/N and claim that its task is done.
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
	c := &Child{command: command, lifeline: alive}
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
			l := lines{onLine: said}
			_, _ = io.Copy(&l, stderr)
			l.flush()
		})
		c.HasPrinted = json.NewDecoder(stdout).Decode(&c.Printed) == nil
		_, _ = io.Copy(io.Discard, stdout)
		_ = command.Wait()                                          // ProcessState has the result
		_ = stderr.SetReadDeadline(time.Now().Add(2 * time.Second)) // processes that inherited stderr may keep it open
		wait.Wait()
		alive.Close()
		done(c)
	}()
	return c, nil
}

// fromChild makes n connections on which only the child writes.
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

// Signal sends a signal to the ccc. It does nothing if the ccc has ended.
func (c *Child) Signal(s os.Signal) { _ = c.command.Process.Signal(s) }

// Status returns the exit code of the ccc, and the number of the signal that killed it; 0 for none.
func (c *Child) Status() (code, signal int) {
	if s, ok := c.command.ProcessState.Sys().(syscall.WaitStatus); ok && s.Signaled() {
		return 128 + int(s.Signal()), int(s.Signal())
	}
	return c.command.ProcessState.ExitCode(), 0
}

// lines is a writer that calls a function for each whole line.
type lines struct {
	onLine func(string)
	text   []byte
}

// maxLine is the length limit of a line, in bytes. A longer line is passed on in pieces.
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
		l.onLine(string(line))
		l.text = l.text[n:]
	}
}

// flush passes on a last line that has no newline.
func (l *lines) flush() {
	if len(l.text) > 0 {
		l.onLine(string(l.text))
		l.text = nil
	}
}

// ShowLife sets the time of a lock file to now, as a sign that its run is alive.
func ShowLife(lock uintptr) {
	now := unix.NsecToTimeval(time.Now().UnixNano())
	_ = unix.Futimes(int(lock), []unix.Timeval{now, now}) // if this fails, the next start asks the user
}
