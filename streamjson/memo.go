package streamjson

// A memo caches what was decoded of the newest line, for all copies of its Event. It belongs to a Decoder or a
// Parser.
type memo struct {
	count uint64 // number of lines so far; tells whether an event is the newest

	head       head    // parts of the line's own bytes
	message    Message // what was read so far of the message, without the parts in head and texts
	texts      []text
	typeErr    error // error for the first field in message of an unexpected type
	isComplete bool  // message is complete and was returned to a caller

	unstopped bool // the message's stop_reason is null
	sidechain bool // isSidechain of the line

	model string // the last model: most messages have the same

	partial cached[StreamEvent]
	result  cached[Result]
}

// cached is the result of decoding the newest line.
type cached[T any] struct {
	decoded bool
	body    T
	err     error
}

// next clears the memo for the next line.
func (m *memo) next() *memo {
	m.count++
	var blocks []Block
	if !m.isComplete { // no caller has the slices
		clear(m.message.Content) // so that a long input can be freed
		blocks = m.message.Content[:0]
	}
	m.head, m.message, m.typeErr, m.isComplete = head{}, Message{Content: blocks}, nil, false
	m.unstopped, m.sidechain = false, false
	m.texts = m.texts[:0]
	if m.partial.decoded {
		m.partial = cached[StreamEvent]{}
	}
	if m.result.decoded {
		m.result = cached[Result]{}
	}
	return m
}

// isNewest reports whether the memo belongs to the event's line. It does not if the event is no longer the newest, or
// if no Decoder made it.
func (e Event) isNewest() bool { return e.memo != nil && e.memo.count == e.count }

// decodeOnce calls decode once for a line, and returns the same result in later calls.
func decodeOnce[T any](e Event, k *cached[T], decode func(Event) (T, error)) (T, error) {
	if !k.decoded {
		k.body, k.err = decode(e)
		k.decoded = true
	}
	return k.body, k.err
}
