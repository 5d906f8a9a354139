package streamjson

// A memo caches what was decoded of the newest line, for all holders of its Event. It belongs to a Decoder or a Parser.
type memo struct {
	count uint64 // of lines so far: tells which the newest is

	head    head    // in the line's own bytes
	message Message // what was read on the way, but for what head and texts have
	texts   []text
	odd     error // what in message was not as expected
	whole   bool  // message is complete, and was given away

	unstopped bool // the message's stop_reason is null
	sidechain bool // isSidechain of the line

	model string // the last one: most messages have the same

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
	if !m.whole { // nobody else has them
		clear(m.message.Content) // not to hold a long input
		blocks = m.message.Content[:0]
	}
	m.head, m.message, m.odd, m.whole = head{}, Message{Content: blocks}, nil, false
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

// decodeOnce calls decode once for a line and returns its result each time.
func decodeOnce[T any](e Event, k *cached[T], decode func(Event) (T, error)) (T, error) {
	if !k.decoded {
		k.body, k.err = decode(e)
		k.decoded = true
	}
	return k.body, k.err
}
