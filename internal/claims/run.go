package claims

import (
	"ccc/internal/claims/shell"
	"ccc/internal/text"
)

// An outcome is how a run ended, as far as its result shows.
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

// A run is a command of a step that can prove something.
type run struct {
	at              place
	index           int // its index in the line's commands, which a [shell.StatusEcho] names
	tool            shell.Tool
	kinds           shell.Kinds
	scope           shell.Scope
	command         string // the command itself
	fullLine        string // the shell line that it is in, or the name of the tool
	trust           shell.Trust
	hiddenBy        string      // what hides its exit status, as in [shell.Command]
	isLast          bool        // nothing that can fail comes after it in the line
	ranWithoutEdits bool        // it ran on the files without the changes that came before: git stash had put them away
	unknown         bool        // it is an unknown program, and its output may say what it checked
	likely          shell.Kinds // what it may prove beside, as its words or its output say
	possible        shell.Kinds // what it may prove although nothing says so
	onlyLists       bool        // its flags make it look at nothing: --collect-only
	part            string      // the part of the project, by its name, whose folder is the scope
	watchesCI       bool        // it shows how a run of CI ended
	filters         [][]string  // the programs that its output went through
	logFile         string      // the file into which its output goes
	showsGitState   bool        // it is a git command that says what is not committed or pushed yet
	byTask          bool        // a script or a target of the project runs it
	evident         bool        // its output shows that it succeeded, where its exit status is not seen
	pushResult      int         // of a push: what it brought to the other side, see readPush
	outcome         outcome
	httpCodes       []string // of HTTP, in its output
	// showsTrouble says that its output shows a server or a cluster that is not in order.
	showsTrouble bool
	hasWarnings  bool     // it has warnings
	testCounts   []string // numbers of tests that passed, as the output has them
	failedFiles  []string // files that the output of a failed run names
	passedTests  int      // how many tests passed at most, by the output; 0 if it does not say
}

// family returns the group of tools in which a later run replaces an earlier one.
func (r *run) family() string {
	if r.tool.Family != "" {
		return r.tool.Family
	}
	return r.tool.Name
}

var exitCode = text.LazyRegexp{Expr: `(?i)^\s*(?:Error: )?Exit code:? (\d+)`}
