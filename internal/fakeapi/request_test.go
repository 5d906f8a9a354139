package fakeapi

import (
	"testing"
)

func TestParseRequest(t *testing.T) {
	const body = `{"model":"m","system":[{"type":"text","text":"one"},{"type":"text","text":"two"}],
		"tools":[{"name":"Bash"}],"messages":[
		{"role":"user","content":[{"type":"text","text":"<system-reminder>\nx\n</system-reminder>"},
			{"type":"text","text":"do it"}]},
		{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,
			"content":[{"type":"text","text":"no"}]}]},
		{"role":"system","content":"by the way"}]}`
	r, err := parseRequest([]byte(body), nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.System != "one\ntwo" || r.Model != "m" || len(r.Tools) != 1 || r.LastUser != "do it" || len(r.Messages) != 4 {
		t.Errorf("parseRequest = %+v", r)
	}
	if got := r.Messages[1].Content[0]; got.Name != "Bash" || got.ID != "t1" || string(got.Input) != `{"command":"ls"}` {
		t.Errorf("tool call = %+v", got)
	}
	if len(r.Results) != 1 || r.Results[0].Text != "no" || r.Results[0].ID != "t1" || !r.Results[0].IsError {
		t.Errorf("Results = %+v, want one error of t1", r.Results)
	}
}

func TestIsSide(t *testing.T) {
	user := []Message{{Role: "user"}}
	for _, tt := range []struct {
		name string
		req  Request
		want bool
	}{
		{"a turn", Request{LastUser: "hello", Messages: user, Tools: []string{"Bash"}}, false},
		{"a turn without tools", Request{LastUser: "hello", Messages: user, System: "You review."}, false},
		{"warm-up", Request{LastUser: "Warmup", Messages: user, Tools: []string{"Bash"}}, true},
		{
			"a person says Warmup later",
			Request{LastUser: "Warmup", Messages: append(user, user...), Tools: []string{"Bash"}}, false,
		},
		{"quota", Request{LastUser: "quota", Messages: user}, true},
		{"title", Request{LastUser: "<session>", Messages: user, System: "cc\nYou are naming a coding session so"}, true},
		{"suggestion", Request{LastUser: "[SUGGESTION MODE: x", Tools: []string{"Bash"}}, true},
	} {
		if got := isSide(tt.req); got != tt.want {
			t.Errorf("%s: isSide = %v, want %v", tt.name, got, tt.want)
		}
	}
}
