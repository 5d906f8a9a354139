package streamjson

import (
	"encoding/json"
	"fmt"
)

// decode fills body, a pointer to a struct, if the event has the type and one of the subtypes. Without subtypes any
// will do.
//
// A field of an unexpected type is an error, but the other fields are filled, as encoding/json does.
func (e Event) decode(body any, t Type, subtypes ...string) error {
	if err := e.is(t, subtypes...); err != nil {
		return err
	}
	if err := json.Unmarshal(e.Raw, body); err != nil {
		return fmt.Errorf("streamjson: line %d, %s: %w", e.Line, e.kind(), err)
	}
	return nil
}
