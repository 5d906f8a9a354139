package hook

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/internal/process"
	"ccc/internal/session"
	"ccc/internal/state"
	"ccc/internal/task"
)

// TestMissed: if stops were not passed to any hook while reviews were on, the user is told once at the next stop, and
// at the end of claude. Interrupts by the user, errors of the API and what follows /supervisoroff do not count.
func TestMissed(t *testing.T) {
	s := newSession(t)
	s.owner()
	s.answer("done", "done", "done")
	turn := func(text string) { s.says(text); s.does("done: " + text) }
	turn("one")
	s.wants(s.stop(""), "", "review 1 of 3: completed")
	turn("two")
	turn("three")
	s.says("stopped by her")
	s.add(`"type":"assistant","message":{"id":"i","model":"m","role":"assistant","stop_reason":null,"content":[]}`)
	s.says("[Request interrupted by user]")
	s.says("failed")
	s.add(`"type":"assistant","isApiErrorMessage":true,"message":{"id":"f","model":"<synthetic>","role":"assistant",` +
		`"stop_reason":"stop_sequence","content":[{"type":"text","text":"API Error"}]}`)
	s.says("ended by a hook of the project's")
	s.add(`"type":"attachment","attachment":{"type":"hook_stopped_continuation","hookEvent":"PostToolUse"}`)
	turn("four")
	s.wants(s.stop(""), "", "completed", "stops not reviewed, though reviews were on: 3")
	turn("five")
	if d := s.stop(""); strings.Contains(d.Message, "not reviewed") {
		t.Errorf("it is said again: %q", d.Message)
	}

	dir := filepath.Join(s.dir, "claude")
	project := filepath.Join(dir, "projects", "p")
	if err := os.MkdirAll(project, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(s.file, filepath.Join(project, "s.jsonl")); err != nil {
		t.Fatal(err)
	}
	ends := func(want string) {
		t.Helper()
		if got := AtEnd(s.state, dir, "l"); len(got) != 1 || !strings.Contains(got[0].String(), want) {
			t.Errorf("at claude's end: %q, want %q", got, want)
		}
	}
	s.add(`"type":"attachment","attachment":{"type":"hook_stopped_continuation","hookEvent":"Stop"}`)
	ends("were on: 3")
	turn("six")
	ends("were on: 4")
	if _, err := s.state.Change("l", func(l *state.State) { l.Enabled, l.EnabledAt = false, time.Time{} }); err != nil {
		t.Fatal(err)
	}
	ends("were on: 3") // nobody has typed /supervisor
	s.add(`"type":"user","message":{"role":"user","content":"<command-name>/supervisor</command-name>"}`)
	s.ago -= time.Second
	turn("seven")
	ends("were on: 4") // though the state says that they are off
	s.add(`"type":"user","message":{"role":"user","content":"<command-name>/supervisoroff</command-name>"}`)
	s.ago -= time.Second
	turn("eight")
	ends("were on: 4")
	if got := AtEnd(s.state, dir, "another"); got != nil {
		t.Errorf("of a launch that has no session: %q", got)
	}
}

// TestUnprepared: if a stop could not be reviewed, the state and the recording say so instead of showing the previous
// verdict. It does not count as missed, and the next review covers its work.
func TestUnprepared(t *testing.T) {
	for name, unknown := range map[string]bool{"SUPERVISOR.md": false, "ccc.json": true} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t)
			s.owner()
			s.answer("done", "done")
			s.says("one")
			s.does("did one")
			s.wants(s.stop(""), "", "review 1 of 3: completed")
			s.wrong, s.unknown = errors.New(name+" is wrong"), unknown
			s.says("two")
			s.does("did two")
			s.wants(s.stop(""), "", "no review, stop allowed: "+name+" is wrong")
			if now := s.now(); now.Unreviewed.Why != name+" is wrong" || now.Unreviewed.Failure != "needs_person" {
				t.Errorf("the state has %+v", now.Unreviewed)
			}
			if word, why, err := s.mode().Status(); word != "on" || err != nil ||
				why.String() != "last stop not reviewed: "+name+" is wrong" {
				t.Errorf("status: %s, %q, %v", word, why, err)
			}
			killed := state.Reviewer{Process: process.Process{Pid: 1, Start: "another"}, Since: time.Now()}
			if _, err := s.state.Change("s", func(st *state.State) { st.Reviewer = killed }); err != nil {
				t.Fatal(err)
			}
			if _, why, err := s.mode().Status(); why.String() != "last stop not reviewed: the review broke off" || err != nil {
				t.Errorf("status: %q, %v", why, err)
			}
			items := s.items(s.recordings()[0])
			told := slices.ContainsFunc(items, func(i session.Item) bool {
				return i.Type == session.TypeVerdict && i.Failure == "needs_person" && i.Reason == name+" is wrong"
			})
			if end := items[len(items)-1].End; told == unknown || told != (end.Outcome == "needs_user") {
				t.Errorf("it is recorded: %t, with %+v", told, end)
			}
			s.wrong, s.unknown = nil, false
			s.says("three")
			s.does("did three")
			d := s.stop("")
			if s.wants(d, "", "review 1 of 3: completed"); strings.Contains(d.Message, "not reviewed") {
				t.Errorf("then the person reads %q", d.Message)
			}
			if asked := s.asked(2); !strings.Contains(asked, "two") || !strings.Contains(asked, "three") {
				t.Errorf("the reviewer is asked %s", asked)
			}
			if now := s.now(); now.Unreviewed != (state.Unreviewed{}) {
				t.Errorf("then the state has %+v", now.Unreviewed)
			}
		})
	}
}

// TestMissedBefore: what another claude has done in a session before it was resumed is not counted for this launch.
// Nobody has reported yet what one that was started without ccc has done.
func TestMissedBefore(t *testing.T) {
	for first, told := range map[string]bool{"l": false, state.OwnLaunch(process.Process{Pid: 7}): true} {
		s := newSession(t)
		s.owner()
		s.answer("done", "done")
		s.says("one")
		s.does("done: one")
		s.wants(s.stop(""), "", "review 1 of 3: completed")
		// Another ccc continues the session, with or without reviews.
		s.says("two")
		s.does("done: two")
		s.says("three")
		s.does("done: three")
		enabled, err := s.state.Load("l")
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.state.Change(first, func(l *state.State) { l.Enabled, l.EnabledAt = true, enabled.EnabledAt })
		if err != nil {
			t.Fatal(err)
		}
		if _, err = s.state.Change("s", func(st *state.State) { st.Launch = first }); err != nil {
			t.Fatal(err)
		}
		d := s.begins("l2", "resume")
		if s.wants(d, "", "reviews are on"); strings.Contains(d.Message, "stops not reviewed, though reviews were on: 2") != told {
			t.Errorf("behind launch %s: %q", first, d.Message)
		}
		s.says("four")
		s.does("done: four")
		in, err := ReadInput(strings.NewReader(s.input("")), "")
		if err != nil {
			t.Fatal(err)
		}
		h := hookIn(s.dir)
		h.Launch = "l2"
		if d := h.Run(in); strings.Contains(d.Message, "not reviewed") {
			t.Errorf("behind launch %s, at the first stop: %q", first, d.Message)
		}
	}
}

// TestMissedAnother: earlier entries in another session's file do not count for this one, nor does what an earlier
// version of ccc has not stored.
func TestMissedAnother(t *testing.T) {
	began := time.Now()
	stops := []time.Time{began.Add(time.Second), began.Add(2 * time.Second), began.Add(3 * time.Second)}
	heard := func(after int) state.State {
		return state.State{ReportedUntil: began.Add(time.Duration(after) * time.Second)}
	}
	for name, c := range map[string]struct {
		launch, session state.State
		want            int
	}{
		"nothing is known":    {want: 3},
		"of this session":     {session: heard(2), want: 1},
		"not of another one":  {launch: heard(3), session: heard(2), want: 1},
		"a fork":              {launch: heard(2), want: 1},
		"an earlier ccc":      {session: state.State{JudgedStop: "x", State: task.State{}}},
		"switched on between": {session: heard(0), want: 3},
	} {
		if got := countMissed(stops, began, c.launch, c.session); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
	if got := countMissed(stops, began.Add(2*time.Second), state.State{}, state.State{}); got != 1 {
		t.Errorf("before reviews were on: %d, want 1", got)
	}
}
