package task

import "ccc/internal/lang"

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
