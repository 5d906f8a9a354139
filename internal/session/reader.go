package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"

	"ccc/internal/lang"
	"ccc/streamjson"
)

// Format is the format of an input.
type Format uint8

// The formats that a [Reader] knows.
const (
	FormatUnknown    Format = iota // no line has shown it yet
	FormatRecording                // docs/reference/recording.md
	FormatStream                   // what claude printed with --output-format stream-json
	FormatTagged                   // what ccc --supervisor printed in that format: each line has its phase
	FormatTranscript               // Claude Code's own file of a session
)

// TypeLaunch is the type of the item that a [Reader] makes of the first line of a recording.
const TypeLaunch = "launch"

// Reader reads an input of any format as the items of a recording. It keeps one line in memory. To the lines of a
// transcript it adds two kinds of items: one for each message of the user, and a result after the last turn if that
// ended.
type Reader struct {
	Header Header // of a recording, known from the first item on
	Format Format // [FormatUnknown] until a line shows it

	decoder *streamjson.Decoder
	parser  streamjson.Parser
	count   counter
	line    int
	open    bool
	later   *Item // the next item, if it was read already
	session sessionFile
}

// NewReader makes a reader of an input of any format.
func NewReader(r io.Reader) *Reader {
	d := &Reader{count: counter{r: r}}
	d.decoder = streamjson.NewDecoder(&d.count)
	d.decoder.Limit(streamjson.MaxLine + envelope)
	return d
}

// envelope is how many bytes a recording adds to a line of claude at most.
const envelope = 128

type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	if err != nil && err != io.EOF {
		if named := new(fs.PathError); errors.As(err, &named) { // the caller names the file
			err = named.Err
		}
	}
	return n, err
}

// A DamageError concerns a line that is JSON, but not of the format. The next line can be read.
type DamageError struct {
	Line int
	Err  error
}

func (e *DamageError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Message returns the error in the user's language.
func (e *DamageError) Message() lang.Message { return lang.M("line %d: %v", e.Line, e.Err) }

// Unwrap returns Err.
func (e *DamageError) Unwrap() error { return e.Err }

// Next returns the next item, or io.EOF at the end. After a *streamjson.SyntaxError or a *DamageError, which concern
// one line, Next may be called again. Any other error comes from the input.
func (r *Reader) Next() (Item, error) {
	if r.later != nil {
		item := *r.later
		r.later = nil
		return item, nil
	}
	e, err := r.decoder.Next()
	if err != nil {
		if err == io.EOF && r.Format == FormatTranscript {
			return r.finish()
		}
		return Item{}, err
	}
	r.line = e.Line
	if r.Format == FormatUnknown {
		r.detect(e)
	}
	if r.Format == FormatUnknown && bytes.HasPrefix(e.Raw, []byte(`{"t":`)) {
		return Item{}, lang.Errorf("line %d: this is a recording whose first line is missing", e.Line)
	}
	switch r.Format {
	case FormatRecording:
		return r.readRecorded(e)
	case FormatTagged:
		return r.readTagged(e)
	case FormatTranscript:
		return r.readTranscript(e)
	}
	r.trackTurn(e)
	return Item{Type: TypeLine, Event: e, Line: e.Line}, nil
}

// Position returns the number of the last line that was read, from 1, and how many bytes were read.
func (r *Reader) Position() (line int, offset int64) { return r.line, r.count.n }

// IsTurnOpen reports whether the last turn has not ended. It is not known for a recording.
func (r *Reader) IsTurnOpen() bool { return r.open }

// trackTurn notes whether a turn is open.
func (r *Reader) trackTurn(e streamjson.Event) {
	switch {
	case e.Type == streamjson.TypeResult:
		r.open = false
	case e.ParentToolUseID == "" && (e.Type == streamjson.TypeAssistant || e.Subtype == "init"):
		r.open = true
	}
}

// detect finds the format. A line that is valid in several formats decides nothing.
func (r *Reader) detect(e streamjson.Event) {
	switch {
	case IsRecording(e.Raw):
		r.Format = FormatRecording
	case bytes.HasPrefix(e.Raw, []byte(`{"phase":"`)):
		r.Format = FormatTagged
	case bytes.Contains(e.Raw, []byte(`"parentUuid":`)):
		r.Format = FormatTranscript
	case e.Type != streamjson.TypeOther && (e.Type != streamjson.TypeSystem || e.Subtype == "init"):
		r.Format = FormatStream
	}
}

// IsRecording reports whether an input with that beginning is a recording.
func IsRecording(begin []byte) bool { return bytes.HasPrefix(begin, []byte(`{"ccc_recording":`)) }

// readRecorded reads a line of a recording.
func (r *Reader) readRecorded(e streamjson.Event) (item Item, err error) {
	if r.Header.Version == 0 {
		if err := json.Unmarshal(e.Raw, &r.Header); err != nil || r.Header.Version > FormatVersion {
			begin := bytes.TrimSpace(e.Raw[:min(len(e.Raw), 80)])
			return item, lang.Errorf("line %d: this is a recording of a newer ccc, or none: %s", e.Line, begin)
		}
		return Item{Type: TypeLaunch, Launch: &r.Header, Line: e.Line}, nil
	}
	item, raw := readQuickly(e.Raw)
	if raw != nil {
		if item.Event, err = r.parser.Parse(raw); err == nil {
			item.Line, item.Event.Line = e.Line, e.Line
			return item, nil
		}
	}
	item = Item{} // a later version may have more fields after raw
	if err := json.Unmarshal(e.Raw, &item); err != nil {
		return item, &DamageError{e.Line, err}
	}
	item.Line = e.Line
	if item.Type == TypeLine && item.Raw != nil {
		if item.Event, err = r.parser.Parse(item.Raw); err != nil {
			var bad *streamjson.SyntaxError
			errors.As(err, &bad)
			return item, &DamageError{e.Line, lang.Errorf("in raw: %w", bad.Err)}
		}
		item.Event.Line = e.Line
	}
	return item, nil
}

// readQuickly reads a line of claude, in the form that a [Writer] writes, without a JSON parser: most lines are such.
// raw is nil for any other line.
func readQuickly(line []byte) (item Item, raw []byte) {
	head, ok := bytes.CutPrefix(line[:min(len(line), 80)], []byte(`{"t":`))
	number, head, ok2 := bytes.Cut(head, []byte(`,"type":"line","phase":"`))
	phase, _, ok3 := bytes.Cut(head, []byte(`","raw":`))
	t, err := strconv.ParseFloat(string(number), 64)
	if !ok || !ok2 || !ok3 || err != nil {
		return Item{}, nil
	}
	item.T = t
	item.Type = TypeLine
	switch string(phase) {
	case "agent":
		item.Phase = "agent"
	case "review":
		item.Phase = "review"
	default:
		return Item{}, nil
	}
	start := len(`{"t":`) + len(number) + len(`,"type":"line","phase":"`) + len(phase) + len(`","raw":`)
	return item, line[start : len(line)-1]
}

// readTagged reads a line that ccc --supervisor printed.
func (r *Reader) readTagged(e streamjson.Event) (item Item, err error) {
	rest := bytes.TrimPrefix(e.Raw, []byte(`{"phase":"`))
	phase, _, _ := bytes.Cut(rest[:min(len(rest), 20)], []byte(`"`))
	item = Item{Type: TypeLine, Phase: string(phase), Line: e.Line}
	switch {
	case len(rest) == len(e.Raw),
		item.Phase != "agent" && item.Phase != "review" && item.Phase != "done" && e.Name != "phase":
		return item, &DamageError{e.Line, lang.Errorf("a line without a phase")}
	case e.Name == "verdict", e.Name == "outcome":
		if err := json.Unmarshal(e.Raw, &item); err != nil {
			return item, &DamageError{e.Line, err}
		}
		if item.Type = TypeVerdict; e.Name == "outcome" {
			item.Type = TypeEnd
		}
		return item, nil
	case e.Name == "phase": // only a replay prints it
		item.Type = TypePhase
		return item, nil
	}
	start := len(`{"phase":"`) + len(phase) + len(`",`) - 1
	if _, after, ok := bytes.Cut(rest[:min(len(rest), 200)], []byte(`","reviewer":"`)); ok && item.Phase == "review" {
		if name, _, ok := bytes.Cut(after, []byte(`"`)); ok {
			item.Reviewer = string(name)
			start += len(`"reviewer":"`) + len(name) + len(`",`)
		}
	}
	e.Raw = e.Raw[min(start, len(e.Raw)-1):]
	e.Raw[0] = '{'
	if item.Event = e; item.Phase == "agent" || item.Phase == "review" {
		r.trackTurn(e)
	}
	return item, nil
}
