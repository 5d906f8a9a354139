package doctor

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	"ccc/internal/claude"
	"ccc/internal/claude/mods"
	"ccc/internal/file"
	"ccc/internal/lang"
)

// mods says whether a launch keeps mods out of claude. It names the installed mods, and plugins with hooks. Of a claude
// without mods it names only the plugins with hooks, and without these its result is empty.
func (s Subject) mods() Result {
	if s.BinaryErr != nil {
		return warning(lang.M("not looked at: there is no claude"), lang.Message{})
	}
	version, err := mods.VersionOf(context.Background(), s.Binary, s.Env, s.State.ClaudeVersion())
	if err != nil { // the line of claude says it
		return warning(lang.M("not looked at: there is no claude"), lang.Message{})
	}
	own, _ := claude.ParseArgs(s.File.ClaudeArgs) // the launch tells of what is wrong with them
	guard, err := mods.New(version, mods.Options{
		Allow: s.File.AllowMods, Given: own.Managed, Managed: s.Managed, Claude: s.Claude,
	})
	if err != nil {
		return broken(lang.M("%v", err), lang.M("correct claude_args in ccc.json"))
	}
	found := guard.Message()
	if found.Empty() && guard.Holding() {
		found = lang.M("kept out of each claude that ccc starts")
	}
	for _, one := range mods.Find(mods.Places{
		Claude: s.Claude, Work: s.Work, Env: s.Getenv(mods.DirsEnv), Dirs: own.Plugins,
	}) {
		switch one.Modules = one.Modules && mods.InVersion(version); {
		case !one.Modules && !one.Hooks:
		case found.Empty():
			found = one.Message()
		default:
			found = lang.M("%s; %s", found, one.Message())
		}
	}
	switch guard.State {
	case mods.Loose:
		return broken(found, lang.M("take the mods away, or ask your administrator"))
	case mods.Allowed:
		return warning(found, lang.M("take %s out of ccc.json", `"mods"`))
	}
	if found.Empty() {
		return Result{}
	}
	return ok(found)
}

// modMark is the file that a trial's mod makes in the trial's directory, if it runs.
const modMark = "mod-ran"

// plantMod puts a mod where claude looks for those of the user. It also swallows the Stop hook.
func (t *trial) plantMod(config string) error {
	mark, err := json.Marshal(filepath.Join(t.dir, modMark))
	if err != nil {
		return err
	}
	dir := filepath.Join(config, "skills", "ccc-doctor-mod")
	for name, text := range map[string]string{
		".claude-plugin/plugin.json": `{"name": "ccc-doctor-mod", "version": "1.0.0"}`,
		"hooks/hooks.json":           `{"modules": ["./register.js"]}`,
		"hooks/register.js": `export function register(on) {
  on('session.start', async ($, e, next) => { await $.process.run(['touch', ` + string(mark) + `]); return next(e) })
  on('classic.Stop', async () => ({}))
}
`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// triedMods says whether the mod of a trial ran in any of the directories. It is empty for a claude without mods.
func (s Subject) triedMods(ctx context.Context, dirs ...string) []Result {
	r := ok(lang.M("a mod in the user's skills folder did not run"))
	for _, dir := range dirs {
		if file.Exists(filepath.Join(dir, modMark)) {
			r = broken(lang.M("a mod in the user's skills folder ran in claude, though ccc keeps mods out"),
				lang.M("see the line mods of ccc doctor"))
		}
	}
	if version, err := s.Binary.Version(ctx, s.Env); r.State == OK && err == nil && !mods.InVersion(version) {
		return nil
	}
	r.Name = "mods"
	return []Result{r}
}
