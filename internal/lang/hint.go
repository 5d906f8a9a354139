package lang

// WithHint adds the user's next step to an error.
func WithHint(err error, hint Message) error { return &hintedError{err, hint} }

// hintedError is an error and the user's next step.
type hintedError struct {
	error
	hint Message
}

func (e *hintedError) Unwrap() error { return e.error }

// Hint is the next step.
func (e *hintedError) Hint() Message { return e.hint }
