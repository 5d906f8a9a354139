package launch

import (
	"strconv"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/screen"
	"ccc/loop"
)

var slashHelp = lang.M(`/status            where the launch stands
/review            review now
/accept            good as it is: end the loop, and go on in claude's screen
/skip              no review after this turn, or an end to the one that runs
/rounds N          at most N reviews of a task
/supervisor TASK   review each stop; TASK, if there is one, goes to the agent
/supervisoroff     review no stop
/quit              end ccc
Any other line that begins with / goes to claude, every other one is a message to the agent.
alt-enter or a \ at the end begins a new line · up and down: history · ctrl-_ undoes
ctrl-c stops a turn or a review · ctrl-z suspends`)

// slash is what a typed line means to the loop: an input, or else a command that the front deals with itself.
type slash struct {
	input   loop.Input
	command string       // "" where the input is for the loop; "/status" or "/help"
	wrong   lang.Message // what is wrong with it, so that nothing is done
}

// parseSlash reads a typed line.
func parseSlash(text string) slash {
	command, argument, _ := strings.Cut(strings.TrimSpace(text), " ")
	message := slash{input: loop.Input{Kind: loop.Message, Text: text}}
	argument = strings.TrimSpace(argument)
	if command == "/rounds" {
		n, err := strconv.Atoi(argument)
		if err != nil || n < 1 {
			return slash{wrong: lang.M("/rounds takes a number from 1: /rounds 5")}
		}
		return slash{input: loop.Input{Kind: loop.Rounds, N: n}}
	}
	if command == "/supervisor" {
		return slash{input: loop.Input{Kind: loop.ReviewsOn, Text: argument}}
	}
	if command == "/supervisoroff" {
		return slash{input: loop.Input{Kind: loop.ReviewsOff}}
	}
	if argument != "" { // claude's own of that name, or a sentence
		return message
	}
	switch command {
	case "/status", "/help":
		return slash{command: command}
	case "/review":
		return slash{input: loop.Input{Kind: loop.ReviewNow}}
	case "/accept":
		return slash{input: loop.Input{Kind: loop.Accept}}
	case "/skip":
		return slash{input: loop.Input{Kind: loop.Skip}}
	case "/quit":
		return slash{input: loop.Input{Kind: loop.Quit}}
	}
	return message
}

// typed is the input of the loop that a typed line stands for; ok is false if the front has dealt with it.
func (t *terminal) typed(text string) (in loop.Input, ok bool) {
	s := parseSlash(text)
	switch {
	case !s.wrong.Empty():
		t.note(s.wrong)
	case s.command == "/status":
		t.screen.Note(t.standing())
	case s.command == "/help":
		t.note(slashHelp)
	default:
		return s.input, true
	}
	return in, false
}

// standing says where the launch stands, in lines.
func (t *terminal) standing() string {
	say := t.Language.Sprintf
	at := t.at.Load()
	var list []string
	t.screen.Update(func(st *screen.Status) {
		what := st.Phase
		if st.Waiting != "" {
			what = st.Waiting
		}
		reviews := say("reviews    %d made, at most %d", at.Reviews, at.Of)
		if at.Off {
			reviews = say("reviews    off until /supervisor, %d made", at.Reviews)
		}
		list = append(list, say("phase      %s", what), reviews)
		if !st.Began.IsZero() {
			end := st.Ended
			if end.IsZero() {
				end = time.Now()
			}
			list = append(list, say("time       %s", screen.Elapsed(end.Sub(st.Began))))
		}
		list = append(list,
			say("tokens     %d in, %d out", st.In, st.Out),
			say("cost       $%.2f agent, $%.2f reviews", at.AgentUSD, at.ReviewUSD),
			say("model      %s", strings.TrimSpace(st.Provider+" "+st.Model)))
	})
	list = append(list, say("rubric     %s", t.Rubric.Path), say("log        %s", t.State.Log()))
	return strings.Join(list, "\n")
}
