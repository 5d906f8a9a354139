// Package runid is --run-id: it records a task under a key of the caller. A launch goes on where an earlier one with
// the same key was ended, and a task that has a result is not done again.
package runid

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/secret"
	"ccc/internal/supervision/output"
	"ccc/loop"
)

// MaxKey is the length limit of a key, in bytes.
const MaxKey = 200

// Run is the run with one key. This process alone holds it until Close. Its methods must not be called at the same
// time.
type Run struct {
	path   string
	mask   *secret.Mask
	lock   *os.File
	stored runFile
}

// runFile is the content of a run's file. Secrets in it are masked.
type runFile struct {
	Key      string          `json:"run_id"`
	Holder   holder          `json:"holder"`
	Argument string          `json:"argument,omitempty"` // a digest of the task on the command line
	Task     string          `json:"task,omitempty"`     // a digest of the whole task, once standard input was read
	Saved    *loop.Saved     `json:"saved,omitempty"`    // the state of the loop
	Outcome  *output.Outcome `json:"outcome,omitempty"`  // nil until the run has ended
	Plan     json.RawMessage `json:"plan,omitempty"`     // what ccc run knows of its tasks
	At       time.Time       `json:"at"`
}

// holder is the ccc that holds a run, or held it last.
type holder struct {
	process.Process
	Host string `json:"host"`
}

// HeldError is the error if another ccc holds the run.
type HeldError struct{ holder }

// Message returns the error in the user's language.
func (e *HeldError) Message() lang.Message {
	return lang.M("--run-id held by pid %d on %s", e.Pid, e.Host)
}
func (e *HeldError) Error() string { return e.Message().String() }

// ExitCode tells the caller that another try may succeed.
func (e *HeldError) ExitCode() int { return output.ExitRetry }

// DifferentError is the error if the key belongs to another task.
type DifferentError struct{ path string }

// Message returns the error in the user's language.
func (e *DifferentError) Message() lang.Message {
	return lang.M("--run-id: this key was given to another task (%s)", e.path)
}
func (e *DifferentError) Error() string { return e.Message().String() }

// ExitCode is the exit code of a usage error.
func (e *DifferentError) ExitCode() int { return 2 }

// Hint names the next step.
func (e *DifferentError) Hint() lang.Message { return lang.M("give each task a key of its own") }

const (
	// patience is the time to wait for a run whose holder is gone or on another host. The processes of a killed ccc
	// take some seconds to end.
	patience   = 15 * time.Second
	retryPause = 50 * time.Millisecond
)

// Open takes the run with a key, for the task on the command line. It makes dir if needed. It returns a *HeldError if
// another ccc on this host holds the run, and in any case after 15 s. It returns a *DifferentError if the key belongs
// to another task.
func Open(dir, key, argument string, mask *secret.Mask) (*Run, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, lang.Errorf("create the directory of --run-id: %w", err)
	}
	r := &Run{path: filepath.Join(dir, file.Digest(key)[:32]+extension), mask: mask}
	host, err := os.Hostname()
	if err != nil {
		return nil, lang.Errorf("find this host's name: %w", err)
	}
	began := time.Now()
	for end := began.Add(patience); ; time.Sleep(retryPause) {
		if r.lock, err = lockFile(r.path); err != nil {
			return nil, err
		}
		now, err := readRun(r.path)
		switch {
		case err != nil:
			r.Close()
			return nil, err
		case r.lock != nil:
			r.stored = now
			return r, r.begin(key, host, argument)
		case now.Holder.Host == host && now.Holder.Alive() && time.Since(began) > dying, time.Now().After(end):
			return nil, &HeldError{now.Holder}
		}
	}
}

// dying is how long a killed holder may still seem to be running.
const dying = time.Second

const (
	extension = ".json"
	locked    = ".lock"
)

// begin records this ccc as the holder.
func (r *Run) begin(key, host, argument string) error {
	argument = file.Digest(argument)
	if r.stored.Argument != "" && r.stored.Argument != argument {
		r.Close()
		return &DifferentError{r.path}
	}
	self, _ := process.Of(os.Getpid())
	r.stored.Key, r.stored.Argument, r.stored.Holder = key, argument, holder{self, host}
	if err := r.write(); err != nil {
		r.Close()
		return err
	}
	return nil
}

// lockFile locks a run by flock(2). It returns nil if somebody else holds the run. On NFS, Linux takes the lock on
// the server (since 2.6.12). The lock ends with the last process that has the file open, however that process ends.
func lockFile(path string) (*os.File, error) {
	for {
		f, err := file.Append(path + locked)
		if err != nil {
			return nil, err
		}
		held, err := file.TryHold(f)
		if held && isCurrent(f) {
			return f, nil
		}
		f.Close()
		switch {
		case err != nil:
			return nil, lang.Errorf("lock %s: %w", path, err)
		case !held:
			return nil, nil
		}
	}
}

// isCurrent reports whether an open file still has its name. Another ccc may have removed the file meanwhile.
func isCurrent(f *os.File) bool {
	mine, err := f.Stat()
	there, err2 := os.Stat(f.Name())
	return err == nil && err2 == nil && os.SameFile(mine, there)
}

func readRun(path string) (k runFile, err error) {
	text, err := file.ReadOwn(path)
	if err == nil && text != nil {
		err = json.Unmarshal(text, &k)
	}
	if err != nil {
		return k, lang.Errorf("read %s: %w", path, err)
	}
	return k, nil
}

func (r *Run) write() error {
	r.stored.At = time.Now().UTC()
	return file.Update(r.path, file.Own, func([]byte) ([]byte, error) {
		text, err := json.MarshalIndent(r.stored, "", "  ")
		return append(r.mask.Bytes(text), '\n'), err
	})
}

// Lock is the lock file. Each process that has it open holds the run.
func (r *Run) Lock() *os.File { return r.lock }

// Outcome is the result of the run, nil until it has ended.
func (r *Run) Outcome() *output.Outcome { return r.stored.Outcome }

// Input is the first input of the loop: the task, or where the session of the run goes on. It is a *DifferentError if
// the task is another one than before.
func (r *Run) Input(task loop.Input) (loop.Input, error) {
	text := file.Digest(task.Text)
	if r.stored.Task != "" && r.stored.Task != text {
		return task, &DifferentError{r.path}
	}
	if r.stored.Saved != nil && r.stored.Saved.Session != "" {
		return loop.Input{Kind: loop.Resume, Text: task.Text, Saved: r.stored.Saved}, nil
	}
	r.stored.Task = text
	return task, r.write()
}

// Save records the state of the loop.
func (r *Run) Save(s loop.Saved) error {
	r.stored.Saved = &s
	return r.write()
}

// End records the result of the run, which is not done again.
func (r *Run) End(o output.Outcome) error {
	r.stored.Saved, r.stored.Outcome = nil, &o
	return r.write()
}

// SetPlan records what ccc run knows of its tasks, as JSON.
func (r *Run) SetPlan(plan any) (err error) {
	if r.stored.Plan, err = json.Marshal(plan); err != nil {
		return err
	}
	return r.write()
}

// Plan decodes what SetPlan recorded into its argument. If nothing was recorded, the argument stays as it is.
func (r *Run) Plan(into any) error {
	if r.stored.Plan == nil {
		return nil
	}
	if err := json.Unmarshal(r.stored.Plan, into); err != nil {
		return lang.Errorf("read %s: %w", r.path, err)
	}
	return nil
}

// ReadPlan reads what SetPlan recorded for a key, also while another ccc holds the run. found is false if there is
// nothing.
func ReadPlan(dir, key string, into any) (found bool, err error) {
	path := filepath.Join(dir, file.Digest(key)[:32]+extension)
	now, err := readRun(path)
	if err != nil || now.Plan == nil {
		return false, err
	}
	if err := json.Unmarshal(now.Plan, into); err != nil {
		return false, lang.Errorf("read %s: %w", path, err)
	}
	return true, nil
}

// Close releases the run.
func (r *Run) Close() {
	if r.lock != nil {
		r.lock.Close()
		r.lock = nil
	}
}

// young is the age below which [Prune] keeps a run even if there are too many. A task without its run's file would be
// done again.
const young = 7 * 24 * time.Hour

// Prune removes the files of runs that were last written before oldest. If more than keep are left, it also removes the
// oldest of those that are older than a week. 0 and the zero time set no limit. A run that is held stays.
func Prune(dir string, keep int, oldest time.Time) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return lang.Errorf("read the directory of --run-id: %w", err)
	}
	type run struct {
		path string
		at   time.Time
	}
	var runs []run
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), extension+locked)
		if !ok {
			continue
		}
		path := filepath.Join(dir, name+extension)
		info, err := os.Stat(path)
		if err != nil { // its ccc was killed before it wrote the file
			info, err = e.Info()
		}
		if err == nil {
			runs = append(runs, run{path, info.ModTime()})
		}
	}
	slices.SortFunc(runs, func(a, b run) int { return b.at.Compare(a.at) })
	err = nil
	for i, run := range runs {
		many := keep > 0 && i >= keep && time.Since(run.at) > young
		if !many && !run.at.Before(oldest) {
			continue
		}
		lock, bad := lockFile(run.path)
		if lock != nil {
			bad = errors.Join(os.Remove(run.path+locked), ignoreMissing(os.Remove(run.path)))
			lock.Close()
		}
		err = errors.Join(err, bad)
	}
	return err
}

// ignoreMissing returns err, or nil if err says that a file does not exist.
func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
