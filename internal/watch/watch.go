// Package watch shows sessions under supervision, while they run and when they have ended. It reads the recordings
// and the state directory, and writes nothing. The sessions never wait for it.
package watch

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/loop"
	"ccc/streamjson"
)

// Config is needed for all ways to watch.
type Config struct {
	State    state.Dir
	Others   []state.Dir // further state directories: of other users, or of other machines on a shared disk
	Language lang.Language
}

// dirs returns all state directories.
func (c Config) dirs() []state.Dir { return append([]state.Dir{c.State}, c.Others...) }

// watchedDirs returns the directories in which something changes when a session goes on.
func (c Config) watchedDirs() (paths []string) {
	for _, dir := range c.dirs() {
		paths = append(paths, string(dir), dir.Recordings())
	}
	return paths
}

// stateOf returns the state directory that a recording is in.
func (c Config) stateOf(recording string) state.Dir {
	for _, dir := range c.Others {
		if filepath.Dir(recording) == filepath.Clean(dir.Recordings()) {
			return dir
		}
	}
	return c.State
}

// recordings summarizes the recordings of all state directories, the newest first. It leaves out those that cannot be
// read and names them in the error.
func (c Config) recordings() (listed []session.Summary, err error) {
	for _, dir := range c.dirs() {
		list, bad := session.ListRecordings(dir.Recordings())
		listed, err = append(listed, list...), errors.Join(err, bad)
	}
	slices.SortStableFunc(listed, func(a, b session.Summary) int { return b.Header.At.Compare(a.Header.At) })
	return listed, err
}

// paths returns the paths of all recordings.
func (c Config) paths() (names []string, err error) {
	for _, dir := range c.dirs() {
		list, bad := session.RecordingPaths(dir.Recordings())
		names, err = append(names, list...), errors.Join(err, bad)
	}
	return names, err
}

// runningSessions returns the running sessions on Claude Code's own screen that are not in the list.
func (c Config) runningSessions(list []Session) (found []Session) {
	for _, dir := range c.dirs() {
		found = append(found, hookSessions(dir, list)...)
	}
	return found
}

// doorLoop is the Door of a session of the loop. The other one is [session.DoorHook].
const doorLoop = "loop"

// Session describes the state of a session. docs/guides/watch.md describes its keys.
type Session struct {
	ID      string    `json:"session_id"` // "" as long as it is unknown
	Launch  string    `json:"launch"`
	Door    string    `json:"door"`
	Dir     string    `json:"cwd"`
	Title   string    `json:"title,omitempty"` // of the plan's task
	Running bool      `json:"running"`
	Phase   string    `json:"phase"`
	Since   time.Time `json:"since,omitzero"` // of the phase
	// Interrupted says that the user stopped the agent, or its review, and has not gone on.
	Interrupted bool      `json:"interrupted,omitempty"`
	Began       time.Time `json:"began"`
	Round       int       `json:"round"`
	Of          int       `json:"max_rounds,omitempty"`
	Off         bool      `json:"reviews_off,omitempty"`
	// Stops without a review although reviews were on, because no hook was called.
	Missed    int       `json:"stops_missed,omitempty"`
	Tool      string    `json:"tool,omitempty"` // the tool call that runs
	ToolSince time.Time `json:"tool_since,omitzero"`
	CostUSD   float64   `json:"cost_usd"`
	// AtLeast says that a review was killed: the cost lacks what nobody has seen of it.
	AtLeast   bool     `json:"at_least,omitempty"`
	Verdict   *Verdict `json:"verdict,omitempty"` // the last one of the task
	Outcome   string   `json:"outcome,omitempty"`
	Accepted  bool     `json:"accepted,omitempty"` // the user accepted it; no review did
	Error     string   `json:"error,omitempty"`
	Recording string   `json:"recording,omitempty"`

	state state.Dir // the directory of the session; "" for [Config.State]
	// retry is the notice that says when a turn or review without a result is tried again; nil if none waits
	retry *session.Item
	ended bool // its recording has an end: without an outcome nothing was done
	// unreviewed says that at its end something was done that nobody has judged
	unreviewed bool
	dismissed  bool // it was completed only because of what was dismissed
	partly     bool // an earlier task of it was not completed
	// reviews and noVerdict count those of the whole recording, once it was read: with a verdict, and without
	reviews, noVerdict int
}

// markEnded ends the session. What the user typed after the last recorded stop has come to no stop of its own.
func (s *Session) markEnded() {
	switch {
	case !s.ended || s.Outcome != "" || s.Door != session.DoorHook:
	case s.Interrupted:
		s.Outcome = string(loop.Interrupted)
	case s.Phase == loop.PhaseAgent.String():
		s.unreviewed = true
	}
	s.Running, s.Phase, s.Tool, s.ToolSince = false, "done", "", time.Time{}
}

// Verdict is the result of a review.
type Verdict struct {
	Round     int            `json:"round"`
	Completed bool           `json:"completed"`
	Blocked   bool           `json:"blocked,omitempty"` // Feedback is a question for the user
	Feedback  string         `json:"feedback,omitempty"`
	By        string         `json:"by,omitempty"`       // who gave it, as in [task.Verdict]
	Findings  []task.Finding `json:"findings,omitempty"` // all of the task
	// FoundAgain is how many findings the review found although the user had dismissed them.
	FoundAgain int    `json:"found_again,omitzero"`
	Unchecked  bool   `json:"nothing_checked,omitzero"` // the review looked at nothing
	Mods       string `json:"mods,omitempty"`           // allowed or loose: mods may have run in claude
	// Meanwhile are the files that changed during a review that completed the task.
	Meanwhile []string `json:"changed_meanwhile,omitempty"`
	// Outside are the texts of findings that were dismissed from outside since the reviews began.
	Outside []string `json:"dismissed_outside,omitempty"`
	Failure string   `json:"failure,omitempty"` // why there is no verdict
	Reason  string   `json:"reason,omitempty"`  // Failure in words

	checks []task.Check
}

// verdictOf converts a verdict of the recording, nil for none.
func verdictOf(v *session.Verdict) *Verdict {
	if v == nil {
		return nil
	}
	return &Verdict{
		Round: v.Round, Completed: v.Completed, Blocked: v.Blocked, Feedback: v.Feedback, By: v.By,
		Findings: v.Findings, FoundAgain: len(task.FoundAgain(v.Findings, v.Round)), Unchecked: v.Unchecked,
		Mods: v.Mods, Meanwhile: v.Meanwhile, Outside: v.Outside, Failure: v.Failure, Reason: v.Reason,
		checks: v.Checks,
	}
}

// failureKilled is the Failure of a review whose hook was killed.
const failureKilled = "killed"

// failureAborted is the Failure of a review that was stopped.
var failureAborted = session.FailureName(streamjson.Aborted)

// MarshalJSON leaves out times that JSON cannot represent, because a recording may contain any number.
func (s Session) MarshalJSON() ([]byte, error) {
	type plain Session
	for _, at := range []*time.Time{&s.Since, &s.Began, &s.ToolSince} {
		if _, err := at.MarshalJSON(); err != nil {
			*at = time.Time{}
		}
	}
	return json.Marshal(plain(s))
}

// startTime is how long the first look at sessions waits until the earlier part of their recordings is read.
const startTime = 500 * time.Millisecond

// beginTime is how long a new recording may have no first line. After that time its writer must have been killed.
const beginTime = time.Second

// board has the list of all sessions, with a follower for each running one.
type board struct {
	Config
	ctx     context.Context
	changes *changes
	chosen  []session.Summary // nil for all

	mu         sync.Mutex
	names      []string // of the recordings when they were last listed
	listed     []session.Summary
	followers  map[string]*follower // by the path of the recording
	endedCount int                  // how many followers have ended
	seenEnded  int                  // the value of ended when the recordings were last listed
}

// newBoard makes a board whose followers end when ctx is done.
func newBoard(ctx context.Context, c Config, ch *changes) *board {
	return &board{Config: c, ctx: ctx, changes: ch, followers: make(map[string]*follower)}
}

// sessions returns all sessions: first the running ones, then those that have ended, the newest first in each group.
func (b *board) sessions() ([]Session, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	err := b.listAgain()
	b.startFollowers()
	var list []Session
	for _, s := range b.listed {
		if f := b.followers[s.Path]; f != nil {
			list = append(list, currentSession(b.State, f.sessionState()))
		} else {
			list = append(list, b.ofSummary(s))
		}
	}
	if b.chosen == nil {
		list = append(list, b.runningSessions(list)...)
	}
	slices.SortStableFunc(list, func(x, y Session) int {
		if x.Running != y.Running {
			if x.Running {
				return -1
			}
			return 1
		}
		return y.Began.Compare(x.Began)
	})
	return list, err
}

// listAgain lists the recordings again if there is a new one, or if one has ended.
func (b *board) listAgain() error {
	if b.chosen != nil {
		b.listed = b.chosen
		return nil
	}
	names, err := b.paths()
	if err != nil || slices.Equal(names, b.names) && b.seenEnded == b.endedCount && b.listed != nil {
		return err
	}
	listed, err := b.recordings()
	if len(listed) == 0 && err != nil {
		return err
	}
	if !slices.ContainsFunc(names, func(path string) bool { return isBeginning(path, listed) }) {
		b.names = names
	}
	b.listed, b.seenEnded = listed, b.endedCount
	return nil
}

// isBeginning reports whether a recording is missing in the list because its first line may not be written yet.
func isBeginning(path string, listed []session.Summary) bool {
	if slices.ContainsFunc(listed, func(s session.Summary) bool { return s.Path == path }) {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && time.Since(info.ModTime()) < beginTime
}

// startFollowers starts a follower for each recording that is being written, and waits until its earlier part is read.
func (b *board) startFollowers() {
	ctx, enough := context.WithTimeout(b.ctx, startTime)
	defer enough()
	var begun []*follower
	for _, s := range b.listed {
		if s.Running && b.followers[s.Path] == nil {
			f := newFollower(b.Config, b.ofSummary(s))
			b.followers[s.Path], begun = f, append(begun, f)
			go b.run(f)
		}
	}
	for _, f := range begun {
		select {
		case <-f.ready:
		case <-ctx.Done(): // it is long, so the list shows it later
		}
	}
}

// run runs a follower.
func (b *board) run(f *follower) {
	err := f.run(b.ctx, b.changes, nil)
	f.markReady()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.endedCount++; err != nil && !errors.Is(err, context.Canceled) {
		f.setError(err)
	}
	b.changes.wake()
}

// ofSummary makes a session from the summary of its recording.
func (c Config) ofSummary(s session.Summary) Session {
	one := Session{
		ID: s.End.SessionID, Launch: s.Header.Launch, Door: doorLoop, Dir: s.Header.Dir, Title: s.Header.Title,
		Running: s.Running,
		Phase:   "done", Began: s.Header.Start(), Round: s.End.Rounds, Of: s.Header.MaxRounds, CostUSD: s.End.CostUSD,
		Since:   s.Header.At.Add(time.Duration(s.End.DurationMS) * time.Millisecond),
		Outcome: s.End.Outcome, Accepted: s.End.Accepted, Error: s.End.Error, Recording: s.Path,
		state: c.stateOf(s.Path), ended: s.Ended, unreviewed: s.End.Unreviewed, dismissed: s.End.ByDismissal,
		reviews: s.End.Rounds, partly: s.End.NotCompleted > 0, AtLeast: s.AtLeast,
	}
	if one.ID == "" && s.Ended && s.End.Outcome != "" { // such as a review that failed, without a turn of the agent
		one.ID = s.Header.Continues
	}
	if s.Header.Door == session.DoorHook {
		one.Door = session.DoorHook
	}
	return one
}

// Now returns the state of the session of the recording at path. If path is "", it returns that of each running
// session or, if none runs, of the newest one. It leaves out what cannot be read and names it in the error.
func Now(ctx context.Context, c Config, path string) (now []Session, err error) {
	var list []Session
	if path != "" {
		s, err := session.Summarize(path)
		if err != nil {
			return nil, err
		}
		list = []Session{c.ofSummary(s)}
	} else if list, err = summaries(c); slices.ContainsFunc(list, func(s Session) bool { return s.Running }) {
		list = slices.DeleteFunc(list, func(s Session) bool { return !s.Running })
	} else if len(list) > 0 {
		list = list[:1]
	}
	for _, s := range list {
		if s.Recording != "" {
			var bad error
			if s, bad = readSoFar(ctx, c, s); bad != nil {
				err = errors.Join(err, bad)
				continue
			}
		}
		now = append(now, s)
	}
	return now, err
}

// summaries returns all sessions, the newest first, from the summaries of their recordings. It leaves out a recording
// that cannot be read and names it in the error.
func summaries(c Config) (list []Session, err error) {
	listed, err := c.recordings()
	for _, s := range listed {
		list = append(list, c.ofSummary(s))
	}
	return append(c.runningSessions(list), list...), err
}

// readSoFar reads a recording as far as it is written, and returns the state of its session.
func readSoFar(ctx context.Context, c Config, s Session) (Session, error) {
	f := newFollower(c, s)
	err := f.run(ctx, nil, nil)
	if errors.Is(err, errSoFar) {
		err = nil
	}
	return currentSession(c.State, f.sessionState()), err
}

// Find returns the running session that a word names: by its ID, by that of its launch, or by the beginning of one of
// them. ok is false if there is none. The session may have no recording yet.
func Find(c Config, word string) (s Session, ok bool) {
	list, _ := summaries(c) // a recording that cannot be read names no running session
	for _, s := range list {
		s = currentSession(c.State, s)
		if s.Running && (strings.HasPrefix(s.ID, word) || strings.HasPrefix(s.Launch, word)) {
			return s, true
		}
	}
	return s, false
}

// IsAtWork reports whether the agent or a reviewer works in the session with that ID, or a question waits there, and
// whether its reviews are off. Without a recording this is not known, and both are false.
func IsAtWork(ctx context.Context, c Config, id string) (yes, off bool) {
	s, runs := Find(c, id)
	if !runs || s.Recording == "" {
		return false, false
	}
	now, _ := Now(ctx, c, s.Recording)
	if len(now) != 1 || !now[0].Running {
		return false, false
	}
	return now[0].Phase != unknown && now[0].Phase != loop.PhaseUser.String(), now[0].Off
}

// NotRecorded returns the message about a running session that cannot be shown.
func NotRecorded() lang.Message {
	return lang.M("this session has no recording yet: one begins at its first stop, if reviews and recordings are on")
}

// Await waits until a running session has a recording, has ended without one, or ctx is done. It returns the
// session's state then.
func Await(ctx context.Context, c Config, s Session) Session {
	for {
		list, _ := summaries(c)
		list = slices.DeleteFunc(list, func(one Session) bool { return one.Launch != s.Launch || one.Door != s.Door })
		if i := slices.IndexFunc(list, func(one Session) bool { return one.Recording != "" }); i >= 0 {
			return list[i]
		}
		if len(list) == 0 {
			s.Since = time.Now()
			s.markEnded()
			return s
		}
		select {
		case <-ctx.Done():
			return s
		case <-time.After(pollTime):
		}
	}
}
