package session

import (
	"slices"
	"time"

	"ccc/internal/session/transcript"
	"ccc/streamjson"
)

// WaitingCall returns the main argument, such as a command or a path, of the first tool call of the last message that
// has no result; "" for none. While claude asks for a permission, it asks for that call (2.1.5, 2.1.197, 2.1.329).
func WaitingCall(path string) (argument string, err error) {
	var calls []streamjson.Block
	newest := "" // the ID of that message
	_, err = transcript.AgentLines(path, 0, func(_ time.Time, e streamjson.Event) {
		m, err := e.Message()
		if err != nil {
			return
		}
		if e.Type == streamjson.TypeAssistant && m.ID != newest { // earlier calls were cut off
			newest, calls = m.ID, nil
		}
		for _, b := range m.Content {
			switch b.Type {
			case "tool_use":
				calls = append(calls, b)
			case "tool_result":
				calls = slices.DeleteFunc(calls, func(c streamjson.Block) bool { return c.ID == b.ToolUseID })
			}
		}
	})
	if err != nil || len(calls) == 0 {
		return "", err
	}
	return calls[0].MainArgument(), nil
}
