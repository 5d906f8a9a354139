package streamjson

// A Parser makes events of lines that were split elsewhere. The zero value is ready.
type Parser struct{ d Decoder }

// Parse makes an event of one line, without its newline. The error is a *[SyntaxError] without a Line and an Offset,
// and the event has no Line either. The event is valid as long as line is.
func (p *Parser) Parse(line []byte) (Event, error) {
	p.d.limit = MaxLine
	e, ok, err := p.d.event(line)
	if err == nil && !ok {
		err = errNoObject
	}
	if err != nil {
		return Event{}, p.d.syntaxError(line, 0, err)
	}
	return e, nil
}
