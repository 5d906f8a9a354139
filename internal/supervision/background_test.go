package supervision

import (
	"strings"
	"testing"

	"ccc/internal/lang"
	"ccc/streamjson"
)

// TestTasksOfOneName: /tasks shows the commands of tasks, so that those of one description can be told apart.
func TestTasksOfOneName(t *testing.T) {
	var b background
	b.connectAgent(nil)
	started := func(task, call, kind, what string) string {
		return `{"type":"system","subtype":"task_started","task_id":"` + task + `","tool_use_id":"` + call +
			`","task_type":"` + kind + `","description":"` + what + `"}`
	}
	lines := strings.Join([]string{
		`{"type":"assistant","message":{"id":"m","role":"assistant","content":[` +
			`{"type":"tool_use","id":"c1","name":"Bash","input":{"command":"npm run dev","description":"Serve"}},` +
			`{"type":"tool_use","id":"c2","name":"Bash","input":{"command":"make serve","description":"Serve"}},` +
			`{"type":"tool_use","id":"c3","name":"Bash","input":{"command":"sleep 9"}}]}}`,
		started("b1", "c1", "local_bash", "Serve"),
		started("b2", "c2", "local_bash", "Serve"),
		started("b3", "c3", "local_bash", "sleep 9"),
		started("a4", "c4", "local_agent", "Look"),
	}, "\n") + "\n"
	d := streamjson.NewDecoder(strings.NewReader(lines))
	for e, err := d.Next(); err == nil; e, err = d.Next() {
		b.follow(e)
	}
	const want = "in the background (/tasks end N ends one):\n1  Serve (bash) npm run dev\n" +
		"2  Serve (bash) make serve\n3  sleep 9 (bash)\n4  Look (agent)"
	if said := lang.English.Text(b.listTasks()); said != want {
		t.Errorf("/tasks: %q, want %q", said, want)
	}
}
