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

// Print shows the recording at path as text, while it is written, until its session ends.
func Print(ctx context.Context, c Config, path string, out io.Writer, width func() int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	summary, err := session.Summarize(path)
	if err != nil {
		return err
	}
	f := newFollower(c, c.ofSummary(summary))
	shown := terminal.New(out, terminal.Options{Width: width, Dir: summary.Header.Dir, Lang: c.Language, Now: f.now})
	if f.door == session.DoorHook {
		shown.AsksItself()
	}
	err = f.run(ctx, watchDirs(ctx, c.watchedDirs()...), shown)
	shown.Leave()
	if err == nil {
		shown.Note(c.Language.Text(endMessage(f.sessionState())))
		if err = shown.Err(); err != nil {
			return lang.Errorf("write: %w", err)
		}
	}
	return unlessCanceled(err)
}

// Stream prints a line of JSON for each running session, and again whenever something in that line changes. The last
// line says that the session has ended. With a path it does so for that recording alone, until its session ends.
func Stream(ctx context.Context, c Config, path string, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ch := watchDirs(ctx, c.watchedDirs()...)
	b := newBoard(ctx, c, ch)
	if path != "" {
		summary, err := session.Summarize(path)
		if err != nil {
			return err
		}
		b.chosen = []session.Summary{summary}
	}
	printed := make(map[string]line)
	for {
		changed := ch.nextChange()
		list, err := b.sessions()
		if path != "" && err == nil && !list[0].Running { // the summary does not have all facts
			if f := b.followers[path]; f != nil {
				err = f.readError()
			} else {
				list, err = Now(ctx, c, path)
			}
		}
		if err != nil && len(list) == 0 {
			return err
		}
		for _, s := range append(list, endedSessions(printed, list)...) {
			before, ok := printed[sessionKey(s)]
			if path == "" && !s.Running && !ok {
				continue
			}
			object, err := json.Marshal(s)
			if err != nil {
				return fmt.Errorf("tell of session %s: %w", s.ID, err)
			}
			if !bytes.Equal(object, before.text) {
				printed[sessionKey(s)] = line{s, object}
				if _, err := out.Write(append(text.SafeJSON(object), '\n')); err != nil {
					return err
				}
			}
		}
		if path != "" && !list[0].Running {
			return unlessCanceled(err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-changed:
		}
	}
}

// line is the line that was last printed for a session.
type line struct {
	Session
	text []byte
}

// endedSessions returns the sessions that were printed as running and are no longer listed, because they have ended.
// For a session on Claude Code's own screen without a recording, nothing else says so. A session that has a recording
// by now is listed under that.
func endedSessions(printed map[string]line, list []Session) (ended []Session) {
	for id, last := range printed {
		switch {
		case !last.Running || slices.ContainsFunc(list, func(s Session) bool { return sessionKey(s) == id }):
		case slices.ContainsFunc(list, func(s Session) bool { return s.Running && s.Launch == last.Launch }):
			delete(printed, id)
		default:
			last.Since = time.Now()
			last.markEnded()
			ended = append(ended, last.Session)
		}
	}
	return ended
}
