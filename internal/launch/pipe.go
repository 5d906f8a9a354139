package launch

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"golang.org/x/term"

	"ccc/internal/check"
	"ccc/internal/lang"
	"ccc/internal/output"
	"ccc/internal/permission"
	"ccc/internal/screen"
	"ccc/loop"
	"ccc/ptyio"
	"ccc/streamjson"
)

// pipe is the front where nobody types: the task comes as an argument or on standard input, standard output has what
// was asked for, standard error tells what happens.
type pipe struct {
	Config
	screen   *screen.Screen
	out      *output.Writer
	notifier *notifier
}

func openPipe(c Config, n *notifier, cancel func()) *pipe {
	p := &pipe{Config: c, notifier: n}
	p.screen = screen.New(c.Err, screen.Options{All: c.Args.Verbose, Lang: c.Language})
	shown := term.IsTerminal(int(c.Out.Fd()))
	p.out = &output.Writer{Format: c.Args.Output, W: c.Out, Failed: cancel, Shown: shown}
	io.WriteString(c.Err, c.Language.Sprintf("Supervisor mode enabled")+"\n"+c.limits()+"\n")
	return p
}

// stdinGrace is how long a standard input that says nothing is waited for where the arguments hold a task: some callers
// leave a pipe open that nobody writes to.
const stdinGrace = 3 * time.Second

// begin gives the loop its messages: the prompt argument and what standard input holds.
func (p *pipe) begin(ctx context.Context, input chan<- loop.Input) error {
	if p.Args.Input == "stream-json" {
		go p.readMessages(ctx, input)
		return nil
	}
	text := p.Args.Prompt
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
	input <- said(text)
	input <- loop.Input{Kind: loop.Closed}
	return nil
}

// said is a message of the person's, or the switch of the reviews; ccc's other commands are for who watches.
func said(text string) loop.Input {
	if in := parseSlash(text).input; in.Kind == loop.ReviewsOn || in.Kind == loop.ReviewsOff {
		return in
	}
	return loop.Input{Kind: loop.Message, Text: text}
}

func (p *pipe) readAll(ctx context.Context) (string, error) {
	chunks := ptyio.Pump(p.In)
	var grace <-chan time.Time
	if p.Args.Prompt != "" {
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

// readMessages reads --input-format stream-json: a message goes to the agent as it comes.
func (p *pipe) readMessages(ctx context.Context, input chan<- loop.Input) {
	send := func(in loop.Input) {
		select {
		case input <- in:
		case <-ctx.Done():
		}
	}
	defer send(loop.Input{Kind: loop.Closed})
	if p.Args.Prompt != "" {
		send(said(p.Args.Prompt))
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
		send(said(text))
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

// agentStarts: nobody can be asked.
func (p *pipe) agentStarts(send func([]byte)) questions {
	return questions{take: func(e streamjson.Event) { permission.Refuse(e, send) }, ended: func() {}}
}

func (p *pipe) event(phase, reviewer string, e streamjson.Event) {
	if phase == "agent" {
		p.screen.Agent(e)
	} else {
		p.screen.Reviewer(reviewer, e)
	}
	p.out.Line(phase, reviewer, e)
}

func (p *pipe) told(n loop.Notice) {
	output.Show(p.screen, n, p.Language)
	if n.Verdict != nil {
		p.out.Verdict(*n.Verdict, n.At.Round)
	}
	callFor(p, n)
}

func (p *pipe) checking(c check.Check)              { p.screen.Checking(c.Name) }
func (p *pipe) checkSays(_, _ string)               {} // the end of it is shown
func (p *pipe) checked(r check.Result)              { p.showCheck(p.screen, r) }
func (p *pipe) note(m lang.Message)                 { p.screen.Note(p.Language.Text(m)) }
func (p *pipe) call(event string, why lang.Message) { p.notifier.notify(event, p.Language.Text(why)) }
func (p *pipe) flush()                              { p.screen.Flush() }
func (p *pipe) close()                              {}

func (p *pipe) end(e *ending) error {
	p.screen.Leave()
	if e.err != nil {
		return e.err
	}
	if err := p.out.Finish(e.result, e.took); err != nil {
		return lang.Errorf("write the result: %w", err)
	}
	return nil
}
