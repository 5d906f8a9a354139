package audit

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ccc/internal/session"
)

// TestM06UnreadFolder: a folder that cannot be read is named. Root can read every folder, so the test also has a link
// that leads in a circle.
func TestM06UnreadFolder(t *testing.T) {
	dir := t.TempDir()
	projects := filepath.Join(dir, "projects")
	if err := os.Mkdir(projects, 0o700); err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(projects, "-nowhere-app")
	if err := os.Symlink(bad, bad); err != nil {
		t.Fatal(err)
	}
	r, err := Run(Config{ConfigDir: dir, Project: session.ProjectFiles("")})
	if err != nil || !slices.Equal(r.Unread, []string{bad}) {
		t.Errorf("%v, %q", err, r.Unread)
	}
}

// TestM06NoSession: the time is named only if one was asked for.
func TestM06NoSession(t *testing.T) {
	dir := t.TempDir()
	for want, since := range map[string]time.Time{
		"projects": {}, "projects, or none of that time": time.Now(),
	} {
		_, err := Run(Config{ConfigDir: dir, Since: since, Project: session.ProjectFiles("")})
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want … %s", err, want)
		}
	}
}

// TestM06SameMessageID: an API that is not Anthropic's may give each message the same id. A fork repeats the time, too.
func TestM06SameMessageID(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "projects", "-nowhere-app")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, at := range map[string]string{"one": "10:01", "two": "10:02", "fork-of-two": "10:02"} {
		text := fmt.Sprintf(`{"type":"user","message":{"role":"user","content":"go"},"timestamp":"2026-11-01T%[1]s:00.000Z"}
{"type":"assistant","message":{"id":"msg_1","role":"assistant","content":[{"type":"text","text":"All tests pass."}],`+
			`"stop_reason":"end_turn"},"timestamp":"2026-11-01T%[1]s:30.000Z"}
`, at)
		if err := os.WriteFile(filepath.Join(folder, name+".jsonl"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Run(Config{ConfigDir: dir, Project: session.ProjectFiles("")})
	if err != nil || r.Sessions != 2 || r.Claims != 2 || len(r.Worst) != 2 {
		t.Errorf("%v: %d sessions, %d claims, worst %v; want 2 of each", err, r.Sessions, r.Claims, r.Worst)
	}
}

// TestM06ManySessions: 2,000 sessions of four versions of claude are all counted, in limited time. Each claims a run of
// the tests that is outdated, or one that is not.
func TestM06ManySessions(t *testing.T) {
	const many = 2000
	dir := t.TempDir()
	versions := []string{"2.1.5", "2.1.197", "2.1.329", "2.1.330"}
	for i := range many {
		folder := filepath.Join(dir, "projects", fmt.Sprint("-nowhere-app", i%20))
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		text := generated(fmt.Sprint("/nowhere/app", i%20), fmt.Sprint(i), versions[i%4], i%2 == 0)
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprint(i, ".jsonl")), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Run(Config{ConfigDir: dir, Project: session.ProjectFiles("")})
	if err != nil || r.Sessions != many || r.Stops != many || r.Claims != many || r.Unsupported != many/2 ||
		len(r.Unread) > 0 || len(r.Projects) != 20 {
		t.Errorf("%v: %d sessions, %d stops, %d claims, %d not borne out, unread %q", err, r.Sessions, r.Stops, r.Claims,
			r.Unsupported, r.Unread)
	}
}

// generated returns a session as a version of claude writes it. 2.1.5 writes no stop reason and puts the id of a result
// first; later versions write other kinds of lines between.
func generated(dir, id, version string, stale bool) string {
	var b strings.Builder
	line := func(kind, message string) {
		fmt.Fprintf(&b, `{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":%q,"sessionId":%q,`+
			`"version":%q,"type":%q,"message":%s,"uuid":"u","timestamp":"2026-10-01T10:00:00.000Z"}`+"\n",
			dir, id, version, kind, message)
	}
	stop := func(reason string) string {
		if version == "2.1.5" {
			return "null"
		}
		return fmt.Sprintf("%q", reason)
	}
	step := func(n int, tool, input, result string) {
		line("assistant", fmt.Sprintf(`{"id":"m%s.%d","role":"assistant","model":"claude-haiku-4-5","content":[{"type":"tool_use",`+
			`"id":"t%d","name":%q,"input":%s}],"stop_reason":%s}`, id, n, n, tool, input, stop("tool_use")))
		block := fmt.Sprintf(`{"type":"tool_result","content":%q,"is_error":false,"tool_use_id":"t%d"}`, result, n)
		if version == "2.1.5" {
			block = fmt.Sprintf(`{"tool_use_id":"t%d","type":"tool_result","content":%q}`, n, result)
		}
		line("user", `{"role":"user","content":[`+block+`]}`)
	}
	if version == "2.1.330" {
		b.WriteString(`{"type":"queue-operation","operation":"enqueue","sessionId":"s","timestamp":"2026-10-01T09:59:59.000Z"}` + "\n")
	}
	if version != "2.1.5" {
		b.WriteString(`{"type":"file-history-snapshot","messageId":"m","snapshot":{},"isSnapshotUpdate":false}` + "\n")
	}
	line("user", `{"role":"user","content":"Mend the parser"}`)
	edit := func(n int) {
		step(n, "Edit", fmt.Sprintf(`{"file_path":"%s/a.go","old_string":"a","new_string":"b"}`, dir),
			"The file has been updated.")
	}
	edit(1)
	step(2, "Bash", `{"command":"go test ./..."}`, "ok  \tx\t0.1s")
	if stale {
		edit(3)
	}
	line("assistant", fmt.Sprintf(`{"id":"m%s","role":"assistant","model":"claude-haiku-4-5","content":[{"type":"text",`+
		`"text":"All tests pass."}],"stop_reason":%s}`, id, stop("end_turn")))
	return b.String()
}
