package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/streamjson"
)

// Identity is what two runs have in common of which one goes on with the other: the same judge on the same cases.
type Identity struct {
	CCC        string   `json:"ccc"`
	Claude     string   `json:"claude"` // its version; "" where none is asked
	Provider   string   `json:"provider"`
	Model      string   `json:"model"`
	Rubric     string   `json:"rubric"` // the hash of its text
	Config     string   `json:"config"` // the hash of what a review takes from ccc.json
	ChecksOnly bool     `json:"checks_only"`
	Cases      []string `json:"cases"` // sorted
}

// Store keeps the results of a run until its end, so that one can go on that was cut off, or that got no verdict on
// some cases.
type Store struct {
	At time.Time // when the newest of what it held was judged

	dir    string
	file   *os.File
	failed map[attempt]bool // got no verdict in an earlier start
	retry  bool             // one got none in this start for the first time
}

// attempt is one of the times that a case is judged.
type attempt struct {
	name, digest string
	try          int
}

func (r Result) attempt() attempt { return attempt{r.Case, r.Digest, r.Try} }

// maxAge is how long results are kept for a run to go on: what answers under a model's name can be another one later.
const maxAge = 7 * 24 * time.Hour

// expire removes what runs have kept that nobody went on with.
func removeExpired(dir string) {
	names, _ := filepath.Glob(filepath.Join(dir, "*", resultsFile)) // the pattern is a good one
	for _, name := range names {
		info, err := os.Lstat(name)
		if err != nil || time.Since(info.ModTime()) < maxAge {
			continue
		}
		f, err := file.Open(name)
		if err != nil {
			continue
		}
		if held, err := file.TryHold(f); err == nil && held {
			_ = os.RemoveAll(filepath.Dir(name)) // else the next run does
		}
		f.Close()
	}
}

const resultsFile = "results.jsonl"

// ErrRunning says that the same run is under way.
var ErrRunning = lang.Errorf("another ccc eval with the same arguments is at work")

// OpenStore gives the store of a run in a directory for all of them, and what it holds: verdicts on cases as they are
// now, and what the run has cost so far, in USD. What got no verdict is to be tried again.
func OpenStore(dir string, id Identity, cases []Case) (s *Store, known []Result, spent float64, err error) {
	text, err := json.Marshal(id)
	if err != nil {
		return nil, nil, 0, err
	}
	removeExpired(dir)
	dir = filepath.Join(dir, file.Digest(string(text))[:12])
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, nil, 0, lang.Errorf("keep the results: %w", err)
	}
	f, err := file.Append(filepath.Join(dir, resultsFile))
	if err != nil {
		return nil, nil, 0, lang.Errorf("keep the results: %w", err)
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	held, err := file.TryHold(f)
	if err == nil && !held {
		err = ErrRunning
	}
	if err != nil {
		return nil, nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, nil, 0, err
	}
	digests := make(map[string]string)
	for _, c := range cases {
		digests[c.Name] = c.Digest()
	}
	kept, err := os.ReadFile(f.Name())
	if err != nil {
		return nil, nil, 0, lang.Errorf("read the results so far: %w", err)
	}
	s = &Store{At: info.ModTime(), dir: dir, file: f, failed: make(map[attempt]bool)}
	for line := range bytes.Lines(kept) {
		var r Result
		if json.Unmarshal(line, &r) != nil { // the end of ccc came within the line
			continue
		}
		spent = streamjson.RoundUSD(spent + r.CostUSD)
		if r.Unfinished() || digests[r.Case] != r.Digest { // of a case that was another
			continue
		}
		if r.Verdict == NoVerdict {
			s.failed[r.attempt()] = true
			continue
		}
		r.Recording, _ = os.ReadFile(s.recordingPath(r)) // without it the page has one conversation less
		known = append(known, r)
	}
	return s, known, spent, nil
}

func (s *Store) recordingPath(r Result) string {
	return filepath.Join(s.dir, fmt.Sprintf("%s-%d.jsonl", file.Digest(r.Case)[:12], r.Try)) // a case's name can be a path
}

// Keep keeps a result, and the recording of one that is not right.
func (s *Store) Keep(r Result) error {
	s.retry = s.retry || r.Verdict == NoVerdict && !s.failed[r.attempt()]
	text, err := json.Marshal(r)
	if err == nil && !r.Unfinished() && !r.AsExpected() && r.Recording != nil {
		err = os.WriteFile(s.recordingPath(r), r.Recording, 0o600)
	}
	if err == nil {
		_, err = s.file.Write(append([]byte{'\n'}, append(text, '\n')...)) // behind a line that was cut off
	}
	if err != nil {
		return lang.Errorf("keep the results: %w", err)
	}
	return nil
}

// Close ends the use of the store. What it holds goes if the run has come to its end and each case has a verdict, or
// has been tried again without one; else kept is true.
func (s *Store) Close(whole bool) (kept bool, err error) {
	defer s.file.Close()
	if !whole || s.retry {
		return true, nil
	}
	if err := os.RemoveAll(s.dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return true, lang.Errorf("remove the results so far: %w", err)
	}
	return false, nil
}
