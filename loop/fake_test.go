package loop

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ccc/internal/task"
	"ccc/streamjson"
)

// launch is a loop whose agents, reviews and user are in memory.
type launch struct {
	t        *testing.T
	config   Config
	input    chan Input
	agents   []func(*fakeAgent)                    // what each process does, in the order of the starts
	review   func(context.Context, Review) Verdict // nil: verdicts, one after another, at 0.25 USD
	verdicts []Verdict

	mu       sync.Mutex
	starts   []Session
	asked    []Review
	notices  []string
	spent    []float64 // what reviews had cost at each notice, in USD
	heard    []string  // "1: text": what was sent to process 1
	observed int
	ended    int
	result   Result
	err      error
}

func newLaunch(t *testing.T, agents ...func(*fakeAgent)) *launch {
	l := &launch{t: t, agents: agents, input: make(chan Input, 20)}
	l.config = Config{
		Policy:   policy,
		MaxWait:  6 * time.Hour,
		Attended: true,
		Input:    l.input,
		Start:    l.start,
		Review:   l.doReview,
		Observe:  func(streamjson.Event) { l.note(func() { l.observed++ }) },
		Guard:    func() {},
		Pause:    func() {},
		Tell:     l.tell,
		Log:      slog.New(slog.DiscardHandler),
	}
	return l
}

// run runs the loop to its end, while person acts as the user.
func (l *launch) run(ctx context.Context, person func()) {
	go person()
	l.result, l.err = Run(ctx, l.config)
	if l.ended != len(l.starts) {
		l.t.Errorf("%d agents started, %d ended", len(l.starts), l.ended)
	}
}

// say sends the user's next message when nothing is pending.
func (l *launch) say(text string) { l.do(Input{Kind: Message, Text: text}) }

func (l *launch) do(in Input) {
	synctest.Wait()
	l.input <- in
}

func (l *launch) note(change func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change()
}

func (l *launch) tell(n Notice) {
	s := n.Text.String()
	switch {
	case n.Sent != "":
		s = "sent " + n.Sent
	case n.Verdict != nil:
		s = fmt.Sprintf("verdict %d/%d %t", n.At.Round, n.At.Of, n.Verdict.Completed)
	case n.Begin:
		s = fmt.Sprintf("begin %s %d/%d", n.At.Phase, n.At.Round, n.At.Of)
		if !n.Waiting.Empty() {
			s += fmt.Sprintf(" waiting %s: %s", time.Until(n.Until), n.Waiting)
		}
	}
	l.note(func() { l.notices, l.spent = append(l.notices, s), append(l.spent, n.At.ReviewUSD) })
}

func (l *launch) doReview(ctx context.Context, r Review) ReviewResult {
	number := 0
	l.note(func() { l.asked = append(l.asked, r); number = len(l.asked) })
	if l.review != nil {
		return ReviewResult{Verdict: l.review(ctx, r)}
	}
	if len(l.verdicts) == 0 {
		l.t.Error("a review too many")
		return ReviewResult{Verdict: Verdict{Completed: true}}
	}
	v := l.verdicts[0]
	l.verdicts = l.verdicts[1:]
	v.CostUSD = 0.25
	return ReviewResult{Verdict: v, Files: task.Files{Work: fmt.Sprintf("tree-%d", number)}}
}

func (l *launch) start(s Session) (Process, error) {
	n := len(l.starts)
	l.starts = append(l.starts, s)
	if n >= len(l.agents) {
		return Process{}, fmt.Errorf("start %d: no such file", n+1)
	}
	r, w := io.Pipe()
	a := &fakeAgent{
		l: l, number: n + 1, session: s.ID, out: w, stdin: make(chan []byte, 100), done: make(chan struct{}),
		how: "exit status 0",
	}
	if a.session == "" {
		a.session = fmt.Sprintf("session-%d", n+1)
	}
	go func() {
		defer close(a.done)
		defer w.Close()
		l.agents[n](a)
	}()
	end := sync.OnceFunc(func() { close(a.stdin); l.ended++ })
	return Process{Output: r, Send: func(b []byte) { a.stdin <- b }, End: func() string {
		end()
		<-a.done
		return a.how
	}}, nil
}

// wantHeard checks the texts that the agents have received, in order.
func (l *launch) wantHeard(want ...string) {
	l.t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.Equal(l.heard, want) {
		l.t.Errorf("the agents were sent\n%q, want\n%q", l.heard, want)
	}
}

func (l *launch) wantNotice(want string) {
	l.t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	if !slices.ContainsFunc(l.notices, func(s string) bool { return strings.Contains(s, want) }) {
		l.t.Errorf("notices = %q, want %q", l.notices, want)
	}
}

func (l *launch) wantOutcome(want Outcome) {
	l.t.Helper()
	if l.err != nil || l.result.Outcome != want {
		l.t.Errorf("Run = %+v, %v, want %s", l.result, l.err, want)
	}
}

// fakeAgent writes lines as claude does.
type fakeAgent struct {
	l       *launch
	number  int
	session string
	out     *io.PipeWriter
	stdin   chan []byte
	done    chan struct{}
	how     string
	cost    float64
}

// inLine is a line for the agent: a message, or an interrupt, which has neither text nor id.
type inLine struct {
	Type    string
	UUID    string
	Message struct{ Content string }
	Request struct{ Subtype string }
}

// read waits for the next line of stdin. At the end of stdin the process ends.
func (a *fakeAgent) read() (in inLine) {
	b, ok := <-a.stdin
	if !ok {
		runtime.Goexit()
	}
	if err := json.Unmarshal(b, &in); err != nil {
		a.l.t.Errorf("stdin: %q: %v", b, err)
	}
	if in.Type == "user" {
		a.l.note(func() { a.l.heard = append(a.l.heard, fmt.Sprintf("%d: %s", a.number, in.Message.Content)) })
	}
	return in
}

func (a *fakeAgent) write(format string, args ...any) {
	fmt.Fprintf(a.out, format+"\n", args...)
}

func (a *fakeAgent) init() {
	a.write(`{"type":"system","subtype":"init","cwd":"/project","model":"opus","session_id":%q}`, a.session)
}

func (a *fakeAgent) echo(in inLine) {
	text, _ := json.Marshal(in.Message.Content)
	a.write(`{"type":"user","isReplay":true,"uuid":%q,"session_id":%q,"message":{"role":"user","content":%s}}`,
		in.UUID, a.session, text)
}

func (a *fakeAgent) work(text string) {
	a.write(`{"type":"assistant","session_id":%q,"message":{"id":"m","role":"assistant","content":[`+
		`{"type":"text","text":%q}]}}`, a.session, text)
}

func (a *fakeAgent) result(fields string) {
	a.cost += 0.5
	a.write(`{"type":"result","session_id":%q,"total_cost_usd":%g,%s}`, a.session, a.cost, fields)
}

const (
	success = `"subtype":"success","is_error":false`
	aborted = `"subtype":"error_during_execution","is_error":true,"terminal_reason":"aborted_streaming"`
	limited = `"subtype":"success","is_error":true,"api_error_status":429,"result":"hit your limit"`
	lost    = `"subtype":"error_during_execution","is_error":true,"errors":["No conversation found with session ID: x"]`
	credit  = `"subtype":"success","is_error":true,"api_error_status":400,"result":"Credit balance is too low"`
)

// begin takes a message and begins its turn.
func (a *fakeAgent) begin() inLine {
	in := a.read()
	a.init()
	a.echo(in)
	return in
}

// turn takes a message and answers it.
func (a *fakeAgent) turn(answer string) {
	a.begin()
	a.work(answer)
	a.result(success)
}

// serve answers every message.
func serve(a *fakeAgent) {
	for n := 1; ; n++ {
		a.turn(fmt.Sprintf("answer %d.%d", a.number, n))
	}
}
