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

// maxInput bounds what Claude Code gives, in bytes.
const maxInput = 1 << 20

// Answer gives the line for what Claude Code gives, and that input as far as it came. dir is the state directory, config
// the one of ccc.json, pid the caller's process.
func Answer(r io.Reader, getenv func(string) string, dir state.Dir, config string, pid int) (line string, input []byte) {
	input, _ = io.ReadAll(io.LimitReader(r, maxInput))
	var in struct {
		SessionID string `json:"session_id"` // without one the launch tells
	}
	_ = json.Unmarshal(input, &in)
	launch, styled := dir.LaunchOf(pid, getenv(state.LaunchEnv)), getenv("NO_COLOR") == ""
	return Line(dir, launch, in.SessionID, time.Now(), styled, language(getenv, config)), input
}

// language is the person's, which ccc.json in dir may name. Nothing else of that file is looked at: the line is asked
// for each second, also while the file is broken.
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
