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
	m := limitPattern.Get().FindStringSubmatch(sentence)
	if m == nil {
		return nil
	}
	b := new(task.ReachedLimit)
	switch {
	case m[1] != "":
		b.End = task.EndedCircles
	case m[2] != "":
		b.End = task.EndedRounds
		b.Reviews, _ = strconv.Atoi(m[2])
	case m[3] != "":
		b.End = task.EndedTime
		b.MaxDuration, _ = time.ParseDuration(m[3])
	case m[6] != "":
		b.End = task.EndedNew
	case m[7] != "":
		b.End = task.EndedTokens
		b.Tokens, _ = strconv.ParseInt(m[7], 10, 64)
		b.MaxTokens, _ = strconv.ParseInt(m[8], 10, 64)
	default:
		b.End = task.EndedCost
		b.CostUSD, _ = strconv.ParseFloat(m[4], 64)
		b.MaxCostUSD, _ = strconv.ParseFloat(m[5], 64)
	}
	return b
}

// Recorded translates a reason that was recorded in English. It can translate a limit, and that the reason is a
// question. The rest, such as a reviewer's words, stays unchanged.
func Recorded(reason string) lang.Message {
	for _, asks := range []string{"The reviewer asks you:", "The supervisor asks you:"} { // older recordings say supervisor
		if question, ok := strings.CutPrefix(reason, asks+"\n"); ok {
			return lang.M("The reviewer asks you:\n%s", question)
		}
		if question, ok := strings.CutPrefix(reason, asks+" "); ok { // on one line
			return lang.M("The reviewer asks you: %s", question)
		}
	}
	if b := RecordedLimit(reason); b != nil {
		reached := ReachedLimit(*b)
		if rest, ok := strings.CutPrefix(reason, reached.String()); ok {
			return lang.M("%s%s", reached, rest)
		}
	}
	return lang.M("%s", reason)
}

// limitPattern matches the texts of ReachedLimit. It is compiled at its first use, because a hook does not need it.
var limitPattern = text.LazyRegexp{Expr: `(?m)^(?:not reviewed: )?(?:(stopped: going in circles)|` +
	`not completed after (\d+) reviews?, which is the limit|the time for this task is up: ([0-9a-zµ.]*[a-z])|` +
	`\$(\S+) spent on this task, of at most \$(\d+(?:\.\d+)?)|` +
	`(stopped: new findings in each round)|` +
	`(\d+) tokens read and written on this task, of at most (\d+))`}
