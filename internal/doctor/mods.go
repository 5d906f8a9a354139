package doctor

import (
	"context"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/mods"
)

// mods says whether a launch keeps mods out of claude, and names those that are there, and plugins with hooks.
func (s Subject) mods() Result {
	if s.BinaryErr != nil {
		return warning(lang.M("not looked at: there is no claude"), lang.Message{})
	}
	version, err := s.Binary.Version(context.Background(), s.Env)
	if err != nil {
		version = err.Error()
	}
	own, _ := claude.ParseArgs(s.File.ClaudeArgs) // the launch tells of what is wrong with them
	guard, err := mods.New(version, mods.Options{
		Allow: s.File.AllowMods, Given: own.Managed, Managed: s.Managed, Claude: s.Claude,
	})
	if err != nil {
		return broken(lang.M("%v", err), lang.M("correct claude_args in ccc.json"))
	}
	found := guard.Message()
	switch {
	case !found.Empty():
	case guard.Holding():
		found = lang.M("kept out of each claude that ccc starts")
	default:
		found = lang.M("claude %s has none", version)
	}
	for _, one := range mods.Find(mods.Places{
		Claude: s.Claude, Work: s.Work, Env: s.Getenv(mods.DirsEnv), Dirs: own.Plugins,
	}) {
		found = lang.M("%s; %s", found, one.Message())
	}
	switch guard.State {
	case mods.Loose:
		return broken(found, lang.M("take the mods away, or ask your administrator"))
	case mods.Allowed:
		return warning(found, lang.M("take %s out of ccc.json", `"mods"`))
	}
	return ok(found)
}
