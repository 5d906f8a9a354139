package session

import (
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/claims"
	"ccc/internal/file"
	"ccc/internal/secret"
	"ccc/internal/session/transcript"
	"ccc/streamjson"
)

// ReadClaims reads a session of any format and calls emit for each stop of the agent, with its claims there.
// path is the session's file, "" if it is unknown. Next to claude's own file are the files of its subagents, whose
// lines are read in the order of their times. Secrets are masked in quotes. damage describes the first line that
// could not be read, nil for none; all other lines were read.
func ReadClaims(
	in io.Reader, path string, project claims.Project, mask *secret.Mask, emit func(claims.Turn),
) (damage, err error) {
	c := newClaimsReader(in, claims.NewReader(project, func(t claims.Turn) {
		maskClaims(t.Claims, mask)
		emit(t)
	}))
	source := c.source
	defer func() { c.agents.close() }()
	for {
		item, err := source.Next()
		switch {
		case errors.Is(err, io.EOF):
			c.agents.addUntil("\xff", c.claims.ReadEvent)
			c.claims.End()
			return damage, nil
		case IsDamage(err):
			damage = cmp.Or(damage, err)
			c.claims.MarkDamage()
			continue
		case err != nil:
			return damage, err
		}
		if source.Format == FormatTranscript && !c.claims.Busy() && item.Event.IsSidechain {
			c.subagent = true
		}
		if path != "" && source.Format == FormatTranscript {
			c.agents, path = findAgents(path, ""), ""
		}
		if c.subagent {
			item.Event.ParentToolUseID = ""
		}
		c.item(item)
	}
}

// maskClaims replaces secrets in what the claims quote: the agent's words, its commands and the names of files.
func maskClaims(list []claims.Claim, mask *secret.Mask) {
	for i := range list {
		c := &list[i]
		c.Text, c.Suggest = mask.Text(c.Text), mask.Text(c.Suggest)
		for k := range c.Steps {
			c.Steps[k].Command, c.Steps[k].File = mask.Text(c.Steps[k].Command), mask.Text(c.Steps[k].File)
		}
	}
}

// claimsReader hands a session's items to a claims.Reader.
type claimsReader struct {
	source *Reader
	claims *claims.Reader
	agents agentFiles
	// subagent says that this is the file of a subagent, so that all its lines are marked as a side conversation.
	subagent bool
}

func newClaimsReader(in io.Reader, r *claims.Reader) *claimsReader {
	lines := newShortLines(in)
	c := &claimsReader{source: newLinesReader(lines), claims: r}
	lines.shortenResult = c.shortenResult
	return c
}

// shortenResult drops the middle of a line of claude's own file: what no claim needs of the result of a tool. The
// lines before it must have been added.
func (c *claimsReader) shortenResult(line []byte) (short []byte, ok bool) {
	if c.source.Format != FormatTranscript {
		return nil, false
	}
	return shortenResult(line, c.claims.NeededOutput)
}

func (c *claimsReader) item(item Item) {
	switch item.Type {
	case TypeLaunch:
		c.claims.SetRoot(item.Launch.Dir)
		if item.Launch.Continues != "" {
			c.claims.MarkBeginning()
		}
	case TypeNotice:
		if item.Continued != nil {
			c.claims.MarkBeginning()
		}
	case TypePerson:
		c.person(item)
	case TypeSent:
		if item.From == "supervisor" || item.From == "ccc" {
			c.claims.ContinueTurn()
		}
	case TypeLine:
		if item.Phase == "review" {
			return
		}
		c.line(item.Event)
	}
}

// person reads what the user said. A command of ccc's own begins no turn; if the agent answers it, this is one more
// stop of the turn before.
func (c *claimsReader) person(item Item) {
	if item.said() == "" {
		return
	}
	asked := transcript.Asked(item.said())
	// While the agent of the loop works, a message joins its turn.
	joins := c.source.Format != FormatTranscript && c.source.Header.Door != DoorHook && c.claims.Busy()
	switch {
	case asked == "":
		c.claims.ContinueTurn()
	case !joins:
		c.claims.BeginTurn(asked)
	}
}

func (c *claimsReader) line(e streamjson.Event) {
	if c.source.Format != FormatTranscript && e.IsSidechain {
		e.ParentToolUseID = cmp.Or(e.ParentToolUseID, "sidechain")
	}
	if len(c.agents.waiting)+len(c.agents.open) > 0 {
		c.agents.addUntil(claims.LineTime(e.Raw), c.claims.ReadEvent)
	}
	if c.source.Format != FormatTranscript && e.Type == streamjson.TypeUser && e.ParentToolUseID == "" {
		if m, err := e.Message(); err == nil && !m.IsSynthetic && transcript.SaidByUser(e) &&
			(!m.IsReplay || !c.claims.Busy()) {
			c.claims.BeginTurn(userText(m))
		}
	}
	if e.Type == streamjson.TypeUser && e.ParentToolUseID == "" && transcript.IsFeedback(e) {
		c.claims.ContinueTurn()
	}
	c.claims.ReadEvent(e)
}

// agentFiles reads the files of a session's subagents.
type agentFiles struct {
	waiting []agentFile // files of which no line was read yet, ordered by time
	open    []*openAgent
}

// lineTime is the format of the times in claude's own files.
const lineTime = "2006-01-02T15:04:05.000Z"

type agentFile struct{ path, start string }

// openAgent is a subagent's file whose next line was read already.
type openAgent struct {
	name   string
	f      *os.File
	source *Reader
	next   streamjson.Event
	time   string
}

// findAgents finds the files of the subagents of the session whose file is at path. It leaves out files that were
// last written before the time since; "" leaves out none.
func findAgents(path, since string) (a agentFiles) {
	names, _ := filepath.Glob(filepath.Join(strings.TrimSuffix(path, ".jsonl"), "subagents",
		"*.jsonl")) // the pattern is valid
	for _, name := range names {
		f, err := file.Open(name)
		if err != nil {
			continue // it was removed meanwhile
		}
		if info, err := f.Stat(); err == nil && info.ModTime().UTC().Format(lineTime) < since {
			f.Close()
			continue
		}
		begin := make([]byte, 64<<10)
		n, _ := io.ReadFull(f, begin)
		f.Close()
		a.waiting = append(a.waiting, agentFile{name, claims.LineTime(begin[:n])})
	}
	slices.SortStableFunc(a.waiting, func(x, y agentFile) int { return cmp.Compare(x.start, y.start) })
	return a
}

// addUntil calls add for the subagents' lines that are older than a time.
func (a *agentFiles) addUntil(time string, add func(streamjson.Event)) {
	if time == "" {
		return
	}
	for {
		for len(a.waiting) > 0 && a.waiting[0].start <= time {
			a.begin(a.waiting[0].path)
			a.waiting = a.waiting[1:]
		}
		first := -1
		for i, o := range a.open {
			if o.time <= time && (first < 0 || o.time < a.open[first].time) {
				first = i
			}
		}
		if first < 0 {
			return
		}
		o := a.open[first]
		o.next.ParentToolUseID = o.name
		add(o.next)
		if !o.advance() {
			a.open = slices.Delete(a.open, first, first+1)
		}
	}
}

func (a *agentFiles) begin(path string) {
	f, err := file.Open(path)
	if err != nil {
		return
	}
	if o := (&openAgent{name: filepath.Base(path), f: f, source: newShortReader(f)}); o.advance() {
		a.open = append(a.open, o)
	}
}

// advance reads the next line. At the end it closes the file and returns false.
func (o *openAgent) advance() bool {
	for {
		item, err := o.source.Next()
		switch {
		case IsDamage(err):
			continue
		case err != nil:
			o.f.Close()
			return false
		}
		if t := item.Event.Type; item.Type != TypeLine || t != streamjson.TypeAssistant && t != streamjson.TypeUser {
			continue
		}
		o.next = item.Event
		o.time = cmp.Or(claims.LineTime(item.Event.Raw), o.time)
		return true
	}
}

func (a *agentFiles) close() {
	for _, o := range a.open {
		o.f.Close()
	}
}
