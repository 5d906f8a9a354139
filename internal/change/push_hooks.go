package change

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// PushHooks is the path of a file with the hooks that ccc has written, so that ccc uninstall finds all of them.
type PushHooks string

// Add adds a hook.
func (l PushHooks) Add(hook string) error {
	return file.Update(string(l), file.Own, func(old []byte) ([]byte, error) {
		hooks, err := parseHooks(old)
		if err != nil || slices.Contains(hooks, hook) {
			return old, err
		}
		text, err := json.Marshal(append(hooks, hook))
		return append(text, '\n'), err
	})
}

// Hooks returns the paths of the hooks in the file.
func (l PushHooks) Hooks() ([]string, error) {
	text, err := file.ReadOwn(string(l))
	if err != nil {
		return nil, err
	}
	hooks, err := parseHooks(text)
	if err != nil {
		err = lang.Errorf("read %s: %w", string(l), err)
	}
	return hooks, err
}

// Clear removes the list.
func (l PushHooks) Clear() error {
	if err := os.Remove(string(l)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func parseHooks(text []byte) (hooks []string, err error) {
	if len(text) > 0 {
		err = json.Unmarshal(text, &hooks)
	}
	return hooks, err
}
