package review

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/review/facts"
	"ccc/internal/rubric"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/streamjson"
)

// Part is a part of a change that is too large for one reviewer. It has the files that one of several reviewers looks
// at.
type Part struct {
	Name  string       // says which part it is, of how many, and in which directory
	Files []git.Change // with paths from the project's directory
}

// text tells a reviewer which part of the change to review.
func (d Part) text() string {
	return fmt.Sprintf("The change is too large for one reviewer, so it was divided. Your part, %s, are "+
		"these %d files. Get their diff by the first command above with -- and their names after it; others look at "+
		"the rest. Judge the files of your part, and what elsewhere depends on them; read any file that helps. What "+
		"the facts above say of other files is for others. That your part lacks something that was asked for is no "+
		"fault if it may be in another.\n<facts>\n%s</facts>\n", facts.Quote(d.Name), len(d.Files),
		facts.JoinBounded(maxPartText, facts.DescribeAll(d.Files)))
}

// MaxPartNames is the maximum total length of the file names in a part, in bytes, so that their list is never cut.
const (
	MaxPartNames = 6 << 10
	maxPartText  = 3 * MaxPartNames // the names quoted, with the kind of each change
)

// NameSize returns the share of MaxPartNames that a change uses, in bytes.
func NameSize(c git.Change) int {
	return min(len(c.Path), facts.MaxName) + min(len(c.From), facts.MaxName)
}

// askParts asks a reviewer once for each part of the change, several parts at a time, and combines the answers to one
// verdict. The reviewer's limit on cost is for all parts together. When it is used up, or after a failure that the next
// part would also meet, no further part is reviewed. The verdict names the files that were left out.
func (p *panel) askParts(ctx context.Context, who rubric.Reviewer) reviewerOutcome {
	began := time.Now()
	places := min(max(p.Rubric.MaxParallel, 1), len(p.Parts))
	b := newPurse(p.budget, places)
	type ended struct {
		part   int
		budget task.Budget // the limits within which it ran
	}
	all, asked := make([]reviewerOutcome, len(p.Parts)), make([]bool, len(p.Parts))
	done := make(chan ended)
	for next, running, failed := 0, 0, false; ; running-- {
		for next < min(len(p.Parts), maxParts) && running < places && !failed && ctx.Err() == nil {
			budget, ok := b.take(running)
			if !ok {
				break
			}
			part := next
			asked[part], next, running = true, next+1, running+1
			go func() {
				if p.Guard != nil {
					defer p.Guard()
				}
				all[part] = p.askPart(ctx, who, p.Parts[part], budget)
				done <- ended{part, budget}
			}()
		}
		if running == 0 {
			break
		}
		e := <-done
		b.giveBack(e.budget, all[e.part].result.Verdict)
		f := all[e.part].result.Failure
		failed = failed || f != streamjson.NoFailure && f != streamjson.Budget
	}
	return p.joinParts(who, all, asked, time.Since(began))
}

// askPart asks a reviewer about one part. It asks once more if there is no verdict and another try may give one.
func (p *panel) askPart(ctx context.Context, who rubric.Reviewer, part Part, budget task.Budget) (h reviewerOutcome) {
	h = p.ask(ctx, who, &part, budget)
	if h.result.Failure == streamjson.Transient && ctx.Err() == nil {
		before := h
		h = p.ask(ctx, who, &part, budget.Minus(before.result.CostUSD, before.result.Tokens()))
		h.addBefore(before)
	}
	said := verdictLine(h.Reviewer)
	if h.result.Failure != streamjson.NoFailure {
		said = lang.M("reviewer %s: no verdict: %v", h.Name, h.result.Reason)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.progress(said)
	return h
}

// joinParts combines the verdicts on the parts to one. If there is none, the result is the worst failure.
func (p *panel) joinParts(
	who rubric.Reviewer, all []reviewerOutcome, asked []bool, took time.Duration,
) (h reviewerOutcome) {
	var gave []reviewerOutcome
	var failed, lost ReviewerResult
	var left []string
	for i, one := range all {
		if asked[i] && one.result.Failure == streamjson.NoFailure {
			gave = append(gave, one)
			continue
		}
		left = append(left, git.ChangedNames(p.Parts[i].Files)...)
		if !asked[i] {
			continue
		}
		lost.CostUSD += one.result.CostUSD
		lost.Prompt, lost.Output = lost.Prompt+one.result.Prompt, lost.Output+one.result.Output
		lost.Cached += one.result.Cached * float64(one.result.Prompt)
		if failed.Failure == streamjson.NoFailure || isWorse(one.result.Failure, failed.Failure) {
			failed = one.result
		}
	}
	r := failed
	if len(gave) > 0 && failed.Failure != streamjson.Aborted {
		r, _ = joinVerdicts(gave)
		lost.Cached += r.Cached * float64(r.Prompt)
		lost.CostUSD, lost.Prompt, lost.Output = lost.CostUSD+r.CostUSD, lost.Prompt+r.Prompt, lost.Output+r.Output
	}
	r.CostUSD, r.Prompt, r.Output = streamjson.RoundUSD(lost.CostUSD), lost.Prompt, lost.Output
	r.Cached = lost.Cached / float64(max(lost.Prompt, 1))
	r.Findings = p.findingsOfParts(who, r.Findings)
	if len(left) > 0 && r.Failure == streamjson.NoFailure {
		r.Completed, r.LeftOut = false, cmp.Or(failed.Failure, streamjson.Budget)
		r.NotLookedAt = left[:min(len(left), maxLeftOut)]
	}
	if r.Completed && len(p.Rubric.Others) > 0 {
		r.Findings = append(r.Findings, p.fixFindingsOf(who.Name, r.Feedback+"\n"+r.Said, r.Findings)...)
	}
	h.result = r
	h.Reviewer = task.Reviewer{
		Name: who.Name, Completed: r.Completed, Blocked: r.Blocked, Feedback: r.Feedback, Evidence: r.Evidence,
		Findings: r.Findings, NotLookedAt: r.NotLookedAt, CostUSD: r.CostUSD, Cached: r.Cached,
		DurationMS: took.Milliseconds(),
	}
	return h
}

// maxParts is how many parts one review may have. The user has not agreed to the cost of more.
const maxParts = 64

// maxLeftOut is how many files a verdict names as not looked at.
const maxLeftOut = 20_000

// findingsOfParts combines the findings on all parts to those of one reviewer. Equal findings of several parts become
// one. Feedback in words becomes one text.
func (p *panel) findingsOfParts(who rubric.Reviewer, said []task.Finding) (list []task.Finding) {
	inWords := -1
	for i, f := range said {
		isDouble := slices.ContainsFunc(said[:i], func(g task.Finding) bool {
			return !slices.Equal(f.Reviewers, g.Reviewers) && f.ID == g.ID && f.Status == g.Status && f.Same(g)
		})
		if f.Reviewers = nil; len(p.Rubric.Others) > 0 {
			f.Reviewers = []string{who.Name}
		}
		switch {
		case isDouble:
		case f.InWords && inWords >= 0:
			list[inWords].Text = text.Head(list[inWords].Text+"\n\n"+f.Text, task.MaxInWords)
		default:
			if list = append(list, f); f.InWords {
				inWords = len(list) - 1
			}
		}
	}
	return list
}

// purse is what is left of the limits while several reviewers run at the same time.
type purse struct{ usd, tokens allowance }

func newPurse(b task.Budget, places int) purse {
	one := func(limit, least float64) allowance {
		return allowance{limit: limit, free: limit, reserve: limit / float64(places), minimum: least}
	}
	return purse{one(b.USD, task.LeastUSD), one(float64(b.Tokens), 1)}
}

// take returns the limits of the next reviewer. ok is false if too little is left for one.
func (b *purse) take(running int) (task.Budget, bool) {
	usd, ok := b.usd.take(running)
	if !ok {
		return task.Budget{}, false
	}
	tokens, ok := b.tokens.take(running)
	if !ok {
		b.usd.free += usd
	}
	return task.Budget{USD: usd, Tokens: int64(tokens)}, ok
}

// giveBack returns to the purse what a reviewer has not spent of its budget.
func (b *purse) giveBack(budget task.Budget, v task.Verdict) {
	b.usd.giveBack(budget.USD, v.CostUSD)
	b.tokens.giveBack(float64(budget.Tokens), float64(v.Tokens()))
}

// allowance is what is left of one limit while several reviewers run. A limit of 0 means no limit.
type allowance struct {
	limit, free float64
	reserve     float64 // reserved for one reviewer until it is known what reviewers cost
	spent       float64
	endedCount  int
	minimum     float64 // the minimum for one reviewer
}

// take returns the amount that the next reviewer may spend. ok is false if less is left than reviewers cost on average.
// It is also false if that average is unknown, because others are running and none has ended.
func (b *allowance) take(running int) (amount float64, ok bool) {
	if b.limit == 0 {
		return 0, true
	}
	if b.endedCount == 0 && running > 0 {
		return 0, false
	}
	mean := b.spent / float64(max(b.endedCount, 1))
	if amount = min(b.free, max(b.reserve, 2*mean)); amount < max(mean, b.minimum) {
		return 0, false
	}
	b.free -= amount
	return amount, true
}

// giveBack returns to the allowance what a reviewer has not spent of its amount.
func (b *allowance) giveBack(amount, spent float64) {
	b.free += amount - spent
	b.spent += spent
	b.endedCount++
}

// partName returns the name that distinguishes a part's reviewer from others that run at the same time.
func (p *panel) partName(who rubric.Reviewer, part Part) string {
	if len(p.Rubric.Others) == 0 {
		return part.Name
	}
	return strings.TrimSpace(who.Name + " " + part.Name)
}

// tellParts tells the user that the change is divided into parts.
func (p *panel) tellParts() {
	if len(p.Parts) == 0 {
		return
	}
	files := 0
	for _, part := range p.Parts {
		files += len(part.Files)
	}
	limit := lang.M("there is no limit on what they cost (--max-cost-usd)")
	switch {
	case p.budget.USD > 0:
		limit = lang.M("they may cost %s", text.Dollars(p.budget.USD))
	case p.budget.Tokens > 0:
		limit = lang.M("they may read and write %s tokens", text.Count(p.budget.Tokens))
	}
	p.progress(lang.M("%d files are too much for one reviewer: divided into %d parts, %d at a time; %s",
		files, len(p.Parts), min(max(p.Rubric.MaxParallel, 1), len(p.Parts)), limit))
}
