package review

import (
	"context"
	"time"

	"ccc/internal/lang"
	"ccc/internal/rubric"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/streamjson"
)

// askInTurn asks one reviewer. While the API is limited or down, it asks again on the fallback providers in their
// order. Each claude has used up its own retries by then. If no provider gives a verdict, the failure on the reviewer's
// own provider is the result.
func (p *panel) askInTurn(
	ctx context.Context, who rubric.Reviewer, part *Part, budget task.Budget,
) reviewerOutcome {
	own := p.askOnce(ctx, who, part, budget)
	h := own
	for _, name := range p.Reviewer.Fallback {
		if !isUnavailable(h.result) || ctx.Err() != nil || !p.hasTime() {
			break
		}
		if name == p.providerOf(who) {
			continue
		}
		why := text.OneLine(h.result.Reason.Error())
		p.mu.Lock()
		p.note(lang.M("reviewer %s: the provider %s judges instead: %s", who.Name, name, why))
		p.mu.Unlock()
		before := h
		next := who
		next.Provider, next.Model, next.Instead = name, "", name
		h = p.askOnce(ctx, next, part, budget.Minus(before.result.CostUSD, before.result.Tokens()))
		h.Instead, h.Why = name, why
		h.addBefore(before)
	}
	if h.result.Failure == streamjson.NoFailure || !isUnavailable(own.result) || h.Instead == "" ||
		h.result.Failure == streamjson.Aborted || h.result.Failure == streamjson.Budget {
		return h
	}
	own.result.CostUSD, own.result.Prompt, own.result.Output = h.result.CostUSD, h.result.Prompt, h.result.Output
	own.result.Cached, own.CostUSD, own.Cached, own.DurationMS = h.Cached, h.CostUSD, h.Cached, h.DurationMS
	return own
}

// isUnavailable reports whether the provider is limited or down.
func isUnavailable(r ReviewerResult) bool {
	return r.Failure == streamjson.Limit || r.Failure == streamjson.Transient && r.Outage
}

// providerOf returns the provider on which a reviewer is asked first.
func (p *panel) providerOf(who rubric.Reviewer) string {
	if who.Provider != "" {
		return who.Provider
	}
	return p.Reviewer.Provider
}

// hasTime reports whether there is time for another reviewer before the review has to end.
func (p *panel) hasTime() bool { return p.end.IsZero() || time.Until(p.end) > time.Second }
