package fakeapi

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// Reply is what the model answers to one request. Make it with the functions below.
type Reply struct {
	blocks      []outBlock
	stop        string // stop_reason; "" derives it from the blocks
	gate        <-chan struct{}
	hang        bool
	cut         *cut
	cacheTokens int // tokens that came from a cache
	used        *tokens
	fail        *failure
}

// tokens are what an answer says that it took, but for those from a cache.
type tokens struct{ input, written, output int }

// cut breaks an answer off.
type cut struct {
	after string // the name of the stream's event
	how   How
}

// How an answer is broken off.
type How uint8

// The ways to break an answer off.
const (
	Closed How = iota // the connection is closed in the middle of the response
	Reset             // the same by a TCP reset: the client may lose what it has not read yet
	Ended             // the response ends properly, too early
	Failed            // an event "error" says that the API is overloaded, and ends the response
)

// outBlock is one content block of an answer: text, text that comes in chunks, or a tool call.
type outBlock struct {
	text   string
	chunks <-chan string
	tool   string
	input  json.RawMessage
}

// failure is an answer that is no message.
type failure struct {
	status        int
	kind, message string
	header        http.Header
}

// Text answers with one text block and ends the turn.
func Text(s string) Reply { return Texts(s) }

// Texts answers with one text block for each argument; none gives an empty message.
func Texts(texts ...string) Reply {
	var r Reply
	for _, s := range texts {
		r.blocks = append(r.blocks, outBlock{text: s})
	}
	return r
}

// Tool answers with a tool call. Input is marshalled; it panics if it cannot be.
func Tool(name string, input any) Reply {
	raw, err := json.Marshal(input)
	if err != nil {
		panic(fmt.Sprintf("fakeapi: input of %s: %v", name, err))
	}
	return Reply{blocks: []outBlock{{tool: name, input: raw}}}
}

// Slow answers with one text block whose chunks the test sends; closing the channel ends the block. A chunk
// received from an unbuffered channel has not yet been written, but everything before it has.
func Slow(chunks <-chan string) Reply { return Reply{blocks: []outBlock{{chunks: chunks}}} }

// Hang sends no byte, headers included, until the client goes away or the server ends.
func Hang() Reply { return Reply{hang: true} }

// Error answers with an HTTP error in the API's form. The header may be nil.
//
// Claude repeats requests: 2.1.5 repeats every failed request without Stream; 2.1.329 tries a 400 six times, with other
// features each time; all versions retry 401, 429, 5xx and 529 for minutes, unless CLAUDE_CODE_MAX_RETRIES is 0 or the
// header x-should-retry is "false". 403 is final.
func Error(status int, kind, message string, header http.Header) Reply {
	return Reply{fail: &failure{status, kind, message, header}}
}

// Cut breaks a stream off after its first event of that name: message_start, content_block_start, content_block_delta,
// content_block_stop or message_delta. Of an answer that is no stream, half is sent.
//
// Claude asks again: see [Error].
func (r Reply) Cut(after string, how How) Reply {
	r.cut = &cut{after, how}
	return r
}

// And appends the blocks of other: Text("let me look").And(Tool("Bash", …)).
func (r Reply) And(other Reply) Reply {
	r.blocks = append(append([]outBlock(nil), r.blocks...), other.blocks...)
	return r
}

// After holds the reply back until gate is closed (or the client goes away). No byte is sent before.
func (r Reply) After(gate <-chan struct{}) Reply {
	r.gate = gate
	return r
}

// Read makes the answer say that this many tokens of the request came from the cache.
func (r Reply) Read(tokens int) Reply {
	r.cacheTokens = tokens
	return r
}

// Used makes the answer say how many tokens it took: new ones of the request, those of them that were written to the
// cache, and those of the answer.
func (r Reply) Used(input, written, output int) Reply {
	r.used = &tokens{input, written, output}
	return r
}

// Stop sets the stop reason, if it is not to be end_turn or, for a tool call, tool_use.
func (r Reply) Stop(reason string) Reply {
	r.stop = reason
	return r
}

func (r Reply) stopReason() string {
	if r.stop != "" {
		return r.stop
	}
	for _, b := range r.blocks {
		if b.tool != "" {
			return "tool_use"
		}
	}
	return "end_turn"
}

func (f *failure) write(w http.ResponseWriter) {
	writeJSON(w, f.status, f.header, object{
		"type": "error", "request_id": "req_scripted", "error": object{"type": f.kind, "message": f.message},
	})
}
