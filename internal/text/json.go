package text

import (
	"encoding/json"
	"io"
)

// EncodeJSON writes a value as JSON on one line, and a newline. It has no escapes that only HTML needs, so that a
// command such as "a && b" can be read.
func EncodeJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(v)
}
