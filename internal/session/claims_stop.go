package session

import (
	"bufio"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"ccc/internal/claims"
	"ccc/internal/file"
	"ccc/internal/secret"
	"ccc/internal/session/transcript"
)

// ClaimedStop is a stop of the agent whose claims are checked against its session.
type ClaimedStop struct {
	Transcript string // claude's own file of the session, or of a subagent
	Message    string // the agent's last; "" if only the file has it (2.1.5)
	Dir        string // the project's
	Subagent   bool   // Transcript is the file of a subagent
	Mask       *secret.Mask
}

// Unsupported returns the claims of the last message that the session does not support. It reads the file from its
// end, no further than needed. If more than [maxTail] would be needed, it returns no claims.
//
// Claude writes the end of a turn some time after it has called its hooks. So the last edit may not be in the file
// yet, and the runs before it would seem to support the claims. Therefore the file is read again, for a second at
// most, until it has the message. A message without a claim is not looked up.
func (s ClaimedStop) Unsupported(ctx context.Context) (list []claims.Claim, err error) {
	if s.Message != "" && !claims.MayClaim(s.Message) {
		return nil, nil
	}
	ctx, stop := context.WithTimeout(ctx, transcript.Lag)
	defer stop()
	size := int64(-1)
	for {
		info, statErr := os.Stat(s.Transcript)
		if statErr != nil && !errors.Is(statErr, fs.ErrNotExist) {
			return nil, statErr
		}
		if statErr == nil && info.Size() != size {
			size = info.Size()
			var whole bool
			if list, whole, err = s.judge(size); err != nil || whole {
				return list, err
			}
		}
		select {
		case <-time.After(transcript.Poll):
		case <-ctx.Done():
			if s.Message == "" { // the newest message in the file is of an earlier stop
				return nil, err
			}
			return list, err
		}
	}
}

// How many bytes of a session are read from its end: first a short piece, and if that is not enough, a long one.
const (
	firstTail = 1 << 20
	maxTail   = 12 << 20
)

// judge reads the last size bytes of the file and judges the claims. whole reports whether they have the end of the
// turn.
func (s ClaimedStop) judge(size int64) (list []claims.Claim, whole bool, err error) {
	f, err := file.Open(s.Transcript)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	in := bufio.NewReaderSize(nil, wholeLine)
	for tail := int64(firstTail); ; tail = maxTail {
		from := max(0, size-tail)
		in.Reset(io.NewSectionReader(f, from, size-from))
		r := stopReader{stop: s}
		if err := r.read(in, from > 0); err != nil {
			return nil, false, err
		}
		list = r.unsupported()
		open := slices.ContainsFunc(list, func(c claims.Claim) bool { return c.Reason == claims.NoCommand })
		switch {
		case from == 0, r.hasBegin && !open:
			return list, r.hasMessage, nil
		case tail >= maxTail:
			noCommand := func(c claims.Claim) bool { return c.Reason == claims.NoCommand }
			return slices.DeleteFunc(list, noCommand), r.hasMessage, nil
		}
	}
}

// stopReader reads one piece of a session's file, up to its end.
type stopReader struct {
	stop       ClaimedStop
	last       claims.Turn
	hasBegin   bool // the piece has the user's message that began the turn
	hasMessage bool // it has the agent's last message
}

func (r *stopReader) read(in *bufio.Reader, cut bool) error {
	since, root := "", ""
	if cut { // the rest of a line
		if err := skipLine(in); err != nil {
			return err
		}
		begin, _ := in.Peek(64 << 10)
		since, root = claims.LineTime(begin), r.stop.Dir // the agent may be in another directory by now
	}
	remember := func(t claims.Turn) { r.last = t }
	c := newClaimsReader(in, claims.NewReader(ProjectFiles(r.stop.Dir), remember))
	source := c.source
	c.claims.SetRoot(root)
	c.claims.JudgeOnlyLastTurn()
	c.agents = findAgents(r.stop.Transcript, since)
	defer func() { c.agents.close() }()
	damaged := false // perhaps only because the last line is still being written
	for {
		item, err := source.Next()
		switch {
		case errors.Is(err, io.EOF):
			c.agents.addUntil("\xff", c.claims.ReadEvent)
			r.hasMessage = c.claims.EndWith(r.stop.Message)
			return nil
		case IsDamage(err):
			damaged = true
			continue
		case err != nil:
			return err
		}
		if damaged {
			c.claims.MarkDamage()
			damaged = false
		}
		r.hasBegin = r.hasBegin || item.Type == TypePerson
		if r.stop.Subagent && item.Event.IsSidechain { // in a subagent's file all lines are marked so
			item.Event.ParentToolUseID = ""
		}
		c.item(item)
	}
}

func skipLine(r *bufio.Reader) error {
	for {
		_, err := r.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
	}
}

func (r *stopReader) unsupported() (list []claims.Claim) {
	for _, c := range r.last.Claims {
		if !c.Supported && !c.Evident && r.last.End == claims.Stopped {
			list = append(list, c)
		}
	}
	maskClaims(list, r.stop.Mask)
	return list
}
