package integration

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"ccc/integration/api"
)

// prompted is a request in the order in which a provider's cache reads it, a piece for each tool, system block and
// message.
func prompted(t *testing.T, r api.Request) (pieces [][]byte) {
	t.Helper()
	var body struct{ Tools, System, Messages []json.RawMessage }
	if err := json.Unmarshal(r.Raw, &body); err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]json.RawMessage{body.Tools, body.System, body.Messages} {
		for _, piece := range list {
			pieces = append(pieces, withoutMarks(t, piece))
		}
	}
	return pieces
}

// withoutMarks takes out cache_control, which says up to where a cache is to be written and is no part of what is
// cached. A message whose content is a text is one with a block of it.
func withoutMarks(t *testing.T, piece []byte) []byte {
	t.Helper()
	var v any
	d := json.NewDecoder(bytes.NewReader(piece))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(unmarked(v))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func unmarked(v any) any {
	switch v := v.(type) {
	case map[string]any:
		delete(v, "cache_control")
		if text, ok := v["content"].(string); ok && v["role"] != nil {
			v["content"] = []any{map[string]any{"type": "text", "text": text}}
		}
		for key, value := range v {
			v[key] = unmarked(value)
		}
	case []any:
		for i, value := range v {
			v[i] = unmarked(value)
		}
	}
	return v
}

// TestRealCachedShare: what share of a reviewer's prompt stands at the beginning of the agent's last request, byte for
// byte, so that a cache can serve it. With the rubric in the message it is all that the agent sent; as a system prompt
// it is hardly anything.
func TestRealCachedShare(t *testing.T) {
	t.Parallel()
	for _, version := range versions() {
		for _, role := range []string{"system", "user"} {
			t.Run(version+" "+role, func(t *testing.T) {
				t.Parallel()
				var agent, reviewer *api.Request
				srv := api.New(t, func(r api.Request) api.Reply {
					switch {
					case isReview(r):
						if reviewer == nil {
							reviewer = &r
						}
						return api.Text("[TASK_COMPLETED]")
					case len(r.Results) > 0:
						agent = &r
						return api.Text("done")
					}
					return api.Text("I look").And(api.Tool("Bash",
						map[string]string{"command": "echo hi", "description": "try"}))
				})
				dir := project(t)
				write(t, filepath.Join(dir, "CLAUDE.md"), "Always write tests.\n")
				cmd := supervised(t, version, srv.URL, dir, "--supervisor", "--output-format", "json", "--", "do it")
				home := filepath.Join(envOf(cmd, "HOME"), ".claude")
				write(t, filepath.Join(home, "settings.json"), `{"permissions": {"allow": ["Bash(touch:*)"]}}`)
				write(t, filepath.Join(home, "ccc.json"), fmt.Sprintf(`{"supervisor": {"prompt_role": %q}}`, role))
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("ccc: %v\n%s", err, out)
				}
				ours, theirs := prompted(t, *reviewer), prompted(t, *agent)
				same, shared, all := 0, 0, 0
				for i, piece := range ours {
					all += len(piece)
					if same == i && i < len(theirs) && bytes.Equal(piece, theirs[i]) {
						same++
						shared += len(piece)
					}
				}
				t.Logf("claude %s, rubric in the %s: %d %% of the reviewer's prompt "+
					"(%d of %d bytes, %d of the agent's %d pieces)",
					version, role, 100*shared/all, shared, all, same, len(theirs))
				if role == "user" && same < len(theirs) {
					t.Errorf("the reviewer's request parts from the agent's at piece %d of %d:\n%.700s\n%.700s",
						same, len(theirs), theirs[same], ours[same])
				}
			})
		}
	}
}
