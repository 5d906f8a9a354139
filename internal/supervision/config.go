package supervision

import (
	"io"
	"log/slog"
	"os"
	"time"

	"ccc/internal/claude"
	"ccc/internal/claude/mods"
	"ccc/internal/lang"
	"ccc/internal/notify"
	"ccc/internal/review"
	"ccc/internal/rubric"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/supervision/output"
	"ccc/internal/supervision/runid"
	"ccc/internal/task"
	"ccc/loop"
)

// Config is what a launch needs to know. Each part of a launch takes the parts of it that it needs.
type Config struct {
	Identity
	Agent
	Reviews
	Limits
	User

	Recordings session.Retention
	Notify     notify.Command
	Tee        string                            // a file or named pipe for the agent's output; "" for none
	Guardian   []string                          // the command that calls ptyio.Guard
	Resume     func(session string) lang.Message // tells how to resume a session; empty for ""
	Run        *runid.Run                        // the state of a task with --run-id; nil for none, and with Attended
	OnNotice   func(loop.Notice, output.Count)   // gets each notice of the loop, and the tokens so far; may be nil
	Before     Exchange
	Findings   []task.Finding // left open in the session of Before; the first task begins with them
	Asked      []string       // the user's messages in the task of that session, if it is not done
}

// Identity names a launch and the project that it works in.
type Identity struct {
	ID      string // of the launch
	Version string // of ccc
	Title   string // of the plan's task that this launch does; "" for none
	Task    string // the text of that task in the plan, or its beginning
	Dir     string // the project's
	// ClaudeDir is claude's configuration directory.
	ClaudeDir string
	Provider  string // its name; "" for none
	State     state.Dir
	Log       *slog.Logger
}

// Agent says how the agent's claude is started.
type Agent struct {
	Claude   claude.Binary
	Args     claude.Args // the user's, for claude
	Settings string      // a file
	Mods     mods.Guard  // Claude has it in its arguments
	// ModOptions are the options that Mods was made with. They are needed to check Mods again.
	ModOptions mods.Options
	Env        []string
}

// Reviews say how the agent's work is reviewed.
type Reviews struct {
	// Review is what all reviewers have in common. If it names no model and has the agent's provider, a reviewer runs
	// on the agent's model.
	Review   review.Reviewer
	CheckEnv []string // the environment of the checks
	// Judges returns the rubric and its reviewers as they are now. Any goroutine may call it.
	Judges func() Judges
	// RubricChange tells the user, once for each change, that the files of the rubric have changed; nil for a task of
	// ccc run, which looks at them itself.
	RubricChange func() lang.Message
	// Renew is called for /supervisor at a terminal. If the files of the rubric have changed, it shows the user the
	// change at the first call, and takes the new text at the second. ok says that reviews may be switched on.
	Renew       func() (said lang.Message, ok bool)
	Transcript  func(session string) (string, error) // the session as text
	SessionFile func(session string) (string, error) // finds claude's own file of a session; nil if there is none
	Claims      bool                                 // whether to look at the agent's claims

	Cage lang.Message // for /status: the sandbox of the reviewers
}

// Judges are the reviewers, and the rubric by which they judge.
type Judges struct {
	Rubric rubric.Rubric // its checks are those that may run
	Files  rubric.Rubric // the same as in its files, with what the user did not approve
	// Place changes how one of several reviewers is started, by its name; nil changes nothing.
	Place func(reviewer string, r review.Reviewer) review.Reviewer
	Who   lang.Message // for /status: the reviewers; empty for a single one with nothing special
}

// Limits say when a launch and its tasks end, and how long they wait.
type Limits struct {
	Policy  task.Policy
	MaxWait time.Duration // for a usage limit
	Idle    time.Duration // for the next output of an agent at work; 0 is no limit
}

// User is who reads what ccc says, and may answer.
type User struct {
	Attended  bool // the user sits at In and Out, which are a terminal
	Read      bool // Err is a terminal: a user reads it now, in place of a log later
	In, Out   *os.File
	Err       io.Writer
	Getenv    func(string) string
	EditorEnv []string // the user's own environment
	Language  lang.Language
}

// Exchange is the last exchange in the session that a launch continues; zero for none.
type Exchange struct {
	At           time.Time
	Said, Answer string // by the user, by the agent
	Session      string
	First        string       // what the user said first in the task with which the session goes on
	Open         string       // First if that task is not done, "" if it is
	Asked        []string     // what the user has said in that task, for the next review; none if it is done
	All          string       // for a review before the agent's first turn: what was said in that task, else all
	Question     lang.Message // of the last review, to which the user has said nothing there
}

// recorded returns the exchange for the recording.
func (e Exchange) recorded() session.Continued {
	return session.Continued{SessionID: e.Session, At: e.At, First: e.First, Said: e.Said, Answer: e.Answer}
}
