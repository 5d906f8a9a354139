package claims

import (
	"encoding/json"
	"strings"
	"testing"

	"ccc/streamjson"
)

// FuzzShellLine: no shell line causes a panic, and none takes long to read.
func FuzzShellLine(f *testing.F) {
	for _, s := range evidenceSessions {
		for _, line := range s.script {
			if command, ok := strings.CutPrefix(line, "run "); ok {
				f.Add(command)
			}
		}
	}
	f.Add("make -C x -f; npm run; npm -C; git -C; just; task; sh -c; f() { f; }; f; cd; set -o; $x $(a $(b)) <(c) `d`")
	project := func(_, name string) (string, bool) {
		switch name {
		case "package.json":
			return `{"scripts":{"test":"npm test","a":"npm run b; npm run b","b":"npm run a; make all"}}`, true
		case "Makefile":
			return "all: all b\n\tmake all; $(X)\nX=$(X)$(X)\nb:\n\tnpm run a\n", true
		}
		return "test.sh x", strings.HasSuffix(name, ".sh")
	}
	f.Fuzz(func(t *testing.T, command string) {
		r := NewReader(project, func(Turn) {})
		input, _ := json.Marshal(map[string]string{"command": command})
		r.ledger.ReadToolUse(streamjson.Block{Type: "tool_use", ID: "t", Name: "Bash", Input: input}, "")
		r.ledger.ReadResult(streamjson.Block{Type: "tool_result", ToolUseID: "t", Content: []byte(`"ok"`)})
		r.EndWith("All tests pass. Fixed `a.go`. Committed, pushed and deployed. Created `b.go`.")
	})
}

// FuzzSession: no session causes a panic, wherever it is cut off.
func FuzzSession(f *testing.F) {
	f.Add(`{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Bash",`+
		`"input":{"command":"go test ./..."}}]}}`+"\n"+
		`{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}}`+"\n"+
		`{"type":"assistant","message":{"id":"n","content":[{"type":"text","text":"All tests pass."}]}}`+"\n"+
		`{"type":"result","subtype":"success"}`, 300)
	f.Fuzz(func(t *testing.T, text string, cut int) {
		if cut >= 0 && cut < len(text) {
			text = text[:cut]
		}
		r := NewReader(nil, func(Turn) {})
		d := streamjson.NewDecoder(strings.NewReader(text))
		for range 10_000 {
			e, err := d.Next()
			if _, bad := err.(*streamjson.SyntaxError); bad {
				continue
			}
			if err != nil {
				break
			}
			r.ReadEvent(e)
		}
		r.End()
	})
}
