package review

import (
	"ccc/internal/lang"
	"ccc/internal/secret"
)

// masked is the result without what is secret: it is stored and shown, and becomes the agent's next message.
func (r ReviewerResult) masked(m *secret.Mask) ReviewerResult {
	r.Feedback, r.Said = m.Text(r.Feedback), m.Text(r.Said)
	for i, what := range r.Evidence {
		r.Evidence[i] = m.Text(what)
	}
	if said := r.Reason.String(); m.Text(said) != said {
		r.Reason = lang.Verbatim(m.Text(said))
	}
	return r
}
