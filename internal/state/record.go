package state

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/task"
	"ccc/internal/text"
)

// State is the stored state of a launch or a session. A launch's state says whether stops are reviewed. A session's
// state has the task and its count. If a session belongs to no launch of ours, one file has both.
type State struct {
	SessionID string `json:"session_id"`
	Enabled   bool   `json:"enabled"`
	task.State
	CreatedAt time.Time `json:"created_at"`
	UpdatedAt time.Time `json:"updated_at"`

	// The fields of a launch.

	// EnabledAt is when reviews were switched on; a session counts from 1 again when it changes. It is zero after the
	// user switched reviews off.
	EnabledAt time.Time `json:"enabled_at,omitzero"`
	// Owner is the launch's claude. Another claude that calls the hook was started by the agent's tools.
	Owner process.Process `json:"owner,omitzero"`
	// Starter is the ccc that started the launch's claude, or that claude replaced.
	Starter process.Process `json:"starter,omitzero"`
	// Unseen are messages for the user to read when the launch's claude has ended, oldest first, if claude has no
	// screen of its own. Headless says that it has none.
	Headless bool     `json:"headless,omitempty"`
	Unseen   []string `json:"unseen,omitempty"`
	// HasPromptHook says that a UserPromptSubmit hook of ours runs in the launch's claude. Then only that hook, or
	// the user in another terminal, can switch reviews.
	HasPromptHook bool `json:"prompt_hook,omitempty"`
	// Switches are the newest switches by the user, oldest first.
	Switches []Switch `json:"switches,omitempty"`
	// Obeyed is when the UserPromptSubmit hook last carried out a prompt for ccc, by its verb.
	Obeyed map[string]time.Time `json:"obeyed,omitempty"`
	// Refused is when something inside claude tried to switch reviews off; zero once the user was told.
	Refused time.Time `json:"refused,omitzero"`
	// Dismissals are the keys of the project's dismissed findings that the user knows of: those from before reviews
	// were switched on, those that the user dismissed, and those that a completing verdict named. nil if that is
	// unknown.
	Dismissals []string `json:"dismissals,omitzero"`
	// Dir is the project's directory; a session that was reviewed has it, too.
	Dir string `json:"dir,omitempty"`
	// Newest is the launch's current session.
	Newest string `json:"newest,omitempty"`
	// Missed counts the stops at which no hook of ours was called although reviews were on, as far as later hooks
	// noticed.
	Missed int `json:"missed,omitzero"`
	// HandedOver is when the loop handed its session over to claude's own screen. In the transcript the loop's
	// messages look like the user's.
	HandedOver time.Time `json:"handed_over,omitzero"`
	// Rounds is the limit of rounds that the user has set in the loop before; 0 for that of ccc.json.
	Rounds int `json:"rounds,omitzero"`
	// Greeting is shown first in claude's own screen.
	Greeting string `json:"greeting,omitempty"`
	// Untrusted is the digest of a rubric that has changed, or whose checks are not trusted, if /supervisor has
	// reported that.
	Untrusted string `json:"untrusted,omitempty"`
	// Rubric is the copy of the rubric by which the launch's tasks are judged. A copy is needed because the agent can
	// change the files.
	Rubric *Rubric `json:"rubric,omitempty"`
	// NextRubric is the rubric at the first switch-on since the last stop. That stop adopts it if the user switched on.
	NextRubric *Rubric `json:"next_rubric,omitempty"`

	// ReportedConfig identifies the change of ccc.json since the launch began that the user was last told about.
	ReportedConfig string `json:"told_config,omitempty"`

	// Untold are the notices that a review had to show which has not ended: the next one repeats them.
	Untold []*lang.Stored `json:"untold,omitempty"`

	// NotifyFailed says that a notify_command failed and the user does not know yet.
	NotifyFailed bool `json:"notify_failed,omitempty"`
	// Recording is the recording of the launch's stops.
	Recording Recording `json:"recording,omitzero"`

	// ReportedUntil is the time until which all stops of the session or the launch were reported to a hook of ours or
	// to a loop.
	ReportedUntil time.Time `json:"heard,omitzero"`

	// The fields of a session.

	// Plain is a claude that was started without ccc on a session that had been reviewed, if its user was told so.
	Plain       process.Process `json:"plain,omitzero"`
	Launch      string          `json:"launch,omitempty"`      // the session's launch, also after it ended
	CountedFrom time.Time       `json:"counted_from,omitzero"` // EnabledAt of the launch when Count began
	// Resumed is the EnabledAt of the launch that has resumed the session. Its first task begins with the findings
	// that the session's last task has left.
	Resumed time.Time `json:"resumed,omitzero"`

	// Asked are the user's messages in the newest task, oldest first, while that is not done. A loop that continues the
	// task tells its reviewers. Claude's file lacks messages that were sent while the agent worked (2.1.5).
	Asked []string `json:"asked,omitempty"`
	// AskedUntil is the time until which Asked has all messages. An older ccc does not store it, and may leave Asked
	// after a task that is done.
	AskedUntil time.Time `json:"asked_until,omitzero"`

	SeenMessage  string `json:"seen,omitempty"`   // id of the user's newest message at the last stop
	FirstMessage string `json:"from,omitempty"`   // id of the first message of the task; "" for all
	ToolCalls    int    `json:"tools,omitzero"`   // the agent's tool calls up to the last stop
	JudgedStop   string `json:"judged,omitempty"` // key of the last judged stop
	// JudgedAt is when the last judged stop was decided.
	JudgedAt time.Time `json:"judged_at,omitzero"`
	LetGo    LetGo     `json:"let_go,omitzero"`
	// Heard are the keys of the prompts that the UserPromptSubmit hook has received and that have begun no turn yet,
	// oldest first.
	Heard []string `json:"heard_prompts,omitempty"`
	// Prompted is when the user last sent the agent a prompt, according to the UserPromptSubmit hook. It is zero after
	// a stop with reviews on that no other prompt waits for.
	Prompted time.Time `json:"prompted_at,omitzero"`
	// Transcript is the path of claude's own file of the session, as its hooks last named it.
	Transcript string   `json:"transcript,omitempty"`
	Reviewer   Reviewer `json:"reviewer,omitzero"` // the hook that runs a review

	// Loop is the ccc whose loop gave the newest verdict; zero if a hook gave it.
	Loop process.Process `json:"loop,omitzero"`

	// Held is the newest hold, until claude is known to have followed it, or the user was told that it did not.
	Held Hold `json:"held,omitzero"`

	// Claimed are the tasks that claims hold at stops without a review. The key is "" for the agent, else the id of a
	// subagent or of a task on the agent's list.
	Claimed map[string]task.State `json:"claimed,omitempty"`

	// Parts are lines about claims of subagents and tasks, to be shown at the session's next stop, because claude
	// shows nothing where a part of the work ends (2.1.330).
	Parts []string `json:"parts,omitempty"`

	// Unreviewed is the session's last stop if it should have been reviewed and got no verdict.
	Unreviewed Unreviewed `json:"unreviewed,omitzero"`
}

// LetGo is the last stop that was not reviewed because a message of the user was waiting in claude. It is kept until
// claude has sent that message. Only the session's file says that it waits, and the agent can write that file.
type LetGo struct {
	At  time.Time `json:"at"`
	For string    `json:"for"` // the key of the waiting message
	// Command is the message's command, such as /clear, if it is one: claude carries out its own without sending them.
	Command string `json:"command,omitempty"`
	AsText  bool   `json:"as_text,omitempty"` // the agent got the user's /supervisoroff as text
}

// Unreviewed is a stop that should have been reviewed and got no verdict.
type Unreviewed struct {
	At      time.Time `json:"at"`
	Why     string    `json:"why"`               // in the user's language
	Failure string    `json:"failure,omitempty"` // why the review failed, as in recordings
}

// IsSince reports whether the stop was at or after the time when reviews were switched on. The zero value is no stop.
func (u Unreviewed) IsSince(on time.Time) bool { return !u.At.IsZero() && !u.At.Before(on) }

// Rubric is a copy of a rubric.
type Rubric struct {
	Dir            string    `json:"dir"`            // the project's
	Text           string    `json:"text"`           // JSON
	At             time.Time `json:"at,omitzero"`    // when a stop adopted it from NextRubric
	ReportedChange string    `json:"told,omitempty"` // the change of its files that the user was last told about
}

// Recording is the newest recording of a launch's stops, and how far it goes.
type Recording struct {
	File     string          `json:"file"`              // its name
	Claude   process.Process `json:"claude,omitzero"`   // the claude whose stops are recorded
	Session  string          `json:"session,omitempty"` // the newest session; Read, Messages and Commands refer to it
	Read     int64           `json:"read,omitzero"`     // bytes of its transcript that are recorded
	Messages int             `json:"messages,omitzero"` // of the user's messages that are recorded
	Commands int             `json:"commands,omitzero"` // of the user's commands that are recorded
	At       time.Time       `json:"at,omitzero"`       // time of the last recorded entry
	Phase    string          `json:"phase,omitempty"`   // phase at its end
	Rounds   int             `json:"rounds,omitzero"`   // number of verdicts
	CostUSD  float64         `json:"cost_usd,omitzero"` // of the reviews
	Tokens   int64           `json:"tokens,omitzero"`   // of the reviews
	AtLeast  bool            `json:"at_least,omitzero"` // see [task.State]

	Off      bool      `json:"off,omitempty"`     // reviews were off at its end
	Asked    bool      `json:"asked,omitempty"`   // with Off: the user has sent a message since they were on
	Switched time.Time `json:"switched,omitzero"` // time of the newest switch that is recorded
	OffStop  string    `json:"stop,omitempty"`    // key of the last recorded stop with reviews off
	Settled  time.Time `json:"settled,omitzero"`  // time of the newest dismissal in claude that is recorded
}

// Reviewer is a hook that is reviewing a stop.
type Reviewer struct {
	Process   process.Process `json:"process"`
	Stop      string          `json:"stop"`
	Since     time.Time       `json:"since,omitzero"`
	MaxRounds int             `json:"of,omitzero"` // the task's limit of reviews
	// Stopped says that the user has stopped this review, and has gone on since. See [State.WasStopped].
	Stopped bool `json:"stopped,omitempty"`
	// Checks says how the checks ended that ran before it, in the user's language.
	Checks string `json:"checks,omitempty"`
}

// OffInDoubt reports whether reviews were switched off while the launch's claude runs, and it is unknown by whom: the
// user, or something that the agent ran.
func (s State) OffInDoubt() bool { return !s.Enabled && !s.EnabledAt.IsZero() && s.Owner.Alive() }

// SwitchOff switches the reviews of a launch off.
func (s *State) SwitchOff() {
	if s.Enabled = false; !s.Owner.Alive() { // while the launch's claude runs, see OffInDoubt
		s.EnabledAt = time.Time{}
	}
}

// CorruptError is the error if a state could not be read. The file was renamed, and a new state replaces it.
type CorruptError struct {
	Aside string // its new path
	Err   error
}

// Message is the error as a translatable message.
func (e *CorruptError) Message() lang.Message {
	return lang.M("the state could not be read (%v): it is kept as %s, and a new one begins", e.Err, e.Aside)
}
func (e *CorruptError) Error() string { return e.Message().String() }
func (e *CorruptError) Unwrap() error { return e.Err }

// Has reports whether a launch or a session has, or may have, a state.
func (d Dir) Has(id string) bool {
	path, err := d.path(id)
	if err != nil {
		return false
	}
	_, err = os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// Load reads the state of a launch or a session. If there is none, it returns a new state with reviews off. With a
// *CorruptError the returned state is new and usable.
func (d Dir) Load(id string) (State, error) {
	s, unreadable, err := d.read(id)
	if unreadable != "" {
		return s, setAside(unreadable)
	}
	return s, err
}

// Read is Load for a caller that changes nothing: an unreadable state stays where it is, and is an error.
func (d Dir) Read(id string) (State, error) {
	s, _, err := d.read(id)
	return s, err
}

// read also returns the path of a state that cannot be read.
func (d Dir) read(id string) (s State, unreadable string, err error) {
	path, err := d.path(id)
	if err != nil {
		return s, "", err
	}
	text, err := file.ReadOwn(path)
	if err != nil {
		return s, "", err
	}
	if s, err = parse(id, text); err != nil {
		return s, path, lang.Errorf("read %s: %w", path, err)
	}
	return s, "", nil
}

// Change changes a state under a lock. With a *CorruptError it changed a new state.
func (d Dir) Change(id string, change func(*State)) (s State, err error) {
	path, err := d.path(id)
	if err != nil {
		return s, err
	}
	if err := d.Create(); err != nil {
		return s, err
	}
	corrupt := new(CorruptError)
	_, notice := d.Load(id)
	if notice != nil && !errors.As(notice, &corrupt) {
		return s, notice
	}
	now := time.Now().UTC()
	err = file.Update(path, file.State, func(old []byte) (text []byte, err error) {
		if s, err = parse(id, old); err != nil {
			return nil, lang.Errorf("read %s: %w", path, err)
		}
		if s.CreatedAt.IsZero() {
			s.CreatedAt = now
		}
		change(&s)
		s.UpdatedAt = now
		return encode(s)
	})
	if err != nil {
		return s, err
	}
	return s, notice
}

// parse decodes a state. If the key "enabled" is missing, as in older versions, reviews are off.
func parse(id string, text []byte) (State, error) {
	fresh := State{SessionID: id}
	if text == nil {
		return fresh, nil
	}
	s := fresh
	if err := decode(text, &s); err != nil {
		return fresh, err
	}
	return s, nil
}

// setAside renames an unreadable state, unless another ccc has just done so.
func setAside(path string) (notice error) {
	err := file.WithLock(path, func() error {
		text, err := file.ReadOwn(path)
		if err != nil {
			return err
		}
		if _, err := parse("", text); err != nil {
			aside := path + ".corrupt-" + time.Now().UTC().Format("20060102T150405.000000000")
			notice = &CorruptError{Aside: aside, Err: err}
			return os.Rename(path, aside)
		}
		return nil
	})
	if err != nil {
		return lang.Errorf("set the unreadable state aside: %w", err)
	}
	return notice
}

func (d Dir) path(id string) (string, error) {
	if !isSafeName(id) {
		return "", lang.Errorf("id %.80q cannot be a file name", id)
	}
	return filepath.Join(string(d), "supervisor-"+id+".json"), nil
}

// Enable switches a launch's reviews on, for a new task, or off. now describes the project's files.
func (d Dir) Enable(launch string, on bool, now task.Files) (State, error) {
	return d.Change(launch, func(s *State) {
		s.Enabled, s.EnabledAt = on, time.Time{}
		if on {
			s.Base, s.BaseTree, s.EnabledAt = now.Work, now.Tree, time.Now().UTC()
		}
	})
}

// How many of the user's messages a state keeps, and how many bytes of each.
const (
	maxMessages = 20
	maxMessage  = 16 << 10
)

// SetAsked stores the user's messages of the newest task, as [LastMessages] returns them; none if it is done. until is
// the time until which these are all.
func (s *State) SetAsked(messages []string, until time.Time) {
	s.Asked, s.AskedUntil = messages, until.UTC()
}

// OpenMessages returns the user's messages of the newest task, if it is not done.
func (s State) OpenMessages() []string {
	if s.AskedUntil.IsZero() && s.TaskEnd().Done() {
		return nil
	}
	return s.Asked
}

// LastMessages returns the messages that a state keeps as [State.Asked], each cut and then masked. mask may be nil.
func LastMessages(messages []string, mask func(string) string) (list []string) {
	for _, m := range messages[max(len(messages)-maxMessages, 0):] {
		if m = text.Head(m, maxMessage); mask != nil {
			m = mask(m)
		}
		list = append(list, m)
	}
	return list
}
