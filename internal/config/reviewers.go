package config

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// Other is what sets one reviewer apart from those that its launch was prepared for.
type Other struct {
	Agent     string // the settings file of the launch's agent; "" if there is none
	Provider  string // "" for the launch's
	InMessage bool
}

// Reviewer writes the settings of one reviewer, and gives their file, which is that of this launch and of what sets it
// apart. Of what the person gave by --settings for the agent another provider's reviewer has the deny rules alone.
// Given, Hook and Provider of the plan do not count.
func (f File) Reviewer(p Plan, o Other) (path string, err error) {
	inUse, err := readUsed(p.Dir)
	if err != nil {
		return "", err
	}
	person, err := personal(p.Dir, p.Work, inUse)
	if err != nil {
		return "", err
	}
	agent := make(map[string]any)
	if o.Agent != "" {
		text, err := file.ReadJSON(o.Agent)
		if err == nil && text != nil {
			err = json.Unmarshal(text, &agent)
		}
		if err != nil {
			return "", lang.Errorf("read %s: %w", o.Agent, err)
		}
	}
	f.Supervisor.Provider, f.Supervisor.InMessage = cmp.Or(o.Provider, f.Supervisor.Provider), o.InMessage
	p.Given = nil
	rules, _ := agent["permissions"].(map[string]any)
	denied, _ := rules["deny"].([]any)
	settings, err := f.reviewer(p, person, inUse, agent)
	if err != nil {
		return "", err
	}
	rules, _ = settings["permissions"].(map[string]any)
	if own, _ := rules["deny"].([]any); len(denied) > 0 {
		for _, rule := range denied {
			if !slices.Contains(own, rule) {
				own = append(own, rule)
			}
		}
		rules["deny"] = own
	}
	text, err := encode(settings)
	if err != nil {
		return "", err
	}
	name := strings.TrimSuffix(filepath.Base(cmp.Or(o.Agent, "settings.ccc.json")), ".json")
	if o.Provider != "" {
		name = "settings-" + o.Provider
	}
	hash := sha256.Sum256(fmt.Appendf(nil, "%s\x00%v", o.Agent, o.InMessage))
	path = filepath.Join(p.Dir, fmt.Sprintf("%s-%.4x-supervisor.json", name, hash))
	return path, file.Update(path, file.Private, func([]byte) ([]byte, error) { return text, nil })
}

// Foreign gives the environment of a reviewer that is on the provider, without what says which API answers and without
// what is another provider's: in a hook they stand in the environment.
func (f File) Foreign(provider string, env []string, lookup func(string) (string, bool)) []string {
	other := make(map[string]bool)
	for _, p := range f.Providers {
		if p.Name == provider {
			continue
		}
		values, err := f.Env(&Provider{Name: p.Name, Settings: p.Settings}, lookup)
		if err != nil {
			continue // it names a variable that is not set, and so is not in the environment
		}
		own, _ := p.Settings["env"].(map[string]any)
		for name := range own {
			other[name+"="+values[name]] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(env), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		return routing(name) || other[kv]
	})
}

// isLoose reports whether a file is one that [File.Reviewer] wrote: there is no agent's beside it. match takes the base
// name without the ending -supervisor.
func isLoose(path string, match func(base string) bool) (bool, error) {
	base, ok := strings.CutSuffix(filepath.Base(path), "-supervisor.json")
	if !ok || !lazy(`-[0-9a-f]{8}$`)().MatchString(base) || !match(base+".json") {
		return false, nil
	}
	if _, err := os.Lstat(filepath.Join(filepath.Dir(path), base+".json")); err == nil {
		return false, nil
	}
	text, err := file.ReadJSON(path)
	if err != nil {
		return false, err
	}
	settings, err := members(text)
	return err == nil && bytes.Equal(settings["disableAllHooks"], []byte("true")), nil
}
