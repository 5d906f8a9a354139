package fakeapi

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
)

// Request is one POST /v1/messages, with the decoded parts that tests need.
type Request struct {
	System   string // the system blocks, joined by "\n"
	Messages []Message
	Model    string
	Tools    []string // names, in the request's order
	Stream   bool
	Raw      []byte // the body, unchanged
	Header   http.Header

	// LastUser is the user's newest text: the last text block of a user message that is not one of the
	// <system-reminder>s that claude adds. It is still set while tools of that turn run. Messages that waited while
	// the model wrote may be merged in one block, one after another.
	LastUser string
	// Results are the tool results since the last assistant message; empty at the beginning of a turn.
	Results []Block
}

// Message is one entry of the conversation.
type Message struct {
	Role    string // "user", "assistant"; "system" for what newer versions inject
	Content []Block
}

// Block is one content block. Text holds a text block's text, or a tool result's content as text.
type Block struct {
	Type    string // "text", "tool_use", "tool_result", …
	Text    string
	ID      string // of tool_use, and the tool_use that a tool_result answers
	Name    string
	Input   json.RawMessage
	IsError bool
}

// Text returns the message's text blocks, joined by "\n".
func (m Message) Text() string {
	var texts []string
	for _, b := range m.Content {
		if b.Type == "text" {
			texts = append(texts, b.Text)
		}
	}
	return strings.Join(texts, "\n")
}

// lastWords returns the last text block that is not a reminder which claude added to the user's message.
func (m Message) lastWords() string {
	for _, b := range slices.Backward(m.Content) {
		if b.Type == "text" && !strings.HasPrefix(strings.TrimSpace(b.Text), "<system-reminder>") {
			return b.Text
		}
	}
	return ""
}

// parseRequest decodes a body. Content may be a string or a list of blocks, as the API allows.
func parseRequest(raw []byte, header http.Header) (Request, error) {
	var body struct {
		Model    string      `json:"model"`
		Stream   bool        `json:"stream"`
		System   wireContent `json:"system"`
		Messages []struct {
			Role    string      `json:"role"`
			Content wireContent `json:"content"`
		} `json:"messages"`
		Tools []struct {
			Name string `json:"name"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(raw, &body); err != nil {
		return Request{}, err
	}
	r := Request{
		Model: body.Model, Stream: body.Stream, Raw: raw, Header: header,
		System: Message{Content: body.System}.Text(),
	}
	for _, t := range body.Tools {
		r.Tools = append(r.Tools, t.Name)
	}
	for _, m := range body.Messages {
		msg := Message{Role: m.Role, Content: m.Content}
		r.Messages = append(r.Messages, msg)
		if words := msg.lastWords(); m.Role == "user" && words != "" {
			r.LastUser = words
		}
	}
	r.Results = lastResults(r.Messages)
	return r, nil
}

// lastResults returns the tool results after the last assistant message. Newer versions may add a system message after
// them.
func lastResults(messages []Message) []Block {
	var results []Block
	for _, m := range messages {
		if m.Role == "assistant" {
			results = nil
			continue
		}
		for _, b := range m.Content {
			if b.Type == "tool_result" {
				results = append(results, b)
			}
		}
	}
	return results
}

// wireContent decodes the API's "string or list of blocks".
type wireContent []Block

func (c *wireContent) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*c = wireContent{{Type: "text", Text: text}}
		return nil
	}
	var blocks []struct {
		Type      string          `json:"type"`
		Text      string          `json:"text"`
		ID        string          `json:"id"`
		ToolUseID string          `json:"tool_use_id"`
		Name      string          `json:"name"`
		Input     json.RawMessage `json:"input"`
		Content   wireContent     `json:"content"`
		IsError   bool            `json:"is_error"`
	}
	if err := json.Unmarshal(raw, &blocks); err != nil {
		return err
	}
	for _, b := range blocks {
		block := Block{Type: b.Type, Text: b.Text, ID: b.ID + b.ToolUseID, Name: b.Name, Input: b.Input,
			IsError: b.IsError}
		if len(b.Content) > 0 {
			block.Text = Message{Content: b.Content}.Text()
		}
		*c = append(*c, block)
	}
	return nil
}
