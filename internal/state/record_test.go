package state

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"ccc/internal/process"
	"ccc/internal/task"
)

func newDir(t *testing.T) Dir { return Dir(filepath.Join(t.TempDir(), "ccc")) }

func TestC06C07A13A14State(t *testing.T) {
	d := newDir(t)
	if s, err := d.Load("abc123"); err != nil || s.Enabled || s.Count != 0 || s.SessionID != "abc123" {
		t.Errorf("Load without a file = %+v, %v", s, err)
	}
	count := func(s *State) { s.Count++ }
	s, err := d.Change("abc123", count)
	if err != nil || s.Count != 1 || s.SessionID != "abc123" || s.CreatedAt.IsZero() {
		t.Errorf("the first review: %+v, %v", s, err)
	}
	first := s
	s, err = d.Change("abc123", count)
	if err != nil || s.Count != 2 || !s.CreatedAt.Equal(first.CreatedAt) || !s.UpdatedAt.After(first.UpdatedAt) {
		t.Errorf("the second review: %+v after %+v, %v", s, first, err)
	}
	old := `{"session_id": "old", "count": 3, "created_at": "2026-01-02T03:04:05Z", ` +
		`"updated_at": "2026-01-02T03:04:06+08:00", "more": 1}`
	if err := os.WriteFile(filepath.Join(string(d), "supervisor-old.json"), []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err = d.Load("old"); err != nil || s.Enabled || s.Count != 3 || s.CreatedAt.Year() != 2026 {
		t.Errorf("an old state: %+v, %v", s, err)
	}
}

// TestEnable: each time reviews are switched on gets another time.
func TestEnable(t *testing.T) {
	d := newDir(t)
	launch, err := d.Enable("launch", true, task.Files{Work: "tree"})
	if err != nil || !launch.Enabled || launch.Base != "tree" {
		t.Fatalf("Enable = %+v, %v", launch, err)
	}
	if off, err := d.Enable("launch", false, task.Files{}); err != nil || off.Enabled || !off.EnabledAt.IsZero() {
		t.Errorf("off: %+v, %v", off, err)
	}
	again, err := d.Enable("launch", true, task.Files{})
	if err != nil || !again.EnabledAt.After(launch.EnabledAt) {
		t.Fatalf("on again: %+v, %v", again, err)
	}
	if loaded, err := d.Load("launch"); err != nil || !loaded.EnabledAt.Equal(again.EnabledAt) || !loaded.Enabled {
		t.Errorf("Load = %+v, %v, want %+v", loaded, err, again)
	}
}

// TestConcurrentHooks: a hundred hooks of one session at the same time count to a hundred.
func TestConcurrentHooks(t *testing.T) {
	d := newDir(t)
	seen := make([]bool, 101)
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 100 {
		all.Go(func() {
			s, err := d.Change("s", func(s *State) { s.Count++ })
			mu.Lock()
			defer mu.Unlock()
			if err != nil || seen[s.Count] {
				t.Errorf("count %d, %v: each is to be there once", s.Count, err)
			}
			seen[s.Count] = true
		})
	}
	all.Wait()
	if s, err := d.Load("s"); err != nil || s.Count != 100 {
		t.Errorf("after a hundred: %+v, %v", s, err)
	}
}

// TestCorruptState: an unreadable state is set aside once, by the first process that reads it, and never overwritten.
func TestCorruptState(t *testing.T) {
	d := newDir(t)
	if err := d.Create(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(string(d), "supervisor-x.json")
	for _, text := range []string{`{"session_id":`, "", "[]", `{"count":"three"}`, "\x00\x00"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		old := time.Now().Add(-time.Hour) // nobody is writing it
		if err := os.Chtimes(path, old, old); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		var aside []string
		for i := range 8 {
			all.Go(func() {
				var err error
				if i%2 == 0 {
					_, err = d.Load("x")
				} else {
					_, err = d.Change("x", func(s *State) { s.Count++ })
				}
				mu.Lock()
				defer mu.Unlock()
				if corrupt := new(CorruptError); errors.As(err, &corrupt) {
					aside = append(aside, corrupt.Aside)
				} else if err != nil {
					t.Errorf("%q: %v", text, err)
				}
			})
		}
		all.Wait()
		if len(aside) != 1 {
			t.Fatalf("%q was set aside %d times", text, len(aside))
		}
		if kept, err := os.ReadFile(aside[0]); err != nil || string(kept) != text {
			t.Errorf("%s holds %q, %v, want %q", aside[0], kept, err, text)
		}
		if s, err := d.Load("x"); err != nil || s.Count != 4 {
			t.Errorf("%q: the new state is %+v, %v, want a count of 4", text, s, err)
		}
	}
}

func TestUnsafeIds(t *testing.T) {
	d := newDir(t)
	for _, id := range []string{"", "../x", "a/b", "a\x00b", ".hidden", strings.Repeat("x", 300), "a b", "é"} {
		if _, err := d.Load(id); err == nil {
			t.Errorf("Load(%q): no error", id)
		}
		if _, err := d.Enable(id, true, task.Files{}); err == nil {
			t.Errorf("Enable(%q): no error", id)
		}
	}
	if _, err := os.Stat(string(d)); err == nil {
		t.Error("an unsafe id made the directory")
	}
}

// TestStateTimes: times are in ISO 8601 and UTC.
func TestStateTimes(t *testing.T) {
	d := newDir(t)
	if _, err := d.Enable("x", true, task.Files{}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(string(d), "supervisor-x.json")
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), `"updated_at": "`+time.Now().UTC().Format("2006-")) ||
		!strings.Contains(string(text), `Z"`) {
		t.Errorf("%s, %v", text, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v, want 0600", info.Mode(), err)
	}
}

// TestL10UndoReopens: a finding whose dismissal is taken back is open again in the current task.
func TestL10UndoReopens(t *testing.T) {
	d, project := Dir(t.TempDir()), t.TempDir()
	found := []task.Finding{
		{ID: "F1", Text: "no test", Status: task.Open, Severity: task.Blocker},
		{ID: "F2", Text: "no docs", Status: task.Open, Severity: task.Blocker},
	}
	session, err := d.Change("s", func(s *State) {
		s.Dir, s.Findings, s.Verdict = project, found, &task.Verdict{Findings: found}
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"F1", "F2"} {
		if _, err := d.DismissFindings(session, project, []string{id}, task.Dismissal{Reason: "as it was"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := d.UndoDismiss(project, 1); err != nil {
		t.Fatal(err)
	}
	now, err := d.Load("s")
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]task.Finding{now.Findings, now.Verdict.Findings} {
		if !reflect.DeepEqual(list[0], found[0]) || list[1].Status != task.Dismissed {
			t.Errorf("the findings are %+v", list)
		}
	}
}

// TestL06MarkOutside: a dismissal that the user has not been told of counts as one from outside, whatever the file
// says.
func TestL06MarkOutside(t *testing.T) {
	own := task.Finding{Text: "no docs", Status: task.Dismissed, DismissedBy: task.ByLoop}
	forged := task.Finding{Text: "no test", Status: task.Dismissed, DismissedBy: task.ByLoop}
	file := task.Dismissals{Findings: []task.Finding{own, forged}}
	d := MarkOutside(file, []string{DismissalKey(own)})
	if len(d.Outside) != 1 || d.Outside[0].Text != "no test" || d.Findings[0].DismissedBy != task.ByLoop ||
		d.Findings[1].DismissedBy != task.ByOutside || file.Findings[1].DismissedBy != task.ByLoop {
		t.Errorf("%+v", d)
	}
}

// TestL06SessionOf: if two running sessions have a finding with that id, neither is used until the user names one.
func TestL06SessionOf(t *testing.T) {
	d, project := Dir(t.TempDir()), t.TempDir()
	self, ok := process.Of(os.Getpid())
	if !ok {
		t.Fatal("this process is not known")
	}
	add := func(id string, of process.Process, found ...task.Finding) {
		t.Helper()
		_, err := d.Change(id, func(s *State) {
			s.Dir, s.Loop, s.Verdict = project, of, &task.Verdict{At: time.Now(), Findings: found}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	finding := func(id, text string) task.Finding {
		return task.Finding{ID: id, Text: text, Status: task.Open, Severity: task.Blocker}
	}
	check := func(name, id, want string) {
		t.Helper()
		s, err := d.SessionOf(project, name, id)
		if got := s.SessionID; err != nil {
			if !strings.Contains(err.Error(), want) || want == "" {
				t.Errorf("%q %s: %v, want %q", name, id, err, want)
			}
		} else if got != want {
			t.Errorf("%q %s: %s, want %s", name, id, got, want)
		}
	}
	check("", "F1", "there is no finding to dismiss")
	add("a-old", process.Process{}, finding("F1", "old"))
	check("", "F1", "a-old")
	add("b-one", self, finding("F1", "no test"), finding("F2", "no docs"))
	check("", "F1", "b-one")
	add("c-two", self, finding("F1", "no name"))
	check("", "F1", "session c-two: no name\nsession b-one: no test")
	check("b", "F1", "b-one")
	check("", "F2", "b-one")
	check("", "F7", "c-two")
	check("x", "F1", "no session x here has findings")
	check("a", "F1", "a-old")
}
