// Package transcript reads Claude Code's own file of a session: what the user said, what the last turn did, and which
// messages wait (docs/design/claude.md, "Session files").
package transcript

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/streamjson"
)

// A Transcript has what Claude Code's own file of a session says at one moment: what the user said and typed, what
// the last turn did, and which messages wait. docs/design/claude.md, "Session files", describes the file.
type Transcript struct {
	Messages []Message   // by the user, oldest first; those before a /compact are there, too
	Commands []Command   // slash commands that the user typed, oldest first
	Turn     Turn        // the last turn
	Stops    []time.Time // times at which turns ended in which a Stop hook runs, oldest first
	Queued   []string    // typed by the user and still waiting, oldest first; a command begins with "/"
	Taken    []string    `json:",omitempty"` // by the user, and left the queue as the next prompt, which has no entry yet
	Answers  []Answer    `json:",omitempty"` // the agent's newest answers to findings of reviewers, oldest first
	Tools    int         // tool calls of the main thread
	Wrote    []Written   // files that the agent's file tools wrote, oldest first
	Mode     string      // the permission mode, such as "plan"; "" if the file does not say it (2.1.5)
	Title    string      // given by the user; "" for none (2.1.329)
	Dir      string      // in which the session began; "" if the file does not say it
	Version  string      // of the Claude Code that got the agent's last message
	Model    string      // that wrote that message
	Tokens   int64       // tokens in the request for that message, with cached ones
}

// A Message is something that the user said to the agent: a prompt, a message while the agent worked, or a slash
// command with words. Of /supervisor and /supervisoroff only the words are here.
type Message struct {
	ID   string // the entry's uuid, or the message's time: 2.1.5 has no entry for a message while a tool ran
	Text string
	Time time.Time // zero if the file does not say it
}

// A Command is a slash command that the user typed, including commands that no model saw, and commands that failed. A
// command that the agent called with its Skill tool is not one.
type Command struct {
	ID    string // as in [Message]
	Name  string // without the slash
	Args  string
	Time  time.Time
	After int // how many of the Messages are older
	// AsText is when the agent got it as mere text, of which no hook was told; zero for another command.
	AsText time.Time `json:",omitzero"`
}

// An Answer is what the agent said about a finding, in a line such as "F2: the reason".
type Answer struct {
	Text string
	Time time.Time
}

// maxAnswers is how many answers are kept.
const maxAnswers = 40

// Written is a file that a tool of the agent wrote.
type Written struct {
	Path  string // as the tool's input has it
	After int    // how many of the Messages are older
}

// A Turn is what happened since the user's last prompt or a hook's feedback. A message while the agent works begins no
// turn, and neither does a notification of a background task.
type Turn struct {
	Start  string // uuid of the entry that began it, "" for none
	Asked  bool   // a model was asked; it answered or failed
	Tools  int    // tool calls of the main thread
	Last   string // id of the agent's last message
	Text   string // the text of that message
	Failed bool   // the last message is an error of the API; 2.1.5 runs Stop hooks then, too
	// Ended is true if the last message ends the turn and no Stop hook has ended since. It is true while the Stop hook
	// of this turn runs.
	Ended bool
	open  bool // the file has no end of the turn: no last message, no interruption, no end of Stop hooks
}

// Read reads the transcript at path.
func Read(path string) (Transcript, error) {
	r := reader{}
	err := events(path, func(e streamjson.Event) error {
		if r.add(e); r.size() > maxKept {
			return lang.Errorf("the user's messages in it are larger than %d MiB", maxKept>>20)
		}
		return nil
	})
	r.settleQueue()
	return r.transcript(), err
}

// 2.1.197 and 2.1.329 run the Stop hook before they have written the end of the turn: it was in the file 20 to 85 ms
// after the hook began, and later on a busy machine. 2.1.5 writes first, but for a busy machine. To wait in vain costs
// the user this time before a review; to wait too little costs a review that does not have what the agent has done.
const (
	Lag     = 3 * time.Second  // how long to wait for the end of a turn of which the file has nothing
	lagOpen = 10 * time.Second // the same for a turn of which the file has the beginning: its end will come
	Poll    = 10 * time.Millisecond
)

// QueuedPrompts returns the messages that claude has taken from its queue and joined into a prompt (2.1.5), of which it
// is about to call a hook; nil if the prompt is not several messages.
func QueuedPrompts(path, prompt string) []string {
	s, err := Read(path)
	if err != nil {
		return nil
	}
	all := slices.Concat(s.Taken, s.Queued) // the file may not have yet that they were taken
	for n := len(all); n > 1; n-- {
		if strings.TrimSpace(strings.Join(all[:n], "\n")) == strings.TrimSpace(prompt) {
			return all[:n]
		}
	}
	return nil
}

// ReadAtStop reads the transcript for a Stop hook. It waits for the end of the turn: for 3 s, or for 10 s if the file
// has the turn's beginning. Turn.Ended says whether the end came. last is the last_assistant_message of the hook's
// input, "" if there is none (2.1.5). seen reports whether a turn was seen before. A seen turn may be an earlier one,
// in which the agent said the same, so ReadAtStop then waits for a newer one.
func ReadAtStop(ctx context.Context, path, last string, seen func(Turn) bool) (Transcript, error) {
	return readUntil(ctx, path, func(t Turn) bool { return t.endsWith(last) && !seen(t) })
}

// AwaitEnd waits as [ReadAtStop] does until the transcript has the end of a turn whose last message is known, be it
// that Stop hooks have run since: a claude that is started with the session then has all of it. isWhole is false if
// the end did not come.
func AwaitEnd(ctx context.Context, path, last string) (isWhole bool, err error) {
	has := func(t Turn) bool { return !t.open && strings.HasSuffix(t.Text, strings.TrimSpace(last)) }
	s, err := readUntil(ctx, path, has)
	return err == nil && has(s.Turn), err
}

func readUntil(ctx context.Context, path string, enough func(Turn) bool) (s Transcript, err error) {
	size, began := int64(-1), time.Now()
	for {
		if info, statErr := os.Stat(path); statErr != nil {
			err = lang.Errorf("read the transcript: %w", statErr)
		} else if info.Size() != size {
			size = info.Size()
			if s, err = Read(path); err == nil && enough(s.Turn) {
				return s, nil
			}
		}
		if waited := time.Since(began); waited >= lagOpen || waited >= Lag && !s.Turn.open {
			return s, err
		}
		select {
		case <-time.After(Poll):
		case <-ctx.Done():
			return s, err
		}
	}
}

// endsWith reports whether the turn has ended with the text. The hook's input has all blocks of the last message, or
// only the last block.
func (t Turn) endsWith(last string) bool {
	return t.Ended && strings.HasSuffix(t.Text, strings.TrimSpace(last))
}

// The agent can write its own transcript, so the reader limits how many bytes it takes from one.
const (
	maxTranscript = 512 << 20
	maxEntry      = 16 << 20 // a longer line, such as one with a large image, is skipped
	maxKept       = 16 << 20 // of the user's messages, and of the names of the files that the agent wrote
)

// openTranscript opens a transcript of a bounded size.
func openTranscript(path string) (*os.File, error) {
	f, err := file.Open(path)
	if err != nil {
		return nil, lang.Errorf("read the transcript: %w", err)
	}
	if info, err := f.Stat(); err == nil && info.Size() > maxTranscript {
		f.Close()
		return nil, lang.Errorf("read the transcript: %s is larger than %d MiB", path, maxTranscript>>20)
	}
	return f, nil
}

// events calls add for each line, until add returns an error. A line that is not JSON is skipped: the last one may be
// half written.
func events(path string, add func(streamjson.Event) error) error {
	f, err := openTranscript(path)
	if err != nil {
		return err
	}
	defer f.Close()
	decoder := streamjson.NewDecoder(f)
	decoder.Limit(maxEntry)
	for {
		e, err := decoder.Next()
		var bad *streamjson.SyntaxError
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &bad):
			continue
		case err != nil:
			return lang.Errorf("read the transcript: %w", err)
		}
		if err := add(e); err != nil {
			return lang.Errorf("read the transcript: %w", err)
		}
	}
}
