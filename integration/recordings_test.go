package integration

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
	"reflect"

	"ccc/internal/session"
)

// checkRecordings replays the recordings of a script. Each complete recording must have the same outcome again, without
// a warning.
func checkRecordings(e *testscript.Env, ccc string) {
	paths, _ := filepath.Glob(filepath.Join(e.WorkDir, "home/.claude/ccc/recordings/*.jsonl")) // the pattern is good
	for _, path := range paths {
		end, ok := endOf(path)
		if !ok || end.Error != "" {
			continue
		}
		var stderr bytes.Buffer
		cmd := exec.Command(ccc, "replay", "--output-format", "json", path)
		cmd.Stderr = &stderr
		out, _ := cmd.Output() // the exit code is the outcome's
		var got struct {
			session.End
			Result string
		}
		err := json.Unmarshal(out, &got)
		end.Tokens, got.End.Tokens = 0, 0           // the pieces of messages that tell them are not recorded
		end.Unreviewed = false                      // an outcome in JSON says it by having none
		end.AtLeast, end.ByDismissal = false, false // the result of a launch has no such keys
		end.NotCompleted = 0                        // and its verdicts tell this
		if !reflect.DeepEqual(got.End, end) || err != nil || stderr.Len() > 0 {
			text, _ := os.ReadFile(path)
			e.T().Fatal("the recording ", path, " ends with ", end, ", its replay with ", got.End, err,
				"\n", stderr.String(), "\n", string(text))
		}
	}
}

// endOf returns how a recording ends.
func endOf(path string) (end session.End, ok bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return end, false
	}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	var item session.Item
	err = json.Unmarshal(lines[len(lines)-1], &item)
	return item.End, err == nil && (item.Type == session.TypeEnd || item.Type == session.TypeSoFar)
}
