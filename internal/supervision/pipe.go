package supervision

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/review/check"
	"ccc/internal/rubric"
	"ccc/internal/supervision/output"
	"ccc/internal/supervision/runid"
	"ccc/internal/terminal"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/loop"
	"ccc/ptyio"
	"ccc/streamjson"
)

// pipe is the front without a terminal. The task comes as an argument or on standard input. The result goes to standard
// output, in the format that was asked for. Standard error shows what happens.
type pipe struct {
	User
	args     claude.Args
	run      *runid.Run // nil for none
	screen   *terminal.Screen
	out      *output.Writer
	notifier *notifier
	done     chan struct{} // closed at the end of the launch

	mu         sync.Mutex
	answer     []byte      // event with the agent's last message of a turn, if it is not shown yet
	lastNotice loop.Notice // notice that began the present phase or wait
	noticeTime time.Time   // when
	lastShown  time.Time   // when something was last shown
}

func openPipe(c Config, n *notifier, cancel func()) *pipe {
	p := &pipe{
		User: c.User, args: c.Args, run: c.Run, notifier: n, done: make(chan struct{}), lastShown: time.Now(),
		noticeTime: time.Now(),
	}
	p.screen = terminal.New(p, terminal.Options{All: c.Args.Verbose, Lang: c.Language})
	shown := term.IsTerminal(int(c.Out.Fd()))
	p.out = &output.Writer{Format: c.Args.Output, W: c.Out, OnError: cancel, IsTerminal: shown}
	start := c.Language.Sprintf("Supervisor mode enabled") + "\n" +
		c.Language.Sprintf("limits per task: %s", c.limits(c.Policy.MaxRounds))
	if c.Read {
		start = c.Language.Text(c.greeting())
	}
	io.WriteString(c.Err, start+"\n")
	go p.signsOfLife()
	return p
}

// Write passes the screen's output to standard error.
func (p *pipe) Write(b []byte) (int, error) {
	p.mu.Lock()
	p.lastShown = time.Now()
	p.mu.Unlock()
	return p.Err.Write(b)
}

// quietTime is how long ccc may print nothing before it prints what it waits for.
const quietTime = 30 * time.Second

// signsOfLife prints what ccc waits for while nothing else is printed. A reader of the log sees that ccc still runs,
// and a CI that ends silent jobs does not end this one.
func (p *pipe) signsOfLife() {
	for {
		p.mu.Lock()
		at, phase, quiet := p.lastNotice, time.Since(p.noticeTime), time.Since(p.lastShown)
		p.mu.Unlock()
		if quiet >= quietTime {
			what := lang.M("%s, round %d of %d", output.Phases[at.At.Phase], at.At.Round, at.At.Of)
			if at.At.Phase == loop.PhaseReview { // the number is that of the review
				what = lang.M("review %d of %d", at.At.Round, at.At.Of)
			}
			if waits := output.Waiting(at); !waits.Empty() {
				what = waits
			} else if at.At.Phase == loop.PhaseUser {
				what = lang.M("waiting for a message on standard input")
			}
			p.note(lang.M("still running: %s · %s", what, text.Elapsed(phase)))
			quiet = 0
		}
		select {
		case <-time.After(quietTime - quiet):
		case <-p.done:
			return
		}
	}
}

// stdinGrace is how long ccc waits for standard input if the arguments have a task. Some callers leave a pipe open
// and never write to it.
const stdinGrace = 3 * time.Second

// begin sends the loop its messages: the prompt argument and standard input.
func (p *pipe) begin(ctx context.Context, input chan<- loop.Input) error {
	if p.args.Input == "stream-json" {
		go p.readMessages(ctx, input)
		return nil
	}
	text := p.args.Prompt
	if !term.IsTerminal(int(p.In.Fd())) {
		piped, err := p.readAll(ctx)
		if err != nil {
			return err
		}
		text = strings.TrimSpace(strings.Join([]string{text, piped}, "\n"))
	}
	if text == "" {
		return ErrNoTask
	}
	in := messageInput(text)
	if p.run != nil {
		var err error
		if in, err = p.run.Input(in); err != nil {
			return err
		}
	}
	input <- in
	input <- loop.Input{Kind: loop.Closed}
	return nil
}

// messageInput reads a message of the user. The only commands here are /supervisor and /supervisoroff: the others are
// for a user at a terminal.
func messageInput(text string) loop.Input {
	if in := parseSlash(text).input; in.Kind == loop.ReviewsOn || in.Kind == loop.ReviewsOff {
		return in
	}
	return loop.Input{Kind: loop.Message, Text: text}
}

func (p *pipe) readAll(ctx context.Context) (string, error) {
	chunks := ptyio.Pump(p.In)
	var grace <-chan time.Time
	if p.args.Prompt != "" {
		grace = time.After(stdinGrace)
	}
	var text bytes.Buffer
	for {
		select {
		case chunk, ok := <-chunks:
			if !ok {
				return text.String(), nil
			}
			grace = nil
			text.Write(chunk)
		case <-grace:
			p.note(lang.M("nothing came on standard input for %s: using the argument alone", stdinGrace))
			return "", nil
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// readMessages reads standard input as stream-json, and sends each message to the agent at once.
func (p *pipe) readMessages(ctx context.Context, input chan<- loop.Input) {
	send := func(in loop.Input) {
		select {
		case input <- in:
		case <-ctx.Done():
		}
	}
	defer send(loop.Input{Kind: loop.Closed})
	if p.args.Prompt != "" {
		send(messageInput(p.args.Prompt))
	}
	decoder := streamjson.NewDecoder(p.In)
	for {
		e, err := decoder.Next()
		var bad *streamjson.SyntaxError
		switch {
		case errors.As(err, &bad):
			p.note(lang.M("standard input, line %d: %v", bad.Line, bad.Err))
			continue
		case err != nil:
			if !errors.Is(err, io.EOF) {
				p.note(lang.M("read standard input: %v", err))
			}
			return
		case e.Type != streamjson.TypeUser:
			p.note(lang.M("standard input, line %d: %q is not a message: skipped", e.Line, e.Name))
			continue
		}
		text, err := messageText(e)
		if err != nil {
			p.note(lang.M("standard input, line %d: %v: skipped", e.Line, err))
			continue
		}
		send(messageInput(text))
	}
}

func messageText(e streamjson.Event) (string, error) {
	m, err := e.Message()
	if err != nil {
		return "", err
	}
	var texts []string
	for _, b := range m.Content {
		if b.Type != "text" {
			return "", lang.Errorf("a message with %s: only text is supported", b.Type)
		}
		texts = append(texts, b.Text)
	}
	if len(texts) == 0 {
		return "", lang.Errorf("a message without text")
	}
	return strings.Join(texts, "\n"), nil
}

func (p *pipe) size() ptyio.Size { return ptyio.Size{} }

// connectAgent refuses all questions of the agent: nobody can answer.
func (p *pipe) connectAgent(send func([]byte)) questions {
	return questions{onEvent: func(e streamjson.Event) { terminal.Refuse(e, send) }, onEnd: func() {}}
}

func (p *pipe) showEvent(phase, reviewer string, e streamjson.Event) {
	if phase == "agent" {
		p.showAgent(e)
	} else {
		p.screen.ShowReviewer(reviewer, e)
	}
	p.out.Line(phase, reviewer, e)
}

// showAgent shows an event of the agent. It holds back the last message of a turn: if that is the answer, it goes to
// standard output.
func (p *pipe) showAgent(e streamjson.Event) {
	if p.args.Output == "json" || p.args.Output == "stream-json" {
		p.screen.ShowAgent(e)
		return
	}
	switch e.Type {
	case streamjson.TypeResult:
		if p.hasAnswer() { // the result repeats it
			return
		}
	case streamjson.TypeUser:
		p.showAnswer()
	case streamjson.TypeAssistant:
		p.showAnswer()
		m, err := e.Message()
		if err == nil && e.ParentToolUseID == "" && m.Error == "" && len(m.Content) == 1 &&
			m.Content[0].Type == "text" {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.answer = bytes.Clone(e.Raw)
			return
		}
	}
	p.screen.ShowAgent(e)
}

func (p *pipe) hasAnswer() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.answer != nil
}

// takeAnswer returns the agent's last message, if it is not shown yet.
func (p *pipe) takeAnswer() (e streamjson.Event, text string, ok bool) {
	p.mu.Lock()
	raw := p.answer
	p.answer = nil
	p.mu.Unlock()
	if raw == nil {
		return e, "", false
	}
	e, err := streamjson.NewDecoder(bytes.NewReader(raw)).Next()
	if err != nil {
		return e, "", false
	}
	m, err := e.Message()
	return e, strings.TrimSpace(m.Content[0].Text), err == nil
}

func (p *pipe) showAnswer() {
	if e, _, ok := p.takeAnswer(); ok {
		p.screen.ShowAgent(e)
	}
}

func (p *pipe) showNotice(n loop.Notice) {
	if n.Begin {
		p.mu.Lock()
		p.lastNotice, p.noticeTime = n, time.Now()
		p.mu.Unlock()
	}
	if n.Verdict != nil && !n.Verdict.Completed { // the last message was not the answer yet
		p.noteAnswer()
	}
	output.Show(p.screen, n, p.Language)
	if n.Verdict != nil {
		p.out.Verdict(*n.Verdict, n.At.Round)
	}
	callFor(p, n)
}

// noteAnswer shows the agent's last message after its review.
func (p *pipe) noteAnswer() {
	if _, text, ok := p.takeAnswer(); ok {
		p.note(lang.M("the agent had answered: %s", text))
	}
}

func (p *pipe) showCheckStart(c rubric.Check) { p.screen.ShowCheck(c.Name) }
func (p *pipe) showCheckOutput(_, _ string)   {} // showCheckEnd shows the end of the output
func (p *pipe) showCheckEnd(r check.Result)   { p.showCheck(p.screen, r) }
func (p *pipe) note(m lang.Message)           { p.screen.Note(p.Language.Text(m)) }
func (p *pipe) callUser(event string, why lang.Message) {
	p.notifier.notify(event, p.Language.Text(why))
}
func (p *pipe) imagesIn(string) []streamjson.Image { return nil }
func (p *pipe) mode() string                       { return "" }
func (p *pipe) claudesMode(string) string          { return "" }
func (p *pipe) flush()                             { p.screen.Flush() }
func (p *pipe) close()                             {}

func (p *pipe) end(e *ending) error {
	close(p.done)
	if last, text, ok := p.takeAnswer(); ok && (e.err != nil || text != strings.TrimSpace(e.result.Text)) {
		p.screen.ShowAgent(last)
	}
	if ended := wording.Background(e.totals); !p.Read && !ended.Empty() { // else the totals say it
		p.note(ended)
	}
	p.screen.Leave()
	if e.err != nil {
		return e.err
	}
	if p.Read {
		io.WriteString(p.Err, strings.Join(wording.Totals(e.totals, p.Language), "\n")+"\n")
	}
	if err := p.out.Finish(e.outcome); err != nil {
		return lang.Errorf("write the result: %w", err)
	}
	return nil
}
