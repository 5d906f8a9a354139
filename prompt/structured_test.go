package prompt

import (
	"encoding/json"
	"testing"
)

// TestD11Schema: an object of a boolean and a string, both required.
func TestD11Schema(t *testing.T) {
	var schema struct {
		Type       string
		Properties map[string]struct{ Type string }
		Required   []string
	}
	if err := json.Unmarshal([]byte(Schema), &schema); err != nil {
		t.Fatal(err)
	}
	if schema.Type != "object" || len(schema.Required) != 2 ||
		schema.Properties["completed"].Type != "boolean" || schema.Properties["feedback"].Type != "string" {
		t.Errorf("Schema = %+v", schema)
	}
}

// TestStructuredText: what models write in place of the tool's call. In doubt the work is not completed.
func TestStructuredText(t *testing.T) {
	for _, c := range []struct {
		text     string
		ok, done bool
		feedback string
	}{
		{`{"completed":true,"feedback":"seen"}`, true, true, ""},
		{"\n  {\"completed\": true, \"feedback\": \"seen\"}\n", true, true, ""},
		{"```json\n{\"completed\": true, \"feedback\": \"seen\"}\n```", true, true, ""},
		{"```\n{completed: true, feedback: 'seen',}\n```\n", true, true, ""},
		{`{"completed": false, "feedback": "say "hi" and it's done"}`, true, false, `say "hi" and it's done`},
		{`{"completed": false, "feedback": "cut o`, true, false, "cut o"},
		{"{\n  \"completed\": false,\n  \"feedback\": \"a\\nb 中文\"\n}", true, false, "a\nb 中文"},
		{"I looked at it.\n\n{\"completed\": false, \"feedback\": \"no test\"}", true, false, "no test"},
		{`{"completed":true}`, true, true, ""},
		{`{"completed":"true","feedback":"x"}`, false, false, ""},
		{`{"feedback":"x"}`, false, false, ""},
		{`{"completed":null,"feedback":"x"}`, false, false, ""},
		{"Not done. It has to return\n```json\n{\"completed\": true}\n```", false, false, ""},
		{"All done:\n{\"completed\": true, \"feedback\": \"seen\"}", false, false, ""},
		{`I cannot say {"completed": true} yet`, false, false, ""},
		{"{\"completed\": true}\nbut for the tests, which fail", false, false, ""},
		{"", false, false, ""},
		{"not completed", false, false, ""},
		{"```\ncode {\n```\nnot completed", false, false, ""},
	} {
		done, feedback, ok := StructuredText(c.text)
		if ok != c.ok || ok && ((done == Done) != c.done || feedback != c.feedback) {
			t.Errorf("StructuredText(%q) = %v, %q, %v, want %v, %q, %v", c.text, done, feedback, ok, c.done, c.feedback, c.ok)
		}
	}
}

// FuzzStructuredText: whatever a model writes, a text that is not an object from end to end never says that the work is
// completed.
func FuzzStructuredText(f *testing.F) {
	for _, seed := range []string{
		`{"completed":true,"feedback":""}`, "x\n{\"completed\":true}", "```json\n{completed: true,}\n```",
		`{"completed":false,"feedback":"\u0000`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if done, _, ok := StructuredText("There is work left.\n" + text); done == Done && ok {
			t.Errorf("%q is taken for completed", text)
		}
		StructuredText(text)
	})
}
