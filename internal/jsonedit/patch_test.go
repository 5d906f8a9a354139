package jsonedit

import (
	"fmt"
	"testing"
)

func TestPatch(t *testing.T) {
	for _, c := range []struct {
		name, text string
		changes    []Change
		want       string
	}{
		{"nothing", "", []Change{{"add", "/a", 1}}, "{\n  \"a\": 1\n}\n"},
		{"blank", " \n\t", []Change{{"add", "/a", "<&>"}}, "{\n  \"a\": \"<&>\"\n}\n"},
		{"two spaces", "{\n  \"a\": 1\n}\n", []Change{{"add", "/b", []any{2}}},
			"{\n  \"a\": 1,\n  \"b\": [\n    2\n  ]\n}\n"},
		{"four spaces, no newline", "{\n    \"a\": 1\n}", []Change{{"add", "/b", 2}},
			"{\n    \"a\": 1,\n    \"b\": 2\n}"},
		{"tabs", "{\n\t\"a\": 1\n}", []Change{{"replace", "/a", map[string]any{"b": nil}}},
			"{\n\t\"a\": {\n\t\t\"b\": null\n\t}\n}"},
		{"a list in lines", "{\n\t\"a\": [\n\t\t1\n\t]\n}", []Change{{"add", "/a/-", []int{2}}, {"remove", "/a/0", nil}},
			"{\n\t\"a\": [\n\t\t[\n\t\t\t2\n\t\t]\n\t]\n}"},
		{"a list on one line", "{\n  \"a\": [1, 2]\n}", []Change{{"add", "/a/-", 3}}, "{\n  \"a\": [1, 2,3]\n}"},
		{"the first one", "{\n  \"a\": []\n}", []Change{{"add", "/a/-", map[string]any{"b": 1}}},
			"{\n  \"a\": [\n    {\n      \"b\": 1\n    }\n  ]\n}"},
		{"the last one", "{\n  \"a\": [\n    1\n  ]\n}", []Change{{"remove", "/a/0", nil}}, "{\n  \"a\": []\n}"},
		{"a comment after an element", "{\n  \"a\": [\n    1, // one\n  ],\n}", []Change{{"add", "/a/-", 2}},
			"{\n  \"a\": [\n    1, // one\n    2,\n  ],\n}"},
		{"all", "7", []Change{{"add", "", []any{1}}}, "[1]"},
		{"on one line", `{"a": 1,  "b":[ 2 ]}`, []Change{{"add", "/c", 3}, {"remove", "/a", nil}},
			`{  "b":[ 2 ],"c":3}`},
		{"not canonical", "{ \"a\" : 1.0,\r\n \"b\": [1 ,2]\r\n}", []Change{{"replace", "/a", 2}},
			"{ \"a\" : 2,\r\n \"b\": [1 ,2]\r\n}"},
		{"odd names", `{"a/b": {"~": 1}, "": 2}`, []Change{{"remove", Pointer("a/b", "~"), nil},
			{"remove", Pointer(""), nil}}, `{"a/b": {}}`},
		{"null stays", `{"a":1}`, []Change{{"add", "/b", map[string]any(nil)}}, `{"a":1,"b":null}`},
		{"null becomes an object", "{\"a\": null}", []Change{{"add", "/a", map[string]any{}}}, `{"a": {}}`},
		{"space before the last comma", `{"a": [1 , 2], "b": {"c": 1 ,"d": 2} }`,
			[]Change{{"remove", "/a/1", nil}, {"remove", "/b/d", nil}}, `{"a": [1  ], "b": {"c": 1  } }`},
		{"twice, elsewhere", `{"a":1,"a":2,"b":{"c":0}}`, []Change{{"replace", "/b/c", 1}},
			`{"a":1,"a":2,"b":{"c":1}}`},
		{"no Change", "{\"a\" :1}", nil, "{\"a\" :1}"},
	} {
		changes := c.changes
		if changes == nil {
			changes = []Change{}
		}
		got, err := Patch([]byte(c.text), changes...)
		if err != nil || string(got) != c.want {
			t.Errorf("%s: patch of %q = %q, %v, want %q", c.name, c.text, got, err, c.want)
		}
	}
	for _, c := range []struct {
		text string
		op   Change
	}{
		{"{", Change{"add", "/a", 1}}, {"[]", Change{"add", "/a", 1}}, {"7", Change{"add", "/a", 1}}, {`{}`,
			Change{"remove", "/a", nil}},
		{`{}`, Change{"add", "/a/b", 1}}, {`{"a": 1}`, Change{"add", "/a/b", 1}}, {`{}`,
			Change{"add", "/a", func() {}}},
		{`{"a":1,"a":2}`, Change{"add", "/a", 3}}, {`{"a":1,"\u0061":2}`,
			Change{"remove", "/a", nil}}, {`{"l":[0,{"a/b":{},"a/b":{}}]}`, Change{"add", "/l/1/a~1b/c", 3}},
	} {
		if got, err := Patch([]byte(c.text), c.op); err == nil || got != nil {
			t.Errorf("patch of %s with %v = %s, %v, want an error alone", c.text, fmt.Sprint(c.op.Path), got, err)
		}
	}
}
