package config

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2"
)

// Launch is what claude gets by --settings: a file or, where there is nothing secret in it, JSON.
type Launch struct {
	Agent    string // "" for none
	Reviewer string // without hooks (A11, Decided 5)
}

// noHooks turns off the hooks of every source; an empty list of hooks would turn off none (contract, fact 5).
const noHooks = `{"disableAllHooks":true}`

// Prepare writes the settings of a launch into dir: the file's, over them the provider's, over them what the person
// gave by --settings. lookup is the environment, for ${VAR}.
func (f File) Prepare(dir string, p *Provider, given []string, lookup func(string) (string, bool)) (Launch, error) {
	settings := merge(f.Settings, nil)
	name := "default"
	if p != nil {
		settings, name = merge(settings, merge(p.Settings, nil)), p.Name
	}
	if env, ok := settings["env"].(map[string]any); ok {
		settings["env"] = maps.Clone(env) // expand writes to it
	}
	if err := expand(settings, lookup); err != nil {
		return Launch{}, err
	}
	for _, g := range given {
		extra, err := readSettings(g)
		if err != nil {
			return Launch{}, err
		}
		settings = merge(settings, extra)
	}
	if len(settings) == 0 {
		return Launch{Reviewer: noHooks}, nil
	}
	if strings.ContainsAny(name, `/\`+"\x00") || strings.HasPrefix(name, ".") {
		return Launch{}, fmt.Errorf("provider %q: a name becomes a file name, it cannot hold / or begin with a dot", name)
	}
	if strings.HasSuffix(name, "-supervisor") {
		return Launch{}, fmt.Errorf("provider %q: the ending -supervisor is that of the reviewer's settings", name)
	}
	suffix := ""
	if len(given) > 0 { // not the file of other launches: it is named after what is in it
		text, err := json.Marshal(settings)
		if err != nil {
			return Launch{}, fmt.Errorf("merge settings: %w", err)
		}
		suffix = fmt.Sprintf("-%.4x", sha256.Sum256(text))
	}
	l := Launch{
		Agent:    filepath.Join(dir, "settings-"+name+suffix+".json"),
		Reviewer: filepath.Join(dir, "settings-"+name+suffix+"-supervisor.json"),
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Launch{}, fmt.Errorf("create the configuration directory: %w", err)
	}
	if err := write(l.Agent, settings); err != nil {
		return Launch{}, err
	}
	reviewer := maps.Clone(settings)
	delete(reviewer, "hooks")
	reviewer["disableAllHooks"] = true
	return l, write(l.Reviewer, reviewer)
}

// readSettings reads what claude's --settings takes: JSON, or the path of a file.
func readSettings(given string) (map[string]any, error) {
	text, from := []byte(given), "--settings"
	if !strings.HasPrefix(strings.TrimSpace(given), "{") {
		var err error
		if text, err = os.ReadFile(given); err != nil {
			return nil, fmt.Errorf("read --settings: %w", err)
		}
		from = given
	}
	var settings map[string]any
	if err := json.Unmarshal(text, &settings); err != nil {
		return nil, fmt.Errorf("read %s: %w", from, located(text, err))
	}
	return settings, nil
}

func write(path string, settings map[string]any) error {
	text, err := json.MarshalIndent(settings, "", "  ")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	f, err := renameio.NewPendingFile(path, renameio.WithStaticPermissions(0o600)) // renameio.WriteFile would keep the mode of a file that is there
	if err != nil {
		return fmt.Errorf("write the settings: %w", err)
	}
	defer f.Cleanup()
	_, err = f.Write(append(text, '\n'))
	if err == nil {
		err = f.CloseAtomicallyReplace()
	}
	if err != nil {
		return fmt.Errorf("write the settings: %w", err)
	}
	return nil
}
