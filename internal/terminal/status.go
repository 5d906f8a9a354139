package terminal

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// Status is what the status line and the terminal's title show. Empty fields are left out. Phase, Waiting, Keys and
// Cost are in the user's language.
type Status struct {
	Phase     string    // whose turn it is, such as "agent"
	Busy      bool      // show a spinner
	Waiting   string    // what ccc waits for; shown instead of Phase
	Keys      string    // which keys end the wait; shown above the line
	Round, Of int       // of the reviews
	Reviewing bool      // the review of that round runs
	Off       bool      // reviews are off
	Mode      string    // the agent's permission mode; "" for the default
	Began     time.Time // start of the task
	Ended     time.Time // end of the task; zero while it runs
	In, Out   int64     // tokens
	Cost      string
	Provider  string
	Model     string
	Place     string // the directory; shown in the title
}

// frameTime is the time between two frames. Changes within it are drawn together.
const frameTime = 100 * time.Millisecond

var spinner = [...]string{"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"}

// The parts of the status line, from left to right.
const (
	phasePart = iota
	modePart
	roundPart
	timePart
	tokensPart
	costPart
	providerPart
	modelPart
	statusParts
)

// line returns the status line for a screen of that width. If it does not fit, it leaves out the least important
// parts; the round is shortened before it is left out.
func (st Status) line(now time.Time, width int, language lang.Language) string {
	mark := "·"
	if st.Busy {
		mark = spinner[now.UnixMilli()/frameTime.Milliseconds()%int64(len(spinner))]
	}
	parts := st.parts(now, language)
	line := func() string {
		var there []string
		for _, part := range parts {
			if part != "" {
				there = append(there, text.OneLine(part))
			}
		}
		return mark + " " + strings.Join(there, " · ")
	}
	short, first, count, least := "", costPart, roundPart, ""
	if st.Off || !st.Busy { // the time is no longer that of a task, or what it took has been said
		first = timePart
	}
	switch {
	case st.Off, st.Of == 0:
	case st.Round > st.Of:
		short = strconv.Itoa(st.Round)
	default:
		short = fmt.Sprintf("%d/%d", st.Round, st.Of)
	}
	if st.namesReview() {
		count, short, least = phasePart, st.Phase+" · "+short, st.Phase
	}
	for _, next := range [...]struct {
		part int
		less string
	}{
		{modelPart, ""}, {providerPart, ""}, {tokensPart, ""}, {first, ""}, {costPart, ""}, {count, short},
		{count, least},
		{timePart, ""}, {modePart, ""},
	} {
		if uniseg.StringWidth(line()) < width {
			break
		}
		parts[next.part] = next.less
	}
	return strings.TrimRight(text.Clip(line(), width-1), " ")
}

// namesReview reports whether the line names the review that runs in place of the phase and the round: its number is
// that of the review.
func (st Status) namesReview() bool { return st.Reviewing && st.Of > 0 && !st.Off && st.Waiting == "" }

func (st Status) parts(now time.Time, language lang.Language) (parts [statusParts]string) {
	set := func(part int, is bool, s string) {
		if is {
			parts[part] = s
		}
	}
	set(phasePart, true, st.Phase)
	set(phasePart, st.Waiting != "", st.Waiting)
	set(modePart, true, st.Mode)
	set(roundPart, st.Of > 0, language.Text(st.count()))
	set(roundPart, st.Off, language.Sprintf("reviews off"))
	if st.namesReview() {
		parts[phasePart], parts[roundPart] = parts[roundPart], ""
	}
	if !st.Began.IsZero() {
		if !st.Ended.IsZero() {
			now = st.Ended
		}
		parts[timePart] = text.Elapsed(now.Sub(st.Began))
	}
	set(tokensPart, st.In+st.Out > 0, "↑"+text.Count(st.In)+" ↓"+text.Count(st.Out))
	parts[costPart], parts[providerPart], parts[modelPart] = st.Cost, st.Provider, st.Model
	return parts
}

// count names the round, or the review that runs in it. After /rounds it may be beyond the limit.
func (st Status) count() lang.Message {
	switch isBeyond := st.Round > st.Of; {
	case st.Reviewing && isBeyond:
		return lang.M("review %d", st.Round)
	case st.Reviewing:
		return lang.M("review %d of %d", st.Round, st.Of)
	case isBeyond:
		return lang.M("round %d", st.Round)
	}
	return lang.M("round %d of %d", st.Round, st.Of)
}

// title returns the terminal's title.
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
	return text.OneLine("ccc: " + what)
}

// KilledMessage returns what the terminal shows after ccc was killed. Next says what the user can do; it may be empty.
func KilledMessage(language lang.Language, next lang.Message) string {
	words := "ccc: " + language.Sprintf("ccc was killed")
	if !next.Empty() {
		words += "\nccc: " + language.Text(next)
	}
	return text.Safe(words)
}

// Update changes the status. The next frame shows it.
func (s *Screen) Update(change func(*Status)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.status)
	s.scheduleFrame()
}
