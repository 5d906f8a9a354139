package prepush

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// List is the path of a file with the hooks that ccc has written, so that ccc uninstall finds all of them.
type List string

// Add adds a hook.
func (l List) Add(hook string) error {
	return file.Update(string(l), file.Own, func(old []byte) ([]byte, error) {
		hooks, err := parse(old)
		if err != nil || slices.Contains(hooks, hook) {
			return old, err
		}
		text, err := json.Marshal(append(hooks, hook))
		return append(text, '\n'), err
	})
}

// Hooks returns all.
func (l List) Hooks() ([]string, error) {
	text, err := file.ReadOwn(string(l))
	if err != nil {
		return nil, err
	}
	hooks, err := parse(text)
	if err != nil {
		err = lang.Errorf("read %s: %w", string(l), err)
	}
	return hooks, err
}

// Clear removes the list.
func (l List) Clear() error {
	if err := os.Remove(string(l)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func parse(text []byte) (hooks []string, err error) {
	if len(text) > 0 {
		err = json.Unmarshal(text, &hooks)
	}
	return hooks, err
}
