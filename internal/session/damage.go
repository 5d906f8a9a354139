package session

import (
	"errors"

	"ccc/internal/lang"
	"ccc/streamjson"
)

// IsDamage reports whether an error of [Reader.Next] concerns one line only, so that the lines after it can be read.
func IsDamage(err error) bool { return !DamageMessage(err).Empty() }

// DamageMessage describes what is wrong with a line of the input. It is empty for an error that concerns more than a
// line.
func DamageMessage(err error) lang.Message {
	var syntax *streamjson.SyntaxError
	var damage *DamageError
	switch {
	case errors.As(err, &syntax):
		return lang.M("line %d, byte %d: %v", syntax.Line, syntax.Offset, syntax.Err)
	case errors.As(err, &damage):
		return lang.M("line %d: %v", damage.Line, damage.Err)
	}
	return lang.Message{}
}
