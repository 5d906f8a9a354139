package settings

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ccc/internal/file"
	"ccc/internal/jsonedit"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/text"
)

// Reviewer writes the settings of one reviewer, and returns their path. It is for a reviewer on another provider than
// its launch, or, with "" for the provider, for one whose agent was started without ccc: then the present settings of
// the user and the project count. launch is the settings file of the launch's agent, "" for none; only the deny rules
// in it count here. Given, Hook and Provider of the plan do not count.
func Reviewer(f provider.File, p Plan, launch, provider string) (path string, err error) {
	p.Read = p.reader()
	inUse, err := readUsedBy(p.Dir, p.Read)
	if err != nil {
		return "", err
	}
	name := "settings-" + provider
	if provider == "" {
		name, inUse = "settings.ccc", usedFile{} // no provider's name begins with a dot
	}
	person, err := readUserSettings(p.Dir, p.Work, inUse, p.Read)
	if err != nil {
		return "", err
	}
	agent := make(map[string]any)
	if launch != "" {
		text, err := p.Read(launch)
		if err == nil && text != nil {
			err = json.Unmarshal(text, &agent)
		}
		if err != nil {
			return "", lang.Errorf("read %s: %w", launch, err)
		}
	}
	f.Supervisor.Provider = provider
	p.Given = nil
	rules, _ := agent["permissions"].(map[string]any)
	denied, _ := rules["deny"].([]any)
	settings, err := reviewerSettings(f, p, person, inUse, agent)
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
	of := launch
	if of == "" { // the project's settings are in there
		of = p.Work
	}
	path = filepath.Join(p.Dir, name+"-"+file.Digest(of)[:8]+"-supervisor.json")
	return path, file.Update(path, file.Private, func([]byte) ([]byte, error) { return text, nil })
}

// isLoose reports whether [Reviewer] wrote the file, which then has no agent's file next to it. match gets the base
// name without the ending -supervisor.
func isLoose(path string, match func(base string) bool) (bool, error) {
	base, ok := strings.CutSuffix(filepath.Base(path), "-supervisor.json")
	if !ok || !(&text.LazyRegexp{Expr: `-[0-9a-f]{8}$`}).MatchString(base) || !match(base+".json") {
		return false, nil
	}
	if _, err := os.Lstat(filepath.Join(filepath.Dir(path), base+".json")); err == nil {
		return false, nil
	}
	settings, err := jsonedit.ReadMembers(path)
	return err == nil && bytes.Equal(settings["disableAllHooks"], []byte("true")), nil
}
