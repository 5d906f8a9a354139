package review

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/claude"
	"ccc/internal/claude/mods"
	"ccc/internal/claude/snapshot"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/review/protocol"
	"ccc/internal/sandbox"
	"ccc/internal/secret"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// Reviewer is the start configuration of one reviewer, with its question. A reviewer is a fork of the agent's session.
// The fork is not stored and runs no hooks, so the agent's session does not change. Claude asks ccc before each tool
// call (docs/design/claude.md, "The reviewer").
type Reviewer struct {
	Claude      claude.Binary
	Env         []string        // the launch's environment; the reviewer gets the part that Cage allows
	Login       func() []string // returns more variables at the start, for the login; may be nil
	Dir         string          // the session's directory
	Session     string
	SessionFile string   // the session's transcript, for a claude that does not find the ID; "" for none
	Provider    string   // name in ccc.json of its provider; "" for the user's own login
	Model       string   // "" for the session's model
	Fallback    []string // providers to try in this order if its own is limited or down
	placeErr    error    // why it cannot be started on its provider; nil if it can
	forked      bool     // Model is the agent's model, in the spelling of claude
	Settings    string   // a file or JSON without hooks, with [AskRules] as ask rules
	// Snapshot has the files that claude reads by itself, from the beginning of the session; nil if unknown. Without
	// it, or if it cannot be laid over the present files, the reviewer reads only its settings.
	Snapshot *snapshot.Snapshot
	Sources  Sources // how the present files differ from Snapshot
	Dirs     []string
	Allowed  []string      // the allowed tools of rubric.Tools, by name; nil for all
	Mods     mods.Guard    // keeps mods out of the claudes of the launch; Claude has its arguments
	Cage     sandbox.Found // the sandbox. If it does not confine commands, the reviewer has no Bash
	Rubric   string
	Role     string // where the reviewer gets the rubric: system, user, or auto
	Agent    Agent
	Messages []string // the user's messages, oldest first
	Facts    protocol.Facts
	// Findings are the findings of the task so far. The reviewer can refer only to their ids.
	Findings []task.Finding
	// HoldsNobody reports whether after this answer no finding keeps the work from being done; nil if that is unknown.
	HoldsNobody func(ReviewerResult) bool
	// Ask for a structured verdict if the rubric is the system prompt; otherwise a schema would prevent use of the
	// cache.
	Schema bool
	Budget task.Budget // the limits of the review
	// Changed says that the task has changed files. If so, a reviewer that finds the work done without looking at
	// anything is asked again.
	Changed bool
	// Transcript returns the conversation as text, for a provider that rejects thinking blocks of another provider's
	// model; nil if there is none.
	Transcript func() (string, error)
	Fresh      bool // the first try already uses the transcript, because its claude cannot read the session
	Timeout    time.Duration
	Grace      time.Duration                 // time to report its cost after it is stopped; 0 kills it at once
	Idle       time.Duration                 // how long it may be silent while no tool runs; 0 for no limit
	Mask       *secret.Mask                  // for Raw, Stderr and the Result; nil masks nothing
	Raw        io.Writer                     // gets the reviewer's masked stdout
	Observe    func(streamjson.Event)        // gets each event except pieces of messages, in the caller's goroutine
	Warn       func(*streamjson.SyntaxError) // gets the first lines that are no events
	Strays     func(n int)                   // gets the number of such lines if Warn did not get all; may be nil
	Stderr     func(line string)             // gets each distinct line of its stderr after the end; may be nil
	// After runs a function in a goroutine. The function ends the reviewer's process, which takes longer than the
	// verdict. If After is nil, the review waits for that.
	After func(func())
}

// maxLastWords limits what a reviewer is told of the agent's last message, in bytes.
const maxLastWords = 16 << 10

// LastWords returns what the reviewer is told of a message of the agent that its session may lack, masked and cut. See
// [protocol.Facts].
func (r Reviewer) LastWords(message string) string {
	return r.Mask.Text(text.Head(message, maxLastWords))
}

// ReviewerResult is the verdict of one reviewer, or the reason why there is none.
type ReviewerResult struct {
	task.Verdict
	Fresh   bool // the reviewer had the transcript instead of the session
	InWords bool // the verdict was read from text, though an object was asked for
	Unclear bool // there is no verdict, because the answer is ambiguous
	// LeftOut says why the files in Verdict.NotLookedAt were left out: Budget, or the failure of a reviewer.
	LeftOut streamjson.Failure

	calls    []toolCall
	askedWhy string // as in [task.Reviewer]
}

// hasOnlyAdvice reports whether the reviewer does not find the work done, but none of its findings is a blocker.
func (r ReviewerResult) hasOnlyAdvice() bool { return r.hasFindings() && !hasOpenBlocker(r.Findings) }

// hasFindings reports whether the reviewer does not find the work done, and names findings.
func (r ReviewerResult) hasFindings() bool {
	return r.Failure == streamjson.NoFailure && !r.Completed && !r.Blocked && len(r.Findings) > 0
}

// AskReviewer asks one reviewer. When ctx is done, the reviewer is ended and the failure is streamjson.Aborted.
func AskReviewer(ctx context.Context, r Reviewer) ReviewerResult {
	return askUnmasked(ctx, r).mask(r.Mask)
}

func askUnmasked(ctx context.Context, r Reviewer) ReviewerResult {
	if r.placeErr != nil {
		return failureResult(r.placeErr)
	}
	if r.Role = chooseRole(r.Role, r.Provider, r.Model, r.Agent); !r.readsSources() {
		r.Role = roleSystem
	}
	ctx, cancel := context.WithTimeoutCause(ctx, r.Timeout, errTimeout)
	defer cancel()
	result := r.run(ctx)
	result.Cage, result.Role = string(r.Cage.Kind), r.Role
	return result
}

// run asks a reviewer. If that cannot read the session, it asks again with the transcript.
func (r Reviewer) run(ctx context.Context) (result ReviewerResult) {
	if !r.Fresh {
		result = r.ask(ctx, "", nil)
		if result.Failure == streamjson.NoSession && r.SessionFile != "" {
			r.Session = r.SessionFile
			result = r.ask(ctx, "", nil)
		}
		if r.Transcript == nil || !isThinkingRejected(result) {
			return result
		}
	}
	text, err := r.Transcript()
	if err != nil {
		if r.Fresh {
			return failureResult(err)
		}
		result.Reason = lang.Errorf("%w (and the transcript cannot be read: %v)", result.Reason, err)
		return result
	}
	r.Session = ""
	before := result
	r.Budget = r.Budget.Minus(before.CostUSD, before.Tokens())
	result = r.ask(ctx, text, nil)
	result.Fresh = true
	result.addSpending(before.Verdict)
	return result
}

// addSpending adds the cost and the tokens of another verdict.
func (r *ReviewerResult) addSpending(v task.Verdict) {
	r.CostUSD = streamjson.RoundUSD(r.CostUSD + v.CostUSD)
	cached := r.Cached*float64(r.Prompt) + v.Cached*float64(v.Prompt)
	r.Prompt, r.Output = r.Prompt+v.Prompt, r.Output+v.Output
	r.Cached = cached / float64(max(r.Prompt, 1))
}

// isThinkingRejected reports whether the API rejected a thinking block of another vendor's model, because it cannot
// check the signature.
func isThinkingRejected(r ReviewerResult) bool {
	if r.Failure != streamjson.NeedsPerson {
		return false
	}
	why := strings.ToLower(r.Reason.Error())
	return strings.Contains(why, "signature") && strings.Contains(why, "thinking")
}

// ask starts a reviewer and reads its verdict. transcript is for a reviewer without the session. refused are tools that
// claude must not offer to it.
func (r Reviewer) ask(ctx context.Context, transcript string, refused []string) ReviewerResult {
	p, err := r.start(refused)
	if err != nil {
		return failureResult(err)
	}
	defer p.rawOutput.Close()
	p.begin(transcript)
	defer context.AfterFunc(ctx, p.stop)()
	watched, over := context.WithCancel(ctx)
	defer over()
	silence := p.watch(watched, p.child)
	result, said := p.readResult()
	if len(p.unknown) > 0 && refused == nil { // no model was asked yet, so another start costs nothing
		p.child.Kill()
		<-p.end()
		return r.ask(ctx, transcript, p.unknown)
	}
	if said {
		result = p.followUp(result, p.child)
	}
	if p.atTokenLimit && !said { // what it says now is no verdict, but has its cost
		go p.stopWithin(costGrace)
		last, _ := p.readResult()
		result.CostUSD = last.CostUSD
	}
	if p.forbiddenTool != "" || len(p.unknown) > 0 || p.startDiff != nil || p.keyRejected || p.atTokenLimit {
		p.child.Kill() // End would give it some time
	}
	ended := p.end()
	if said {
		result = p.readRest()
	}
	if p.strayLines > maxStrays && r.Strays != nil {
		r.Strays(p.strayLines)
	}
	if p.atTokenLimit && !said {
		<-ended
		result.Failure, result.Reason = streamjson.Budget, lang.Errorf("the reviewer has reached its limit on tokens")
		return result
	}
	stopped := result.Failure == streamjson.Aborted && ctx.Err() != nil
	if said && !stopped && p.fault() == nil {
		if r.After == nil {
			<-ended
		}
		return result // however the process ended
	}
	e := <-ended
	if err := p.fault(); err != nil {
		result := failureResult(err)
		if p.keyRejected { // another try would be rejected as well
			result.Failure = streamjson.NeedsPerson
		}
		return result
	}
	return r.withoutVerdict(ctx, result, e, time.Duration(silence.Load()))
}

// withoutVerdict sets in the result why the reviewer gave no verdict. silence is how long the reviewer had sent nothing
// when it was ended for that reason; 0 if it was not.
func (r Reviewer) withoutVerdict(
	ctx context.Context, result ReviewerResult, e ending, silence time.Duration,
) ReviewerResult {
	switch {
	case e.limit != nil:
		result.Failure, result.Reason = streamjson.Transient, e.limit
	case silence > 0:
		result.Failure, result.Outage = streamjson.Transient, true
		result.Reason = lang.Errorf("nothing came from the reviewer for %s", silence.Round(time.Second))
	case errors.Is(context.Cause(ctx), errTimeout):
		result.Failure, result.Reason = streamjson.Transient, lang.Errorf("the reviewer took longer than %s", r.Timeout)
	case ctx.Err() != nil:
		result.Failure, result.Reason = streamjson.Aborted, lang.Errorf("stopped")
	default:
		why := result.Reason.Error()
		if complaint := wording.Complaint(e.complaints); complaint != "" { // claude's stderr says why it did not start
			why = complaint
		}
		result.Failure = streamjson.Transient
		result.Reason = lang.Errorf("the reviewer ended without a result (%s)", e.status.String())
		if why != "" {
			result.Reason = lang.Errorf("the reviewer ended without a result (%s): %s", e.status.String(), why)
		}
		// A shell names its script first.
		code, isScripts := e.status.Code, strings.HasPrefix(why, r.Claude.Path+": ")
		if (code == notExecutable || code == notFound || isScripts) && r.Cage.Kind.AllowsCommands() {
			result.Failure = streamjson.NeedsPerson // another try would end in the same way
			result.Reason = lang.Errorf("%w. If %s needs a file that the sandbox does not show, name it in "+
				"\"visible\" under \"supervisor\" in ccc.json. It counts from the next launch on (ccc --continue "+
				"goes on with this session)", result.Reason, r.Claude.Path)
		}
		if strings.Contains(why, "No conversation found") { // claude 2.1.5 prints no result in this case
			result.Failure = streamjson.NoSession
		}
	}
	return result
}

// The exit codes of a shell that cannot start its command.
const (
	notExecutable = 126
	notFound      = 127
)

// InReviewEnv is an environment variable that is set for the commands of a reviewer.
const InReviewEnv = "CCC_IN_REVIEW"

// NumberEnv is the variable with the number of the review in its launch, from 1. A claude that plays a recording needs
// it, because a file with a counter would be lost with the sandbox.
const NumberEnv = "CCC_REVIEW"

// ReviewerEnv is the variable with the reviewer's name, if a review has several reviewers.
const ReviewerEnv = "CCC_REVIEWER"

// distinct returns the lines of a text without blank lines and duplicates.
func distinct(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

func (r Reviewer) inMessage() bool { return r.Role == roleUser }

// form returns the form of answer that the reviewer is asked for.
func (r Reviewer) form() protocol.Form {
	switch {
	case r.inMessage():
		return protocol.FormObject
	case r.Schema:
		return protocol.FormSchema
	}
	return protocol.FormMarker
}

// arguments returns the reviewer's command line. rubricFile contains a rubric that is too long for it.
func (r Reviewer) arguments(rubricFile string, refused []string) []string {
	c := claude.Reviewer{
		Session: r.Session, Settings: r.Settings, Model: r.Model, Dirs: r.Dirs, Tools: r.tools(), Refused: refused,
		BudgetUSD: r.Budget.USD, NoMCP: r.strictMCP(),
	}
	if !r.inMessage() {
		c.System, c.SystemFile = r.Rubric, rubricFile
	}
	if r.form() == protocol.FormSchema {
		c.Schema = protocol.Schema
	}
	return c.Args()
}

// isWatched reports whether silence can end the reviewer before its time limit.
func (r Reviewer) isWatched() bool { return r.Idle > 0 && r.Idle < r.Timeout }

var errTimeout = errors.New("timeout")

func failureResult(err error) ReviewerResult {
	return ReviewerResult{Verdict: task.Verdict{Failure: streamjson.Transient, Reason: err}}
}

// bestEffort discards everything after the first write error. Write never fails.
type bestEffort struct {
	w      io.Writer
	failed bool
}

func (k *bestEffort) Write(p []byte) (int, error) {
	if !k.failed {
		_, err := k.w.Write(p)
		k.failed = err != nil
	}
	return len(p), nil
}

// writeCopy writes a copy of a file to a new directory that only this user can read.
func writeCopy(path string, text []byte) (copied string, err error) {
	dir, err := os.MkdirTemp("", file.TemporaryPrefix+"settings-")
	if err != nil {
		return "", err
	}
	copied = filepath.Join(dir, filepath.Base(path))
	return copied, os.WriteFile(copied, text, 0o600)
}

func writeTemporary(pattern, text string) (path string, err error) {
	f, err := os.CreateTemp("", file.TemporaryPrefix+pattern) // mode 0600
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
