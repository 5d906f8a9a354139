package statusline

import (
	"encoding/json"
	"io"
	"path/filepath"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/state"
)

// maxInput is how much of Claude Code's input is read, in bytes.
const maxInput = 1 << 20

// Answer reads Claude Code's input and returns it with the line for it. dir is the state directory, config is the
// directory of ccc.json, pid is this process.
func Answer(
	r io.Reader, getenv func(string) string, dir state.Dir, config string, pid int,
) (line string, input []byte) {
	input, _ = io.ReadAll(io.LimitReader(r, maxInput))
	var in struct {
		SessionID string `json:"session_id"` // if it is missing, the launch is used
	}
	_ = json.Unmarshal(input, &in)
	launch, styled := dir.LaunchOf(pid, getenv(state.LaunchEnv)), getenv("NO_COLOR") == ""
	return Line(dir, launch, in.SessionID, time.Now(), styled, language(getenv, config)), input
}

// language returns the user's language; ccc.json in dir may name it. The rest of that file is not read, because
// Claude Code asks for the line each second, even while the file is broken.
func language(getenv func(string) string, dir string) lang.Language {
	var f struct {
		Language string `json:"language"`
	}
	if getenv("CCC_LANG") == "" {
		if text, err := file.Read(filepath.Join(dir, "ccc.json"), file.Max); err == nil && text != nil {
			_ = json.Unmarshal(file.Standard(text), &f)
		}
	}
	return lang.Of(getenv, f.Language)
}
