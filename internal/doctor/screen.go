package doctor

import (
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"ccc/internal/fakeapi"
	"ccc/internal/lang"
	"ccc/internal/text"
	"ccc/ptyio"
)

// tryScreen runs ccc with claude's own screen: SessionStart, /supervisor, a stop that is held with feedback, one that
// is not, /supervisoroff.
func tryScreen(ctx context.Context, s Subject, dir string) ([]Result, error) {
	t := &trial{dir: dir, screen: true}
	defer t.end()
	names := []string{"session-start", "supervisor", "hook", "hook-message", "supervisoroff"}
	reviews, judged := 0, false
	err := t.start(s, func(r fakeapi.Request) fakeapi.Reply {
		switch {
		case !isReview(r):
			return fakeapi.Text(trialAnswer)
		case judged: // its verdict was read; claude now asks for a closing text
			judged = false
			return fakeapi.Text("so it is")
		}
		reviews++
		if slices.Contains(r.Tools, "StructuredOutput") {
			judged = true
			return fakeapi.Tool("StructuredOutput", map[string]any{"completed": reviews > 1, "feedback": trialFeedback})
		}
		if reviews == 1 {
			return fakeapi.Text(trialFeedback)
		}
		return fakeapi.Text("[TASK_COMPLETED]")
	}, ptyio.Command{Typed: true, Size: ptyio.Size{Cols: 200, Rows: 60}})
	switch {
	case errors.Is(err, ptyio.ErrNoPTY):
		t.note(names[0], warning(lang.M("no pseudo-terminal is available, so Claude Code's own screen was not tried"),
			lang.Message{}))
		return t.addUntried(names...), nil
	case err != nil:
		return nil, err
	}
	t.trySession(ctx)
	if t.trySwitch(ctx) && t.tryStop(ctx) {
		t.tryOff(ctx)
	}
	return t.addUntried(names...), nil
}

// trySession waits for the screen, and for the SessionStart hook in it.
func (t *trial) trySession(ctx context.Context) {
	ran := t.waitUntil(ctx, func() bool {
		launch, err := t.state.Load(trialLaunch)
		return err == nil && launch.Newest != ""
	})
	switch {
	case !ran:
		t.note("session-start", broken(lang.M("the SessionStart hook never ran"), lang.Message{}))
	case !t.waitUntil(ctx, func() bool { return t.count("reviews are off: /supervisor") > 0 }):
		t.note("session-start", broken(lang.M("the SessionStart hook ran, and claude did not show what it said"),
			lang.Message{}))
	default:
		t.note("session-start", ok(lang.M("the SessionStart hook ran, and claude showed what it said")))
	}
}

// trySwitch types /supervisor with a task.
func (t *trial) trySwitch(ctx context.Context) bool {
	reached := t.enterLine(ctx, "/supervisor "+trialTask, func() bool { return t.requested(isTask) })
	launch, err := t.state.Load(trialLaunch)
	switch on := err == nil && launch.Enabled; {
	case !reached && !on:
		if len(t.api.Requests()) == 0 { // claude has made no request yet
			t.results = nil // then the hook is not the cause
			t.note("session-start", t.obstacle())
			return false
		}
		t.note("supervisor", broken(lang.M("claude did not run /supervisor. Its screen says: %s", t.complaint()),
			lang.Message{}))
		return false
	case !on:
		t.note("supervisor", broken(lang.M("/supervisor gave the agent its words, and did not switch reviews "+
			"on: claude did not run the command in it"), lang.Message{}))
		return false
	case !reached:
		t.note("supervisor", broken(lang.M("/supervisor switched reviews on, and its words did not reach the agent"),
			lang.Message{}))
		return false
	}
	t.note("supervisor", ok(lang.M("/supervisor switched reviews on, and its words reached the agent")))
	return true
}

// enterLine types a line and presses enter until the line has its effect.
func (t *trial) enterLine(ctx context.Context, line string, effect func() bool) bool {
	before, typed, entered := t.count(line), time.Now(), time.Time{}
	t.child.Send([]byte(line))
	return t.waitUntil(ctx, func() bool {
		if effect() {
			return true
		}
		first := entered.IsZero() && time.Since(typed) > keyPause &&
			(t.count(line) > before || time.Since(typed) > enterInterval)
		if first || !entered.IsZero() && time.Since(entered) > enterInterval {
			t.child.Send([]byte("\r"))
			entered = time.Now()
		}
		return false
	})
}

// hasLogLine reports whether the hook's log has a line with all of the words.
func (t *trial) hasLogLine(words ...string) bool { return t.logLine(words...) != "" }

func (t *trial) logLine(words ...string) string {
	text, _ := os.ReadFile(t.state.HookLog()) // without a log nothing was logged
next:
	for line := range strings.Lines(string(text)) {
		for _, word := range words {
			if !strings.Contains(line, word) {
				continue next
			}
		}
		return line
	}
	return ""
}

// loggedReason returns the first line of the error in a line of the log; the line itself if it has none.
func loggedReason(line string) string {
	_, rest, ok := strings.Cut(line, " err=")
	quoted, err := strconv.QuotedPrefix(rest)
	if !ok || err != nil {
		return line
	}
	reason, _ := strconv.Unquote(quoted) // it is quoted properly
	return text.FirstLine(reason)
}

// tryStop waits for the hook at the end of the turn. It must hold the agent first, and then let it stop.
func (t *trial) tryStop(ctx context.Context) bool {
	t.waitUntil(ctx, func() bool { return t.hasLogLine("supervisor-hook invoked") })
	if !t.hasLogLine("supervisor-hook invoked") {
		t.note("hook", broken(lang.M("the Stop hook never ran: claude ended the turn without it"),
			lang.M("see hooks-on of ccc doctor: something may turn hooks off")))
		return false
	}
	t.untilHook(ctx, func() bool {
		return t.hasLogLine("stop held") || t.hasLogLine("stop allowed") || t.hasLogLine("no review")
	})
	if !t.hasLogLine("stop held") {
		why := t.logLine("no review")
		if why == "" {
			why = t.logLine("stop allowed")
		}
		if why == "" {
			t.note("hook", broken(lang.M("the Stop hook ran, and made no decision within %s", patience),
				lang.Message{}))
			return false
		}
		lost := lang.Message{}
		if t.requested(isReview) && !t.requested(readsSession) {
			lost = lang.M(" The fork lost the session: the reviewer did not know what the agent had said.")
		}
		logged := text.LastWords(loggedReason(why))
		t.note("hook", broken(lang.M("the Stop hook ran, and had no verdict.%s Its log says: %s", lost, logged),
			lang.Message{}))
		return false
	}
	if !t.waitUntil(ctx, func() bool { return t.requested(isFeedback) }) {
		t.note("hook", broken(lang.M("the Stop hook ran, and claude ignored its block: the feedback did not "+
			"reach the agent"),
			lang.Message{}))
		return false
	}
	if !t.untilHook(ctx, func() bool { return t.hasLogLine("stop allowed") }) {
		t.note("hook", broken(lang.M("the Stop hook's block reached the agent, and the stop after it was not reviewed"),
			lang.Message{}))
		return false
	}
	t.note("hook", ok(lang.M("the Stop hook ran, its block was honoured, and its feedback reached the agent")))
	if t.waitUntil(ctx, func() bool { return t.count("review 2 of 10: completed") > 0 }) {
		t.note("hook-message", ok(lang.M("claude showed what the Stop hook said")))
	} else {
		t.note("hook-message", broken(lang.M("the Stop hook ran, and claude did not show what it said"),
			lang.Message{}))
	}
	return true
}

// tryOff types /supervisoroff.
func (t *trial) tryOff(ctx context.Context) {
	off := t.enterLine(ctx, "/supervisoroff", func() bool {
		launch, err := t.state.Load(trialLaunch)
		return err == nil && !launch.Enabled
	})
	if off {
		t.note("supervisoroff", ok(lang.M("/supervisoroff switched reviews off")))
		return
	}
	t.note("supervisoroff", broken(lang.M("/supervisoroff did not switch reviews off. The screen says: %s",
		t.complaint()),
		lang.Message{}))
}
