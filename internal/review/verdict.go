package review

import (
	"errors"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/review/protocol"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/streamjson"
)

// Judge returns the verdict in a reviewer's turn, or the failure if there is none. The structured answer counts if
// there is one, else the text. The result depends only on the turn.
func Judge(turn streamjson.Turn) ReviewerResult {
	r := ReviewerResult{Verdict: task.Verdict{Failure: turn.Failure, Until: turn.Until, CostUSD: turn.CostUSD}}
	if turn.Failure != streamjson.NoFailure {
		r.Reason, r.Outage = errors.New(turn.Text), turn.Failure == streamjson.Transient
		switch {
		case turn.Failure == streamjson.Budget: // 2.1.5 has no words for it
			r.Reason = lang.Errorf("the reviewer has reached its limit on cost")
		case turn.TooLong:
			r.Reason = lang.Errorf("%s. /compact replaces the conversation by a summary of it, which leaves room "+
				"for a review",
				turn.Text)
		case strings.HasPrefix(turn.Text, unstructured):
			r.Reason = lang.Errorf("the reviewer did not manage to give its verdict in the form that ccc asks for. " +
				"\"supervisor\": {\"prompt_role\": \"user\"} in ccc.json lets it answer in words, from the " +
				"next launch on (ccc --continue goes on with this session)")
		case turn.LoggedOut:
			r.Reason = lang.Errorf("%s. ccc validate tests a provider's key, claude -p hi any other, and /login in claude "+
				"renews a login", turn.Text)
		}
		return r
	}
	answer, structured := protocol.ReadObject(turn.Structured)
	if !structured {
		answer = protocol.Read(turn.Text)
	}
	if len(answer.Text) > maxWords {
		answer.Text = text.Head(answer.Text, maxWords) + "\n…"
	}
	r.InWords, r.Findings = !answer.Object, readFindings(answer.Findings)
	switch answer.Judgement {
	case protocol.Done:
		r.Completed, r.Said = true, answer.Text
	case protocol.Blocked:
		r.Blocked, r.Feedback = true, answer.Text
	case protocol.NotYet:
		r.Feedback = answer.Text
		if len(r.Findings) == 0 && (r.Feedback == "" || r.Feedback == nothing) {
			r.Failure, r.Reason = streamjson.Transient, lang.Errorf("the reviewer gave no answer")
		}
	case protocol.Unclear:
		return r.asUnclear()
	}
	return r
}

// unstructured is how claude says that its model gave no object by the schema (2.1.5, 2.1.330).
const unstructured = "Failed to provide valid structured output"

// asUnclear returns the result for an answer that is neither a clear yes nor a clear no.
func (r ReviewerResult) asUnclear() ReviewerResult {
	r.Completed, r.Said, r.Findings = false, "", nil
	r.Unclear, r.Failure = true, streamjson.Transient
	r.Reason = lang.Errorf("the reviewer's answer does not say plainly whether the work is done")
	return r
}

// maxWords is the length limit of a reviewer's text, in bytes. The text becomes the agent's next message, and would
// fill its context.
const maxWords = 64 << 10

// nothing is the text that 2.1.5 returns for an empty answer.
const nothing = "(no content)"
