package watch

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"ccc/internal/lang"
	"ccc/internal/printable"
	"ccc/internal/recording"
	"ccc/internal/screen"
)

// Print shows the recording at path as text, as it is written, until its session ends.
func Print(ctx context.Context, c Config, path string, out io.Writer, width func() int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	summary, err := recording.Summarize(path)
	if err != nil {
		return err
	}
	f := newFollower(c, ofSummary(summary))
	shown := screen.New(out, screen.Options{Width: width, Dir: summary.Header.Dir, Lang: c.Language, Now: f.now})
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

// Stream prints a line of JSON for each session that runs, and again whenever something of it changes; with a path for
// that one alone, until it ends.
func Stream(ctx context.Context, c Config, path string, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ch := watchDirs(ctx, string(c.State), c.State.Recordings())
	b := newBoard(ctx, c, ch)
	if path != "" {
		summary, err := recording.Summarize(path)
		if err != nil {
			return err
		}
		b.only = []recording.Summary{summary}
	}
	printed := make(map[string][]byte)
	for {
		changed := ch.wait()
		list, err := b.sessions()
		if path != "" && err == nil && !list[0].Running { // all that it came to
			list, err = Now(ctx, c, path)
		}
		if err != nil && len(list) == 0 {
			return err
		}
		for _, s := range list {
			id := key(s)
			if path == "" && !s.Running && printed[id] == nil {
				continue
			}
			text, err := json.Marshal(s)
			if err != nil {
				return fmt.Errorf("tell of session %s: %w", s.ID, err)
			}
			if !bytes.Equal(text, printed[id]) {
				printed[id] = text
				if _, err := out.Write(append(printable.SafeJSON(text), '\n')); err != nil {
					return err
				}
			}
			if path != "" && !s.Running {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-changed:
		}
	}
}
