package watch

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/loop"
)

// phaseWords are the phases in words.
var phaseWords = map[string]lang.Message{
	"agent": lang.M("the agent works"), "review": lang.M("review"), "wait": lang.M("waiting"),
	session.PhaseQuestion: lang.M("waits for your answer"),
	"user":                lang.M("waits for you"), "done": lang.M("ended"),
}

// outcome returns the outcome of the session in words.
func (s Session) outcome() lang.Message {
	end := wording.Ending{
		Outcome: s.Outcome, IsHook: s.Door == session.DoorHook, Rounds: s.reviews, Accepted: s.Accepted,
		Unreviewed: s.unreviewed, Dismissed: s.dismissed, Partly: s.partly, BrokeOff: s.brokeOff(),
	}
	if end.Outcome == string(loop.NeedsUser) && !end.Accepted && !end.IsUnreviewed() {
		return lang.M("needed you") // beside sessions that run, and may need the user now
	}
	return end.Word()
}

// brokeOff reports whether nothing says how the session ended.
func (s Session) brokeOff() bool { return s.Outcome == "" && !s.ended }

// activity returns what a session does, and for how long.
func activity(s Session, now time.Time, language lang.Language) string {
	parts := []string{language.Text(phaseWords[s.Phase])}
	switch {
	case !s.Running && s.Error != "":
		return language.Sprintf("error: %s", s.Error)
	case !s.Running:
		return language.Text(s.outcome())
	case s.Phase == "review":
		parts[0] = language.Sprintf("review %d", s.Round)
		if s.Of > 0 {
			parts[0] = language.Sprintf("review %d of %d", s.Round, s.Of)
		}
	case s.Interrupted:
		parts[0] = language.Text(lang.Join("%s · %s", lang.M("interrupted"), phaseWords[s.Phase]))
	case s.Phase == unknown: // only the door is known
		parts = nil
	}
	if s.Off {
		parts = append(parts, language.Sprintf("reviews off"))
	}
	if s.Missed > 0 {
		parts = append(parts, language.Sprintf("stops not reviewed: %d", s.Missed))
	}
	since := s.Since
	if s.Tool != "" {
		parts = append(parts, s.Tool)
		if s.Phase != session.PhaseQuestion {
			since = s.ToolSince
		}
	}
	switch {
	case since.IsZero():
	case s.Phase == unknown:
		parts = append(parts, language.Sprintf("open for %s", text.Elapsed(now.Sub(since))))
	default:
		parts = append(parts, text.Elapsed(now.Sub(since)))
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" }) // no phase is known yet
	return strings.Join(parts, " · ")
}

// lastStop returns the result of the last stop in a line, "" for none.
func lastStop(s Session, language lang.Language) string {
	text := verdict(s, language)
	if s.waitsToRetry() {
		return text
	}
	if v := s.Verdict; v != nil && v.FoundAgain > len(v.Outside) && v.Failure == "" {
		text = language.Sprintf("%s · %s", text, wording.FoundAgainCount(v.FoundAgain))
	}
	if v := s.Verdict; v != nil && v.Mods != "" && v.Failure == "" {
		text = language.Sprintf("%s · %s", text, wording.Mods(v.Mods))
	}
	if v := s.Verdict; v != nil && len(v.Meanwhile) > 0 && v.Failure == "" {
		text = language.Sprintf("%s · %s", text, wording.ChangedMeanwhile(v.Meanwhile))
	}
	if v := s.Verdict; v != nil && len(v.Outside) > 0 && v.Failure == "" {
		text = language.Sprintf("%s · %s", text, wording.DismissedOutside(v.Outside))
	}
	if v := s.Verdict; v == nil || v.Failure == failureAborted || v.Failure == failureKilled || v.Reason != "" {
		return text
	}
	return language.Sprintf("last verdict: %s", text)
}

// waitsToRetry reports whether the session waits to make a turn or a review again.
func (s Session) waitsToRetry() bool { return s.retry != nil && s.Running }

// verdict returns the last verdict in a line, or why there is none yet.
func verdict(s Session, language lang.Language) string {
	v := s.Verdict
	switch {
	case s.waitsToRetry():
		return s.retry.NoticeText(language)
	case v == nil:
		return ""
	case v.Failure == failureKilled:
		return language.Text(wording.LastUnreviewed(wording.BrokeOff(false)))
	case v.Failure == failureAborted:
		return language.Text(wording.LastUnreviewed(wording.ReviewStopped(v.Reason)))
	case v.Reason != "":
		what, _, _ := strings.Cut(v.Reason, "\n")
		return language.Text(wording.LastWithout(v.Failure, wording.Recorded(what)))
	case v.Failure != "":
		return language.Sprintf("no verdict (%s)", v.Failure)
	case v.Completed && v.Unchecked && !task.IsByDismissal(v.Findings, v.Round):
		return language.Text(lang.Join("%s · %s", lang.M("completed, nothing checked"), wording.Counts(v.Findings)))
	case v.Completed:
		judged := wording.Judged(v.Completed, v.Blocked, v.Findings, v.Round)
		return language.Text(lang.Join("%s · %s", judged, wording.Counts(v.Findings)))
	case v.Blocked:
		return language.Sprintf("asked you: %s", text.FirstLine(v.Feedback))
	}
	said := task.Verdict{By: v.By, Feedback: v.Feedback, Checks: v.checks, Findings: v.Findings}
	if left := wording.InShort(said); !left.Empty() {
		return language.Sprintf("not completed: %s", language.Text(left))
	}
	return language.Sprintf("not completed")
}

// supervisorPlace returns where a session is supervised, in words.
func supervisorPlace(s Session, language lang.Language) string {
	if s.Door == session.DoorHook {
		return language.Sprintf("Claude's screen")
	}
	return language.Sprintf("loop")
}

// newestOfEach leaves out the earlier launches of a session that was resumed, if the newest one can be opened. The list
// begins with what runs, the newest first.
func newestOfEach(list []Session) []Session {
	seen := make(map[string]bool)
	return slices.DeleteFunc(list, func(s Session) bool {
		before := s.ID != "" && seen[s.ID]
		seen[s.ID] = before || s.Recording != ""
		return before && !s.Running
	})
}

// summary describes a session in a line.
func summary(s Session, now time.Time, language lang.Language) string {
	parts := []string{sessionName(s), supervisorPlace(s, language)}
	if now := activity(s, now, language); now != "" {
		parts = append(parts, now)
	}
	if !s.Running && s.brokeOff() && s.CostUSD == 0 { // its recording has no end, which would say it
		return strings.Join(parts, " · ")
	}
	return strings.Join(append(parts, cost(s, language)), " · ")
}

// cost returns what a session has cost so far.
func cost(s Session, language lang.Language) string {
	return language.Text(wording.Spent(s.CostUSD, s.AtLeast))
}

// sessionHeading returns the line above a session on the screen.
func sessionHeading(s Session, language lang.Language) string {
	line := sessionName(s) + " · " + supervisorPlace(s, language)
	if s.ID != "" {
		line += " · " + language.Sprintf("session %s", s.ID)
	}
	return text.OneLine(line)
}

// Lines describes the state of a session, in lines without control characters.
func Lines(s Session, now time.Time, language lang.Language) []string {
	lines := []string{
		summary(s, now, language),
		"  " + language.Sprintf("session %s, since %s", orDash(s.ID), s.Began.Local().Format(time.DateTime)),
	}
	if s.Dir != "" {
		lines = append(lines, "  "+language.Sprintf("in %s", s.Dir))
	}
	if last := lastStop(s, language); last != "" {
		lines = append(lines, "  "+last)
	}
	for i := range lines {
		lines[i] = text.OneLine(lines[i])
	}
	return lines
}

// sessionName returns the name of the project, and of the plan's task.
func sessionName(s Session) string {
	name := orDash(s.ID)
	if s.Dir != "" {
		name = filepath.Base(s.Dir)
	}
	if s.Title != "" {
		name += ": " + text.Clip(s.Title, maxTitle)
	}
	return name
}

// maxTitle is how many columns of a title are in the name of a session.
const maxTitle = 40

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// leastLast is the smallest width of the last cell of a row, in columns.
const leastLast = 24

// rowNames returns the names of the sessions. Those of one project have the beginnings of their IDs, too.
func rowNames(list []Session) (names []string) {
	count := make(map[string]int)
	for _, s := range list {
		count[sessionName(s)]++
	}
	for _, s := range list {
		name := sessionName(s)
		if count[name] > 1 && s.ID != "" && s.Dir != "" {
			name += " " + s.ID[:min(len(s.ID), session.ShortID)]
		}
		names = append(names, name)
	}
	return names
}

// shortName cuts the name of a row to a width. What is there of the ID keeps its beginning, which tells rows apart.
func shortName(s Session, name string, width int) string {
	id := strings.TrimPrefix(name, sessionName(s))
	id = id[:min(len(id), len(" 5e55"))]
	return text.Clip(sessionName(s), width-len(id)) + id
}

// sessionRow describes a session of that name in a line of at most that width. If there is little room, it leaves out
// the least important cells.
func sessionRow(s Session, name string, now time.Time, width int, language lang.Language) string {
	last := s.Began.Local().Format("2006-01-02 15:04")
	short, counts := last, last
	if s.Running {
		last, short = lastStop(s, language), verdict(s, language)
		if counts = short; s.Verdict != nil {
			counts = cmp.Or(language.Text(wording.Counts(s.Verdict.Findings)), short)
		}
	}
	parts := []string{
		name, supervisorPlace(s, language), activity(s, now, language), cost(s, language), last,
	}
	line := func(last int) string {
		there := append(slices.Clone(parts[:4]), text.Clip(parts[4], last))
		there = slices.DeleteFunc(there, func(part string) bool { return part == "" })
		return text.OneLine(strings.Join(there, " · "))
	}
	for _, least := range []struct {
		part int
		less string
	}{{1, ""}, {4, short}, {3, ""}, {0, shortName(s, parts[0], width/3)}, {4, counts}} {
		if uniseg.StringWidth(line(leastLast)) > width {
			parts[least.part] = least.less
		}
	}
	return text.Clip(line(width), width)
}

// styledRow returns a row of a list on the screen.
func styledRow(row string, picked, running bool) string {
	switch {
	case picked:
		return "❯ \x1b[1m" + row + "\x1b[0m"
	case !running:
		return "  \x1b[2m" + row + "\x1b[0m"
	}
	return "  " + row
}

// listRows returns the rows of the list for a terminal of that size. They include the row of the picked session. On a
// terminal with one row the heading is left out.
func listRows(list []Session, picked, width, height int, now time.Time, language lang.Language) (rows []string) {
	count, seen := 0, make(map[string]bool)
	for _, s := range list {
		if s.ID == "" || !seen[s.ID] { // a launch that goes on with a session is no further one
			count++
		}
		seen[s.ID] = true
	}
	hint := language.Sprintf("sessions: %d · arrows: choose · enter: open · esc: leave", count)
	if count < len(list) { // so that the number is that of the rows, too
		hint = language.Sprintf("launches: %d, sessions: %d · arrows: choose · enter: open · esc: leave", len(list),
			count)
	}
	if uniseg.StringWidth(hint) >= width {
		hint = language.Sprintf("sessions: %d · enter: open · esc: leave", count)
	}
	if uniseg.StringWidth(hint) >= width {
		hint = language.Sprintf("enter: open · esc: leave")
	}
	rows = append(rows, "\x1b[2m"+text.Clip(hint, width-1)+"\x1b[0m")
	room := max(height-2, 1)
	from := max(0, min(picked-room/2, len(list)-room))
	names := rowNames(list)
	for i := from; i < min(len(list), from+room); i++ {
		row := sessionRow(list[i], names[i], now, width-3, language)
		rows = append(rows, styledRow(row, i == picked, list[i].Running))
	}
	if len(rows) > height {
		rows = rows[1:]
	}
	return rows
}
