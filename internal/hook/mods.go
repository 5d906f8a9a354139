package hook

import (
	"context"
	"strings"

	"ccc/internal/claude"
	"ccc/internal/claude/mods"
	"ccc/internal/claude/settings"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/state"
)

// guardMods returns what holds for mods in the calling claude, and what keeps them out of its reviewers. Nothing keeps
// them out of a claude that was started without ccc.
func guardMods(
	env process.Env, f provider.File, dirs state.Directories, binary claude.Binary,
) (guard mods.Guard, err error) {
	if env.Get(claude.DemoEnv) != "" {
		return guard, nil
	}
	options := mods.Options{Allow: f.AllowMods, Managed: settings.ManagedDir(), Claude: dirs.Claude}
	if guard, ok := mods.Parse(env.Get(state.ModsEnv)); ok {
		return guard.Recheck(options), nil
	}
	version, err := mods.VersionOf(context.Background(), binary, env, dirs.State.ClaudeVersion())
	if err != nil {
		return guard, err
	}
	guard, _ = mods.New(version, options) // only what the user gives to a launch can be wrong
	if guard.State == mods.Out && guard.Holding() {
		guard.State, guard.Why = mods.Loose, lang.M("it was started without ccc")
	}
	return guard, nil
}

// modMessages returns what the user should know about mods in the launch's claude: whether they are kept out, and the
// name of each mod.
func modMessages(env process.Env, f provider.File, dirs state.Directories) (said []lang.Message) {
	binary, err := claude.FromEnv(env.Get)
	var guard mods.Guard
	if err == nil {
		guard, err = guardMods(env, f, dirs, binary)
	}
	if err != nil {
		return nil // each review says so
	}
	if m := guard.Message(); !m.Empty() {
		said = append(said, lang.M("mods: %s", m))
	}
	for _, one := range loadedPlugins(env, dirs) {
		if one.Modules {
			said = append(said, guard.Mod(one))
		}
	}
	return said
}

// loadedPlugins lists the plugins with mods or hooks that the calling claude loads, without the one of ccc itself.
func loadedPlugins(env process.Env, dirs state.Directories) (list []mods.Plugin) {
	ours, _, _ := strings.Cut(settings.PluginName, "@")
	for _, one := range mods.Find(mods.Places{Claude: dirs.Claude, Work: dirs.Work, Env: env.Get(mods.DirsEnv)}) {
		if one.Name != ours {
			list = append(list, one)
		}
	}
	return list
}
