package config

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ccc/internal/file"
)

// Plan is what a launch of claude is to run on.
type Plan struct {
	Dir        string                      // claude's configuration directory
	Work       string                      // the project's directory: its settings count, too
	Provider   *Provider                   // nil for the person's own login
	Given      []string                    // what the person gave by --settings, files or JSON
	Lookup     func(string) (string, bool) // the environment, for ${VAR}
	Names      []string                    // of all variables in it
	Tools      []string                    // the reviewer's permission rules
	Denied     []string                    // and those that deny it something
	Hook       Hook
	Supervisor bool // a launch with --supervisor: hooks run, even if the person has turned them off
}

// Launch is what claude gets by --settings, and its environment.
type Launch struct {
	Agent    string   // a file
	Reviewer string   // a file: the same without hooks (A11, Decided 5)
	Notices  []string // what the person should know
	env      map[string]any
	provider bool
}

// Env gives the environment of the launch: without what another provider has there.
func (l Launch) Env(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(kv string) bool {
		name, _, _ := strings.Cut(kv, "=")
		value, own := l.env[name]
		own = own && value != "" // "" is what unsets it
		return l.provider && routing().MatchString(name) && !own
	})
}

// routing are the variables that say which API answers, with which key and model. A provider's launch has its own alone: what is
// set elsewhere belongs to another one.
var routing = lazy(`^(ANTHROPIC_\w+|CLAUDE_CODE_(USE_(BEDROCK|VERTEX|FOUNDRY|MANTLE|GATEWAY|ANTHROPIC_\w+)|SKIP_\w+_AUTH|\w*MODEL\w*|` +
	`(OAUTH|GATEWAY)_TOKEN\w*|API_BASE_URL|MAX_OUTPUT_TOKENS|MAX_CONTEXT_TOKENS))$`)

// lazy is a pattern that costs nothing before it is used: the Stop hook starts at every stop.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// blockCap is the variable by which Claude Code 2.1.197 and later stop a Stop hook that goes on holding the agent; 8 unless set.
const blockCap = "CLAUDE_CODE_STOP_HOOK_BLOCK_CAP"

// Prepare makes the settings of a launch: the file's, over them the provider's, over them what the person gave. It puts the Stop
// hook into the person's settings.json and the slash commands beside it, and writes the files that claude gets by
// --settings. All errors in what is read come before anything is written.
func (f File) Prepare(p Plan) (Launch, error) {
	l := Launch{provider: p.Provider != nil}
	settings, err := f.merged(p)
	if err != nil {
		return l, err
	}
	person, err := personal(p.Dir, p.Work)
	if err != nil {
		return l, err
	}
	if l.provider {
		person.unset(settings)
	}
	l.env, _ = settings["env"].(map[string]any)
	_, set := p.Lookup(blockCap)
	if _, ok := person.env[blockCap]; !ok && !set {
		// Ours never holds the agent longer than the rounds: what Claude Code allows is left to the other hooks.
		l.env = merge(map[string]any{blockCap: strconv.Itoa(f.Supervisor.MaxIterations + 8)}, l.env)
		settings["env"] = l.env
	}
	switch off, _ := settings["disableAllHooks"].(bool); {
	case off:
		l.Notices = append(l.Notices, "disableAllHooks is true in the settings of this launch: no hook runs, and no /supervisor review")
	case person.noHooks != "" && settings["disableAllHooks"] == nil && p.Supervisor:
		settings["disableAllHooks"] = false
		l.Notices = append(l.Notices, fmt.Sprintf("disableAllHooks is true in %s: for this launch hooks are on", person.noHooks))
	case person.noHooks != "" && settings["disableAllHooks"] == nil:
		l.Notices = append(l.Notices, fmt.Sprintf("disableAllHooks is true in %s: no hook runs, and no /supervisor review; take it out for that, or start with ccc --supervisor", person.noHooks))
	}
	reviewer, err := f.reviewer(p, person, settings)
	if err != nil {
		return l, err
	}
	return l, p.write(&l, settings, reviewer)
}

// merged gives the settings of the configuration, the provider and the person's --settings.
func (f File) merged(p Plan) (map[string]any, error) {
	settings := merge(f.Settings, nil)
	if p.Provider != nil {
		if err := checkName(p.Provider.Name); err != nil {
			return nil, err
		}
		settings = merge(settings, merge(p.Provider.Settings, nil))
	}
	if env, ok := settings["env"].(map[string]any); ok {
		settings["env"] = maps.Clone(env) // expand writes to it
	}
	if err := expand(settings, p.Lookup); err != nil {
		return nil, err
	}
	for _, g := range p.Given {
		extra, err := readSettings(g)
		if err != nil {
			return nil, err
		}
		settings = merge(settings, extra)
	}
	return settings, nil
}

// checkName refuses a provider's name that cannot be part of a file's.
func checkName(name string) error {
	if name == "" || strings.ContainsAny(name, `/\`+"\x00") || strings.HasPrefix(name, ".") || len(name) > 100 {
		return fmt.Errorf("provider %.120q: a name becomes a file name, it cannot hold / or begin with a dot", name)
	}
	if strings.HasSuffix(name, "-supervisor") {
		return fmt.Errorf("provider %q: the ending -supervisor is that of the reviewer's settings", name)
	}
	return nil
}

// write writes what the launch needs.
func (p Plan) write(l *Launch, settings, reviewer map[string]any) error {
	name := ".ccc" // no provider's name begins with a dot
	if p.Provider != nil {
		name = "-" + p.Provider.Name
	}
	agentText, err := encode(settings)
	if err != nil {
		return err
	}
	if agentText, err = p.Hook.put(agentText); err != nil {
		return fmt.Errorf("add the Stop hook to the settings of this launch: %w", err)
	}
	reviewerText, err := encode(reviewer)
	if err != nil {
		return err
	}
	if len(p.Given) > 0 { // not the file of other launches: it is named after what is in it
		name += fmt.Sprintf("-%.4x", sha256.Sum256(agentText))
	}
	l.Agent = filepath.Join(p.Dir, "settings"+name+".json")
	l.Reviewer = filepath.Join(p.Dir, "settings"+name+"-supervisor.json")
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		return fmt.Errorf("create claude's configuration directory: %w", err)
	}
	path := filepath.Join(p.Dir, "settings.json")
	err = file.Update(path, false, func(old []byte) ([]byte, error) {
		text, err := p.Hook.put(old)
		if err != nil {
			return nil, fmt.Errorf("add the Stop hook to %s: %w", path, err)
		}
		return text, nil
	})
	if err != nil {
		return err
	}
	kept, err := installCommands(p.Dir, p.Hook.word())
	l.Notices = append(l.Notices, kept...)
	if err != nil {
		return err
	}
	if err := file.Update(l.Agent, true, func([]byte) ([]byte, error) { return agentText, nil }); err != nil {
		return err
	}
	return file.Update(l.Reviewer, true, func([]byte) ([]byte, error) { return reviewerText, nil })
}

func encode(settings map[string]any) ([]byte, error) {
	text, err := json.MarshalIndent(settings, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write the settings: %w", err)
	}
	return append(text, '\n'), nil
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
