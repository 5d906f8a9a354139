package session

import (
	"slices"
	"time"

	"ccc/streamjson"
)

// WaitingCall is what the first call of the newest message works on that has no result yet: a command, a path. While claude
// asks for a permission that is the call it asks about (2.1.5, 2.1.197, 2.1.329). "" if there is none.
func WaitingCall(path string) (argument string, err error) {
	var calls []streamjson.Block
	newest := "" // message
	_, err = AgentLines(path, 0, func(_ time.Time, e streamjson.Event) {
		m, err := e.Message()
		if err != nil {
			return
		}
		if e.Type == streamjson.TypeAssistant && m.ID != newest { // what was called before was cut off
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
