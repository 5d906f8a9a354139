package review

import (
	"context"
	"fmt"
	"strings"

	"ccc/internal/claims"
	"ccc/internal/lang"
	"ccc/internal/review/facts"
	"ccc/internal/task"
	"ccc/internal/wording"
)

// maxClaims is the part of [facts.Max] that the claims may use, in bytes.
const maxClaims = 2 << 10

// unsupported returns the claims in the agent's last message that its session does not support. If the session cannot
// be read, it returns none.
func (j Request) unsupported(ctx context.Context) []claims.Claim {
	if j.Claims == nil {
		return nil
	}
	list, err := j.Claims(ctx)
	if err != nil {
		j.Log.Warn("claims are not looked at", "err", err)
		return nil
	}
	return list
}

// holdClaims returns the verdict if claims alone decide it. The rubric must allow that, and claims must have held the
// task less often than the limit. Otherwise it returns nil.
func (j Request) holdClaims(list []claims.Claim) *task.Verdict {
	switch {
	case len(list) == 0 || !j.Rubric.HoldClaims:
		return nil
	case !j.HoldClaims:
		j.note(lang.M("claims have sent the work back as often as they may in this task: a reviewer is asked"))
		return nil
	}
	v := task.Verdict{By: task.ByClaims, Feedback: wording.ClaimFeedback(list)}
	for _, c := range list {
		v.Evidence = append(v.Evidence, fmt.Sprintf("claim %s (%s)", c.Kind, c.Reason))
	}
	return &v
}

// claimFacts returns the text about the claims for the reviewers; "" for none.
func claimFacts(list []claims.Claim) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("The agent's last message claims what its session does not bear out, as far as a " +
		"program that reads the session can tell. Look whether it is so:\n<facts>\n")
	for _, c := range list {
		fmt.Fprintf(&b, "- claimed: %s · %s", facts.Quote(c.Text), facts.Quote(c.Suggest))
		for _, s := range c.Steps {
			if s.Command != "" {
				b.WriteString(" · ran: " + facts.Quote(s.Command))
			}
		}
		b.WriteString("\n")
	}
	b.WriteString("</facts>\n")
	return b.String()
}
