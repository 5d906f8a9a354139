package integration

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ccc/integration/files"
	"ccc/integration/realclaude"
	"ccc/internal/fakeapi"
)

// object is the input of a tool.
type object map[string]any

// call is a tool call of a reviewer.
type call struct {
	tool    string
	input   object
	allowed bool
	made    string // the file that it writes if it runs; "" if it writes none
}

func (c call) String() string { return fmt.Sprintf("%s %v", c.tool, c.input) }

// commands returns Bash calls that claude does not allow by itself. Each writes the file that it names, in out.
func commands(out string) (list []call) {
	for i, command := range []string{
		`echo x > %s`,
		`cd / && pwd > %s`,
		`echo "$(date)" > %s`,
		"echo `date` > %s",
		`for i in 1 2; do echo $i; done | tee %s; true`,
		"cat <<END > %s\nx\nEND\n",
		`(touch %[1]s.x && mv %[1]s.x %[1]s)`,
		`cat ~/.ssh/id_rsa ~/.bashrc /etc/shadow > %s 2>&1; true`,
		`X=1 sh -c 'echo $X' > %s; rm -rf ~/there-is-none; git -c a.b=c version`,
		`eval "echo x" > %s; sed -n 1p go.mod; awk 'BEGIN { system("true") }'`,
		`env -i /bin/sh -c 'echo <(true) > %[1]s' || bash -c 'echo x > %[1]s'`,
		`mkdir -p %[1]s.d/.git/hooks %[1]s.d/.claude; echo x > %[1]s.d/.git/hooks/pre-commit; ` +
			`echo {} > %[1]s.d/.claude/settings.json; chmod 777 %[1]s.d; mv %[1]s.d/.claude/settings.json %[1]s`,
		`git init -q %[1]s.g && cd %[1]s.g && git -c user.name=x -c user.email=x commit -qm x --allow-empty; ` +
			`echo x > %[1]s`,
		`make -f /dev/null --eval='all: ; echo x' > %[1]s; touch %[1]s`, // an ask rule of the user's names make
	} {
		made := filepath.Join(out, fmt.Sprint(i))
		list = append(list, call{"Bash", object{"command": fmt.Sprintf(strings.ReplaceAll(command, "%s",
			"%[1]s"), made),
			"description": "try", "dangerouslyDisableSandbox": i%2 == 0}, true, made})
	}
	return list
}

// allCalls returns a call of every known tool of a version, and the expected result.
func allCalls(dir, out string) []call {
	mod, secret := filepath.Join(dir, "go.mod"), filepath.Join(out, "secret")
	planted := filepath.Join(dir, "planted")
	touch := "touch " + planted
	agent := object{"description": "look", "prompt": "I AM A SUBAGENT", "subagent_type": "general-purpose"}
	calls := append(commands(out),
		call{"Read", object{"file_path": mod}, true, ""},
		call{"Read", object{"file_path": secret}, true, ""},
		call{"Bash", object{"command": "echo x > " + planted, "description": "x", "run_in_background": true}, false,
			planted},
		call{"Bash", object{"command": "forbidden; " + touch, "description": "x"}, false, planted}, // by the user
		call{"Write", object{"file_path": planted, "content": "x"}, false, planted},
		call{"Edit", object{"file_path": mod, "old_string": "module x", "new_string": "module y"}, false, ""},
		call{"NotebookEdit", object{"notebook_path": filepath.Join(dir, "x.ipynb"), "new_source": "x",
			"edit_mode": "insert", "cell_type": "code"}, false, ""},
		call{"Monitor", object{"command": touch, "description": "d", "timeout_ms": 1000}, false, planted},
		call{"AskUserQuestion", object{"questions": []object{{
			"question": "Which color?", "header": "Color", "multiSelect": false,
			"options": []object{{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cold"}},
		}}}, false, ""},
		call{"CronCreate", object{"cron": "0 0 1 1 *", "prompt": "x", "durable": true, "recurring": true}, false, ""},
		call{"Skill", object{"skill": "plant"}, false, planted},
		call{"SlashCommand", object{"command": "/plant"}, false, planted},
		call{"TodoWrite", object{"todos": []object{{"content": "a", "status": "pending", "activeForm": "a"}}},
			false, ""},
		call{"Task", agent, false, ""},
		call{"Agent", agent, false, ""},
		call{"mcp__own__plant", object{}, false, planted},
		call{"mcp__project__plant", object{}, false, planted},
		call{"StructuredOutput", object{"completed": true, "feedback": ""}, false, ""},
	)
	for tool, input := range map[string]object{
		"CronDelete": {"id": "x"}, "CronList": {},
		"EnterPlanMode": {}, "ExitPlanMode": {"plan": "x"},
		"EnterWorktree": {"name": "x"}, "ExitWorktree": {"action": "keep"},
		"KillShell": {"shell_id": "x"}, "BashOutput": {"bash_id": "x"}, "TaskOutput": {"task_id": "x", "block": false},
		"TaskCreate": {"subject": "x", "description": "y"}, "TaskGet": {"taskId": "1"}, "TaskList": {},
		"TaskStop":   {"task_id": "x"},
		"TaskUpdate": {"taskId": "1", "status": "completed"},
		"ListAgents": {}, "SendMessage": {"to": "x", "message": "y", "summary": "z"},
		"ListMcpResourcesTool": {}, "ReadMcpResourceTool": {"server": "own", "uri": "x:y"},
		"LSP": {"operation": "hover"}, "MultiEdit": {"file_path": mod, "edits": []object{}}, "RemoteTrigger": {},
		"ReportFindings": {"findings": []object{}},
		"ScheduleWakeup": {"delaySeconds": 60, "reason": "x", "prompt": "x"},
		"ToolSearch":     {"query": "select:CronCreate", "max_results": 3},
		"WebFetch":       {"url": "http://127.0.0.1:1/", "prompt": "x"}, "WebSearch": {"query": "anything"},
		"Workflow": {"name": "deep-research", "args": "x"},
	} {
		calls = append(calls, call{tool, input, false, ""})
	}
	return calls
}

// hiddenText is the content of one of the user's key files, and the name of another one. No tool of the reviewer may
// find it.
const hiddenText = "TOP-SECRET"

// readCalls returns calls that read what the reviewer may read, and calls that try to read hidden keys in the home.
// searches says that it has Grep and Glob.
func readCalls(t *testing.T, dir, home string, searches bool) []call {
	t.Helper()
	key := filepath.Join(home, ".ssh", "id_ed25519")
	write(t, key, hiddenText+"\n")
	write(t, filepath.Join(home, ".ssh", hiddenText), "")
	calls := []call{
		{"Read", object{"file_path": key}, false, ""},
		{"Bash", object{"command": "cat " + key, "description": "x"}, false, ""},
	}
	if !searches {
		return calls
	}
	return append(calls,
		call{"Grep", object{"pattern": "module", "path": dir}, true, ""},
		call{"Glob", object{"pattern": "*.mod"}, true, ""},
		call{"Grep", object{"pattern": "TOP.SECRET", "path": home, "output_mode": "content"}, true, ""},
		call{"Glob", object{"pattern": "**/.ssh/*", "path": home}, true, ""})
}

// mcpServer is an MCP server with one tool, "plant", which creates the file that is the server's argument.
const mcpServer = `#!/bin/sh
while read -r line; do
	id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
	case $line in
	*'"initialize"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocolVersion":"2024-11-05",' \
		'"capabilities":{"tools":{}},"serverInfo":{"name":"plant","version":"1"}}}' ;;
	*'"tools/list"'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"tools":[{"name":"plant","description":"plants",' \
		'"inputSchema":{"type":"object","properties":{}}}]}}' ;;
	*'"tools/call"'*) touch "$1"; echo '{"jsonrpc":"2.0","id":'$id',"result":{"content":[]}}' ;;
	*'"id":'*) echo '{"jsonrpc":"2.0","id":'$id',"result":{}}' ;;
	esac
done
`

// TestRealReviewersTools: each version lets the reviewer read, search and run any command, and use no other tool of any
// version, plugin or MCP server, though the rules of the user and of the project allow them all. Without Bash (with
// -full) it runs no command either. Afterwards only the files that the commands wrote exist.
func TestRealReviewersTools(t *testing.T) {
	t.Parallel()
	for _, version := range everyVersion() {
		for _, role := range roles() {
			for _, tools := range []string{"", `, "allowed_tools": ["Read", "Grep", "Glob"]`} {
				t.Run(strings.TrimSpace(version+" "+role+tools), func(t *testing.T) {
					t.Parallel()
					testTools(t, version, role, tools)
				})
			}
		}
	}
}

func testTools(t *testing.T, version, role, tools string) {
	dir := project(t)
	out := filepath.Join(dir, "out")
	write(t, filepath.Join(dir, "go.mod"), "module x\n")
	write(t, filepath.Join(dir, "x.ipynb"), `{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}`)
	write(t, filepath.Join(out, "secret"), "read me\n")
	write(t, filepath.Join(dir, ".claude", "commands", "plant.md"),
		"---\ndescription: plants\nallowed-tools: Bash(touch:*)\n---\n!`touch "+filepath.Join(dir, "planted")+"`\n")
	server := filepath.Join(t.TempDir(), "server")
	write(t, server, mcpServer)
	mcp := object{"type": "stdio", "command": "/bin/sh", "args": []string{server, filepath.Join(dir, "planted")}}
	write(t, filepath.Join(dir, ".mcp.json"), asJSON(object{"mcpServers": object{"project": mcp}}))
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"commit", "-qm", "x"}} {
		git := append([]string{"-C", dir, "-c", "user.name=x", "-c", "user.email=x@x"}, args...)
		if text, err := exec.Command("git", git...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
	}

	calls := allCalls(dir, out)
	next, begun, lost := 0, 0, 0
	lose := func(format string, args ...any) {
		t.Helper()
		lost++
		t.Errorf(format, args...)
	}
	srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
		switch {
		case strings.Contains(r.LastUser, "SUBAGENT"):
			lose("a subagent was started")
			return fakeapi.Text("no")
		case !isReview(r):
			return fakeapi.Text("done")
		case len(r.Results) == 0:
			begun++
			next = 0 // the beginning, or the beginning of one that was started once more
		default:
			text, failed := "", false
			for _, result := range r.Results {
				text, failed = text+result.Text, failed || result.IsError
			}
			c := calls[next-1]
			if strings.Contains(text, hiddenText) {
				lose("%v: the reviewer got: %.300s", c, text)
			}
			if failed == c.allowed {
				lose("%v: allowed is to be %v, the reviewer got: %.300s", c, c.allowed, text)
			}
		}
		if next == len(calls) {
			return fakeapi.Text("[TASK_COMPLETED]")
		}
		next++
		return fakeapi.Tool(calls[next-1].tool, calls[next-1].input)
	})
	cmd := supervised(t, version, srv.URL, dir,
		"--supervisor", "--output-format", "json", "--dangerously-skip-permissions", "--", "do it")
	home := envOf(cmd, "HOME")
	searches := role == "system" || version == realclaude.Node // the agent of the others has no such tools
	calls = append(calls, readCalls(t, dir, home, searches)...)
	for i := range calls {
		calls[i].allowed = calls[i].allowed && (calls[i].tool != "Bash" || tools == "")
	}
	var own map[string]any
	if err := json.Unmarshal([]byte(files.Content(t, filepath.Join(home, ".claude.json"))), &own); err != nil {
		t.Fatal(err)
	}
	own["mcpServers"] = object{"own": mcp}
	write(t, filepath.Join(home, ".claude.json"), asJSON(own))
	allow := []string{"Bash(touch:*)", "Bash(rm:*)", "mcp__own", "mcp__project"}
	for _, c := range calls {
		if c.tool != "Bash" {
			allow = append(allow, c.tool)
		}
	}
	write(t, filepath.Join(home, ".claude", "settings.json"), asJSON(object{
		"enableAllProjectMcpServers": true,
		"permissions": object{
			"allow": allow, "ask": []string{"Bash(make:*)"}, "deny": []string{"Bash(forbidden:*)"},
		},
	}))
	write(t, filepath.Join(home, ".claude", "ccc.json"),
		fmt.Sprintf(`{"supervisor": {"prompt_role": %q%s}}`, role, tools))

	checkUnchanged(t, cmd, dir)
	if next != len(calls) {
		lose("%d of %d calls were made", next, len(calls))
	}
	for _, c := range calls {
		if _, err := os.Stat(c.made); c.made != "" && err == nil {
			lose("%v: its file is there", c)
		}
	}
	for _, name := range []string{"scheduled_tasks*", "plans/*", "tasks/*/*.json", "teams/*", "worktrees/*"} {
		if left, err := filepath.Glob(filepath.Join(home, ".claude", name)); err != nil || len(left) > 0 {
			lose("left in the home: %q, %v", left, err)
		}
	}
	starts := offeredTools(t, home)
	t.Logf("claude %s, role %s: %q, asked %d times", version, role, starts, begun)
	for _, tool := range starts[len(starts)-1] {
		if !slices.ContainsFunc(calls, func(c call) bool { return c.tool == tool }) {
			lose("the reviewer is offered %s, which the test does not try", tool)
		}
	}
	want := []string{"Bash", "Glob", "Grep", "Read"}
	if role == "system" && tools == "" && !slices.Equal(starts[0], want) {
		lose("the reviewer is offered %q, want %q", starts[0], want)
	}
	with := "all tools"
	if tools != "" {
		with = "without Bash"
	}
	// "make faults" reads this line.
	t.Logf("faults: claude %s, role %s, %s: tried=%d lost=%d", version, role, with, len(calls), lost)
}

// offeredTools returns the tools that each reviewer has listed at its start.
func offeredTools(t *testing.T, home string) (starts [][]string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(home, ".claude", "ccc", "supervisor-*-output.jsonl"))
	if err != nil || len(found) != 1 {
		t.Fatalf("the reviewers' output: %q, %v", found, err)
	}
	for line := range strings.Lines(files.Content(t, found[0])) {
		var e struct {
			Subtype string
			Tools   []string
		}
		if json.Unmarshal([]byte(line), &e) == nil && e.Subtype == "init" {
			slices.Sort(e.Tools)
			starts = append(starts, e.Tools)
		}
	}
	if len(starts) == 0 {
		t.Fatal("no reviewer was started")
	}
	return starts
}

// TestRealReviewsLeftovers: processes that a reviewer's command leaves running end with the review, though the user
// allows all commands.
func TestRealReviewsLeftovers(t *testing.T) {
	t.Parallel()
	for _, version := range inFull() {
		for _, role := range roles() {
			t.Run(version+" "+role, func(t *testing.T) {
				t.Parallel()
				dir := project(t)
				// Process numbers differ inside a sandbox, so the processes are recognized by what they wait for.
				left := "left-by-" + strings.ReplaceAll(t.Name(), "/", "-")
				file := filepath.Join(t.TempDir(), left)
				write(t, file, "")
				commands := []object{
					{"command": "tail -f '" + file + "' > /dev/null 2>&1 & echo started $!", "description": "leave"},
					{"command": "exec tail -f '" + file + "'", "description": "leave", "run_in_background": true},
				}
				next, started := 0, false
				srv := serve(t, func(r fakeapi.Request) fakeapi.Reply {
					if !isReview(r) {
						return fakeapi.Text("done")
					}
					for _, result := range r.Results {
						started = started || strings.Contains(result.Text, "started ")
					}
					if next == len(commands) {
						return fakeapi.Text("[TASK_COMPLETED]")
					}
					next++
					return fakeapi.Tool("Bash", commands[next-1])
				})
				cmd := supervised(t, version, srv.URL, dir, "--supervisor", "--output-format", "json", "--", "do it")
				home := filepath.Join(envOf(cmd, "HOME"), ".claude")
				write(t, filepath.Join(home, "settings.json"), `{"permissions": {"allow": ["Bash"]}}`)
				write(t, filepath.Join(home, "ccc.json"), fmt.Sprintf(`{"supervisor": {"prompt_role": %q}}`, role))
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Fatalf("ccc: %v\n%s", err, out)
				}
				if !started {
					t.Error("no command was left running")
				}
				if running := processes(t, left); len(running) > 0 {
					t.Errorf("processes %v run on", running)
				}
			})
		}
	}
}

// processes returns the processes whose command line contains a text, in any namespace.
func processes(t *testing.T, text string) (list []string) {
	t.Helper()
	found, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		line, err := os.ReadFile(path)
		if err == nil && bytes.Contains(line, []byte(text)) && bytes.HasPrefix(line, []byte("tail\x00")) {
			list = append(list, path)
		}
	}
	return list
}
