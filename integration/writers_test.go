package integration

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"ccc/integration/binary"
)

// TestLaunchesBesideWriters: while ccc is launched, another program writes settings.json, in place or by renaming, at a
// different moment of each launch. No key of the user and no written value is lost.
func TestLaunchesBesideWriters(t *testing.T) {
	t.Parallel()
	const launches, keys = 25, 30
	for name, save := range map[string]func(path string, text []byte) error{
		"in place": func(path string, text []byte) error {
			f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			for _, part := range [][]byte{text[:len(text)/2], text[len(text)/2:]} {
				time.Sleep(50 * time.Millisecond) // what the test is about: longer than a launch takes
				if _, err := f.Write(part); err != nil {
					return err
				}
			}
			return nil
		},
		"by renaming": func(path string, text []byte) error {
			if err := os.WriteFile(path+".theirs", text, 0o600); err != nil {
				return err
			}
			return os.Rename(path+".theirs", path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			path := filepath.Join(home, "settings.json")
			theirs := func(n int) []byte {
				object := map[string]any{"last": n}
				for k := range keys {
					object[fmt.Sprint("key", k)] = k
				}
				text, err := json.Marshal(object)
				if err != nil {
					t.Error(err)
				}
				return text
			}
			write(t, path, string(theirs(-1)))
			for n := range launches {
				written := make(chan error, 1)
				time.AfterFunc(time.Duration(n)*time.Millisecond, func() { written <- save(path, theirs(n)) })
				cmd := exec.Command(binary.Path(t))
				cmd.Dir = home
				cmd.Env = []string{"HOME=" + home, "CLAUDE_CONFIG_DIR=" + home, "CCC_CLAUDE=/bin/true", "CCC_LANG=en"}
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("launch %d: %v, %s", n, err, out)
				}
				if err := <-written; err != nil {
					t.Error(err)
				}
				var now map[string]any
				if text, err := os.ReadFile(path); err != nil || json.Unmarshal(text, &now) != nil {
					t.Errorf("launch %d: %v, settings.json holds %.200q", n, err, text)
				}
				if len(now) < keys+1 || now["last"] != float64(n) {
					t.Errorf("launch %d: %d keys are there, and what was written is %v", n, len(now), now["last"])
				}
			}
		})
	}
}
