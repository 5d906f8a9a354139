package streamjson

import (
	"bytes"
	"strings"
)

// A StreamEvent is an event of the API's stream: a piece of a message that is still being written. The complete
// blocks follow as assistant events.
type StreamEvent struct {
	Type  string // message_start, content_block_start, content_block_delta, …
	Index int    // the block's place in the message; content_block_* only
	// BlockType and ToolName describe the block that begins, with content_block_start.
	BlockType string
	ToolName  string // if BlockType is tool_use
	// With content_block_delta one of these has the new text.
	Text        string
	Thinking    string
	PartialJSON string // of a tool's input
	// Usage counts the message's tokens: the input with message_start, the output so far with message_delta.
	Usage Usage
}

// StreamEvent decodes a stream_event.
func (e Event) StreamEvent() (StreamEvent, error) {
	if !e.isNewest() {
		return e.streamEvent()
	}
	return decodeOnce(e, &e.memo.partial, Event.streamEvent)
}

func (e Event) streamEvent() (StreamEvent, error) {
	if err := e.is(TypeStreamEvent); err != nil {
		return StreamEvent{}, err
	}
	var p StreamEvent
	var started Usage // of message_start, one level deeper
	s := scanner{b: e.Raw}
	err := s.record(func(key []byte) (bool, error) {
		if string(key) != "event" {
			return false, nil
		}
		return true, s.record(func(key []byte) (bool, error) {
			switch string(key) {
			case "type":
				return true, s.stringInto(&p.Type)
			case "index":
				return true, s.intInto(&p.Index)
			case "content_block":
				return true, s.record(func(key []byte) (bool, error) {
					switch string(key) {
					case "type":
						return true, s.stringInto(&p.BlockType)
					case "name":
						return true, s.stringInto(&p.ToolName)
					}
					return false, nil
				})
			case "delta":
				return true, s.record(func(key []byte) (bool, error) {
					switch string(key) {
					case "text":
						return true, s.stringInto(&p.Text)
					case "thinking":
						return true, s.stringInto(&p.Thinking)
					case "partial_json":
						return true, s.stringInto(&p.PartialJSON)
					}
					return false, nil
				})
			case "message":
				return true, s.record(func(key []byte) (bool, error) {
					if string(key) != "usage" {
						return false, nil
					}
					return true, s.usage(&started)
				})
			case "usage":
				return true, s.usage(&p.Usage)
			}
			return false, nil
		})
	})
	if p.Type == "message_start" {
		p.Usage = started
	}
	return p, e.bodyError(err, s.typeErr)
}

// An Edge is the beginning or the end of a message that is being written.
type Edge struct {
	Type       string // message_start, message_delta, message_stop
	StopReason string // with message_delta: why the message ends; "" if unknown
	Usage      Usage  // as in [StreamEvent]
}

// Edge decodes a stream_event that begins or ends a message; ok is false for any other event. Only a message_delta
// proves that a message is complete: 2.1.329 invents a message_stop for a message that was cut off.
func (e Event) Edge() (edge Edge, ok bool) {
	if e.Type != TypeStreamEvent || !bytes.Contains(e.Raw, []byte(`"message_`)) {
		return Edge{}, false
	}
	var body struct {
		Event struct {
			Type  string
			Delta struct {
				StopReason string `json:"stop_reason"`
			}
			Usage   Usage
			Message struct{ Usage Usage }
		}
	}
	if err := e.decode(&body, TypeStreamEvent); err != nil {
		return Edge{}, false
	}
	edge = Edge{body.Event.Type, body.Event.Delta.StopReason, body.Event.Usage}
	if edge.Type == "message_start" {
		edge.Usage = body.Event.Message.Usage
	}
	return edge, strings.HasPrefix(edge.Type, "message_")
}
