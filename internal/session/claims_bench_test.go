package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"ccc/internal/claims"
)

// claimsSession returns a session of claude of at least size bytes: turns of eight tool calls with large results, and a
// last message that claims something.
func claimsSession(tb testing.TB, size int) []byte {
	tb.Helper()
	output := strings.Repeat("=== RUN   TestParse\n--- PASS: TestParse (0.00s)\n", 500) + "ok  \tx/parser\t0.31s\n"
	code := strings.Repeat("func main() {\n\tfmt.Println(\"hello\", x[3]) // ok, no error\n}\n", 400)
	var data bytes.Buffer
	line := func(kind string, message any, rest string) {
		raw, err := json.Marshal(message)
		if err != nil {
			tb.Fatal(err)
		}
		fmt.Fprintf(&data, `{"parentUuid":"u","isSidechain":false,"userType":"external","cwd":"/home/ana/project",`+
			`"sessionId":"s","version":"2.1.330","type":%q,"message":%s,"uuid":"u",`+
			`"timestamp":"2026-11-20T10:00:00.000Z"%s}`+"\n", kind, raw, rest)
	}
	type object = map[string]any
	for n := 0; data.Len() < size; n++ {
		line("user", object{"role": "user", "content": "Mend the parser"}, "")
		for i, command := range []string{
			"cat a.go", "", "go test ./... 2>&1", "grep -rn Parse . | head -50", "cat b.go", "", "go vet ./...",
			"go test ./...",
		} {
			id := fmt.Sprintf("t%d_%d", n, i)
			call := object{"type": "tool_use", "id": id, "name": "Bash", "input": object{"command": command}}
			if command == "" {
				call["name"], call["input"] = "Edit", object{"file_path": "/home/ana/project/a.go", "old_string": code[:300]}
			}
			line("assistant", object{"id": "m" + id, "model": "m", "content": []any{call}, "stop_reason": "tool_use"}, "")
			text := code
			if strings.Contains(command, "test") {
				text = output
			}
			quoted, _ := json.Marshal(text)
			line("user", object{"role": "user", "content": []any{object{"type": "tool_result", "tool_use_id": id,
				"content": text, "is_error": false}}}, `,"toolUseResult":{"stdout":`+string(quoted)+`,"stderr":""}`)
		}
		line("assistant", object{"id": fmt.Sprint("m", n), "model": "m", "content": []any{object{"type": "text",
			"text": "I fixed the parser: it reads an empty file now.\n\nAll 42 tests pass."}}, "stop_reason": "end_turn"}, "")
	}
	return data.Bytes()
}

// BenchmarkReadClaims measures ccc audit's work on a session with large results of tools.
func BenchmarkReadClaims(b *testing.B) {
	data := claimsSession(b, 32<<20)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		unsupported := 0
		_, err := ReadClaims(bytes.NewReader(data), "", nil, nil, func(t claims.Turn) {
			for _, c := range t.Claims {
				if !c.Supported {
					unsupported++
				}
			}
		})
		if err != nil || unsupported > 0 {
			b.Fatalf("%d claims were not supported, %v", unsupported, err)
		}
	}
}
