package change

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"ccc/internal/lang"
	"ccc/internal/review/check"
	"ccc/internal/rubric"
	"ccc/internal/terminal"
	"ccc/internal/text"
	"ccc/streamjson"
)

// Progress shows the progress of a review: lines and, at a terminal, a changing line below them that says what runs
// and for how long. Its methods may be called from any goroutine.
type Progress struct {
	out      io.Writer
	language lang.Language
	width    func() int // of the terminal; nil for none

	mu      sync.Mutex
	calls   map[string]*terminal.Calls // by the reviewer's name; "" for the only one
	project string
	check   string // the running check; "" for none
	start   time.Time
	done    chan struct{}
}

// drawInterval is the time between two updates of the changing line.
const drawInterval = 500 * time.Millisecond

// NewProgress begins to show the progress. Paths are shown relative to project. width measures the terminal; nil for
// none. Call End at the end.
func NewProgress(out io.Writer, project string, language lang.Language, width func() int) *Progress {
	p := &Progress{
		out: out, language: language, width: width, project: project, calls: make(map[string]*terminal.Calls),
		start: time.Now(), done: make(chan struct{}),
	}
	if width != nil {
		go p.redraw()
	}
	return p
}

// redraw writes the changing line until the end.
func (p *Progress) redraw() {
	tick := time.NewTicker(drawInterval)
	defer tick.Stop()
	for {
		select {
		case <-p.done:
			return
		case <-tick.C:
			p.mu.Lock()
			p.draw()
			p.mu.Unlock()
		}
	}
}

// End removes the changing line.
func (p *Progress) End() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.done)
	p.clear()
	p.width = nil
}

const clearLine = "\r\x1b[2K"

func (p *Progress) clear() {
	if p.width != nil {
		_, _ = io.WriteString(p.out, clearLine) // a missing update does no harm
	}
}

func (p *Progress) draw() {
	if p.width != nil {
		_, _ = io.WriteString(p.out, clearLine+text.Clip(text.Safe("ccc: "+p.line(time.Now())), max(p.width()-1, 1)))
	}
}

// line returns what runs.
func (p *Progress) line(now time.Time) string {
	parts := []string{p.language.Sprintf("reviewing")}
	if p.check != "" {
		parts = append(parts, p.language.Sprintf("check %s", p.check))
	}
	for name, calls := range p.calls {
		if tool, _ := calls.Running(); tool != "" {
			parts = append(parts, strings.TrimSpace(name+" "+tool))
		}
	}
	return strings.Join(append(parts, now.Sub(p.start).Round(time.Second).String()), " · ")
}

// Write writes text above the changing line. The text must end with a newline.
func (p *Progress) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	return p.out.Write(b)
}

// Note tells the user something.
func (p *Progress) Note(m lang.Message) {
	fmt.Fprintln(p, text.Safe(strings.ReplaceAll("ccc: "+p.language.Text(m), "\n", "\n  ")))
}

func (p *Progress) checkStarted(c rubric.Check) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.check = c.Name
}

func (p *Progress) checkEnded(r check.Result) {
	p.mu.Lock()
	p.check = ""
	p.mu.Unlock()
	p.Note(lang.M("check %s: %s", r.Name, r.Outcome()))
}

// event notes which tool a reviewer runs.
func (p *Progress) event(reviewer string, e streamjson.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	calls := p.calls[reviewer]
	if calls == nil {
		calls = terminal.NewCalls(p.project, p.language)
		p.calls[reviewer] = calls
	}
	calls.Add(e, time.Now())
}
