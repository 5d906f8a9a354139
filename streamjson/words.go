package streamjson

import "encoding/json"

// Words returns the text of a text or an error event: the first of text, content, message, error and result that is a
// string, or an object with a string as its message; "" if there is none. No measured version of Claude Code sends
// these types, so their form is a guess.
func (e Event) Words() (string, error) {
	if e.Type != TypeText {
		if err := e.is(TypeError); err != nil {
			return "", err
		}
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(e.Raw, &fields); err != nil {
		return "", e.bodyError(err, nil)
	}
	for _, name := range []string{"text", "content", "message", "error", "result"} {
		var text string
		var object struct {
			Message string `json:"message"`
		}
		if json.Unmarshal(fields[name], &text) != nil && json.Unmarshal(fields[name], &object) == nil {
			text = object.Message
		}
		if text != "" {
			return text, nil
		}
	}
	return "", nil
}
