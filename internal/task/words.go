package task

import (
	"regexp"
	"strconv"
	"sync"

	"ccc/internal/lang"
)

// Reviews counts them in words.
func Reviews(n int) lang.Message {
	if n == 1 {
		return lang.M("1 review")
	}
	return lang.M("%d reviews", n)
}

// AcceptedByYou is the end of a task by /accept in a line.
func AcceptedByYou() lang.Message { return lang.M("accepted by you, not by a review") }

// Missed says that there were stops of which no hook was told.
func Missed(stops int) lang.Message {
	return lang.M("%d stop(s) were not reviewed, though reviews were on: no hook of ccc's was called", stops)
}

// Completed is the good end of a task in a line.
func Completed(reviews int) lang.Message { return lang.M("completed after %s", Reviews(reviews)) }

// Why is the bound that has ended a task, found in what a decision has said in English, as recordings have it; empty if
// it names none.
func Why(said string) lang.Message {
	m := bounds().FindStringSubmatch(said)
	if m == nil {
		return lang.Message{}
	}
	count, _ := strconv.Atoi(m[2])
	switch {
	case m[1] != "":
		return lang.M("stopped: going in circles")
	case count == 1:
		return lang.M("not completed after 1 review, which is the limit")
	case count > 0:
		return lang.M("not completed after %d reviews, which is the limit", count)
	case m[3] != "":
		return lang.M("the time for this task is up: %s", m[3])
	}
	return lang.M("%s spent on this task, of at most %s", m[4], m[5])
}

// bounds matches what reason says. Only a report asks: a hook starts without it.
var bounds = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(?:not reviewed: )?(?:(stopped: going in circles)|` +
		`not completed after (\d+) reviews?, which is the limit|the time for this task is up: ([0-9a-zµ.]*[a-z])|` +
		`(\$\S+) spent on this task, of at most (\$\d+(?:\.\d+)?))`)
})
