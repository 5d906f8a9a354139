package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ccc/internal/screen"
	"ccc/loop"
)

const slashHelp = `/status     where the launch stands
/review     review now
/accept     good as it is: end the loop, and go on in claude's screen
/skip       no review after this turn, or an end to the one that runs
/rounds N   at most N reviews
/quit       end ccc
Any other line that begins with / goes to claude, every other one is a message to the agent.
alt-enter or a \ at the end begins a new line · up and down: history · ctrl-_ undoes · ctrl-c stops a turn or a review · ctrl-z suspends`

// line is the input of the loop that a typed line stands for; ok is false if ccc has dealt with it.
func (v *supervision) line(text string) (in loop.Input, ok bool) {
	command, argument, _ := strings.Cut(strings.TrimSpace(text), " ")
	if argument = strings.TrimSpace(argument); argument != "" && command != "/rounds" {
		return loop.Input{Kind: loop.Message, Text: text}, true // claude's own of that name, or a sentence
	}
	switch command {
	case "/status":
		v.screen.Note(v.standing())
	case "/help":
		v.screen.Note(slashHelp)
	case "/rounds":
		n, err := strconv.Atoi(argument)
		if err != nil || n < 1 {
			v.screen.Note("/rounds takes a number from 1: /rounds 5")
			return in, false
		}
		v.rounds.Store(int32(n))
		return loop.Input{Kind: loop.Rounds, N: n}, true
	case "/review":
		return loop.Input{Kind: loop.ReviewNow}, true
	case "/accept":
		return loop.Input{Kind: loop.Accept}, true
	case "/skip":
		return loop.Input{Kind: loop.Skip}, true
	case "/quit":
		return loop.Input{Kind: loop.Quit}, true
	default:
		return loop.Input{Kind: loop.Message, Text: text}, true
	}
	return in, false
}

// standing says where the launch stands, in lines.
func (v *supervision) standing() string {
	var lines []string
	add := func(name, format string, args ...any) {
		lines = append(lines, fmt.Sprintf("%-10s ", name)+fmt.Sprintf(format, args...))
	}
	v.screen.Update(func(st *screen.Status) {
		what := st.Phase
		if st.Waiting != "" {
			what = st.Waiting
		}
		add("phase", "%s", what)
		add("reviews", "%d made, at most %d", v.reviewsMade.Load(), v.maxRounds())
		if !st.Began.IsZero() {
			end := st.Ended
			if end.IsZero() {
				end = time.Now()
			}
			add("time", "%s", screen.Elapsed(end.Sub(st.Began)))
		}
		add("tokens", "%d in, %d out", st.In, st.Out)
		agent, reviews := v.spent.costs()
		add("cost", "$%.2f agent, $%.2f reviews", agent, reviews)
		add("model", "%s", strings.TrimSpace(st.Provider+" "+st.Model))
	})
	add("rubric", "%s", v.rubric.Path)
	add("log", "%s", v.state.Log())
	return strings.Join(lines, "\n")
}
