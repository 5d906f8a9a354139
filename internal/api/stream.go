package api

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

type object = map[string]any

// answer writes a reply to a client that asked for a stream, or for one JSON object. When ctx ends first the answer is
// left as it is, broken off.
func answer(ctx context.Context, w *response, r Reply, id int, model string, stream bool) {
	if r.hang {
		<-ctx.Done()
		return
	}
	if r.gate != nil {
		select {
		case <-r.gate:
		case <-ctx.Done():
			return
		}
	}
	switch {
	case r.fail != nil:
		r.fail.write(w)
	case stream:
		writeStream(ctx, w, r, id, model)
	default:
		writeWhole(ctx, w, r, id, model)
	}
}

// message is the envelope that message_start and a whole answer share.
func message(r Reply, id int, model string, content []object, stop any) object {
	return object{
		"id": fmt.Sprintf("msg_scripted_%06d", id), "type": "message", "role": "assistant", "model": model,
		"content": content, "stop_reason": stop, "stop_sequence": nil,
		"usage": object{
			"input_tokens": 10, "output_tokens": 5, "cache_read_input_tokens": r.read, "cache_creation_input_tokens": 0,
		},
	}
}

func toolID(id, index int) string { return fmt.Sprintf("toolu_scripted_%06d_%d", id, index) }

func writeStream(ctx context.Context, w *response, r Reply, id int, model string) {
	w.start("text/event-stream")
	over := false // cut
	send := func(name string, data object) {
		if over {
			return
		}
		data["type"] = name
		raw, _ := json.Marshal(data) // maps of strings, numbers and RawMessage: always possible
		w.chunk(fmt.Sprintf("event: %s\ndata: %s\n\n", name, raw))
		if r.cut != nil && r.cut.after == name {
			over = true
			r.cut.end(w)
		}
	}
	delta := func(index int, d object) { send("content_block_delta", object{"index": index, "delta": d}) }

	send("message_start", object{"message": message(r, id, model, []object{}, nil)})
	for i, b := range r.blocks {
		if b.tool != "" {
			use := object{"type": "tool_use", "id": toolID(id, i), "name": b.tool, "input": object{}}
			send("content_block_start", object{"index": i, "content_block": use})
			delta(i, object{"type": "input_json_delta", "partial_json": string(b.input)})
		} else {
			send("content_block_start", object{"index": i, "content_block": object{"type": "text", "text": ""}})
			if !eachChunk(ctx, b, func(s string) { delta(i, object{"type": "text_delta", "text": s}) }) {
				return
			}
		}
		send("content_block_stop", object{"index": i})
	}
	send("message_delta", object{
		"delta": object{"stop_reason": r.stopReason(), "stop_sequence": nil}, "usage": object{"output_tokens": 5},
	})
	send("message_stop", object{})
	if !over {
		w.finish()
	}
}

func writeWhole(ctx context.Context, w *response, r Reply, id int, model string) {
	content := []object{}
	for i, b := range r.blocks {
		if b.tool != "" {
			content = append(content, object{"type": "tool_use", "id": toolID(id, i), "name": b.tool, "input": b.input})
			continue
		}
		var text strings.Builder
		if !eachChunk(ctx, b, func(s string) { text.WriteString(s) }) {
			return
		}
		content = append(content, object{"type": "text", "text": text.String()})
	}
	if r.cut != nil {
		raw, _ := json.Marshal(message(r, id, model, content, r.stopReason()))
		w.start("application/json")
		w.chunk(string(raw[:len(raw)/2]))
		r.cut.end(w)
		return
	}
	w.json(200, nil, message(r, id, model, content, r.stopReason()))
}

// end breaks the response off.
func (c *cut) end(w *response) {
	switch c.how {
	case Closed: // it is closed without an end
	case Reset:
		w.reset()
	case Failed:
		w.chunk("event: error\ndata: {\"type\":\"error\",\"error\":" +
			"{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n")
		w.finish()
	case Ended:
		w.finish()
	}
}

// eachChunk calls emit with the block's text, whole or as it comes; false if ctx ended first.
func eachChunk(ctx context.Context, b outBlock, emit func(string)) bool {
	if b.chunks == nil {
		emit(b.text)
		return true
	}
	for {
		select {
		case s, more := <-b.chunks:
			if !more {
				return true
			}
			emit(s)
		case <-ctx.Done():
			return false
		}
	}
}
