package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"ccc/internal/claims"
)

// TestM07ShortResult: of a line with a tool's result goes what no claim needs, and nothing else. needed keeps three
// characters of the text.
func TestM07ShortResult(t *testing.T) {
	const rest = `,"uuid":"u","timestamp":"2026-11-21T10:00:02.000Z"`
	const copied = rest + `,"toolUseResult":{"stdout":"x"}}`
	const user = `{"parentUuid":"u","type":"user","message":{"role":"user","content":[`
	for name, c := range map[string]struct{ line, want string }{
		"claude's own form": {
			user + `{"tool_use_id":"t","type":"tool_result","content":"1\"2\\","is_error":false}]}` + rest +
				`,"toolUseResult":{"stdout":"x"},"cwd":"/p"}`,
			user + `{"tool_use_id":"t","type":"tool_result","content":"1\"","is_error":false}]}` + rest + `}`,
		},
		"the text first": {
			user + `{"type":"tool_result","content":"12345","is_error":true,"tool_use_id":"t"}]}` + rest + `,"toolUseResult":1}`,
			user + `{"type":"tool_result","content":"12345","is_error":true,"tool_use_id":"t"}]}` + rest + `}`,
		},
		"a long text": {
			user + `{"tool_use_id":"t","type":"tool_result","content":"1` + strings.Repeat(`\\\"`, 5000) + `"}]}` + rest +
				`,"toolUseResult":"x"}`,
			user + `{"tool_use_id":"t","type":"tool_result","content":"1\\"}]}` + rest + `}`,
		},
		"no copy":     {line: user + `{"tool_use_id":"t","type":"tool_result","content":"12345"}]}` + rest + `}`},
		"two results": {line: user + `{"tool_use_id":"t","type":"tool_result","content":"12345"},{"type":"text"}]}` + copied},
		"blocks":      {line: user + `{"tool_use_id":"t","type":"tool_result","content":[{"type":"text"}]}]}` + copied},
		"spaces":      {line: user + `{"tool_use_id": "t", "type": "tool_result", "content": "12345"}]}` + copied},
		"another order": {line: `{"message":{"content":[{"tool_use_id":"t","type":"tool_result","content":"12345"}]}` +
			`,"parentUuid":"u","toolUseResult":"x","type":"user"}`},
		"no type before": {line: `{"parentUuid":"u","message":{"content":[{"tool_use_id":"t","type":"tool_result",` +
			`"content":"12345"}]},"toolUseResult":"x","type":"user"}`},
		"a call": {line: user + `{"type":"tool_use","id":"t","name":"Bash","input":{}}]}` + copied},
		"cut off, and the next line": {
			line: user + `{"tool_use_id":"t","type":"tool_result","content":"12345"}]}` + rest +
				`,"toolUseResult":{"stdout":"x` + user + `]}}`,
		},
		"cut off in the text": {
			line: user + `{"tool_use_id":"t","type":"tool_result","content":"12` + user +
				`{"tool_use_id":"u","type":"tool_result","content":"12345"}]}` + copied,
		},
	} {
		got, ok := shortenResult([]byte(c.line+"\n"), func(id string, text []byte, isError bool) []byte {
			if id != "t" || isError != strings.Contains(c.line, `"is_error":true`) {
				t.Errorf("%s: the result of %q, %v", name, id, isError)
			}
			if isError {
				return text
			}
			return text[:4]
		})
		if ok != (c.want != "") || ok && string(got) != c.want+"\n" {
			t.Errorf("%s: %v\n%s\n%s", name, ok, got, c.want)
		}
	}
}

// TestM07ShortResultsSayTheSame: claims are judged alike with short and with whole results of tools, in claude's own
// files and in a session with outputs of many forms.
func TestM07ShortResultsSayTheSame(t *testing.T) {
	own, _ := filepath.Glob("transcript/testdata/*.jsonl")
	cases, _ := filepath.Glob("../eval/_cases/*/transcript.jsonl")
	sessions := map[string]string{"made": madeSession()}
	for _, name := range append(own, cases...) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		sessions[name] = string(data)
	}
	for name, text := range sessions {
		whole, long := readTurns(t, text, false)
		short, less := readTurns(t, text, true)
		if !reflect.DeepEqual(whole, short) {
			t.Errorf("%s: %+v\nand with short results %+v", name, whole, short)
		}
		if name == "made" && less > long/2 {
			t.Errorf("%d of %d bytes are left", less, long)
		}
	}
	if len(sessions) < 10 {
		t.Errorf("only %d sessions", len(sessions))
	}
}

// readTurns reads the turns of a session, and how many bytes its reader got.
func readTurns(t *testing.T, text string, shortened bool) (turns []claims.Turn, size int64) {
	t.Helper()
	lines := newShortLines(strings.NewReader(text))
	c := &claimsReader{source: newLinesReader(lines), claims: claims.NewReader(nil, func(turn claims.Turn) {
		turns = append(turns, turn)
	})}
	if shortened {
		lines.shortenResult = c.shortenResult
	}
	for {
		item, err := c.source.Next()
		if errors.Is(err, io.EOF) {
			c.claims.End()
			_, size = c.source.Position()
			return turns, size
		}
		if err != nil {
			t.Fatal(err)
		}
		c.item(item)
	}
}

// madeSession returns a session in which each command ends in several ways, with a claim after each.
func madeSession() string {
	var b bytes.Buffer
	line := func(kind string, content any, rest string) {
		raw, _ := json.Marshal(content)
		fmt.Fprintf(&b, `{"parentUuid":"u","type":%q,"message":{"id":"m%d","role":%q,"content":%s,"stop_reason":"end_turn"},`+
			`"uuid":"u","timestamp":"2026-11-21T10:00:02.000Z","cwd":"/p"%s}`+"\n", kind, b.Len(), kind, raw, rest)
	}
	type object = map[string]any
	code := strings.Repeat("x := \"a\\b\" // é error: FAIL\n", 200)
	for i, command := range []string{
		"cat a.go", "grep -rn x .", "git log", "git diff", "git status", "kubectl get pods", "curl -i http://x/", "ls",
		"go test ./...", "go test ./... | tail", "rm a.go", "sed -i s/a/b/ a.go", "sleep 9 &", "./deploy.sh",
	} {
		for k, output := range []string{
			code, "", "ok  \tx\t0.1s\n" + code, code + "--- FAIL: TestX", "CrashLoopBackOff\n" + code, "HTTP/1.1 500\n" + code,
			strings.Repeat("x", 5000), "Command running in background with ID: b1. Output is being written to: /t/b1.output",
			"nothing to commit, working tree clean", "Exit code 1\n" + code, "rm: cannot remove 'a.go': Permission denied",
		} {
			line("user", "Mend the parser, and say what you did with it", "")
			id := fmt.Sprint("t", i, "_", k)
			line("assistant", []any{object{"type": "tool_use", "id": id, "name": "Bash", "input": object{"command": command}}}, "")
			quoted, _ := json.Marshal(output)
			line("user", []any{object{"type": "tool_result", "tool_use_id": id, "content": output,
				"is_error": strings.HasPrefix(output, "Exit code")}}, `,"toolUseResult":{"stdout":`+string(quoted)+`}`)
			line("assistant", []any{object{"type": "text", "text": "I fixed it and checked it in the cluster. All tests " +
				"pass. I deleted `a.go`, it is deployed, and the change is committed and pushed."}}, "")
		}
	}
	return b.String()
}
