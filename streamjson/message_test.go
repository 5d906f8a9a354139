package streamjson

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// viaJSON returns the Message that encoding/json makes: the reference for its content and its speed.
func viaJSON(e Event) (Message, error) {
	var b struct {
		Message struct {
			Role       string
			ID         string
			Model      string
			Content    json.RawMessage
			StopReason string `json:"stop_reason"`
		}
		Error          string
		IsSynthetic    bool
		IsReplay       bool
		UUID           string
		Aborted        bool
		APIErrorStatus int    `json:"api_error_status"`
		AgentID        string `json:"agent_id"`
	}
	if err := json.Unmarshal(e.Raw, &b); err != nil {
		return Message{}, err
	}
	m := Message{
		Role: b.Message.Role, ID: b.Message.ID, Model: b.Message.Model, StopReason: b.Message.StopReason,
		Error: b.Error, IsSynthetic: b.IsSynthetic, IsReplay: b.IsReplay, UUID: b.UUID,
		Aborted: b.Aborted, APIErrorStatus: b.APIErrorStatus, AgentID: b.AgentID,
	}
	var text *string
	if json.Unmarshal(b.Message.Content, &text) == nil {
		if text != nil { // not null
			m.Content = []Block{{Type: "text", Text: *text}}
		}
		return m, nil
	}
	var blocks []struct {
		Type      string
		Text      string
		Thinking  string
		ID        string
		Name      string
		Input     json.RawMessage
		ToolUseID string `json:"tool_use_id"`
		Content   json.RawMessage
		IsError   bool `json:"is_error"`
	}
	err := json.Unmarshal(b.Message.Content, &blocks)
	for _, c := range blocks {
		m.Content = append(m.Content, Block(c))
	}
	return m, err
}

// TestMessageAsEncodingJSON: each recorded message is decoded as encoding/json does.
func TestMessageAsEncodingJSON(t *testing.T) {
	events, _ := messages(t, recorded(t))
	if len(events) < 50 {
		t.Fatalf("testdata has %d messages, want 50 at least", len(events))
	}
	for _, e := range events {
		got, err := e.Message()
		want, wantErr := viaJSON(e)
		if (err == nil) != (wantErr == nil) || err == nil && !reflect.DeepEqual(got, want) {
			t.Errorf("Message() of %s =\n%+v, %v, want\n%+v, %v", e.Raw, got, err, want, wantErr)
		}
	}
}

func TestContentText(t *testing.T) {
	for content, want := range map[string]string{
		`null`:   "",
		`"a\nb"`: "a\nb",
		`[]`:     "",
		`[{"type":"text","text":"a"},{"type":"text","text":"b"}]`:             "a\nb",
		`[{"type":"image","source":{"data":"…"}},{"type":"text","text":"b"}]`: "[image]\nb",
		`{"new":1}`: "",
	} {
		m, err := event(t, `{"type":"user","message":{"content":[{"type":"tool_result","content":`+content+`}]}}`).Message()
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Content[0].ContentText(); got != want {
			t.Errorf("ContentText of %s = %q, want %q", content, got, want)
		}
	}
	if got := (Block{Content: json.RawMessage("[")}).ContentText(); got != "[" {
		t.Errorf("ContentText of what is not JSON = %q, want it as it is", got)
	}
}

func TestHead(t *testing.T) {
	for _, c := range []struct {
		content, head string
		more          int
	}{
		{`"a\nb\nc\nd\n"`, "a\nb", 2},
		{`"a\r\nb\r\n"`, "a\r\nb", 0},
		{`"a"`, "a", 0},
		{`""`, "", 0},
		{`"\n\n"`, "", 0},
		{`"\n\nx\ny"`, "\n", 2},
		{`"C:\\new\nb\nc"`, "C:\\new\nb", 1},
		{`"\u597d \"q\"\nb\nc\n"`, "好 \"q\"\nb", 1},
		{`[{"type":"text","text":"a\nb\nc"},{"type":"image"}]`, "a\nb", 2},
	} {
		head, more := (Block{Content: json.RawMessage(c.content)}).Head(2)
		if head != c.head || more != c.more {
			t.Errorf("Head of %s = %q, %d, want %q, %d", c.content, head, more, c.head, c.more)
		}
	}
}

func FuzzHead(f *testing.F) {
	f.Add("a\nb\nc\n", 2)
	f.Add(`C:\new`+"\n", 1)
	f.Fuzz(func(t *testing.T, text string, lines int) {
		raw, err := json.Marshal(text)
		if err != nil || lines < 1 {
			return
		}
		b := Block{Content: raw}
		all := strings.Split(strings.TrimRight(b.ContentText(), "\r\n"), "\n")
		first := min(lines, len(all))
		head, more := b.Head(lines)
		if head != strings.Join(all[:first], "\n") || more != len(all)-first {
			t.Errorf("Head(%d) of %q = %q, %d", lines, text, head, more)
		}
	})
}
