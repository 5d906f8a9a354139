package terminal

import (
	"encoding/json"
	"testing"

	"ccc/internal/lang"
)

var english = &Queue{Language: lang.English}

func TestAlwaysIsForThisSession(t *testing.T) {
	const path = "/a/b c"
	for _, c := range []struct{ name, in, want, means string }{
		{"none", ``, ``, ``},
		{"an empty list", `[]`, ``, ``},
		{"no list", `{"type":"addRules"}`, ``, ``},
		{
			"a rule alone",
			`[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"ls:*"},{"toolName":"Read"}],` +
				`"behavior":"allow","destination":"localSettings"}]`,
			`[{"behavior":"allow","destination":"session",` +
				`"rules":[{"toolName":"Bash","ruleContent":"ls:*"},{"toolName":"Read"}],"type":"addRules"}]`,
			"running what begins with ls, Read",
		},
		{
			"a rule, and more",
			`[{"type":"setMode","mode":"acceptEdits","destination":"session"},` +
				`{"type":"addRules","rules":[{"toolName":"Bash"}],"destination":"userSettings"}]`,
			`[{"destination":"session","rules":[{"toolName":"Bash"}],"type":"addRules"}]`,
			"Bash",
		},
		{
			"a directory and a mode",
			`[{"type":"addDirectories","directories":["/a"],"destination":"session"},{"type":"setMode","mode":"acceptEdits"}]`,
			`[{"destination":"session","directories":["/a"],"type":"addDirectories"},` +
				`{"destination":"session","mode":"acceptEdits","type":"setMode"}]`,
			"access to the directory /a, all edits",
		},
		{
			"a directory to read",
			`[{"type":"addRules","rules":[{"toolName":"Read","ruleContent":"//etc/ssl/**"}],"behavior":"allow"}]`,
			`[{"behavior":"allow","destination":"session","rules":[{"toolName":"Read","ruleContent":"//etc/ssl/**"}],` +
				`"type":"addRules"}]`,
			"reading what is in /etc/ssl",
		},
		{
			"a command that changes a file",
			`[{"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"touch '/a/b c'"}],"behavior":"allow",` +
				`"destination":"localSettings"},{"type":"addDirectories","directories":["/a"],"destination":"session"},` +
				`{"type":"setMode","mode":"acceptEdits","destination":"session"}]`,
			`[{"behavior":"allow","destination":"session","rules":[{"toolName":"Bash","ruleContent":"touch '/a/b c'"}],` +
				`"type":"addRules"},{"behavior":"allow","destination":"session",` +
				`"rules":[{"ruleContent":"//a/b c","toolName":"Edit"}],"type":"addRules"}]`,
			"running touch '/a/b c', changing /a/b c",
		},
		{
			"a directory alone", `[{"type":"addDirectories","directories":["/a"],"destination":"session"}]`,
			`[{"destination":"session","directories":["/a"],"type":"addDirectories"},{"behavior":"allow",` +
				`"destination":"session","rules":[{"ruleContent":"//a/b c","toolName":"Edit"}],"type":"addRules"}]`,
			"access to the directory /a, changing /a/b c",
		},
		{"a new kind", `[{"type":"new"}]`, `[{"destination":"session","type":"new"}]`, "new"},
	} {
		got := limitToSession(json.RawMessage(c.in), path)
		if string(got) != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if got != nil && english.meaning(got) != c.means {
			t.Errorf("%s means %q, want %q", c.name, english.meaning(got), c.means)
		}
	}
}

func TestChangeRule(t *testing.T) {
	for _, path := range []string{"", "a", "/a*", "/a)", "/a\n"} {
		if rule := changeRule(path); rule != nil {
			t.Errorf("for %q there is a rule: %s", path, rule)
		}
	}
}

func TestChoice(t *testing.T) {
	var one, many choice
	const options = `"options":[{"label":"Red"},{"label":"Blue"}]`
	for text, q := range map[string]*choice{`{` + options + `}`: &one, `{"multiSelect":true,` + options + `}`: &many} {
		if err := json.Unmarshal([]byte(text), q); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		q        choice
		in, want string
	}{
		{one, "1", "Red"}, {one, "2", "Blue"}, {one, "3", "own words"}, {one, "4", ""}, {one, "0", ""}, {one, "1 2", ""},
		{one, "blue", ""}, {one, "", ""}, {many, "1 2", "Red, Blue"}, {many, "2 1", "Blue, Red"}, {many, "1 3", "own words"},
	} {
		got, own := c.q.labels(c.in)
		if own {
			got = "own words"
		}
		if got != c.want {
			t.Errorf("%q chooses %q, want %q", c.in, got, c.want)
		}
	}
}

func TestAnsweredKeepsTheQuestion(t *testing.T) {
	got := withAnswers(json.RawMessage(`{"questions":[{"question":"a\u0007?"}],"x":1}`), map[string]string{"a\a?": "b"})
	if want := `{"answers":{"a\u0007?":"b"},"questions":[{"question":"a\u0007?"}],"x":1}`; string(got) != want {
		t.Errorf("answered = %s, want %s", got, want)
	}
}
