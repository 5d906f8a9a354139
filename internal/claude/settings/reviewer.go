package settings

import (
	"maps"
	"path/filepath"
	"slices"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/provider"
)

// reviewerSettings returns the reviewer's settings: the agent's, or those of supervisor.provider, without hooks, and
// with rules that make claude ask ccc before a tool runs. agent are the agent's settings.
//
// A reviewer with its own system prompt reads no other settings (claude.Reviewer), so these contain what it needs of
// the user's. A reviewer that gets the rubric as a message reads all of the user's settings as well, because only then
// its request begins as the agent's did. Then the user's allow rules permit nothing, since ccc is asked before they
// count. The user's deny rules count in both.
func reviewerSettings(
	f provider.File, p Plan, person userSettings, inUse usedFile, agent map[string]any,
) (map[string]any, error) {
	settings := maps.Clone(agent)
	if name := f.Supervisor.Provider; name != "" {
		on, err := f.Provider(name)
		if err != nil {
			return nil, err
		}
		own := p
		own.Provider = on
		if settings, err = mergeSettings(f, own); err != nil {
			return nil, err
		}
		agentEnv, _ := agent["env"].(map[string]any)
		set := make(map[string]any) // what the reviewer inherits, or would inherit: only the names matter
		for _, name := range slices.AppendSeq(slices.Clone(p.Names), maps.Keys(agentEnv)) {
			set[name] = ""
		}
		person.env = provider.MergeSettings(set, person.env)
		pinProvider(f, settings, own, person, inUse)
	}
	given, _ := settings["permissions"].(map[string]any)
	permissions := provider.MergeSettings(given, nil)
	delete(permissions, "allow")
	permissions["ask"] = p.Asked
	denied, _ := permissions["deny"].([]any)
	if denied = append(slices.Clone(person.denied), denied...); len(denied) > 0 {
		permissions["deny"] = denied
	}
	settings = provider.MergeSettings(person.merged, settings)
	for _, name := range []string{
		"enabledPlugins", "extraKnownMarketplaces", "enableAllProjectMcpServers", "enabledMcpjsonServers", "statusLine",
	} {
		delete(settings, name)
	}
	settings["permissions"] = permissions
	excluded, _ := settings["claudeMdExcludes"].([]any)
	settings["claudeMdExcludes"] = append(slices.Clone(excluded), nestedInstructions(p.Work)...)
	if p.Provider == nil && f.Supervisor.Provider == "" {
		p.bindKey(settings)
	}
	// Claude's own sandbox is made of mounts, which are refused in a cage.
	settings["sandbox"] = map[string]any{"enabled": false}
	delete(settings, "hooks")
	settings["disableAllHooks"] = true // an empty list of hooks would switch none off
	return settings, nil
}

// nestedInstructions returns patterns for the instructions below the project's directory. Claude reads those together
// with files next to them (2.1.197 and later). The agent may have written them, and the agent's request did not begin
// with them.
func nestedInstructions(work string) (patterns []any) {
	dirs := []string{work}
	if real := file.Real(work); real != work {
		dirs = append(dirs, real)
	}
	for _, dir := range dirs {
		for _, name := range append(slices.Clip(claude.Instructions), ".claude/rules/**", ".claude/*.md") {
			patterns = append(patterns, filepath.Join(dir, "!(.claude)", "**", name))
		}
	}
	return patterns
}

// bindKey makes sure that a key is only sent to the address that it belongs to. A reviewer that gets the rubric as a
// message also reads settings.json, whose values count less. `ccc provider use` may meanwhile have written another
// address there, or a helper whose key would be sent to this address.
func (p Plan) bindKey(settings map[string]any) {
	env, _ := settings["env"].(map[string]any)
	helper, _ := settings["apiKeyHelper"].(string)
	keyed := helper != ""
	for _, name := range provider.KeyVariables {
		value, _ := env[name].(string)
		keyed = keyed || value != ""
	}
	if !keyed {
		return
	}
	settings["apiKeyHelper"] = helper
	env = provider.MergeSettings(env, nil)
	for _, name := range append([]string{baseURL, "ANTHROPIC_CUSTOM_HEADERS"}, provider.KeyVariables...) {
		if _, own := env[name]; own {
			continue
		}
		if value, inherited := p.Lookup(name); !inherited || name == baseURL {
			// The file must contain no key of the shell.
			env[name] = value
		}
	}
	settings["env"] = env
}

// baseURL is the variable for the API's address.
const baseURL = "ANTHROPIC_BASE_URL"
