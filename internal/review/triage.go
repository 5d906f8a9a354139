package review

import (
	"context"
	"slices"
	"time"

	"ccc/internal/lang"
	"ccc/internal/rubric"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/streamjson"
)

// lookKey returns the key under which the state stores where a reviewer, or its triage, last looked.
func lookKey(name string, triage bool) string {
	if triage {
		return name + " triage" // no reviewer can have this name
	}
	return name
}

// askAfterTriage lets a smaller model look first. If that finds a blocker, the reviewer itself need not be asked.
// Otherwise the reviewer itself judges.
func (p *panel) askAfterTriage(
	ctx context.Context, who rubric.Reviewer, part *Part, budget task.Budget,
) reviewerOutcome {
	small := who
	small.Model, small.Triage, small.IsTriage = who.Triage, "", true
	first := p.askOnce(ctx, small, part, budget)
	if f := first.result.Failure; f == streamjson.Aborted || f == streamjson.Budget {
		return first
	}
	triage := &task.Triage{
		Model: who.Triage, Completed: first.Completed, CostUSD: first.result.CostUSD, Tokens: first.result.Tokens(),
		DurationMS: first.DurationMS,
	}
	if first.result.Failure != streamjson.NoFailure {
		triage.Failed = text.OneLine(first.result.Reason.Error())
	}
	first.Findings = withoutEnded(first.Findings)
	if triage.Alone = p.isHolding(who, first); triage.Alone {
		first.Triage = triage
		return first
	}
	p.tellTriage(who, triage)
	h := p.askInTurn(ctx, who, part, budget.Minus(first.result.CostUSD, first.result.Tokens()))
	h.Triage = triage
	h.addBefore(first)
	if first.result.Failure == streamjson.NoFailure && h.result.Failure == streamjson.NoFailure {
		h.addFindings(first.Findings)
	}
	return h
}

// isHolding reports whether the findings of a triage keep the agent from being done. A question to the user does not.
func (p *panel) isHolding(who rubric.Reviewer, first reviewerOutcome) bool {
	if first.result.Failure != streamjson.NoFailure || first.Completed || first.Blocked {
		return false
	}
	return !p.weigh(who, task.Join([]task.Reviewer{first.Reviewer}).Findings).Completed
}

// withoutEnded removes findings that the triage calls fixed or withdrawn, because only the reviewer itself may say
// that.
func withoutEnded(list []task.Finding) []task.Finding {
	return slices.DeleteFunc(slices.Clone(list), func(f task.Finding) bool { return f.Status != task.Open })
}

// addFindings adds the findings of the triage that the reviewer itself does not mention.
func (h *reviewerOutcome) addFindings(list []task.Finding) {
	for _, f := range list {
		isSaid := slices.ContainsFunc(h.Findings, func(g task.Finding) bool {
			return f.ID != "" && f.ID == g.ID || f.Same(g)
		})
		if !isSaid && f.ID == "" {
			h.Findings = append(slices.Clip(h.Findings), f)
		}
	}
}

// tellTriage tells the user the result of the triage before the reviewer itself looks.
func (p *panel) tellTriage(who rubric.Reviewer, t *task.Triage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	took := (time.Duration(t.DurationMS) * time.Millisecond).Round(100 * time.Millisecond)
	p.progress(lang.M("%s · %s: now the reviewer %s itself looks", wording.Triage(*t), took, who.Name))
}
