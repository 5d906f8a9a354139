package ledger

import (
	"encoding/json"
	"path"
	"strings"

	"ccc/streamjson"
)

// Bounds of the scripts that are kept as the agent wrote them.
const (
	maxScript  = 16 << 10 // bytes of one
	maxScripts = 200
	maxEdit    = 16 << 10 // bytes of an edit that is read for comments
)

// saveScript keeps the text of a script that the agent writes. When a command that runs it is read, the file may be
// gone or changed.
func (r *Ledger) saveScript(b streamjson.Block, name string) {
	delete(r.scripts, name)
	if b.Name != "Write" || len(b.Input) > maxScript || len(r.scripts) >= maxScripts || !mayBeScript(name) {
		return
	}
	var in struct {
		Content string `json:"content"`
	}
	if json.Unmarshal(b.Input, &in) == nil {
		r.scripts[name] = in.Content
	}
}

// mayBeScript reports whether a file, by its name, may be a script or define the project's commands.
func mayBeScript(name string) bool {
	switch path.Ext(name) {
	case "", ".sh", ".bash", ".py", ".js", ".mjs", ".rb", ".mk":
		return true
	}
	return path.Base(name) == "package.json" || strings.HasPrefix(path.Base(name), "Taskfile.")
}

// replacement returns the text that an edit replaces, and by what; both are "" if the call does not say it.
func replacement(b streamjson.Block, in input) (old, changed string) {
	if b.Name != "Edit" || len(b.Input) > maxEdit {
		return "", ""
	}
	return in.Old, in.New
}
