package fakeapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

type object = map[string]any

// answer writes a reply to a client that asked for a stream or for one JSON object. If ctx ends first, the answer
// stays incomplete.
func answer(ctx context.Context, w http.ResponseWriter, r Reply, id int, model string, stream bool) {
	if r.hang {
		<-ctx.Done()
		abort()
	}
	if r.gate != nil {
		select {
		case <-r.gate:
		case <-ctx.Done():
			abort()
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

// tokens returns what the answer says that it took.
func (r Reply) tokens() tokens {
	if r.used != nil {
		return *r.used
	}
	return tokens{input: 10, output: 5}
}

// message returns the envelope that message_start and a complete answer share.
func message(r Reply, id int, model string, content []object, stop any) object {
	return object{
		"id": fmt.Sprintf("msg_scripted_%06d", id), "type": "message", "role": "assistant", "model": model,
		"content": content, "stop_reason": stop, "stop_sequence": nil,
		"usage": object{
			"input_tokens": r.tokens().input, "output_tokens": r.tokens().output,
			"cache_read_input_tokens": r.cacheTokens, "cache_creation_input_tokens": r.tokens().written,
		},
	}
}

func toolID(id, index int) string { return fmt.Sprintf("toolu_scripted_%06d_%d", id, index) }

func writeStream(ctx context.Context, w http.ResponseWriter, r Reply, id int, model string) {
	startBody(w, "text/event-stream")
	over := false // cut
	event := func(name string, data object) {
		if over {
			return
		}
		data["type"] = name
		raw, _ := json.Marshal(data) // maps of strings, numbers and RawMessage: always possible
		send(w, fmt.Sprintf("event: %s\ndata: %s\n\n", name, raw))
		if r.cut != nil && r.cut.after == name {
			over = true
			r.cut.breakOff(w)
		}
	}
	delta := func(index int, d object) { event("content_block_delta", object{"index": index, "delta": d}) }

	event("message_start", object{"message": message(r, id, model, []object{}, nil)})
	for i, b := range r.blocks {
		if b.tool != "" {
			use := object{"type": "tool_use", "id": toolID(id, i), "name": b.tool, "input": object{}}
			event("content_block_start", object{"index": i, "content_block": use})
			delta(i, object{"type": "input_json_delta", "partial_json": string(b.input)})
		} else {
			event("content_block_start", object{"index": i, "content_block": object{"type": "text", "text": ""}})
			eachChunk(ctx, b, func(s string) { delta(i, object{"type": "text_delta", "text": s}) })
		}
		event("content_block_stop", object{"index": i})
	}
	event("message_delta", object{
		"delta": object{"stop_reason": r.stopReason(), "stop_sequence": nil},
		"usage": object{"output_tokens": r.tokens().output},
	})
	event("message_stop", object{})
}

func writeWhole(ctx context.Context, w http.ResponseWriter, r Reply, id int, model string) {
	content := []object{}
	for i, b := range r.blocks {
		if b.tool != "" {
			content = append(content, object{"type": "tool_use", "id": toolID(id, i), "name": b.tool, "input": b.input})
			continue
		}
		var text strings.Builder
		eachChunk(ctx, b, func(s string) { text.WriteString(s) })
		content = append(content, object{"type": "text", "text": text.String()})
	}
	if r.cut != nil {
		raw, _ := json.Marshal(message(r, id, model, content, r.stopReason()))
		startBody(w, "application/json")
		send(w, string(raw[:len(raw)/2]))
		r.cut.breakOff(w)
		return
	}
	writeJSON(w, http.StatusOK, nil, message(r, id, model, content, r.stopReason()))
}

// breakOff breaks the response off.
func (c *cut) breakOff(w http.ResponseWriter) {
	switch c.how {
	case Closed:
		abort()
	case Reset:
		reset(w)
	case Failed:
		send(w, "event: error\ndata: {\"type\":\"error\",\"error\":"+
			"{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n")
	case Ended: // the server ends the response when the handler returns
	}
}

// eachChunk calls emit with the block's text, whole or as it comes. It aborts the answer if ctx ends first.
func eachChunk(ctx context.Context, b outBlock, emit func(string)) {
	if b.chunks == nil {
		emit(b.text)
		return
	}
	for {
		select {
		case s, more := <-b.chunks:
			if !more {
				return
			}
			emit(s)
		case <-ctx.Done():
			abort()
		}
	}
}
