package review

import (
	"ccc/prompt"
	"ccc/streamjson"
)

// Judge says what the reviewer's turn came to: a verdict, or the failure that kept it from one. With schema the structured
// answer counts, else the object in its text, else the text. It is a function of its arguments alone.
func Judge(turn streamjson.Turn, schema bool) Result {
	result := Result{Failure: turn.Failure, Until: turn.Until, CostUSD: turn.CostUSD}
	if result.Failure != streamjson.NoFailure {
		result.Reason = turn.Text
		return result
	}
	result.Completed, result.Feedback = verdict(turn, schema)
	if !result.Completed && result.Feedback == "" {
		result.Failure, result.Reason = streamjson.Transient, "the reviewer answered nothing"
	}
	return result
}

func verdict(turn streamjson.Turn, schema bool) (completed bool, feedback string) {
	if completed, feedback, ok := prompt.Structured(turn.Structured); schema && ok {
		return completed, feedback
	}
	if completed, feedback, ok := prompt.StructuredText(turn.Text); schema && ok {
		return completed, feedback
	}
	return prompt.Verdict(turn.Text)
}
