package review

import (
	"strings"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/prompt"
	"ccc/streamjson"
)

// Judge says what the reviewer's turn came to: a verdict, or the failure that kept it from one. With structured the
// structured answer counts, else the object in its text, else the text. It is a function of its arguments alone.
func Judge(turn streamjson.Turn, structured bool) Result {
	r := Result{Verdict: task.Verdict{Failure: turn.Failure, Until: turn.Until, CostUSD: turn.CostUSD}}
	if turn.Failure != streamjson.NoFailure {
		r.Reason, r.Outage = lang.Verbatim(turn.Text), turn.Failure == streamjson.Transient
		return r
	}
	judgement, text := verdict(turn, structured)
	r.Feedback = text
	switch {
	case judgement == prompt.Done:
		if r.Completed = true; !structured {
			r.Said = beside(turn.Text)
		}
	case judgement == prompt.Blocked:
		r.Blocked = true
	case text == "", text == nothing:
		r.Failure, r.Reason = streamjson.Transient, lang.M("the reviewer gave no answer")
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

func verdict(turn streamjson.Turn, structured bool) (prompt.Judgement, string) {
	if structured {
		if judgement, text, ok := prompt.Structured(turn.Structured); ok {
			return judgement, text
		}
		if judgement, text, ok := prompt.StructuredText(turn.Text); ok {
			return judgement, text
		}
	}
	return prompt.Verdict(turn.Text)
}
