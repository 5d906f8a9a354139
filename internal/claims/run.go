package claims

import (
	"strings"

	"ccc/internal/claims/scope"
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// An outcome says how a run ended, as far as its result shows.
type outcome uint8

const (
	pending outcome = iota // its result has not come
	passed
	exitFailed
	outputFailed
	ranNothing
	maskedExit
	inBackground
	notRun // the call was refused, or there is no such program
)

// A run is a command, or a call of another tool, that can prove something.
type run struct {
	at              place
	index           int // of the command in its shell line; a [shell.StatusEcho] refers to it
	tool            shell.Tool
	kinds           shell.Kinds
	scope           scope.Scope
	command         string // the command itself, shortened
	fullLine        string // the shell line that contains the command, or the name of the tool
	trust           shell.Trust
	hiddenBy        string      // what hides its exit status, as in [shell.Command]
	isLast          bool        // nothing that can fail comes after it in the line
	ranWithoutEdits bool        // the edits before it were not in the files when it ran: git stash had put them away
	unknown         bool        // no table has the program, so its output may say what it checked
	likely          shell.Kinds // what it also proves, by words of the command or its output
	possible        shell.Kinds // what it might prove although no word says so
	onlyLists       bool        // its flags keep it from checking anything: --collect-only
	part            string      // the name of the project's part whose folder is the scope; "" for none
	watchesCI       bool        // it shows how a run of CI ended
	filters         [][]string  // the programs through which its output was piped
	logFile         string      // the file into which its output goes
	logShown        bool        // a later command prints that file
	showsGitState   bool        // it is a git command that lists what is not committed or not pushed
	byTask          bool        // a script or a target of the project runs it
	evident         bool        // its output shows that it succeeded, while its exit status is hidden
	pushResult      int         // what a push sent to the remote, see readPush
	pushedTag       bool        // a push sent a tag
	pointsAt        string      // the cluster, workspace or account with which its program works
	outcome         outcome
	httpCodes       []string // the HTTP status codes in its output
	// showsTrouble: its output shows a server that answers with errors, a cluster that is not ready, or a crash that
	// its exit status hides.
	showsTrouble    bool
	foundNothing    bool     // its output went through grep, which found nothing
	foundSome       string   // the pattern of its grep, if that found something
	sawNothing      bool     // it looked at a file or a folder that is not there
	printed         []string // numbers in the answer of a database, or of rows in what a program printed
	runningAt       int      // the step that last showed it running in the background; 0 for none
	hasWarnings     bool     // of a linter or a build
	stopped         string   // what it printed of services that do not run
	hasSkips        bool     // of tests, of which some were skipped
	totalsWithSkips []string // numbers of tests that include those which were skipped
	totalOfSkipped  string   // the total in a summary that counts skipped tests; "" for none
	hasFindings     bool     // of a linter that exits with 0 although it found something
	testCounts      []string // numbers of passed tests in its output
	failedFiles     []string // files that the output of a failed run names
	failedLines     string   // its lines about single tests that failed
	rows            []row    // of the outcome table that a failed run printed
	passedTests     int      // an upper bound of how many tests passed, by the output; 0 if it does not say
}

// family returns the group of tools in which a later run replaces an earlier one: a language, or else the tool's name.
func (r *run) family() string {
	if r.tool.Family != "" {
		return r.tool.Family
	}
	return r.tool.Name
}

var exitCode = text.LazyRegexp{Expr: `(?i)^\s*(?:Error: )?Exit code:? (\d+)`}

// hidesOutput reports whether its output goes into a file that nothing has printed.
func (r *run) hidesOutput() bool { return r.logFile != "" && !r.logShown || writesReport(r.fullLine) }

// isBuildSystem reports whether the files of the project say with which flags the tool starts a compiler.
func (r *run) isBuildSystem() bool {
	return strings.Contains(" make cmake ninja meson bazel bazelisk gradle gradlew xcodebuild ", " "+r.tool.Name+" ")
}
