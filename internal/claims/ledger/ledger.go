// Package ledger keeps what a session shows of the work: which commands ran and how each ended, which files they or the
// editing tools changed, what was looked at. Calls of tools and their results come in one by one, and the [Ledger] is
// there to be read: its runs, writes and shell lines in the order in which they happened. It knows no message and no
// claim; what the ledger supports, package claims judges.
//
// The fields are for reading. Outside of this package only Root is set.
package ledger

import (
	"cmp"

	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// A Ledger has what the tool calls of a session ran and changed, and what came of it. It is not safe for use by several
// goroutines.
type Ledger struct {
	project Project

	Root      string            // the folder in which the session runs
	shellDirs map[string]string // the shell's current folder, by agent: "" is the main one
	Steps     int               // tool calls so far

	Runs             []*Run
	Writes           []*Write
	writtenNames     map[string]bool // names of written files, without folders
	RanUnknownWriter bool            // a command ran that may have written any file
	subagentLines    int             // how many lines of subagents were read
	buildOutputs     map[string]bool // files into which compilers were told to write
	// LastCommit is the place of the last successful commit.
	LastCommit Place
	// CleanAt is where git last said that nothing is left to commit, SyncedAt that nothing is left to push.
	CleanAt, SyncedAt Place
	// ShownByGit are the files that git status last showed as new or deleted, with the letter that it printed.
	ShownByGit map[string]byte
	LastLook   Place // the last look at anything: a file, a page, a command's output
	// the last command that succeeded and ran a program or queried a server or a database
	LastExecution Place
	LastQuery     Place             // the same, or the last that asked for the state of a service
	LastPageView  Place             // the last look at a page in a browser, or at a picture
	LastPlan      *Run              // the last command that only says what a deployment would do
	pageBroken    bool              // the browser shows a page that it could not load
	LastReport    Place             // the last look at the output of what others ran: CI, a log
	ShellLines    []ShellLine       // of the current turn
	pending       map[string]*call  // calls without a result, by id
	userCommand   *call             // a command that the user typed, whose output has not come yet
	scripts       map[string]string // scripts that the agent wrote, by name, see saveScript
	// PartDirs maps the project's parts to their folders, as far as files in them were changed.
	PartDirs map[string]string
	backups  map[string]backup // by the name of the copy
	tasks    map[string][]*Run // the runs of each background task, by its id
	// pointsAt has the cluster, workspace or account that each program works with, as a command chose or printed it.
	pointsAt map[string]string
}

// New makes an empty ledger. project may be nil.
func New(project Project) *Ledger {
	return &Ledger{
		project: project, shellDirs: map[string]string{}, pending: map[string]*call{},
		writtenNames: map[string]bool{}, buildOutputs: map[string]bool{}, PartDirs: map[string]string{},
		backups: map[string]backup{}, scripts: map[string]string{}, tasks: map[string][]*Run{},
		pointsAt: map[string]string{},
	}
}

// BeginTurn notes that the user has sent a message.
func (r *Ledger) BeginTurn() { r.ShellLines = nil }

// Waits reports whether the result of a call has not come.
func (r *Ledger) Waits() bool { return len(r.pending) > 0 }

// NoteSubagentLine notes that a line of a subagent was read: the session shows what subagents do.
func (r *Ledger) NoteSubagentLine() { r.subagentLines++ }

// RecentWrites returns the last changes, at most maxRecent.
func (r *Ledger) RecentWrites() []*Write { return r.Writes[max(0, len(r.Writes)-maxRecent):] }

// Bounds of what is kept of a session. What is older is forgotten.
const (
	maxRuns    = 2000
	maxWrites  = 8000
	maxPending = 1000
	maxCommand = 200      // bytes of a command in a verdict
	maxOutput  = 32 << 10 // bytes that are read of an output: half from its beginning, half from its end
)

// A Place says where something happened: the number of the step, and the index of the command in that step's shell
// line.
type Place struct{ Step, Index int }

// Compare returns a negative number if p was before q, 0 if they are the same, and a positive one if it was after.
func (p Place) Compare(q Place) int {
	return cmp.Or(cmp.Compare(p.Step, q.Step), cmp.Compare(p.Index, q.Index))
}

// A ShellLine is the text of a shell line, shortened, and its place.
type ShellLine struct {
	At     Place
	Text   string
	Failed bool
	Gone   []string // the branches that it removed from a remote although it failed
}

// A Write is a change of a file, with the place of the command or tool call that made it.
type Write struct {
	shell.Change
	At            Place
	Command       string // the shell line that made it; "" for a tool that edits files
	NoEffect      bool   // its call failed, or changed nothing
	FailedAlone   bool   // its shell line failed, and was nothing but its command
	Reverted      bool   // a later step restored the file as it was before
	onlyOnFailure bool   // its command runs only if another one fails
	from, to      uint64 // hashes of the text that an edit replaced and of the new one; 0 for none
	undoes        *Write // the edit that this one takes back
	Skips         bool   // it makes a runner skip a test
}

// A Project returns the text of a file that says what the project's own commands run: package.json, Makefile, justfile,
// Taskfile.yml, a shell script. The name is relative to root, the folder in which the session runs, and never leads out
// of it. A nil Project has no files.
type Project func(root, name string) (text string, ok bool)

// MayRemoveFromRemote reports whether the line may remove a branch or a tag from a remote.
func (l *ShellLine) MayRemoveFromRemote() bool { return remoteRemoval.MatchString(l.Text) }

var remoteRemoval = text.LazyRegexp{Expr: `\bpush\b.*(?: --delete| -d| --prune| --mirror| :\S)|\b(?:gh|glab) |` +
	`\bcurl\b|\.sh\b|\bmake\b`}

// maxRecent bounds how many runs and changes are compared with each other.
const maxRecent = 300
