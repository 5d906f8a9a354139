package statusline

import (
	"encoding/json"
	"io"
	"path/filepath"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// maxInput bounds what Claude Code gives, in bytes.
const maxInput = 1 << 20

// Input reads what Claude Code gives, and the session that it names; without one the launch tells.
func Input(r io.Reader) (text []byte, session string) {
	text, _ = io.ReadAll(io.LimitReader(r, maxInput)) // as far as it came
	var in struct {
		SessionID string `json:"session_id"`
	}
	_ = json.Unmarshal(text, &in)
	return text, in.SessionID
}

// Language is the person's, which ccc.json in dir may name. Nothing else of that file is looked at: the line is asked
// for each second, also while the file is broken.
func Language(getenv func(string) string, dir string) lang.Language {
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
