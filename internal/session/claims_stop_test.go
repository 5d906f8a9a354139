package session_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ccc/internal/claims"
	"ccc/internal/session"
)

const begin = `{"parentUuid":null,"type":"user","message":{"role":"user","content":"go on"},"uuid":"u","timestamp":` +
	`"2026-11-21T10:00:00.000Z","cwd":"/p","sessionId":"s"}` + "\n"

// step is a tool call with its result.
func step(tool, input, result string) string {
	return fmt.Sprintf(`{"parentUuid":"u","type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t",`+
		`"name":%q,"input":%s}]},"timestamp":"2026-11-21T10:00:01.000Z"}`+"\n"+
		`{"parentUuid":"u","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t",`+
		`"content":%q}]},"timestamp":"2026-11-21T10:00:02.000Z"}`+"\n", tool, input, result)
}

// TestM05M07FromTheEnd: the call that decides may be far before the end of a session's file, and the last message may
// not be in the file yet.
func TestM05M07FromTheEnd(t *testing.T) {
	run := step("Bash", `{"command":"go test ./..."}`, "ok  \tx\t0.1s")
	edit := step("Edit", `{"file_path":"/p/a.go","old_string":"a","new_string":"b"}`, "updated")
	filler := step("Read", `{"file_path":"/p/a.go"}`, strings.Repeat("long line of a file\n", 5000))
	last := `{"parentUuid":"u","type":"assistant","message":{"id":"n","content":[{"type":"text","text":"All tests pass."}],` +
		`"stop_reason":"end_turn"},"timestamp":"2026-11-21T10:00:03.000Z"}` + "\n"
	told := `{"parentUuid":"u","type":"user","isMeta":true,"message":{"role":"user",` +
		`"content":"Stop hook feedback:\nrun it"},"timestamp":"2026-11-21T10:00:04.000Z"}` + "\n"
	for _, c := range []struct {
		name, file, message string
		want                claims.Reason
	}{
		{"only the answer before", begin + edit + last + told, "", ""},
		{"near", begin + run + last, "All tests pass.", ""},
		{"not written yet", begin + run, "All tests pass.", ""},
		{"only the file has it", begin + edit + last, "", claims.NoCommand},
		{"nothing claimed", begin + edit + last, "I read the file.", ""},
		{"far before", run + begin + strings.Repeat(filler, 30) + last, "All tests pass.", ""},
		{"stale, far before", run + edit + begin + strings.Repeat(filler, 30) + last, "All tests pass.", claims.Stale},
		{"never", edit + begin + strings.Repeat(filler, 100) + last, "All tests pass.", claims.NoCommand},
	} {
		path := filepath.Join(t.TempDir(), "s.jsonl")
		if err := os.WriteFile(path, []byte(c.file), 0o600); err != nil {
			t.Fatal(err)
		}
		list, err := session.ClaimedStop{Transcript: path, Message: c.message, Dir: "/p"}.Unsupported(t.Context())
		got := claims.Reason("")
		if len(list) > 0 {
			got = list[0].Reason
		}
		if err != nil || got != c.want || len(list) > 1 {
			t.Errorf("%s: %v, %v", c.name, list, err)
		}
	}
}

// TestM03ForeignFiles: a file that another program has rewritten, with spaces or a byte order mark, is judged like
// claude's own, and the file of a subagent like a session.
func TestM03ForeignFiles(t *testing.T) {
	stale := begin + step("Bash", `{"command":"go test ./..."}`, "ok  \tx\t0.1s") +
		step("Edit", `{"file_path":"/tmp/p/a.go"}`, "updated") +
		`{"parentUuid":"u","type":"assistant","message":{"id":"n","content":[{"type":"text","text":"All tests pass."}]}}` +
		"\n"
	stale = strings.ReplaceAll(stale, `"cwd":"/p"`, `"cwd":"/tmp/p"`)
	for name, text := range map[string]string{
		"own": stale, "byte order mark": "\ufeff" + stale,
		"spaces":   strings.NewReplacer(`":"`, `": "`, `,"`, `, "`).Replace(stale),
		"subagent": strings.ReplaceAll(stale, `"parentUuid":`, `"isSidechain":true,"parentUuid":`),
	} {
		var list []claims.Claim
		damage, err := session.ReadClaims(strings.NewReader(text), "", nil, nil, func(turn claims.Turn) {
			list = append(list, turn.Claims...)
		})
		if err != nil || damage != nil || len(list) != 1 || list[0].Reason != claims.Stale {
			t.Errorf("%s: %v, %v, %v", name, list, damage, err)
		}
	}
}

// TestM04LastEditLater: a claim is outdated by an edit that claude had not yet written to the file when the hook was
// called. The same holds for the file of a subagent, and where only the file has the message (2.1.5).
func TestM04LastEditLater(t *testing.T) {
	run := step("Bash", `{"command":"go test ./..."}`, "ok  \tx\t0.1s")
	edit := step("Edit", `{"file_path":"/p/a.go","old_string":"a","new_string":"b"}`, "updated")
	last := `{"parentUuid":"u","type":"assistant","message":{"id":"n","content":[{"type":"text","text":"All tests pass."}],` +
		`"stop_reason":"end_turn"},"timestamp":"2026-11-21T10:00:03.000Z"}` + "\n"
	const all = "All tests pass."
	for _, c := range []struct {
		message  string
		subagent bool
	}{{all, false}, {all, true}, {"", false}} {
		message, subagent := c.message, c.subagent
		written := func(text string) string {
			if subagent {
				return strings.ReplaceAll(text, `"parentUuid":`, `"isSidechain":true,"parentUuid":`)
			}
			return text
		}
		path := filepath.Join(t.TempDir(), "s.jsonl")
		if err := os.WriteFile(path, []byte(written(begin+run)), 0o600); err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(85*time.Millisecond, func() { // as in a measured session
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
			if err != nil {
				t.Error(err)
				return
			}
			defer f.Close()
			if _, err := f.WriteString(written(edit + last)); err != nil {
				t.Error(err)
			}
		})
		stop := session.ClaimedStop{Transcript: path, Message: message, Dir: "/p", Subagent: subagent}
		began := time.Now()
		list, err := stop.Unsupported(t.Context())
		if err != nil || len(list) != 1 || list[0].Reason != claims.Stale {
			t.Errorf("subagent %v, message %q: %v, %v", subagent, message, list, err)
		}
		if took := time.Since(began); took > 900*time.Millisecond {
			t.Errorf("subagent %v: %v, although the file has the message", subagent, took)
		}
	}
}

// BenchmarkClaimedStop measures what claims add to a call of the hook in sessions of several sizes: for a supported
// claim, for one for which nothing was run, and for one whose run is at the beginning of the session.
func BenchmarkClaimedStop(b *testing.B) {
	filler := step("Read", `{"file_path":"/p/a.go"}`, strings.Repeat("long line of a file\n", 5000)) +
		step("Edit", `{"file_path":"/p/a.go","old_string":"a","new_string":"b"}`, "updated")
	run := step("Bash", `{"command":"go test ./..."}`, "ok  \tx\t0.1s")
	last := `{"parentUuid":"u","type":"assistant","message":{"id":"n","content":[{"type":"text","text":"All tests pass."}]}}` +
		"\n"
	turn := begin + strings.Repeat(filler, 4)
	for _, mib := range []int{10, 200} {
		n := mib << 20 / len(turn)
		for _, c := range []struct{ name, text string }{
			{"run", strings.Repeat(turn+run+last, n)}, {"never", strings.Repeat(turn+last, n)},
			{"first", run + strings.Repeat(turn+last, n)},
		} {
			b.Run(fmt.Sprint(c.name, "/", mib, "MiB"), func(b *testing.B) {
				path := filepath.Join(b.TempDir(), "s.jsonl")
				if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					stop := session.ClaimedStop{Transcript: path, Message: "All tests pass.", Dir: "/p"}
					if list, err := stop.Unsupported(b.Context()); err != nil || (len(list) > 0) != (c.name != "run" && mib < 32) {
						b.Fatal(list, err)
					}
				}
			})
		}
	}
}
