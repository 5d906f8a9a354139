package screen

import (
	"fmt"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"ccc/internal/lang"
	"ccc/internal/printable"
)

// Status is what the status line below the output and the terminal's title tell. What is empty is left out. Phase and
// Waiting are shown as they are: the caller says them in the person's language.
type Status struct {
	Phase     string    // who has the floor, such as "agent"
	Busy      bool      // something is waited for: a spinner turns
	Waiting   string    // what it is
	Keys      string    // what the person can do about that; it stands above the line
	Round, Of int       // of the reviews
	Off       bool      // nothing is reviewed
	Mode      string    // the agent's permission mode; "" for the usual one
	Began     time.Time // of the task: elapsed counts from here
	Ended     time.Time // of the task; zero while it goes on
	In, Out   int64     // tokens
	CostUSD   float64
	Provider  string
	Model     string
	Place     string // the directory, in the title
}

// frameTime is the time between two frames: what changes more often is drawn together.
const frameTime = 100 * time.Millisecond

var spinner = [...]string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"}

// line is the status line for a screen of that width; what is on the right gives way.
func (st Status) line(now time.Time, width int, language lang.Language) string {
	var b strings.Builder
	mark := "·"
	if st.Busy {
		mark = spinner[now.UnixMilli()/frameTime.Milliseconds()%int64(len(spinner))]
	}
	b.WriteString(mark)
	used := 1
	for i, part := range st.parts(now, language) {
		part = OneLine(part)
		if i > 0 {
			part = " · " + part
		} else {
			part = " " + part
		}
		n := uniseg.StringWidth(part)
		if used += n; used >= width {
			break
		}
		b.WriteString(part)
	}
	return b.String()
}

// parts are those of the line, the most important first.
func (st Status) parts(now time.Time, language lang.Language) (list []string) {
	add := func(is bool, text string) {
		if is {
			list = append(list, text)
		}
	}
	add(st.Waiting != "", st.Waiting)
	add(st.Waiting == "" && st.Phase != "", st.Phase)
	add(st.Mode != "", st.Mode)
	add(st.Of > 0 && !st.Off, language.Sprintf("round %d of %d", st.Round, st.Of))
	add(st.Off, language.Sprintf("reviews off"))
	if !st.Began.IsZero() {
		if !st.Ended.IsZero() {
			now = st.Ended
		}
		add(true, Elapsed(now.Sub(st.Began)))
	}
	add(st.In+st.Out > 0, "↑"+count(st.In)+" ↓"+count(st.Out))
	add(st.CostUSD > 0, printable.Dollars(st.CostUSD))
	add(st.Provider != "", st.Provider)
	add(st.Model != "", st.Model)
	return list
}

// title is the terminal's.
func (st Status) title() string {
	what := st.Phase
	if st.Waiting != "" {
		what = st.Waiting
	}
	if st.Of > 0 && st.Busy && !st.Off {
		what += fmt.Sprintf(" %d/%d", st.Round, st.Of)
	}
	if st.Place != "" {
		what += " · " + st.Place
	}
	return OneLine("ccc: " + what)
}

// Elapsed is [printable.Elapsed].
func Elapsed(d time.Duration) string { return printable.Elapsed(d) }

// OneLine is [printable.OneLine].
func OneLine(text string) string { return printable.OneLine(text) }

// Safe is [printable.Safe].
func Safe(text string) string { return printable.Safe(text) }

// count is a number of tokens, short.
func count(n int64) string {
	switch {
	case n < 1000:
		return fmt.Sprint(n)
	case n < 100_000:
		return fmt.Sprintf("%.1fk", float64(n)/1e3)
	case n < 1_000_000:
		return fmt.Sprintf("%dk", n/1000)
	}
	return fmt.Sprintf("%.1fM", float64(n)/1e6)
}

// Update changes the status; what is shown follows with the next frame.
func (s *Screen) Update(change func(*Status)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.status)
	s.changed()
}
