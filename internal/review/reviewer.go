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

	"ccc/internal/baseline"
	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/mods"
	"ccc/internal/review/protocol"
	"ccc/internal/sandbox"
	"ccc/internal/secret"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/ptyio"
	"ccc/streamjson"
)

// Reviewer says how one reviewer is started and what it is asked. It is a fork of the agent's session that is not
// stored and runs no hooks, so the agent's session stays as it was. Claude asks ccc before each tool call
// (docs/claude.md, "The reviewer").
type Reviewer struct {
	Claude      claude.Binary
	Env         []string        // of the launch; the reviewer gets of it what Cage has
	Login       func() []string // returns more variables at the start, for the login; nil for none
	Dir         string          // of the session
	Session     string
	SessionFile string // the session's transcript, for a claude that does not find the ID; "" for none
	Provider    string // name in ccc.json of the provider that it asks; "" for the user's own login
	Model       string // "" for the session's
	forked      bool   // Model is the agent's, as its claude names it
	Settings    string // a file or JSON without hooks, and with [AskRules] as ask rules
	// Baseline is what claude reads by itself, as it was when the session began; nil if that is not known. Without it,
	// or where it cannot be laid over the files, the reviewer reads no source but its settings.
	Baseline  *baseline.Baseline
	Sources   Sources // how the files differ from Baseline by now
	Dirs      []string
	Allowed   []string      // of rubric.Tools, by name; nil for all
	Mods      mods.Guard    // what keeps mods out of the claudes of the launch; Claude has it in its arguments
	Cage      sandbox.Found // the sandbox. Without one that limits commands, the reviewer has no Bash
	Rubric    string
	Role      string // where the rubric goes: system, user, or auto
	Agent     Agent
	Messages  []string // the user's, oldest first
	Facts     protocol.Facts
	Schema    bool    // ask for a structured verdict, if the rubric is the system prompt: a schema would lose the cache
	BudgetUSD float64 // what the review may cost; 0 for no bound
	// Changed is set if the task has changed files. A reviewer that says "done" without having looked at anything is then
	// asked again.
	Changed bool
	// Transcript returns the conversation as text, for a provider that rejects the thinking of another provider's
	// model; nil if there is none.
	Transcript func() (string, error)
	Fresh      bool // the first reviewer gets the transcript: its claude cannot read the session
	Timeout    time.Duration
	Grace      time.Duration                 // time to report its cost after it is stopped; 0 kills it at once
	Idle       time.Duration                 // how long it may be silent while no tool runs; 0 is no bound
	Mask       *secret.Mask                  // for Raw, Stderr and the Result; nil masks nothing
	Raw        io.Writer                     // gets the reviewer's stdout, masked
	Observe    func(streamjson.Event)        // gets each event but pieces of messages, in the caller's goroutine
	Warn       func(*streamjson.SyntaxError) // gets the first lines that are no events
	Strays     func(n int)                   // gets their number if Warn did not get all of them; nil drops it
	Stderr     func(line string)             // gets each distinct line of its stderr after the end; nil drops them
	// After runs its argument in a goroutine: the end of the reviewer's process, which takes longer than the verdict.
	// With nil the review waits for that end.
	After func(func())
}

// ReviewerResult is the verdict of one reviewer, or why there is none.
type ReviewerResult struct {
	task.Verdict
	Fresh   bool // the reviewer had the transcript and not the session
	InWords bool // the verdict is read from words, though an object was asked for
	Unclear bool // there is no verdict because the answer can be read in more than one way

	calls []toolCall
}

// namesAdviceOnly reports whether the reviewer does not find the work done, and none of its findings blocks it.
func (r ReviewerResult) namesAdviceOnly() bool {
	return r.Failure == streamjson.NoFailure && !r.Completed && !r.Blocked && len(r.Findings) > 0 && !namesBlocker(r.Findings)
}

// AskReviewer asks one reviewer. When ctx is done, the reviewer is ended and the failure is streamjson.Aborted.
func AskReviewer(ctx context.Context, r Reviewer) ReviewerResult {
	return unmasked(ctx, r).mask(r.Mask)
}

func unmasked(ctx context.Context, r Reviewer) ReviewerResult {
	if r.Role = chooseRole(r.Role, r.Provider, r.Model, r.Agent); !r.readsSources() {
		r.Role = roleSystem
	}
	ctx, cancel := context.WithTimeoutCause(ctx, r.Timeout, errTimeout)
	defer cancel()
	result := r.run(ctx)
	result.Cage, result.Role = string(r.Cage.Kind), r.Role
	return result
}

// run asks a reviewer, and another one if the first cannot read the session.
func (r Reviewer) run(ctx context.Context) (result ReviewerResult) {
	if !r.Fresh {
		result = r.ask(ctx, "", nil)
		if result.Failure == streamjson.NoSession && r.SessionFile != "" {
			r.Session = r.SessionFile
			result = r.ask(ctx, "", nil)
		}
		if r.Transcript == nil || !refusesThinking(result) {
			return result
		}
	}
	text, err := r.Transcript()
	if err != nil {
		if r.Fresh {
			return failure(err)
		}
		result.Reason = lang.Errorf("%w (and the transcript cannot be read: %v)", result.Reason, err)
		return result
	}
	r.Session = ""
	cost := result.CostUSD
	if r.BudgetUSD > 0 {
		r.BudgetUSD = max(r.BudgetUSD-cost, task.LeastUSD)
	}
	result = r.ask(ctx, text, nil)
	result.Fresh = true
	result.CostUSD = streamjson.RoundUSD(result.CostUSD + cost)
	return result
}

// refusesThinking reports whether the API rejected the thinking of another vendor's model, whose signature it cannot
// check.
func refusesThinking(r ReviewerResult) bool {
	if r.Failure != streamjson.NeedsPerson {
		return false
	}
	why := strings.ToLower(r.Reason.Error())
	return strings.Contains(why, "signature") && strings.Contains(why, "thinking")
}

// ask starts a reviewer and reads its verdict. transcript is for a reviewer without the session. refused are tools that
// claude must not offer it.
func (r Reviewer) ask(ctx context.Context, transcript string, refused []string) ReviewerResult {
	p, err := r.start(refused)
	if err != nil {
		return failure(err)
	}
	defer p.raw.Close()
	p.begin(transcript)
	defer context.AfterFunc(ctx, p.stop)()
	watched, over := context.WithCancel(ctx)
	defer over()
	silence := p.watch(watched, p.child)
	result, said := p.read()
	if len(p.unknown) > 0 && refused == nil { // no model was asked yet, so nothing is lost
		p.child.Kill()
		<-p.end()
		return r.ask(ctx, transcript, p.unknown)
	}
	if said {
		result = p.followUp(result, p.child)
	}
	if p.forbidden != "" || len(p.unknown) > 0 || p.differs != nil || p.rejected {
		p.child.Kill() // End would let it go on for a moment
	}
	ended := p.end()
	if said {
		result = p.rest()
	}
	if p.strays > maxStrays && r.Strays != nil {
		r.Strays(p.strays)
	}
	stopped := result.Failure == streamjson.Aborted && ctx.Err() != nil
	if said && !stopped && p.fault() == nil {
		if r.After == nil {
			<-ended
		}
		return result // whatever the end is like
	}
	e := <-ended
	if err := p.fault(); err != nil {
		result := failure(err)
		if p.rejected { // another try would be rejected, too
			result.Failure = streamjson.NeedsPerson
		}
		return result
	}
	return r.withoutVerdict(ctx, result, e, time.Duration(silence.Load()))
}

// reviewerProcess is a reviewer's process, and what it says.
type reviewerProcess struct {
	answer
	child   *ptyio.Child
	jail    *sandbox.Cage
	raw     io.Closer
	file    string   // of a rubric that does not fit the command line; "" for none
	own     string   // a copy of its settings; "" for none
	missing []string // names of variables that it does not have
}

// start starts the reviewer's claude in its sandbox.
func (r Reviewer) start(refused []string) (p *reviewerProcess, err error) {
	p = &reviewerProcess{}
	if !claude.FitsArgument(r.Rubric) && !r.inMessage() {
		if p.file, err = writeTemporary("ccc-rubric-*.md", r.Rubric); err != nil {
			return nil, lang.Errorf("store the rubric: %w", err)
		}
	}
	if r.Baseline.Has(r.Settings) && r.Cage.Kind != sandbox.Overlay { // there it is laid over the file
		text, _ := r.Baseline.Read(r.Settings) // it is there
		if p.own, err = writeCopy(r.Settings, text); err != nil {
			return nil, errors.Join(lang.Errorf("store the settings: %w", err), p.removeFiles())
		}
		r.Settings = p.own
	}
	shown := append([]string{p.file, p.own}, r.Claude.Runs...)
	if p.jail, err = r.Cage.Make(r.Baseline.Laid(r.inMessage(), r.Settings), shown...); err != nil {
		return nil, errors.Join(err, p.removeFiles())
	}
	env, missing := r.Cage.Environment(append(slices.Clip(r.Env), InReviewEnv+"=1"))
	p.missing = missing
	if r.Login != nil {
		env = append(env, r.Login()...)
	}
	p.child, err = ptyio.Start(p.jail.Wrap(ptyio.Command{
		Path: r.Claude.Path, Dir: r.Dir, Env: env, Pipes: true,
		Args:  append(r.Claude.Args[:len(r.Claude.Args):len(r.Claude.Args)], r.arguments(p.file, refused)...),
		Grace: ptyio.Grace{Input: 500 * time.Millisecond}, // it has nothing to store
		Sweep: true,                                       // what a command left running ends with the review
	}))
	if err != nil {
		_ = p.jail.Close() // nothing was written in it
		return nil, errors.Join(err, p.removeFiles())
	}
	raw := r.Mask.Writer(r.Raw)
	p.raw = raw
	output := io.TeeReader(p.child, &bestEffort{w: raw})
	p.answer = answer{request: r, decoder: streamjson.NewDecoder(output), send: p.child.Send}
	return p, nil
}

// removeFiles removes the temporary files.
func (p *reviewerProcess) removeFiles() (err error) {
	if p.file != "" {
		err = os.Remove(p.file)
	}
	if p.own != "" {
		err = errors.Join(err, os.RemoveAll(filepath.Dir(p.own)))
	}
	return err
}

// begin asks the question. transcript is for a reviewer that does not have the session.
func (p *reviewerProcess) begin(transcript string) {
	r := p.request
	facts := r.Facts
	instructions := p.jail.Instructions(r.allows(bash))
	facts.Cage = strings.TrimSpace(instructions + missingHint(p.missing) + " " + r.sourcesHint())
	question := protocol.Question{Messages: r.Messages, Form: r.form(), Transcript: transcript, Facts: facts}
	system := r.Rubric
	if r.inMessage() {
		question.Rubric, system = r.Rubric, ""
	}
	p.send(streamjson.Initialize(first, system, "ccc-tool"))
	p.ask(question.Text())
}

// maxMissing bounds the names that missingHint lists, in bytes.
const maxMissing = 2 << 10

// missingHint tells the reviewer which variables a test may miss.
func missingHint(names []string) string {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return strings.HasPrefix(name, "CCC_") || !plainName().MatchString(name)
	})
	if len(names) == 0 {
		return ""
	}
	return " These environment variables of the person's are not here: " +
		text.Head(strings.Join(names, ", "), maxMissing) + ". If a test needs one of them, that is no fault of the " +
		"work's: say so and name it, and that the user can let it in by \"environment\" under \"supervisor\" in ccc.json."
}

// plainName matches the name of a variable that cannot be read as anything else.
var plainName = text.Pattern(`^[A-Za-z_][A-Za-z0-9_]{0,99}$`)

// stop ends a reviewer whose verdict nobody wants any more. It may say first what it has cost.
func (p *reviewerProcess) stop() {
	if grace := p.request.Grace; grace > 0 {
		p.send(streamjson.Interrupt("ccc-stop"))
		select {
		case <-p.child.Exited():
		case <-time.After(grace):
		}
	}
	p.child.Kill()
}

// fault is what makes the verdict worthless: tools that the reviewer should not have.
func (p *reviewerProcess) fault() error {
	switch {
	case p.differs != nil:
		return lang.Errorf("%w: its verdict does not count", p.differs)
	case p.rejected:
		return lang.Errorf("the API rejects the reviewer's key or login: log in with claude, or ccc validate asks about the " +
			"provider's key")
	case p.forbidden != "":
		return lang.Errorf("the reviewer used %s, which it does not have: its verdict does not count", p.forbidden)
	case len(p.unknown) > 0:
		return lang.Errorf("this claude does not take %s away from the reviewer: update claude",
			strings.Join(p.unknown, ", "))
	}
	return nil
}

// ending is how a reviewer's process and sandbox ended.
type ending struct {
	status     ptyio.Status
	bound      *sandbox.BoundError // the bound of the sandbox that ended it; nil for none
	complaints []string            // what it wrote to stderr, and what is wrong with the end
}

// end ends the reviewer, with all that its tools left running, and removes the sandbox with what was written in it.
// That takes longer than the verdict, so it happens in a goroutine. The channel gives one value at the end.
func (p *reviewerProcess) end() <-chan ending {
	ended := make(chan ending, 1)
	after := p.request.After
	if after == nil {
		after = func(f func()) { go f() }
	}
	after(func() {
		e := ending{status: p.child.End()}
		closing := p.jail.Close()
		e.complaints = distinct(p.request.Mask.Text(p.child.Stderr()))
		if !errors.As(closing, &e.bound) && closing != nil {
			e.complaints = append(e.complaints, closing.Error())
		}
		_ = p.removeFiles() // temporary files
		for _, line := range e.complaints {
			if p.request.Stderr != nil {
				p.request.Stderr(line)
			}
		}
		ended <- e
	})
	return ended
}

// withoutVerdict says why a reviewer gave none. silence is how long nothing came from it, if it was ended for that.
func (r Reviewer) withoutVerdict(
	ctx context.Context, result ReviewerResult, e ending, silence time.Duration,
) ReviewerResult {
	switch {
	case e.bound != nil:
		result.Failure, result.Reason = streamjson.Transient, e.bound
	case silence > 0:
		result.Failure, result.Outage = streamjson.Transient, true
		result.Reason = lang.Errorf("nothing came from the reviewer for %s", silence.Round(time.Second))
	case errors.Is(context.Cause(ctx), errTimeout):
		result.Failure, result.Reason = streamjson.Transient, lang.Errorf("the reviewer took longer than %s", r.Timeout)
	case ctx.Err() != nil:
		result.Failure, result.Reason = streamjson.Aborted, lang.Errorf("stopped")
	default:
		why := result.Reason.Error()
		if complaint := wholeComplaint(e.complaints); complaint != "" { // claude says on stderr why it did not start
			why = complaint
		}
		result.Failure = streamjson.Transient
		result.Reason = lang.Errorf("the reviewer ended without a result (%s)", e.status.String())
		if why != "" {
			result.Reason = lang.Errorf("the reviewer ended without a result (%s): %s", e.status.String(), why)
		}
		if code := e.status.Code; (code == notExecutable || code == notFound) && r.Cage.Kind.AllowsCommands() {
			result.Reason = lang.Errorf("%w. If %s needs a file that the cage does not show, name it in \"visible\" "+
				"under \"supervisor\" in ccc.json", result.Reason, r.Claude.Path)
		}
		if strings.Contains(why, "No conversation found") { // claude 2.1.5 has no result for that
			result.Failure = streamjson.NoSession
		}
	}
	return result
}

// The exit codes of a shell whose command does not start.
const (
	notExecutable = 126
	notFound      = 127
)

// InReviewEnv is a variable that is set for commands that a reviewer runs.
const InReviewEnv = "CCC_IN_REVIEW"

// NumberEnv tells a reviewer which review of its launch it makes, from 1. A claude that performs a recording needs it:
// a file in which it counted would be lost with the sandbox.
const NumberEnv = "CCC_REVIEW"

// ReviewerEnv tells a reviewer its name, if a review has several reviewers.
const ReviewerEnv = "CCC_REVIEWER"

// distinct returns the lines of a text without blank ones and duplicates.
func distinct(text string) (lines []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// maxComplaint bounds in bytes how much of stderr becomes a reason. The log has all of it.
const maxComplaint = 1000

// wholeComplaint joins the lines that say why a program ended, without the frames of a stack trace. The last line alone
// may say nothing: that of node is its version. Of a long text it returns the last lines.
func wholeComplaint(lines []string) string {
	lines = slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return strings.HasPrefix(line, "at ") })
	for len(lines) > 1 && len(strings.Join(lines, "\n")) > maxComplaint {
		lines = lines[1:]
	}
	return strings.Join(lines, "\n")
}

func (r Reviewer) inMessage() bool { return r.Role == roleUser }

// form is the form in which the reviewer is asked to answer.
func (r Reviewer) form() protocol.Form {
	switch {
	case r.inMessage():
		return protocol.FormObject
	case r.Schema:
		return protocol.FormSchema
	}
	return protocol.FormMarker
}

// arguments is the reviewer's command line. rubricFile contains a rubric that does not fit there.
func (r Reviewer) arguments(rubricFile string, refused []string) []string {
	c := claude.Reviewer{
		Session: r.Session, Settings: r.Settings, Model: r.Model, Dirs: r.Dirs, Tools: r.tools(), Refused: refused,
		BudgetUSD: r.BudgetUSD, NoMCP: r.strictMCP(),
	}
	if !r.inMessage() {
		c.System, c.SystemFile = r.Rubric, rubricFile
	}
	if r.form() == protocol.FormSchema {
		c.Schema = protocol.Schema
	}
	return c.Args()
}

// watched reports whether silence may end the reviewer before its time is up.
func (r Reviewer) watched() bool { return r.Idle > 0 && r.Idle < r.Timeout }

var errTimeout = errors.New("timeout")

func failure(err error) ReviewerResult {
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

// writeCopy writes a copy of a file to a directory of its own, which nobody else can read.
func writeCopy(path string, text []byte) (copied string, err error) {
	dir, err := os.MkdirTemp("", "ccc-settings-*")
	if err != nil {
		return "", err
	}
	copied = filepath.Join(dir, filepath.Base(path))
	return copied, os.WriteFile(copied, text, 0o600)
}

func writeTemporary(pattern, text string) (path string, err error) {
	f, err := os.CreateTemp("", pattern) // mode 0600
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
