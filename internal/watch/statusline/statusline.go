// Package statusline writes ccc's part of the status line on Claude Code's own screen, from the state directory.
package statusline

import (
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
)

// maxWords is how many columns of a tool call or of a verdict are shown.
const maxWords = 60

// maxReason is how many columns of what a review found are shown: in 100 columns there is room for the cost, too.
const maxReason = 40

// Styles of the line. Claude Code shows them.
const (
	dim    = "\x1b[2m"
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
)

// Line describes how far the reviews of a session are. launch is the ID of the launch, "" if ccc did not start the
// session. session is "" if claude names none.
func Line(dir state.Dir, launch, session string, now time.Time, styled bool, language lang.Language) string {
	if launch == "" {
		launch = session
	}
	var l state.State
	var err error
	if launch != "" {
		if l, err = dir.Read(launch); err != nil {
			return language.Sprintf("ccc: the state cannot be read")
		}
	}
	s := l
	if session != launch && session != "" {
		if s, err = dir.Read(session); err != nil {
			return language.Sprintf("ccc: the state cannot be read")
		}
	}
	if l.On() && !s.IsCountedFor(l) { // /supervisor began a task that has had no stop
		s.Verdict, s.Ended, s.CostUSD, s.AtLeast = nil, "", 0, false
	}
	color, parts := dim, []string(nil)
	switch {
	case s.Reviewer.Process.Alive():
		color, parts = yellow, describeReview(dir, s, session, now, language)
	case !l.On():
		parts = append(parts, language.Sprintf("reviews off"))
	default: // the verdict comes first, because claude cuts the line at the edge of a narrow terminal
		if s.Held.IsSettled(now) && s.Held.IsIgnored() {
			color, parts = red, append(parts, language.Sprintf("claude did not follow the last review"))
		} else if came, is := lastStop(s, l.EnabledAt, language); came != "" {
			color, parts = is, append(parts, came)
		}
		if last := s.LastStop(l.EnabledAt); s.Ended.IsExhausted() && (last.Unreviewed == nil ||
			!wording.IsSpent(last.Unreviewed.Failure)) { // else it has been said
			parts = append(parts, language.Text(wording.StoppedAt(s.Ended, s.Count)))
		}
		parts = append(parts, language.Sprintf("reviews on"))
	}
	if s.CostUSD > 0 {
		spent := wording.Spent(s.CostUSD, s.AtLeast || s.HasBrokenOff())
		parts = append(parts, language.Sprintf("this task's reviews: %s", spent))
	}
	line := "ccc: " + strings.Join(parts, " · ")
	if styled {
		line = color + line + "\x1b[0m"
	}
	return line
}

// lastStop describes the result of the last stop since reviews were switched on, and returns its color; "" if there
// was none.
func lastStop(s state.State, on time.Time, language lang.Language) (words, color string) {
	last := s.LastStop(on)
	v := last.Verdict
	switch {
	case last.BrokeOff:
		return language.Text(wording.LastUnreviewed(wording.BrokeOff(last.Stopped))), yellow
	case last.Unreviewed != nil:
		why := lang.Verbatim(text.ClipLine(last.Unreviewed.Why, maxWords))
		return language.Text(wording.LastWithout(last.Unreviewed.Failure, why)), yellow
	case v == nil:
		return "", ""
	}
	words, color = verdict(v, language)
	if v.FoundAgain > len(v.DismissedOutside) && !v.IsByDismissal() { // else those are named below, or it is said
		words = language.Sprintf("%s · %s", words, wording.FoundAgainCount(v.FoundAgain))
		if color == green {
			color = yellow
		}
	}
	var outside lang.Message
	if n := len(v.DismissedOutside); n > 0 {
		outside = lang.M("%d dismissed from outside", n)
	}
	for _, more := range []lang.Message{
		wording.Mods(v.Mods), wording.ChangedMeanwhile(v.ChangedMeanwhile), outside,
	} {
		if more.Empty() {
			continue
		}
		words = language.Sprintf("%s · %s", words, text.ClipLine(language.Text(more), maxReason))
		if color == green {
			color = yellow
		}
	}
	return words, color
}

// verdict describes what a review found, and returns its color.
func verdict(v *task.Verdict, language lang.Language) (words, color string) {
	counts := wording.Counts(v.Findings)
	switch {
	case v.IsByDismissal():
		return language.Text(lang.Join("%s · %s", wording.ByDismissal(), counts)), yellow
	case v.Completed && v.IsUnchecked():
		return language.Text(lang.Join("%s · %s", lang.M("completed, nothing checked"), counts)), yellow
	case v.Completed:
		return language.Text(lang.Join("%s · %s", lang.M("completed"), counts)), green
	}
	if v.Blocked {
		return language.Sprintf("asked you: %s", text.ClipLine(text.FirstLine(v.Feedback), maxWords)), yellow
	}
	what := language.Text(wording.InShort(*v))
	if what == "" {
		return language.Sprintf("not completed"), red
	}
	return language.Sprintf("not completed: %s", text.ClipLine(what, maxReason)), red
}

// describeReview describes the running review.
func describeReview(dir state.Dir, s state.State, session string, now time.Time, language lang.Language) []string {
	began := s.Reviewer.Since
	parts := []string{language.Sprintf("reviewing %d/%d", s.Count, s.Reviewer.MaxRounds)}
	if doing := dir.Activity(session); doing.Tool != "" && !doing.Since.Before(began) {
		parts = append(parts, text.ClipLine(doing.Tool, maxWords))
	}
	return append(parts, text.Elapsed(now.Sub(began)))
}
