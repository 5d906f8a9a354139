// Package watch shows sessions under supervision while they go on, and when they have ended, from what is written
// anyway: the recordings and the state directory. It only reads. Whoever writes does not wait for it, and does not know
// of it.
package watch

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/streamjson"
)

// Config is what watching needs.
type Config struct {
	State    state.Dir
	Language lang.Language
}

// doorLoop is the loop's; the other door is [session.DoorHook].
const doorLoop = "loop"

// Session is where a session stands. docs/watch.md tells its keys.
type Session struct {
	ID        string    `json:"session_id"` // "" until claude has told it
	Launch    string    `json:"launch"`
	Door      string    `json:"door"`
	Dir       string    `json:"cwd"`
	Title     string    `json:"title,omitempty"` // of the task of a plan
	Running   bool      `json:"running"`
	Phase     string    `json:"phase"`
	Since     time.Time `json:"since,omitzero"` // of the phase
	Began     time.Time `json:"began"`
	Round     int       `json:"round"`
	Of        int       `json:"max_rounds,omitempty"`
	Off       bool      `json:"reviews_off,omitempty"`
	Missed    int       `json:"stops_missed,omitempty"` // by the hooks of the launch, though reviews were on
	Tool      string    `json:"tool,omitempty"`         // that runs
	ToolSince time.Time `json:"tool_since,omitzero"`
	CostUSD   float64   `json:"cost_usd"`
	Verdict   *Verdict  `json:"verdict,omitempty"` // the last one
	Outcome   string    `json:"outcome,omitempty"`
	Accepted  bool      `json:"accepted,omitempty"` // completed by the person's word, not by a review
	Error     string    `json:"error,omitempty"`
	Recording string    `json:"recording,omitempty"`
}

// end takes that it goes on no more.
func (s *Session) end() {
	s.Running, s.Phase, s.Tool, s.ToolSince = false, "done", "", time.Time{}
}

// Verdict is what a review came to.
type Verdict struct {
	Round     int    `json:"round"`
	Completed bool   `json:"completed"`
	Blocked   bool   `json:"blocked,omitempty"` // Feedback is a question for the person
	Feedback  string `json:"feedback,omitempty"`
	Failure   string `json:"failure,omitempty"` // there is none, and why
	Reason    string `json:"reason,omitempty"`  // the same in words
}

// verdictOf is a verdict as it is told, nil for none.
func verdictOf(v *session.Verdict) *Verdict {
	if v == nil {
		return nil
	}
	return &Verdict{
		Round: v.Round, Completed: v.Completed, Blocked: v.Blocked, Feedback: v.Feedback, Failure: v.Failure, Reason: v.Reason,
	}
}

// killed is the Failure of a review whose hook was killed.
const killed = "killed"

// aborted is the Failure of one that was stopped.
var aborted = session.FailureName(streamjson.Aborted)

// MarshalJSON leaves out times that JSON cannot tell: a recording may hold any number.
func (s Session) MarshalJSON() ([]byte, error) {
	type plain Session
	for _, at := range []*time.Time{&s.Since, &s.Began, &s.ToolSince} {
		if _, err := at.MarshalJSON(); err != nil {
			*at = time.Time{}
		}
	}
	return json.Marshal(plain(s))
}

// startTime is how long the first look at sessions waits for what was written of them before.
const startTime = 500 * time.Millisecond

// beginTime is how long a new recording may be without its first line: its writer has been killed else.
const beginTime = time.Second

// board is the sessions that are known, with a follower for each that runs.
type board struct {
	Config
	ctx     context.Context
	changes *changes
	only    []session.Summary // nil for all

	mu        sync.Mutex
	names     []string // of the recordings, when they were listed last
	listed    []session.Summary
	followers map[string]*follower // by the recording's path
	ended     int                  // followers that have come to an end
	seen      int                  // of those, when the recordings were listed last
}

// newBoard is one that follows what runs until ctx is done.
func newBoard(ctx context.Context, c Config, ch *changes) *board {
	return &board{Config: c, ctx: ctx, changes: ch, followers: make(map[string]*follower)}
}

// sessions are all, those that run first, each kind with the newest first.
func (b *board) sessions() ([]Session, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	err := b.list()
	b.follow()
	var list []Session
	for _, s := range b.listed {
		if f := b.followers[s.Path]; f != nil {
			list = append(list, newest(b.State, f.at()))
		} else {
			list = append(list, ofSummary(s))
		}
	}
	if b.only == nil {
		list = append(list, hookSessions(b.State, list)...)
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

// list lists the recordings again where there are others, or one has ended.
func (b *board) list() error {
	if b.only != nil {
		b.listed = b.only
		return nil
	}
	names, err := session.RecordingPaths(b.State.Recordings())
	if err != nil || slices.Equal(names, b.names) && b.seen == b.ended && b.listed != nil {
		return err
	}
	listed, err := session.ListRecordings(b.State.Recordings())
	if len(listed) == 0 && err != nil {
		return err
	}
	if !slices.ContainsFunc(names, func(path string) bool { return begins(path, listed) }) {
		b.names = names
	}
	b.listed, b.seen = listed, b.ended
	return nil
}

// begins reports whether a recording that could not be listed may have no first line yet, so that it is looked for again.
func begins(path string, listed []session.Summary) bool {
	if slices.ContainsFunc(listed, func(s session.Summary) bool { return s.Path == path }) {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && time.Since(info.ModTime()) < beginTime
}

// follow begins to follow the recordings that are being written, and waits for what was written of them before.
func (b *board) follow() {
	ctx, enough := context.WithTimeout(b.ctx, startTime)
	defer enough()
	var begun []*follower
	for _, s := range b.listed {
		if s.Running && b.followers[s.Path] == nil {
			f := newFollower(b.Config, ofSummary(s))
			b.followers[s.Path], begun = f, append(begun, f)
			go b.run(f)
		}
	}
	for _, f := range begun {
		select {
		case <-f.ready:
		case <-ctx.Done(): // it is long: what it comes to is seen when it is read
		}
	}
}

// run follows a recording to its end.
func (b *board) run(f *follower) {
	err := f.run(b.ctx, b.changes, nil)
	f.started()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ended++; err != nil && !errors.Is(err, context.Canceled) {
		f.broke(err)
	}
	b.changes.tell()
}

// ofSummary is a session as its recording's beginning and end tell it.
func ofSummary(s session.Summary) Session {
	one := Session{
		ID: s.End.SessionID, Launch: s.Header.Launch, Door: doorLoop, Dir: s.Header.Dir, Title: s.Header.Title,
		Running: s.Running,
		Phase:   "done", Began: s.Header.At, Round: s.End.Rounds, Of: s.Header.MaxRounds, CostUSD: s.End.CostUSD,
		Since:   s.Header.At.Add(time.Duration(s.End.DurationMS) * time.Millisecond),
		Outcome: s.End.Outcome, Accepted: s.End.Accepted, Error: s.End.Error, Recording: s.Path,
	}
	if s.Header.Door == session.DoorHook {
		one.Door = session.DoorHook
	}
	return one
}

// Now gives where things stand: of the recording at path, or with "" of each session that runs, or if there is none of
// the newest. What cannot be read is left out, and named in the error.
func Now(ctx context.Context, c Config, path string) (now []Session, err error) {
	var list []Session
	if path != "" {
		s, err := session.Summarize(path)
		if err != nil {
			return nil, err
		}
		list = []Session{ofSummary(s)}
	} else if list, err = summaries(c); slices.ContainsFunc(list, func(s Session) bool { return s.Running }) {
		list = slices.DeleteFunc(list, func(s Session) bool { return !s.Running })
	} else if len(list) > 0 {
		list = list[:1]
	}
	for _, s := range list {
		if s.Recording != "" {
			var bad error
			if s, bad = soFar(ctx, c, s); bad != nil {
				err = errors.Join(err, bad)
				continue
			}
		}
		now = append(now, s)
	}
	return now, err
}

// summaries are all sessions, the newest first, as their recordings begin and end. One that cannot be read is left out,
// and named in the error.
func summaries(c Config) (list []Session, err error) {
	listed, err := session.ListRecordings(c.State.Recordings())
	for _, s := range listed {
		list = append(list, ofSummary(s))
	}
	return append(hookSessions(c.State, list), list...), err
}

// soFar reads a recording as far as it is written.
func soFar(ctx context.Context, c Config, s Session) (Session, error) {
	f := newFollower(c, s)
	err := f.run(ctx, nil, nil)
	if errors.Is(err, errSoFar) {
		err = nil
	}
	return newest(c.State, f.at()), err
}

// Find gives the session that runs and that a word names: its id or its launch's, or how one of them begins. ok is false
// if none does. It may have no recording yet.
func Find(c Config, word string) (s Session, ok bool) {
	list, _ := summaries(c) // what cannot be read is not known to run
	for _, s := range list {
		if s = newest(c.State, s); s.Running && (strings.HasPrefix(s.ID, word) || strings.HasPrefix(s.Launch, word)) {
			return s, true
		}
	}
	return s, false
}

// NotRecorded says why a session that runs cannot be shown.
func NotRecorded() lang.Message {
	return lang.M("this session has no recording yet: its first stop begins one, with reviews and recordings on")
}

// Await waits until a session that runs has a recording, or has ended without one, or ctx is done, and gives how it
// stands then.
func Await(ctx context.Context, c Config, s Session) Session {
	for {
		list, _ := summaries(c)
		list = slices.DeleteFunc(list, func(one Session) bool { return one.Launch != s.Launch || one.Door != s.Door })
		if i := slices.IndexFunc(list, func(one Session) bool { return one.Recording != "" }); i >= 0 {
			return list[i]
		}
		if len(list) == 0 {
			s.Since = time.Now()
			s.end()
			return s
		}
		select {
		case <-ctx.Done():
			return s
		case <-time.After(pollTime):
		}
	}
}
