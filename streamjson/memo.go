package streamjson

// A memo keeps what was decoded of the newest line, for all who hold its Event. It belongs to a Decoder or a Parser.
type memo struct {
	count uint64 // of lines so far: tells which the newest is

	head    head    // in the line's own bytes
	message Message // what was read on the way, but for what head and texts have
	texts   []text
	odd     error // what in message was not as expected
	whole   bool  // message is complete, and was given away

	unstopped bool // the message's stop_reason is null

	model string // the last one: most messages have the same

	partial kept[StreamEvent]
	result  kept[Result]
}

// kept is what a method gave for the newest line.
type kept[T any] struct {
	is   bool
	body T
	err  error
}

// next forgets the line before.
func (m *memo) next() *memo {
	m.count++
	var blocks []Block
	if !m.whole { // nobody else has them
		clear(m.message.Content) // not to hold a long input
		blocks = m.message.Content[:0]
	}
	m.head, m.message, m.odd, m.whole = head{}, Message{Content: blocks}, nil, false
	m.unstopped = false
	m.texts = m.texts[:0]
	if m.partial.is {
		m.partial = kept[StreamEvent]{}
	}
	if m.result.is {
		m.result = kept[Result]{}
	}
	return m
}

// fresh says that the memo is of the event's line. It is not if the event is no longer the newest, or if no Decoder
// made it.
func (e Event) fresh() bool { return e.memo != nil && e.memo.count == e.count }

// once gives what decode gives, and calls it once for a line.
func once[T any](e Event, k *kept[T], decode func(Event) (T, error)) (T, error) {
	if !k.is {
		k.body, k.err = decode(e)
		k.is = true
	}
	return k.body, k.err
}
