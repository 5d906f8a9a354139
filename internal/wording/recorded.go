package wording

import (
	"strconv"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/text"
)

// RecordedLimit reads the limit that ended a task from the English message to the user, for older recordings. Newer
// ones have the limit itself. It is nil if the message names no limit.
func RecordedLimit(sentence string) *task.ReachedLimit {
	b, _ := recordedLimit(sentence)
	return b
}

// recordedLimit also returns the words that name the limit.
func recordedLimit(sentence string) (b *task.ReachedLimit, words string) {
	m := limitPattern.Get().FindStringSubmatch(sentence)
	if m == nil {
		return nil, ""
	}
	m = m[1:] // without the label
	b = new(task.ReachedLimit)
	switch {
	case m[1] != "":
		b.End = task.EndedRounds
		b.Reviews, _ = strconv.Atoi(m[1])
	case m[2] != "":
		b.End = task.EndedTime
		b.MaxDuration, _ = time.ParseDuration(m[2])
	case m[3] != "":
		b.End = task.EndedCost
		b.CostUSD, _ = strconv.ParseFloat(m[3], 64)
		b.MaxCostUSD, _ = strconv.ParseFloat(m[4], 64)
	case m[5] != "":
		b.End = task.EndedTokens
		b.Tokens, _ = strconv.ParseInt(m[5], 10, 64)
		b.MaxTokens, _ = strconv.ParseInt(m[6], 10, 64)
	case m[7] != "":
		b.End = task.EndedNew
	case m[8] != "": // older recordings count the first round, too
		b.End = task.EndedCircles
		b.Stalled, _ = strconv.Atoi(m[8])
		b.Stalled = max(b.Stalled-1, 0)
	default:
		b.End = task.EndedCircles
		b.Stalled, _ = strconv.Atoi(m[9])
	}
	return b, m[0]
}

// Recorded translates a reason that was recorded in English. It can translate a limit, that the reason is a
// question, and sentences of ccc's own. The rest, such as a reviewer's words, stays unchanged.
func Recorded(reason string) lang.Message {
	// older recordings say supervisor
	for _, asks := range []string{"The reviewer asks you:", "The supervisor asks you:"} {
		if question, ok := strings.CutPrefix(reason, asks+"\n"); ok {
			return lang.M("The reviewer asks you:\n%s", question)
		}
		if question, ok := strings.CutPrefix(reason, asks+" "); ok { // on one line
			return lang.M("The reviewer asks you: %s", question)
		}
	}
	if b, words := recordedLimit(reason); b != nil {
		reached := ReachedLimit(*b)
		rest, ok := strings.CutPrefix(reason, words)
		next, isNext := strings.CutPrefix(rest, ". ")
		said, isSaid := strings.CutPrefix(rest, ": ")
		switch {
		case ok && isNext:
			return lang.M("%s. %s", reached, lang.Recorded(next))
		case ok && isSaid:
			return lang.M("%s: %s", reached, said)
		case ok:
			return lang.M("%s%s", reached, rest)
		}
	}
	return lang.Recorded(reason)
}

// limitPattern matches the texts of ReachedLimit, which are its first group. It is compiled at its first use, because a
// hook does not need it.
var limitPattern = text.LazyRegexp{Expr: `(?m)^(?:` + strings.Join(limitLabels, "|") + `)?(` +
	`not completed after (\d+) reviews?, which is the limit|the time for this task is up: ([0-9a-zµ.]*[a-z])|` +
	`\$(\S+) spent on this task, of at most \$(\d+(?:\.\d+)?)|` +
	`(\d+) tokens read and written on this task, of at most (\d+)|` +
	`(stopped: new findings in each round)|` +
	`stopped: going in circles(?: for (\d+) rounds)?|stopped: (?:(\d+) )?rounds? without progress)`}
