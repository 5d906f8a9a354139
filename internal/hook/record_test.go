package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/internal/lang"
	"ccc/internal/recording"
	"ccc/internal/replay"
)

// recordings are what the session's stops were written down in, oldest first.
func (s *session) recordings() []string {
	s.Helper()
	paths, err := filepath.Glob(filepath.Join(s.state.Recordings(), "*.jsonl"))
	if err != nil {
		s.Fatal(err)
	}
	slices.Sort(paths)
	return paths
}

// items are those of a recording, each as "type text".
func (s *session) items(path string) (list []recording.Item) {
	s.Helper()
	for i, line := range strings.Split(strings.TrimSpace(s.read(path)), "\n") {
		var item recording.Item
		if err := json.Unmarshal([]byte(line), &item); err != nil {
			s.Fatal(err)
		}
		if i > 0 {
			list = append(list, item)
		}
	}
	return list
}

// TestRecordResumed: of a session that was resumed, the recording holds what was said since its claude has begun.
func TestRecordResumed(t *testing.T) {
	s := newSession(t)
	s.answer("done")
	s.ago = 7 * 24 * time.Hour
	s.says("of last week")
	s.does("done last week")
	s.ago = 0
	began := time.Now().Truncate(time.Millisecond)
	s.says("of today")
	s.does("done today")
	s.wants(s.stop(""), "", "review 1 of 3: completed")
	path := s.recordings()[0]
	if text := s.read(path); strings.Contains(text, "last week") || !strings.Contains(text, `"text":"of today"`) ||
		!strings.Contains(text, "done today") {
		t.Errorf("the recording holds\n%s", text)
	}
	if r, err := recording.Summarize(path); err != nil || r.Header.At.Before(began) {
		t.Errorf("it begins at %s, want %s or later: %v", r.Header.At, began, err)
	}
}

// replays replays what was recorded: it comes to the same, verdict by verdict, without a warning.
func (s *session) replays() {
	for _, path := range s.recordings() {
		items := s.items(path)
		last := items[len(items)-1]
		if last.Type != recording.TypeSoFar {
			continue // a hook was killed, or is at work
		}
		in, err := os.Open(path)
		if err != nil {
			s.Fatal(err)
		}
		defer in.Close()
		var out, warnings bytes.Buffer
		end, err := replay.Run(context.Background(), replay.Config{
			Input: in, Name: path, Format: "json", Out: &out, Warnings: &warnings, Language: lang.English,
		})
		var got recording.End
		bad := json.Unmarshal(out.Bytes(), &got)
		if got != last.End || end.Outcome != last.Outcome || err != nil || bad != nil || warnings.Len() > 0 {
			s.Errorf("%s ends with %+v, its replay with %+v, %v %v\n%s\n%s\n%s", path, last.End, got, err, bad,
				warnings.String(), out.String(), s.read(path))
		}
	}
}
