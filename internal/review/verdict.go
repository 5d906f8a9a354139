package review

import (
	"errors"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/prompt"
	"ccc/streamjson"
)

// Judge says what the reviewer's turn came to: a verdict, or the failure that kept it from one. With structured the
// structured answer counts, else the object in its text, else the text. It is a function of its arguments alone.
func Judge(turn streamjson.Turn, structured bool) ReviewerResult {
	r := ReviewerResult{Verdict: task.Verdict{Failure: turn.Failure, Until: turn.Until, CostUSD: turn.CostUSD}}
	if turn.Failure != streamjson.NoFailure {
		r.Reason, r.Outage = errors.New(turn.Text), turn.Failure == streamjson.Transient
		return r
	}
	judgement, text, formal := verdict(turn, structured)
	r.Feedback, r.InWords = text, structured && !formal
	switch {
	case judgement == prompt.Done:
		if r.Completed = true; !structured {
			r.Said = beside(turn.Text)
		}
	case judgement == prompt.Blocked:
		r.Blocked = true
	case text == "", text == nothing:
		r.Failure, r.Reason = streamjson.Transient, lang.Errorf("the reviewer gave no answer")
	}
	return r
}

// beside gives what a text says beside the marker.
func beside(text string) string {
	i := strings.LastIndex(text, prompt.Marker)
	if i < 0 {
		return strings.TrimSpace(text)
	}
	const emphasis = "*_`"
	after := strings.TrimLeft(text[i+len(prompt.Marker):], emphasis)
	return strings.TrimSpace(strings.TrimRight(text[:i], emphasis) + after)
}

// nothing stands for an empty answer on 2.1.5.
const nothing = "(no content)"

// verdict reports formal for one that was given as an object.
func verdict(turn streamjson.Turn, structured bool) (j prompt.Judgement, text string, formal bool) {
	if structured {
		if j, text, formal = prompt.Structured(turn.Structured); formal {
			return j, text, true
		}
		if j, text, formal = prompt.StructuredText(turn.Text); formal {
			return j, text, true
		}
	}
	j, text = prompt.Verdict(turn.Text)
	return j, text, false
}
