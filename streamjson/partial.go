package streamjson

// A StreamEvent is a piece of a message that is still being written, an event
// of the API's stream. The whole blocks come as assistant events afterwards.
type StreamEvent struct {
	Type  string // message_start, content_block_start, content_block_delta, …
	Index int    // the block's place in the message; content_block_* only
	// BlockType and ToolName tell what begins, with content_block_start.
	BlockType string
	ToolName  string // if BlockType is tool_use
	// One of these has what came, with content_block_delta.
	Text        string
	Thinking    string
	PartialJSON string // of a tool's input
	// Usage is the message's: what went in with message_start, what came out so far with message_delta.
	Usage Usage
}

// StreamEvent decodes a stream_event.
func (e Event) StreamEvent() (StreamEvent, error) {
	var body struct {
		Event struct {
			Type  string `json:"type"`
			Index int    `json:"index"`
			Block struct {
				Type string `json:"type"`
				Name string `json:"name"`
			} `json:"content_block"`
			Delta struct {
				Text        string `json:"text"`
				Thinking    string `json:"thinking"`
				PartialJSON string `json:"partial_json"`
			} `json:"delta"`
			Message struct {
				Usage Usage `json:"usage"`
			} `json:"message"`
			Usage Usage `json:"usage"`
		} `json:"event"`
	}
	err := e.decode(&body, TypeStreamEvent)
	v := body.Event
	if v.Type == "message_start" {
		v.Usage = v.Message.Usage
	}
	return StreamEvent{
		Type: v.Type, Index: v.Index,
		BlockType: v.Block.Type, ToolName: v.Block.Name,
		Text: v.Delta.Text, Thinking: v.Delta.Thinking, PartialJSON: v.Delta.PartialJSON, Usage: v.Usage,
	}, err
}
