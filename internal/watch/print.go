package watch

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/terminal"
	"ccc/internal/text"
)

// Print shows the recording at path as text, as it is written, until its session ends.
func Print(ctx context.Context, c Config, path string, out io.Writer, width func() int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	summary, err := session.Summarize(path)
	if err != nil {
		return err
	}
	f := newFollower(c, ofSummary(summary))
	shown := terminal.New(out, terminal.Options{Width: width, Dir: summary.Header.Dir, Lang: c.Language, Now: f.now})
	err = f.run(ctx, watchDirs(ctx, string(c.State), c.State.Recordings()), shown)
	shown.Leave()
	if err == nil {
		shown.Note(c.Language.Text(ended(f.at())))
		if err = shown.Err(); err != nil {
			return lang.Errorf("write: %w", err)
		}
	}
	return whole(err)
}

// Stream prints a line of JSON for each session that runs, and again whenever something of it changes, also that it has
// ended; with a path for that one alone, until it ends.
func Stream(ctx context.Context, c Config, path string, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ch := watchDirs(ctx, string(c.State), c.State.Recordings())
	b := newBoard(ctx, c, ch)
	if path != "" {
		summary, err := session.Summarize(path)
		if err != nil {
			return err
		}
		b.only = []session.Summary{summary}
	}
	told := make(map[string]line)
	for {
		changed := ch.wait()
		list, err := b.sessions()
		if path != "" && err == nil && !list[0].Running { // all that it came to
			if f := b.followers[path]; f != nil {
				err = f.failed()
			} else {
				list, err = Now(ctx, c, path)
			}
		}
		if err != nil && len(list) == 0 {
			return err
		}
		for _, s := range append(list, gone(told, list)...) {
			before, known := told[key(s)]
			if path == "" && !s.Running && !known {
				continue
			}
			object, err := json.Marshal(s)
			if err != nil {
				return fmt.Errorf("tell of session %s: %w", s.ID, err)
			}
			if !bytes.Equal(object, before.text) {
				told[key(s)] = line{s, object}
				if _, err := out.Write(append(text.SafeJSON(object), '\n')); err != nil {
					return err
				}
			}
		}
		if path != "" && !list[0].Running {
			return whole(err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-changed:
		}
	}
}

// line is what was printed last of a session.
type line struct {
	Session
	text []byte
}

// gone are those that were told to run and are not listed any more: nothing is written of the end of a session in
// Claude's own screen of which there is no recording. One that has a recording by now is told of by that.
func gone(told map[string]line, list []Session) (ended []Session) {
	for id, last := range told {
		switch {
		case !last.Running || slices.ContainsFunc(list, func(s Session) bool { return key(s) == id }):
		case slices.ContainsFunc(list, func(s Session) bool { return s.Running && s.Launch == last.Launch }):
			delete(told, id)
		default:
			last.Since = time.Now()
			last.end()
			ended = append(ended, last.Session)
		}
	}
	return ended
}
