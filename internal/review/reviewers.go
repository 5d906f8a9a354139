package review

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/review/facts"
	"ccc/internal/rubric"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// changedFiles lists the files that a task has changed, as far as git knows.
type changedFiles struct {
	isKnown bool
	list    []git.Change
	unread  []string // files that git did not read
}

// matches reports whether the task changed a file that matches a pattern. certain is false if git cannot tell.
func (c changedFiles) matches(patterns rubric.Globs) (yes, certain bool) {
	if len(facts.Protected(c.list, patterns)) > 0 {
		return true, true
	}
	doubt := slices.ContainsFunc(c.unread, func(name string) bool {
		return strings.HasSuffix(name, "/") || len(facts.Matching([]string{name}, patterns)) > 0
	})
	return false, c.isKnown && !doubt
}

// OnFallback returns the name that [Request.Place] gets for a reviewer on a provider that takes over.
func OnFallback(reviewer, provider string) string { return reviewer + " on " + provider } // no reviewer has a space

// panel is one review by all reviewers of a rubric. The first reviewer is asked alone: if it does not find the work
// done, the others are not needed. If it does, the others find the conversation in the provider's cache.
type panel struct {
	Request
	facts   factsSince
	changes changedFiles
	tree    string // the git tree of the present files; "" if unknown
	sources Sources
	end     time.Time   // when the review must end; zero for no limit
	budget  task.Budget // the limits of each reviewer that is asked next
	changed bool        // the task has changed files

	rawOutput io.Writer  // gets the output of the reviewers
	mu        sync.Mutex // guards raw, and the callbacks of Request
}

// reviewerOutcome is the verdict of one reviewer, or the reason why there is none.
type reviewerOutcome struct {
	task.Reviewer
	result ReviewerResult // zero if the verdict is from an earlier try
}

// addBefore adds what an earlier reviewer in this one's place has spent.
func (h *reviewerOutcome) addBefore(before reviewerOutcome) {
	h.result.addSpending(before.result.Verdict)
	h.CostUSD, h.Cached = h.result.CostUSD, h.result.Cached
	h.DurationMS += before.DurationMS
}

// askAll asks the reviewers that gave no verdict in an earlier try. If there is no joint verdict, gave has the verdicts
// of single reviewers.
func (p *panel) askAll(ctx context.Context) (r ReviewerResult, gave []task.Reviewer) {
	defer p.openOutput()()
	p.budget = p.Reviewer.Budget
	p.tellParts()
	first := p.askOne(ctx, p.Rubric.Reviewer)
	if first.result.Failure != streamjson.NoFailure {
		return first.result, nil
	}
	all := []reviewerOutcome{first}
	if first.Completed {
		all = append(all, p.askOthers(ctx, first.result.Verdict)...)
	}
	if r, gave = joinVerdicts(all); r.Failure == streamjson.NoFailure && r.Reason != nil {
		p.note(lang.M("other reviewers have found work to do, so this missing verdict is not waited for: %s", r.Reason))
		r.Reason = nil
	}
	return r, gave
}

// judge asks the reviewers. Background processes of the agent, and other programs, may change files during a review. If
// files have changed when the work is found done, the reviewers judge once more in this task, and are told of these
// files. After that, a verdict counts and names the changed files. If it depends on one of them, the user decides.
func (p *panel) judge(ctx context.Context, judged workTree, files *task.Files) (r ReviewerResult) {
	r, files.Gave = p.askAll(ctx)
	if !r.Completed && files.Gave == nil {
		return r
	}
	changed, err := p.changedMeanwhile(ctx, judged)
	if err == nil && len(changed) == 0 {
		return r
	}
	files.Gave = nil // all reviewers are asked again
	if !r.Completed {
		return r
	}
	before := len(files.SeenChanging) > 0
	// A change in parts is not reviewed twice as a whole. The verdict says that files changed.
	if err == nil && (len(p.Parts) > 0 || before && len(p.vitalFiles(changed, r.Evidence)) == 0) {
		r.ChangedMeanwhile = changed
		return r
	}
	void := ReviewerResult{Verdict: task.Verdict{Failure: streamjson.Transient, Reason: err, ChangedMeanwhile: changed}}
	switch {
	case ctx.Err() != nil:
		void.Failure, void.Reason = streamjson.Aborted, lang.Errorf("stopped")
	case err == nil && !before:
		files.SeenChanging = changed
		void.Reason = lang.Errorf("files changed during the review, which judged them as they were before: %s",
			wording.Names(changed))
	case err == nil:
		void.Failure, void.Reason = streamjson.NeedsPerson,
			lang.Errorf("files that the verdict rests on changed during "+
				"the review, and during an earlier one of this task: %s. End the program that writes them; "+
				"or have git ignore them, which counts from the next task on",
				wording.Names(p.vitalFiles(changed, r.Evidence)))
	}
	void.Cage, void.Role, void.Mods, void.Fresh = r.Cage, r.Role, r.Mods, r.Fresh
	void.CostUSD, void.Cached, void.Prompt, void.Output = r.CostUSD, r.Cached, r.Prompt, r.Output
	return void
}

// askOthers asks all reviewers except the first, as many at the same time as the rubric allows. Together they can spend
// what the first one left of the budget.
func (p *panel) askOthers(ctx context.Context, spent task.Verdict) []reviewerOutcome {
	var asked []rubric.Reviewer
	for _, one := range p.Rubric.Others {
		if p.isConcerned(one) {
			asked = append(asked, one)
		}
	}
	p.budget = p.budget.Minus(spent.CostUSD, spent.Tokens()).Share(len(asked))
	all := make([]reviewerOutcome, len(asked))
	at := max(p.Rubric.MaxParallel, 1)
	if len(p.Parts) > 0 {
		at = 1 // each of them runs that many reviewers
	}
	places := make(chan struct{}, at)
	var running sync.WaitGroup
	for n, one := range asked {
		places <- struct{}{}
		running.Go(func() {
			if p.Guard != nil {
				defer p.Guard()
			}
			all[n] = p.askOne(ctx, one)
			<-places
		})
	}
	running.Wait()
	return all
}

// isConcerned reports whether the task has changed files that this reviewer is responsible for, or has a blocker that
// this reviewer found. If git cannot tell, the answer is yes.
func (p *panel) isConcerned(one rubric.Reviewer) bool {
	if one.Paths == nil || task.HasBlockerOf(p.Findings, one.Name) {
		return true
	}
	yes, certain := p.changes.matches(rubric.Globs{Patterns: one.Paths, Below: p.Rubric.Below})
	switch {
	case yes:
	case certain:
		p.note(lang.M("the reviewer %s is not asked: the task changed none of the files that it is for", one.Name))
	default:
		p.note(lang.M("whether the task changed files that the reviewer %s is for is not known: it is asked", one.Name))
	}
	return yes || !certain
}

// askOne asks one reviewer.
func (p *panel) askOne(ctx context.Context, who rubric.Reviewer) reviewerOutcome {
	if n := slices.IndexFunc(p.Last.Gave, func(r task.Reviewer) bool { return r.Name == who.Name }); n >= 0 {
		return reviewerOutcome{Reviewer: p.Last.Gave[n]}
	}
	var h reviewerOutcome
	if len(p.Parts) > 0 {
		h = p.askParts(ctx, who)
	} else {
		h = p.ask(ctx, who, nil, p.budget)
	}
	if len(p.Rubric.Others) > 0 && h.result.Failure == streamjson.NoFailure {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.progress(verdictLine(h.Reviewer))
	}
	return h
}

// ask asks one reviewer. part is the part of the change to review; nil for all of it.
func (p *panel) ask(ctx context.Context, who rubric.Reviewer, part *Part, budget task.Budget) reviewerOutcome {
	var h reviewerOutcome
	if who.Triage != "" {
		h = p.askAfterTriage(ctx, who, part, budget)
	} else {
		h = p.askInTurn(ctx, who, part, budget)
	}
	if part != nil {
		h.Name = p.partName(who, *part)
	}
	return h
}

// askOnce asks one reviewer on one provider, without a fallback.
func (p *panel) askOnce(ctx context.Context, who rubric.Reviewer, part *Part, budget task.Budget) reviewerOutcome {
	request, done := p.assemble(who, part)
	defer done()
	request.Budget = budget
	began := time.Now()
	h := reviewerOutcome{result: AskReviewer(ctx, request)}
	r := h.result
	h.Reviewer = task.Reviewer{
		Name: who.Name, Completed: r.Completed, Blocked: r.Blocked, Feedback: r.Feedback, Said: r.Said,
		Evidence: r.Evidence, Findings: p.findingsOf(who, r), AskedAgain: r.askedWhy != "", AskedWhy: r.askedWhy,
		CostUSD: r.CostUSD, Cached: r.Cached, DurationMS: time.Since(began).Milliseconds(),
	}
	if len(p.Rubric.Others) > 0 && r.Failure == streamjson.NoFailure && r.hasFindings() &&
		p.weigh(who, h.Findings).Completed { // it was asked to name a blocker
		h.Completed, h.Feedback, h.Said = true, "", cmp.Or(r.Feedback, r.Said)
	}
	return h
}

// assemble returns the reviewer's start configuration and its question. The caller calls done when the reviewer has
// ended.
func (p *panel) assemble(who rubric.Reviewer, part *Part) (r Reviewer, done func()) {
	r = p.Reviewer
	r.addSession(p.Session)
	looked := lookKey(who.Name, who.IsTriage)
	r.Facts.Known, r.Findings = p.knownFindings(looked), p.Findings
	r.HoldsNobody = func(said ReviewerResult) bool { return p.isHoldingNobody(who, said) }
	r.Rubric, r.Facts.Found, r.Changed, r.Budget = who.Text, p.factsFor(looked, part), p.changed, p.budget
	r.Sources = p.sources
	if who.Provider != "" || who.Model != "" || who.Instead != "" {
		r.Model, r.forked = who.Model, false // "" means the provider's default
	}
	if who.Tools != nil {
		r.Allowed = intersect(who.Tools, r.Allowed)
	}
	if who.Timeout > 0 {
		r.Timeout = who.Timeout
	}
	r.Provider = cmp.Or(who.Instead, who.Provider, r.Provider)
	r.Role = cmp.Or(who.Role, r.Role)
	if p.Place != nil {
		place := who.Name
		if who.Instead != "" {
			place = OnFallback(place, who.Instead)
		}
		r = p.Place(place, r)
	}
	if !p.end.IsZero() {
		left := time.Until(p.end).Round(time.Second)
		r.Timeout = min(r.Timeout, max(left, time.Second))
	}
	name := ""
	if part != nil {
		name = p.partName(who, *part)
	}
	if len(p.Rubric.Others) > 0 {
		name = cmp.Or(name, who.Name)
		r.Env = append(slices.Clip(r.Env), ReviewerEnv+"="+who.Name)
	}
	return r, p.listen(&r, name)
}

// factsFor returns the facts about checks and files for one reviewer. A reviewer that knows since when to look gets no
// list of all changed files.
func (p *panel) factsFor(looked string, part *Part) string {
	if part != nil {
		return p.facts(p.Last.Looked[looked], true) + part.text()
	}
	return p.facts(p.Last.Looked[looked], p.knownFindings(looked).Since != "")
}

// addSession adds the facts about the agent's session.
func (r *Reviewer) addSession(s Session) {
	r.Session, r.SessionFile, r.Dir = s.ID, s.File, cmp.Or(s.Dir, r.Dir)
	r.Dirs, r.Messages, r.Facts = s.Dirs, s.Messages, s.Facts
	r.Agent.Model, r.Agent.Tokens = s.Model, s.Tokens
	if r.Model == "" && r.Provider == r.Agent.Provider {
		r.Model, r.forked = s.ForkModel, s.ForkModel != ""
	}
	if s.Transcript != nil {
		r.Transcript = s.Transcript
	}
	if s.Number > 0 {
		r.Env = append(slices.Clip(r.Env), fmt.Sprintf("%s=%d", NumberEnv, s.Number))
	}
}

// listen passes a reviewer's output on to the recording, the log, the raw output and the caller. name is "" for the
// only reviewer. The caller calls done when the reviewer has ended.
func (p *panel) listen(r *Reviewer, name string) (done func()) {
	r.Observe = serialize(&p.mu, func(e streamjson.Event) {
		if p.Recorder != nil {
			p.Recorder.ReviewerLine(name, e.Raw)
		}
		if p.Event != nil {
			p.Event(name, e)
		}
	})
	r.Warn = serialize(&p.mu, func(bad *streamjson.SyntaxError) {
		p.Log.Warn("reviewer: not an event", "line", bad.Line, "offset", bad.Offset,
			"err", bad.Err, "text", bad.Text)
		if p.Recorder != nil {
			p.Recorder.StrayLine(bad.Text)
		}
	})
	r.Strays = serialize(&p.mu, func(n int) {
		p.Log.Warn("reviewer: lines that are no events", "lines", n)
		p.progress(strayLinesWarning(n))
	})
	r.Stderr = serialize(&p.mu, func(line string) {
		p.Log.Info("reviewer: stderr", "line", line)
	})
	raw := &lineWriter{mu: &p.mu, w: p.rawOutput}
	r.Raw = raw
	return raw.close
}

// openOutput opens the file for the reviewers' raw output. If it cannot be opened, the review goes on without it.
func (p *panel) openOutput() (done func()) {
	p.rawOutput = io.Discard
	if p.Output == nil {
		return func() {}
	}
	file, err := p.Output(p.Session.ID)
	if err != nil {
		p.Log.Warn("the reviewer's output is not kept", "err", err)
		return func() {}
	}
	p.rawOutput = file
	return func() { file.Close() }
}

// serialize returns a function that does the same as call, but in one goroutine at a time.
func serialize[T any](mu *sync.Mutex, call func(T)) func(T) {
	return func(v T) {
		mu.Lock()
		defer mu.Unlock()
		call(v)
	}
}

// intersect returns the names that are in both lists. A nil list contains all names.
func intersect(names, allowed []string) []string {
	if allowed == nil {
		return names
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !slices.Contains(allowed, name) })
}

// joinVerdicts combines the outcomes of all reviewers to one result. There is a verdict if every reviewer gave one, or
// if one of them does not find the work done. In the second case Reason names a reviewer that gave no verdict.
func joinVerdicts(all []reviewerOutcome) (r ReviewerResult, gave []task.Reviewer) {
	var failed, sum ReviewerResult
	for _, h := range all {
		switch {
		case h.result.Failure == streamjson.NoFailure:
			gave = append(gave, h.Reviewer)
		case failed.Failure == streamjson.NoFailure || isWorse(h.result.Failure, failed.Failure):
			failed = h.result
			failed.Reason = lang.Errorf("the reviewer %s: %w", h.Name, h.result.Reason)
		}
		sum.Cage, sum.Role = cmp.Or(sum.Cage, h.result.Cage), cmp.Or(sum.Role, h.result.Role)
		sum.Mods = cmp.Or(sum.Mods, h.result.Mods)
		sum.Fresh, sum.InWords = sum.Fresh || h.result.Fresh, sum.InWords || h.result.InWords
		sum.CostUSD = streamjson.RoundUSD(sum.CostUSD + h.result.CostUSD)
		sum.Cached += h.result.Cached * float64(h.result.Prompt) // in tokens, until they are divided below
		sum.Prompt, sum.Output = sum.Prompt+h.result.Prompt, sum.Output+h.result.Output
		sum.Unpriced = sum.Unpriced || h.result.IsUnpriced()
		if left := h.result.LeftOut; left != streamjson.NoFailure &&
			(sum.LeftOut == streamjson.NoFailure || isWorse(left, sum.LeftOut)) {
			sum.LeftOut = left
		}
	}
	v := task.Join(gave)
	work := len(gave) > 0 && !v.Completed && !v.Blocked
	switch {
	case failed.Failure == streamjson.NoFailure:
		r.Verdict, gave = v, nil
	case work && failed.Failure != streamjson.Aborted && failed.Failure != streamjson.Budget:
		// The work is not done, whatever the failed reviewer would say.
		r.Verdict, r.Reason, gave = v, failed.Reason, nil
	default:
		r = failed
	}
	r.Cage, r.Role, r.CostUSD, r.Prompt, r.Output = sum.Cage, sum.Role, sum.CostUSD, sum.Prompt, sum.Output
	r.Mods, r.Fresh, r.InWords, r.LeftOut = sum.Mods, sum.Fresh, sum.InWords, sum.LeftOut
	r.Unpriced = sum.Unpriced
	r.Cached = sum.Cached / float64(max(sum.Prompt, 1))
	return r, gave
}

// verdictLine tells the user the verdict of one of several reviewers.
func verdictLine(r task.Reviewer) lang.Message {
	took := time.Duration(r.DurationMS) * time.Millisecond
	return lang.M("reviewer %s: %s · %s, %s",
		r.Name, wording.Reviewer(r), took.Round(100*time.Millisecond), text.Dollars(r.CostUSD))
}

// isWorse reports whether failure a is reported instead of b. Failures that another try cannot fix come first.
func isWorse(a, b streamjson.Failure) bool {
	rank := []streamjson.Failure{
		streamjson.Aborted, streamjson.Budget, streamjson.NeedsPerson, streamjson.NoSession, streamjson.Limit,
		streamjson.Transient,
	}
	return slices.Index(rank, a) < slices.Index(rank, b)
}

// lineWriter writes only whole lines, so that the lines of several reviewers do not mix.
type lineWriter struct {
	mu         *sync.Mutex
	w          io.Writer
	unfinished []byte
}

func (l *lineWriter) Write(p []byte) (int, error) {
	n := bytes.LastIndexByte(p, '\n') + 1
	if n == 0 {
		l.unfinished = append(l.unfinished, p...)
		return len(p), nil
	}
	whole := p[:n]
	if len(l.unfinished) > 0 {
		whole = append(l.unfinished, whole...)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.w.Write(whole)
	l.unfinished = append(l.unfinished[:0], p[n:]...)
	return len(p), err
}

// close writes a last line that has no newline.
func (l *lineWriter) close() {
	if len(l.unfinished) > 0 {
		l.mu.Lock()
		defer l.mu.Unlock()
		_, _ = l.w.Write(l.unfinished) // the other writes report the error to the user
	}
}
