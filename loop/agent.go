package loop

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"ccc/streamjson"
)

// agent is an agent process, with the messages that were sent to it.
type agent struct {
	Process
	number    int
	unheard   []message // messages that were sent and not taken up yet
	takenBack []message // messages that were taken back, and that claude may take up all the same, as 2.1.5 does
	inTurn    bool      // a turn is under way
	begun     string    // the id of the message that began the turn, if claude asked the model before it echoed it
	cost      float64   // of its turns so far, in USD
	tokens    int64     // that it has read and written so far
	pulse     streamjson.Pulse
}

type message struct {
	id     string
	begins bool // it was sent while the agent was in no turn, so it begins one
	send
}

// dropAgent forgets the ended agent process and adds its cost and tokens to the result.
func (d *driver) dropAgent() {
	d.result.AgentUSD += d.agent.cost
	d.result.Tokens += d.agent.tokens
	d.agent = nil
}

// agentUSD returns what the agent's processes have cost so far.
func (d *driver) agentUSD() float64 {
	if d.agent == nil {
		return d.result.AgentUSD
	}
	return d.result.AgentUSD + d.agent.cost
}

// tokens returns how many tokens agent and reviewers have read and written so far.
func (d *driver) tokens() int64 {
	if d.agent == nil {
		return d.result.Tokens
	}
	return d.result.Tokens + d.agent.tokens
}

// hear notes that claude has taken up the message with that id. It takes messages up in their order, so those that were
// taken back before it was sent will not come.
func (a *agent) hear(id string) {
	if later := without(a.unheard, id); len(later) < len(a.unheard) {
		a.unheard, a.takenBack = later, nil
	}
}

func without(list []message, id string) []message {
	return slices.DeleteFunc(list, func(m message) bool { return m.id == id })
}

// hearBegun takes note that claude has taken up the message that began the turn. 2.1.5 echoes that message only when
// the first part of the answer is complete.
func (a *agent) hearBegun() { a.hear(a.begun) }

func (a *agent) sends() (list []send) {
	for _, m := range a.unheard {
		list = append(list, m.send)
	}
	return list
}

// takeBack asks claude to drop the messages that it has not taken up yet.
func (a *agent) takeBack() {
	for _, m := range a.unheard {
		a.Send(streamjson.TakeBack(uuid.NewString(), m.id))
	}
	a.takenBack, a.unheard = append(a.takenBack, a.unheard...), nil
}

// start starts an agent.
func (d *driver) start() error {
	s := d.m.session
	s.Budget.USD = d.m.budget
	p, err := d.Start(s)
	if err != nil {
		return err
	}
	d.agent = &agent{Process: p, number: d.m.agent}
	d.follow(d.agent)
	return nil
}

// send sends a message to the agent.
func (d *driver) send(s send) {
	text, id := s.text, uuid.NewString()
	if s.from != byPerson {
		text, id = streamjson.PlainText(text), streamjson.OwnID()
	} else {
		d.Tell(Notice{At: d.snapshot(), Sent: s.text})
	}
	if s.from != byPerson || !strings.HasPrefix(text, "/") { // claude does not echo a command (2.1.5, 2.1.197)
		d.agent.unheard = append(d.agent.unheard, message{id, !d.agent.inTurn, s})
	}
	d.record(Record{Kind: RecordSent, From: s.from.name(), ID: id, Text: text})
	var images []streamjson.Image
	if d.Images != nil && s.from == byPerson {
		images = d.Images(text)
	}
	d.agent.Send(streamjson.UserMessageWith(text, id, images))
	d.agent.pulse.Beat()
	d.Log.Info("sent", "from", s.from, "bytes", len(text), "images", len(images))
}

// maxStrays is how many lines of a process that are not events are logged and recorded. Further ones are only
// counted.
const maxStrays = 100

// read follows the output of one agent process to its end.
func (d *driver) read(a *agent) {
	defer d.Guard()
	defer d.readers.Done()
	if d.Idle > 0 {
		ctx, over := context.WithCancel(context.Background())
		defer over()
		d.readers.Add(1)
		go d.watch(ctx, a)
	}
	decoder := streamjson.NewDecoder(a.Output)
	follow := follower{agent: a.number}
	strays := 0
	for {
		if !decoder.More() {
			d.Pause()
		}
		e, err := decoder.Next()
		var bad *streamjson.SyntaxError
		switch {
		case errors.As(err, &bad):
			if strays++; strays <= maxStrays {
				d.Log.Warn("agent: not an event", "line", bad.Line, "offset", bad.Offset, "err", bad.Err,
					"text", bad.Text)
				d.record(Record{Kind: RecordStray, Text: bad.Text})
			}
			follow.stray(bad.Text)
			continue
		case err != nil:
			e := follow.exitEvent()
			e.strays = strays
			d.events <- e
			return
		}
		a.pulse.Add(e)
		said, ok := follow.add(e)
		d.Observe(e)
		if a.Control != nil && (e.Type == streamjson.TypeControlRequest || e.Type == streamjson.TypeControlCancel) {
			a.Control(e)
		}
		if ok {
			d.events <- said
		}
	}
}

// watch sends an eventSilent when the agent prints nothing for too long, until its output ends.
func (d *driver) watch(ctx context.Context, a *agent) {
	defer d.Guard()
	defer d.readers.Done()
	a.pulse.Watch(ctx, d.Idle, func(lasts time.Duration) {
		d.events <- event{kind: eventSilent, agent: a.number, silence: max(lasts.Round(time.Second), time.Second)}
	})
}
