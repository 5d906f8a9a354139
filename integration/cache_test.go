package integration

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// promptPieces divides a request in the order in which a provider's cache reads it: into tools, system blocks, and
// blocks of messages. If told is true, a message whose content is a string differs from one with a block of the same
// text, because their bytes do.
func promptPieces(t *testing.T, r fakeapi.Request, told bool) (pieces [][]byte) {
	t.Helper()
	var body struct {
		Tools, System []json.RawMessage
		Messages      []struct {
			Role    string
			Content json.RawMessage
		}
	}
	if err := json.Unmarshal(r.Raw, &body); err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]json.RawMessage{body.Tools, body.System} {
		for _, piece := range list {
			pieces = append(pieces, withoutMarks(t, piece))
		}
	}
	for n, m := range body.Messages {
		role := fmt.Appendf(nil, "%d %s ", n, m.Role)
		var blocks []json.RawMessage
		if json.Unmarshal(m.Content, &blocks) != nil {
			if told {
				pieces = append(pieces, append(role, m.Content...))
				continue
			}
			blocks = []json.RawMessage{fmt.Appendf(nil, `{"type":"text","text":%s}`, m.Content)}
		}
		for _, block := range blocks {
			pieces = append(pieces, append(slices.Clone(role), withoutMarks(t, block)...))
		}
	}
	return pieces
}

// withoutMarks removes cache_control, which says how much to cache and is not part of the cached text.
func withoutMarks(t *testing.T, piece []byte) []byte {
	t.Helper()
	var v any
	d := json.NewDecoder(bytes.NewReader(piece))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(removeMarks(v))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func removeMarks(v any) any {
	switch v := v.(type) {
	case map[string]any:
		delete(v, "cache_control")
		for key, value := range v {
			v[key] = removeMarks(value)
		}
	case []any:
		for i, value := range v {
			v[i] = removeMarks(value)
		}
	}
	return v
}

// sharedPercent returns how much of ours is also the beginning of theirs: the share in percent, and the number of
// pieces.
func sharedPercent(ours, theirs [][]byte) (percent, pieces int) {
	shared, all := 0, 0
	for i, piece := range ours {
		all += len(piece)
		if pieces == i && i < len(theirs) && bytes.Equal(piece, theirs[i]) {
			pieces++
			shared += len(piece)
		}
	}
	return 100 * shared / all, pieces
}

// TestRealCachedShare: how much of the prompt of two reviewers equals the beginning of the agent's last request byte
// for byte, so that a cache can serve it. If the rubric is in the message, it is everything that the agent has sent, in
// a git repository whose files change, too. With the rubric as system prompt it is almost nothing.
func TestRealCachedShare(t *testing.T) {
	t.Parallel()
	for _, version := range inFull(realclaude.Node) {
		type launch struct {
			role string
			git  bool
			env  string // of the user's settings
			want int    // percent
		}
		launches := []launch{
			{"user", true, "", 95}, {"auto", false, "", 95}, {"system", false, "", 0}, {"user", false, "", 95},
			{"user", true, `"CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS": "1"`, 95},
		}
		for _, c := range launches {
			if version == realclaude.Node && !(c.role == "user" && c.git) { // only these shares are its own
				continue
			}
			t.Run(fmt.Sprintf("%s %s git=%v env=%v", version, c.role, c.git, c.env != ""), func(t *testing.T) {
				t.Parallel()
				var agent *fakeapi.Request
				var reviewers []fakeapi.Request // one after the other
				srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
					switch {
					case isReview(r):
						if strings.Contains(r.LastUser, "You are now the supervisor") { // not asked once more
							reviewers = append(reviewers, r)
						}
						return fakeapi.Text("[TASK_COMPLETED]")
					case len(r.Results) > 0:
						agent = &r
						return fakeapi.Text("done").Read(30_001)
					}
					return fakeapi.Text("I write").And(fakeapi.Tool("Bash", map[string]string{
						"command": "echo hi > new.txt && echo more >> old.txt", "description": "try",
					}))
				})
				dir := project(t)
				write(t, filepath.Join(dir, "CLAUDE.md"), "Always write tests.\n")
				write(t, filepath.Join(dir, "old.txt"), "old\n")
				write(t, filepath.Join(dir, "SUPERVISOR.second.md"), "Judge the tests.\n")
				write(t, filepath.Join(dir, ".claude", "settings.json"), `{"permissions": {"deny": ["WebSearch"]}}`)
				if c.git {
					for _, args := range [][]string{
						{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "first"},
					} {
						git := exec.Command("git", args...)
						git.Dir = dir
						if out, err := git.CombinedOutput(); err != nil {
							t.Fatalf("git: %v\n%s", err, out)
						}
					}
				}
				cmd := supervised(t, version, srv.URL, dir, "--supervisor", "--output-format", "json",
					"--permission-mode", "bypassPermissions", "--", "do it")
				home := filepath.Join(envOf(cmd, "HOME"), ".claude")
				write(t, filepath.Join(home, "settings.json"),
					`{"permissions": {"allow": ["Bash(touch:*)"]}, "env": {`+c.env+`}}`)
				write(t, filepath.Join(home, "ccc.json"), fmt.Sprintf(`{"supervisor": {"prompt_role": %q}}`, c.role))
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("ccc: %v\n%s", err, out)
				}
				inMessage := c.role != "system"
				if inMessage != bytes.Contains(out, []byte(`"prompt_role":"user"`)) {
					t.Errorf("ccc tells: %s", out)
				}
				all := len(promptPieces(t, *agent, true))
				if len(reviewers) != 2 {
					t.Fatalf("%d requests of reviewers: %s", len(reviewers), out)
				}
				for n, r := range reviewers {
					percent, same := sharedPercent(promptPieces(t, r, true), promptPieces(t, *agent, true))
					alike, _ := sharedPercent(promptPieces(t, r, false), promptPieces(t, *agent, false))
					t.Logf("claude %s, role %s, git %v, env {%s}, reviewer %d: %d %% of its prompt (%d of the agent's %d pieces), "+
						"%d %% with texts as blocks", version, c.role, c.git, c.env, n+1, percent, same, all, alike)
					if percent < c.want {
						ours, theirs := promptPieces(t, *agent, true)[min(same, all-1)], promptPieces(t, r, true)[same]
						at := 0
						for at < min(len(ours), len(theirs)) && ours[at] == theirs[at] {
							at++
						}
						at = max(0, at-50)
						t.Errorf("reviewer %d parts from the agent at piece %d of %d:\n%.700s\n%.700s", n+1, same, all,
							ours[min(at, len(ours)):], theirs[min(at, len(theirs)):])
					}
				}
			})
		}
	}
}
