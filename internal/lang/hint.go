package lang

import "errors"

// WithHint adds the user's next step to an error.
func WithHint(err error, hint Message) error { return &hintedError{err, hint} }

// HintOf returns the next step of the first error in the chain that has one; it is empty if none has.
func HintOf(err error) Message {
	var hinted interface {
		error
		Hint() Message
	}
	if errors.As(err, &hinted) {
		return hinted.Hint()
	}
	return Message{}
}

// WithHintOf adds the next step of the error, if it has one, on a line of its own.
func (m Message) WithHintOf(err error) Message {
	if hint := HintOf(err); !hint.Empty() {
		return M("%s\n%s", m, hint)
	}
	return m
}

// hintedError is an error and the user's next step.
type hintedError struct {
	error
	hint Message
}

func (e *hintedError) Unwrap() error { return e.error }

// Hint returns the next step.
func (e *hintedError) Hint() Message { return e.hint }
