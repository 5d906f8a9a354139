package loop

import "slices"

// Record is something that the machine reacted to, or did, to be recorded. A [Replay] of the same records in the same
// order takes the same decisions. Lines of agent and reviewer are recorded elsewhere, except those that are not
// events.
type Record struct {
	Kind  RecordKind
	Input Input // RecordInput
	// RecordSent; RecordClaims: for the agent; RecordExited: how; RecordSilent: for how long; RecordStray: the
	// beginning of the line
	Text    string
	From    string  // RecordSent: the sender, or SentInterrupt; RecordPhase: the phase before
	ID      string  // RecordSent: the id of the message or of the control request
	Phase   Phase   // RecordPhase: the new one
	Tokens  int64   // RecordTokens: tokens that the agent's process has read and written
	Round   int     // RecordPhase; RecordReviewed: from 1
	Verdict Verdict // RecordReviewed, also without a verdict
}

// RecordKind is the kind of a record.
type RecordKind uint8

// The kinds of records. All but RecordStray come from the goroutine of [Run], in the order in which the machine
// handled them. A line of the agent is observed before the record of what it meant.
const (
	RecordNone     RecordKind = iota
	RecordInput               // the user did something, and the machine reacted
	RecordStarted             // the agent began a turn
	RecordEnded               // the agent ended a turn
	RecordExited              // the agent's process ended by itself
	RecordReviewed            // a review ended
	RecordClaims              // the claims of a stop without a review were looked at
	RecordTimer               // a wait is over
	RecordTokens              // the agent's turn was ended at the limit on tokens: Tokens so far
	RecordSilent              // the agent printed nothing for too long
	RecordPhase               // the phase changed
	RecordSent                // something was sent to the agent
	RecordStray               // the agent printed a line that is not an event; from the goroutine that reads the line
)

// SentInterrupt is the From of a request that stopped a turn.
const SentInterrupt = "interrupt"

func (s sender) name() string { return [...]string{"supervisor", "person", "ccc"}[s] }

func (d *driver) record(r Record) {
	if d.Record != nil && r.Kind != RecordNone {
		d.Record(r)
	}
}

// recordOf returns the record of an event that the machine handles.
func recordOf(e event, round int) Record {
	if i := slices.Index(inputKinds[:], e.kind); i >= 0 {
		return Record{Kind: RecordInput, Input: Input{Kind: InputKind(i), Text: e.text, N: e.number, Saved: e.saved}}
	}
	switch e.kind {
	case eventTurnStarted:
		return Record{Kind: RecordStarted}
	case eventTurnEnded:
		return Record{Kind: RecordEnded}
	case eventExited:
		return Record{Kind: RecordExited, Text: e.text}
	case eventReviewed:
		return Record{Kind: RecordReviewed, Verdict: e.verdict, Round: round}
	case eventClaims:
		return Record{Kind: RecordClaims, Text: e.text}
	case eventTimer:
		return Record{Kind: RecordTimer}
	case eventSilent:
		return Record{Kind: RecordSilent, Text: e.silence.String()}
	}
	return Record{}
}
