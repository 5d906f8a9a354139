package ledger

import (
	"strings"

	"ccc/internal/claims/scope"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// An Outcome says how a run ended, as far as its result shows.
type Outcome uint8

// The outcomes.
const (
	Pending Outcome = iota // its result has not come
	Passed
	ExitFailed
	OutputFailed
	RanNothing
	MaskedExit
	InBackground
	NotRun // the call was refused, or there is no such program
)

// A Run is a command, or a call of another tool, that can prove something.
type Run struct {
	At              Place
	index           int // of the command in its shell line; a [shell.StatusEcho] refers to it
	Tool            shell.Tool
	Kinds           shell.Kinds
	Scope           scope.Scope
	Command         string // the command itself, shortened
	FullLine        string // the shell line that contains the command, or the name of the tool
	Trust           shell.Trust
	HiddenBy        string      // what hides its exit status, as in [shell.Command]
	IsLast          bool        // nothing that can fail comes after it in the line
	RanWithoutEdits bool        // the edits before it were not in the files when it ran: git stash had put them away
	Unknown         bool        // no table has the program, so its output may say what it checked
	Likely          shell.Kinds // what it also proves, by words of the command or its output
	Possible        shell.Kinds // what it might prove although no word says so
	onlyLists       bool        // its flags keep it from checking anything: --collect-only
	Part            string      // the name of the project's part whose folder is the scope; "" for none
	WatchesCI       bool        // it shows how a run of CI ended
	Filters         [][]string  // the programs through which its output was piped
	logFile         string      // the file into which its output goes
	logShown        bool        // a later command prints that file
	showsGitState   bool        // it is a git command that lists what is not committed or not pushed
	ByTask          bool        // a script or a target of the project runs it
	Evident         bool        // its output shows that it succeeded, while its exit status is hidden
	PushResult      int         // what a push sent to the remote, see readPush
	PushedTag       bool        // a push sent a tag
	PointsAt        string      // the cluster, workspace or account with which its program works
	Outcome         Outcome
	HTTPCodes       []string // the HTTP status codes in its output
	// ShowsTrouble: its output shows a server that answers with errors, a cluster that is not ready, or a crash that
	// its exit status hides.
	ShowsTrouble    bool
	FoundNothing    bool     // its output went through grep, which found nothing
	FoundSome       string   // the pattern of its grep, if that found something
	SawNothing      bool     // it looked at a file or a folder that is not there
	Printed         []string // numbers in the answer of a database, or of rows in what a program printed
	RunningAt       int      // the step that last showed it running in the background; 0 for none
	HasWarnings     bool     // of a linter or a build
	Stopped         string   // what it printed of services that do not run
	HasSkips        bool     // of tests, of which some were skipped
	TotalsWithSkips []string // numbers of tests that include those which were skipped
	TotalOfSkipped  string   // the total in a summary that counts skipped tests; "" for none
	HasFindings     bool     // of a linter that exits with 0 although it found something
	TestCounts      []string // numbers of passed tests in its output
	FailedFiles     []string // files that the output of a failed run names
	FailedLines     string   // its lines about single tests that failed
	Rows            []Row    // of the outcome table that a failed run printed
	PassedTests     int      // an upper bound of how many tests passed, by the output; 0 if it does not say
}

var exitCode = text.LazyRegexp{Expr: `(?i)^\s*(?:Error: )?Exit code:? (\d+)`}

// hidesOutput reports whether its output goes into a file that nothing has printed.
func (r *Run) hidesOutput() bool { return r.logFile != "" && !r.logShown || writesReport(r.FullLine) }

// LooksAtServices reports whether a run asks which services run, of the programs that keep them running.
func (r *Run) LooksAtServices() bool {
	return r.Kinds == shell.Inspect &&
		strings.Contains(" docker podman nerdctl docker-compose systemctl supervisorctl pm2 ", " "+r.Tool.Name+" ")
}

// lastFilter returns the program through which a run's output went last; "" for none.
func lastFilter(one *Run) string {
	if len(one.Filters) == 0 {
		return ""
	}
	return shell.ProgramName(one.Filters[len(one.Filters)-1][0])
}
