package protocol

import (
	"encoding/json"
	"reflect"
	"testing"
)

// TestD11Schema: the schema requires a boolean and a string.
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

// TestStructuredText: texts that models write instead of calling the tool.
func TestStructuredText(t *testing.T) {
	for _, c := range []struct {
		text string
		want Judgement
		said string
	}{
		{`{"completed":true,"feedback":"seen"}`, Done, "seen"},
		{"\n  {\"completed\": true, \"feedback\": \"seen\"}\n", Done, "seen"},
		{"```json\n{\"completed\": true, \"feedback\": \"seen\"}\n```", Done, "seen"},
		{"{\n  \"completed\": false,\n  \"feedback\": \"a\\nb 中文\"\n}", NotYet, "a\nb 中文"},
		{`{"completed": false, "feedback": "no test,` + "\n\t" + `and \"x\" is \\"}`, NotYet, "no test,\n\tand \"x\" is \\"},
		{"I looked at it.\n\n{\"completed\": false, \"feedback\": \"no test\"}", NotYet, "no test"},
		{`{"completed":true}`, Done, ""},
		{`{"completed":false,"feedback":"Which port?\n[NEEDS_USER]"}`, Blocked, "Which port?"},
	} {
		if a := Read(c.text); !reflect.DeepEqual(a, Answer{c.want, c.said, true, nil}) {
			t.Errorf("Read(%q) = %+v, want %v, %q", c.text, a, c.want, c.said)
		}
	}
}

// TestL09NoJSON: a text that is almost an object is Unclear, whatever it seems to say, because it may have been cut
// off.
func TestL09NoJSON(t *testing.T) {
	for _, text := range []string{
		"```\n{completed: true, feedback: 'seen',}\n```\n",
		`{"completed": false, "feedback": "say "hi" and it's done"}`,
		`{"completed": false, "feedback": "cut o`,
		`{"completed": true, "feedback": "The tests pass, but o`,
		`{"completed": true, "feedback": "", "findings": [{"severity": "bl`,
	} {
		if a := Read(text); a.Judgement != Unclear || len(a.Findings) != 0 {
			t.Errorf("Read(%q) = %+v, want Unclear", text, a)
		}
	}
}

// TestReadObject: an object means what its fields say, unless they contradict each other.
func TestReadObject(t *testing.T) {
	for object, want := range map[string]Answer{
		`{"completed":true,"feedback":"seen"}`:                        {Done, "seen", true, nil},
		`{"completed":false,"feedback":" no test "}`:                  {NotYet, "no test", true, nil},
		`{"completed":false,"feedback":"Which port?\n[NEEDS_USER]"}`:  {Blocked, "Which port?", true, nil},
		`{"completed":true,"feedback":"I ran it.\n[TASK_COMPLETED]"}`: {Done, "I ran it.", true, nil},
		`{"completed":false,"feedback":"It works: [TASK_COMPLETED]"}`: {Unclear,
			"It works: [TASK_COMPLETED]", true, nil},
		`{"completed":true,"feedback":"Which port?\n[NEEDS_USER]"}`: {Unclear,
			"Which port?\n[NEEDS_USER]", true, nil},
		`{"completed":false,"feedback":"[NEEDS_USER] is what it printed."}`: {Unclear,
			"[NEEDS_USER] is what it printed.", true, nil},
	} {
		if a, ok := ReadObject([]byte(object)); !ok || !reflect.DeepEqual(a, want) {
			t.Errorf("ReadObject(%s) = %+v, %v, want %+v", object, a, ok, want)
		}
	}
	for _, object := range []string{"", "null", "{}", `{"feedback":"x"}`, `{"completed":"true"}`, `{"completed":true`} {
		if a, ok := ReadObject([]byte(object)); ok {
			t.Errorf("ReadObject(%s) = %+v, want none", object, a)
		}
	}
}

// FuzzStructuredText: a text that is not entirely an object never means that the work is completed.
func FuzzStructuredText(f *testing.F) {
	for _, seed := range []string{
		`{"completed":true,"feedback":""}`, "x\n{\"completed\":true}", "```json\n{completed: true,}\n```",
		`{"completed":false,"feedback":"\u0000`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if a := Read("There is work left.\n" + text); a.Judgement == Done && a.Object {
			t.Errorf("%q is taken for completed", text)
		}
		Read(text)
	})
}
