package claude

import (
	"context"
	"io"
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/text"
	"ccc/ptyio"
)

// versionTime is the time limit for `claude --version`. It takes a second on 2.1.5 and less on later versions; on a
// busy machine it has taken more than 15 s.
const versionTime = time.Minute

// maxVersion is how many bytes of its output are read. It usually has about 20.
const maxVersion = 4 << 10

// Version asks claude for its version. The error has what claude complains of; for a ccc it is a [NestedError].
// Whatever claude does, it has ended, with all that it has started, soon after versionTime, or when ctx is done.
func (b Binary) Version(ctx context.Context, env []string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, versionTime)
	defer cancel()
	child, err := ptyio.Start(ptyio.Command{
		Path: b.Path, Args: append(slices.Clone(b.Args), "--version"), Env: b.Env(env), Pipes: true, Sweep: true,
		Grace: ptyio.Grace{Input: time.Millisecond, Term: time.Second, Drain: 20 * time.Millisecond},
	})
	if err != nil {
		return "", err
	}
	defer child.EndAll()
	child.CloseInput()
	printed := make(chan []byte, 1)
	go func() {
		said, _ := io.ReadAll(io.LimitReader(child, maxVersion)) // the only possible error is the end of the output
		printed <- said
	}()
	var said []byte
	select {
	case said = <-printed:
	case <-ctx.Done():
		return "", lang.Errorf("it says nothing for %s", versionTime)
	}
	if len(said) == maxVersion {
		return "", lang.Errorf("it prints more than %d bytes, and no version", maxVersion)
	}
	select {
	case <-child.Exited():
	case <-ctx.Done():
		return "", lang.Errorf("it has not ended after %s", versionTime)
	}
	status := child.EndAll()
	if words := strings.Fields(string(said)); len(words) > 0 && words[0] == "ccc" {
		return "", &NestedError{Path: b.Path}
	}
	if status.Code != 0 {
		return "", lang.Errorf("%s: %s", status, text.LastWords(child.Stderr()))
	}
	version, _, _ := strings.Cut(strings.TrimSpace(string(said)), " ")
	return text.LastWords(version), nil
}
