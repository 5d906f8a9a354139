package supervision

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/ptyio"
)

// edit opens the line in the user's editor, and replaces the line by the text that the editor saved.
func (t *terminalFront) edit(line string, keys <-chan []byte) {
	edited, err := t.runEditor(line, keys)
	if err != nil {
		t.note(lang.M("the line stays as it was: %v", err))
		return
	}
	t.screen.SetLine(edited)
}

// runEditor lets the user edit a text in $VISUAL, $EDITOR or vi. The editor runs on its own pty, and keys and output
// are passed on, because the loop's own read of the terminal cannot be interrupted.
func (t *terminalFront) runEditor(line string, keys <-chan []byte) (edited string, err error) {
	dir, err := os.MkdirTemp("", file.TemporaryPrefix+"line-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir) // an editor may leave a backup in it
	path := filepath.Join(dir, "message.md")
	if err := os.WriteFile(path, []byte(line), 0o600); err != nil {
		return "", err
	}
	editor := cmp.Or(t.Getenv("VISUAL"), t.Getenv("EDITOR"), "vi")
	// sh runs it, because $EDITOR may have arguments in it. A pty of ptyio's begins raw.
	child, err := ptyio.Start(ptyio.Command{
		Path: "/bin/sh", Args: []string{"-c", `stty sane; ` + editor + ` "$@"`, editor, path}, Dir: t.Dir,
		Env: t.EditorEnv, Size: t.tty.Size(), Typed: true,
	})
	if err != nil {
		return "", err
	}
	t.editorProcess.Store(child)
	defer t.editorProcess.Store(nil)
	t.screen.Suspend()
	defer t.screen.Resume()
	shown := make(chan struct{})
	go func() {
		defer t.guard()
		defer close(shown)
		_, _ = io.Copy(t.Out, child) // if the terminal is gone, passKeys ends the editor
	}()
	gone := !passKeys(keys, child)
	if gone {
		child.Kill()
	}
	status := child.End()
	<-shown
	switch {
	case gone:
		t.hangUp()
		return line, nil
	case status.Code == 127:
		return "", lang.Errorf("there is no editor %s: VISUAL or EDITOR names one", editor)
	case status.Code != 0:
		return "", lang.Errorf("the editor %s ended with exit code %d", editor, status.Code)
	}
	text, err := file.Read(path, file.MaxText)
	return strings.TrimRight(string(text), "\n"), err
}

// passKeys sends the typed keys to the child until the child has ended. It returns false if the terminal is gone.
func passKeys(keys <-chan []byte, child *ptyio.Child) bool {
	for {
		select {
		case chunk, ok := <-keys:
			if !ok {
				return false
			}
			child.Send(chunk)
		case <-child.Exited():
			return true
		}
	}
}
