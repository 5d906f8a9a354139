// Package runid keeps what came of a task under a key that the caller gives: one launch goes on where another one that
// was ended stood, and a task that has an outcome is not done again.
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
	"ccc/internal/output"
	"ccc/internal/process"
	"ccc/internal/secret"
	"ccc/loop"
)

// MaxKey is how long a key may be, in bytes.
const MaxKey = 200

// Run is the run of one key, which this process alone holds until Close. Its methods are called from one goroutine at a
// time.
type Run struct {
	path string
	mask *secret.Mask
	lock *os.File
	kept kept
}

// kept is the file of a run. What is secret is masked in it.
type kept struct {
	Key      string          `json:"run_id"`
	Holder   holder          `json:"holder"`             // who has, or had, the lock
	Argument string          `json:"argument,omitempty"` // a digest of the task on the command line
	Task     string          `json:"task,omitempty"`     // of the whole task, once standard input was read
	Saved    *loop.Saved     `json:"saved,omitempty"`    // where it stands
	Outcome  *output.Outcome `json:"outcome,omitempty"`  // once it has ended
	Plan     json.RawMessage `json:"plan,omitempty"`     // of a run of many tasks: what is known of them
	At       time.Time       `json:"at"`
}

// holder is a ccc.
type holder struct {
	process.Process
	Host string `json:"host"`
}

// HeldError says that another ccc has the run.
type HeldError struct{ holder }

// Message says so in every language.
func (e *HeldError) Message() lang.Message {
	return lang.M("--run-id held by pid %d on %s", e.Pid, e.Host)
}
func (e *HeldError) Error() string { return e.Message().String() }

// ExitCode says that it may be tried again.
func (e *HeldError) ExitCode() int { return output.ExitRetry }

// DifferentError says that the key is that of another task.
type DifferentError struct{ path string }

// Message says so in every language.
func (e *DifferentError) Message() lang.Message {
	return lang.M("--run-id: this key was given to another task (%s)", e.path)
}
func (e *DifferentError) Error() string { return e.Message().String() }

// ExitCode is that of a usage error.
func (e *DifferentError) ExitCode() int { return 2 }

// Hint names the next step.
func (e *DifferentError) Hint() lang.Message { return lang.M("give each task a key of its own") }

const (
	// patience is how long is waited for a run whose ccc is gone, or on another host: what a killed one has left is ended
	// first, which takes some seconds.
	patience = 15 * time.Second
	again    = 50 * time.Millisecond
)

// Open takes the run of a key for the task that is on the command line; dir is made if it is not there. While a ccc
// that runs on this host has it, and after 15 s anyway, the error is a *HeldError; with another task it is a
// *DifferentError.
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
	for end := began.Add(patience); ; time.Sleep(again) {
		if r.lock, err = take(r.path); err != nil {
			return nil, err
		}
		now, err := read(r.path)
		switch {
		case err != nil:
			r.Close()
			return nil, err
		case r.lock != nil:
			r.kept = now
			return r, r.begin(key, host, argument)
		case now.Holder.Host == host && now.Holder.Alive() && time.Since(began) > dying, time.Now().After(end):
			return nil, &HeldError{now.Holder}
		}
	}
}

// dying is how long a holder that was killed a moment ago may still be there.
const dying = time.Second

const (
	extension = ".json"
	locked    = ".lock"
)

// begin writes down who has the run now.
func (r *Run) begin(key, host, argument string) error {
	argument = file.Digest(argument)
	if r.kept.Argument != "" && r.kept.Argument != argument {
		r.Close()
		return &DifferentError{r.path}
	}
	self, _ := process.Of(os.Getpid())
	r.kept.Key, r.kept.Argument, r.kept.Holder = key, argument, holder{self, host}
	if err := r.write(); err != nil {
		r.Close()
		return err
	}
	return nil
}

// take locks a run; nil if somebody else has it. It is the lock of flock(2), which Linux takes on the server where the
// file is on NFS (since 2.6.12), and which ends with the last process that has the file open, however that ends.
func take(path string) (*os.File, error) {
	for {
		f, err := file.Append(path + locked)
		if err != nil {
			return nil, err
		}
		held, err := file.TryHold(f)
		if held && current(f) {
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

// current reports whether a file is still the one of its name: somebody may have removed it as old.
func current(f *os.File) bool {
	mine, err := f.Stat()
	there, err2 := os.Stat(f.Name())
	return err == nil && err2 == nil && os.SameFile(mine, there)
}

func read(path string) (k kept, err error) {
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
	r.kept.At = time.Now().UTC()
	return file.Update(r.path, file.Own, func([]byte) ([]byte, error) {
		text, err := json.MarshalIndent(r.kept, "", "  ")
		return append(r.mask.Bytes(text), '\n'), err
	})
}

// Lock is the file whose lock says that the run is held. A process that has it open holds it, too.
func (r *Run) Lock() *os.File { return r.lock }

// Outcome is what the run has come to, nil as long as it has not ended.
func (r *Run) Outcome() *output.Outcome { return r.kept.Outcome }

// Input is what the loop begins with, in place of the task's message: where the run was in a session it goes on there.
// With another task than before it is a *DifferentError.
func (r *Run) Input(task loop.Input) (loop.Input, error) {
	text := file.Digest(task.Text)
	if r.kept.Task != "" && r.kept.Task != text {
		return task, &DifferentError{r.path}
	}
	if r.kept.Saved != nil && r.kept.Saved.Session != "" {
		return loop.Input{Kind: loop.Resume, Text: task.Text, Saved: r.kept.Saved}, nil
	}
	r.kept.Task = text
	return task, r.write()
}

// Save keeps where the run stands.
func (r *Run) Save(s loop.Saved) error {
	r.kept.Saved = &s
	return r.write()
}

// End keeps what the run has come to: it is not done again.
func (r *Run) End(o output.Outcome) error {
	r.kept.Saved, r.kept.Outcome = nil, &o
	return r.write()
}

// SetPlan keeps what is known of the tasks of a run of many, as JSON.
func (r *Run) SetPlan(plan any) (err error) {
	if r.kept.Plan, err = json.Marshal(plan); err != nil {
		return err
	}
	return r.write()
}

// Plan reads what SetPlan has kept; where that is nothing, it changes nothing.
func (r *Run) Plan(into any) error {
	if r.kept.Plan == nil {
		return nil
	}
	if err := json.Unmarshal(r.kept.Plan, into); err != nil {
		return lang.Errorf("read %s: %w", r.path, err)
	}
	return nil
}

// Close gives the run back.
func (r *Run) Close() {
	if r.lock != nil {
		r.lock.Close()
		r.lock = nil
	}
}

// young is how old a run is at least that is removed because there are many: without it its task would be done again.
const young = 7 * 24 * time.Hour

// Prune removes the runs that were last written before oldest, and of those that are older than a week so many that
// there are keep. 0 and the zero time bound nothing. One that is held stays.
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
		if err != nil { // it was killed before it wrote anything
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
		lock, bad := take(run.path)
		if lock != nil {
			bad = errors.Join(os.Remove(run.path+locked), gone(os.Remove(run.path)))
			lock.Close()
		}
		err = errors.Join(err, bad)
	}
	return err
}

// gone is the error of a removal, but for a file that was not there.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
