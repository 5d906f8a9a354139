package review

import (
	"errors"

	"ccc/internal/secret"
)

// mask masks secrets in the result, because it is stored, shown, and sent to the agent.
func (r ReviewerResult) mask(m *secret.Mask) ReviewerResult {
	r.Feedback, r.Said = m.Text(r.Feedback), m.Text(r.Said)
	for i, what := range r.Evidence {
		r.Evidence[i] = m.Text(what)
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Criterion, f.Evidence, f.Text = m.Text(f.Criterion), m.Text(f.Evidence), m.Text(f.Text)
	}
	if r.Reason != nil {
		if masked := m.Text(r.Reason.Error()); masked != r.Reason.Error() {
			r.Reason = errors.New(masked)
		}
	}
	return r
}
