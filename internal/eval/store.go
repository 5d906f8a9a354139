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

// Identity identifies a run: this judge on these cases. A run with the same identity continues an unfinished one.
type Identity struct {
	CCC        string   `json:"ccc"`
	Claude     string   `json:"claude"` // its version; "" with --checks-only
	Provider   string   `json:"provider"`
	Model      string   `json:"model"`
	Rubric     string   `json:"rubric"` // hash of its text
	Config     string   `json:"config"` // hash of the parts of ccc.json that a review uses
	ChecksOnly bool     `json:"checks_only"`
	Cases      []string `json:"cases"` // sorted
}

// Store keeps the results of a run on disk until the run is complete. The same command then continues a run that was
// cut off, or that got no verdict on some cases.
type Store struct {
	At time.Time // when the newest stored result was judged

	dir    string
	file   *os.File
	failed map[attempt]bool // attempts without a verdict in an earlier start
	retry  bool             // an attempt got no verdict, for the first time
}

// attempt identifies one judgement of a case, which may be repeated.
type attempt struct {
	name, digest string
	try          int
}

func (r Result) attempt() attempt { return attempt{r.Case, r.Digest, r.Try} }

// maxAge is how long results are stored. Later, another model may answer under the same name.
const maxAge = 7 * 24 * time.Hour

// removeExpired removes the results of runs that nobody has continued.
func removeExpired(dir string) {
	names, _ := filepath.Glob(filepath.Join(dir, "*", resultsFile)) // the pattern is valid
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
			_ = os.RemoveAll(filepath.Dir(name)) // on an error the next run tries again
		}
		f.Close()
	}
}

const resultsFile = "results.jsonl"

// ErrRunning reports that another process is executing the same run.
var ErrRunning = lang.Errorf("another ccc eval with the same arguments is at work")

// OpenStore opens the store of a run. dir contains the stores of all runs. known are the stored verdicts on cases that
// have not changed; attempts without a verdict are not among them, so that they are repeated. spent is the cost of the
// run so far, in USD.
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
		if json.Unmarshal(line, &r) != nil { // ccc was killed while it wrote this line
			continue
		}
		spent = streamjson.RoundUSD(spent + r.CostUSD)
		if r.IsUnfinished() || digests[r.Case] != r.Digest { // or the case has changed
			continue
		}
		if r.Verdict == NoVerdict {
			s.failed[r.attempt()] = true
			continue
		}
		r.Recording, _ = os.ReadFile(s.recordingPath(r)) // if it cannot be read, the page lacks this conversation
		known = append(known, r)
	}
	return s, known, spent, nil
}

func (s *Store) recordingPath(r Result) string {
	name := file.Digest(r.Case)[:12] // the case's name may be a path
	return filepath.Join(s.dir, fmt.Sprintf("%s-%d.jsonl", name, r.Try))
}

// Keep stores a result, with the recording if the verdict is not the expected one.
func (s *Store) Keep(r Result) error {
	s.retry = s.retry || r.Verdict == NoVerdict && !s.failed[r.attempt()]
	text, err := json.Marshal(r)
	if err == nil && !r.IsUnfinished() && !r.AsExpected() && r.Recording != nil {
		err = os.WriteFile(s.recordingPath(r), r.Recording, 0o600)
	}
	if err == nil {
		// the first newline ends a line that was cut off
		_, err = s.file.Write(append([]byte{'\n'}, append(text, '\n')...))
	}
	if err != nil {
		return lang.Errorf("keep the results: %w", err)
	}
	return nil
}

// Close closes the store. It removes the results if complete is true and no attempt got no verdict for the first time;
// such an attempt is repeated by the next start. kept reports whether the results are still there.
func (s *Store) Close(complete bool) (kept bool, err error) {
	defer s.file.Close()
	if !complete || s.retry {
		return true, nil
	}
	if err := os.RemoveAll(s.dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return true, lang.Errorf("remove the results so far: %w", err)
	}
	return false, nil
}
