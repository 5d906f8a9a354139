package trust

import (
	"fmt"

	"ccc/internal/claude"
	"ccc/internal/claude/mods"
	"ccc/internal/claude/settings"
	"ccc/internal/console"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/rubric"
	"ccc/internal/state"
)

// strangers returns the project's files that make claude run something or that configure claude, and that the user
// has trusted neither in claude nor in ccc.
func (a Asker) strangers(dirs state.Directories) (unknown []settings.Stranger, err error) {
	store := rubric.TrustStoreIn(string(dirs.State))
	for _, f := range settings.Strangers(dirs.Work, dirs.Claude, claude.StateFile(a.Getenv)) {
		ok, err := store.IsTrusted(f.Path, f.Content)
		if err != nil {
			return nil, err
		}
		if !ok {
			unknown = append(unknown, f)
		}
	}
	return unknown, nil
}

// showStrangers shows what files of the project make claude run, or how they configure it.
func (a Asker) showStrangers(list []settings.Stranger) {
	for _, f := range list {
		fmt.Fprintln(a.Err, a.Language().Sprintf(
			"ccc: %s makes claude run this, or sets it, and you have not told claude that you trust this directory:",
			f.Path))
		fmt.Fprint(a.Err, a.Quote(f.Content))
	}
}

// showPlugins names the plugins with hooks or mods that claude finds here, including those outside of the project.
func (a Asker) showPlugins(dirs state.Directories) {
	f, _ := a.Load(dirs.Config, file.ReadJSON) // a broken file names none
	own, _ := claude.ParseArgs(f.ClaudeArgs)   // the launch reports an error in the arguments
	for _, one := range mods.Find(mods.Places{
		Claude: dirs.Claude, Work: dirs.Work, Env: a.Getenv(mods.DirsEnv), Dirs: own.Plugins,
	}) {
		a.Notef("claude finds here: %s", one.Message())
	}
}

// remember trusts the files as they are now.
func remember(store rubric.TrustStore, list []settings.Stranger) error {
	for _, f := range list {
		if err := store.Remember(f.Path, f.Content); err != nil {
			return err
		}
	}
	return nil
}

// MayStart decides whether claude may start in a directory whose files make it run something or configure it. In its
// own screen claude asks the user. Without it (--print, or an agent of the loop) claude just runs them, so ccc asks.
// If the answer is no, that is an error, and so is an untrusted directory if nobody can be asked. given says that
// --trust allows it.
func (a Asker) MayStart(dirs state.Directories, given, attended bool) error {
	if given {
		return nil
	}
	unknown, err := a.strangers(dirs)
	if err != nil || len(unknown) == 0 {
		return err
	}
	a.showStrangers(unknown)
	if !attended {
		return console.Usage(lang.WithHint(lang.Errorf("nothing was started: nobody has trusted this directory"),
			lang.M("ccc trust shows it and asks; ccc trust --yes approves without asking; --trust before the provider "+
				"allows it for one launch")))
	}
	if !a.Confirm(lang.M("ccc: may it? [y/N] "), false) {
		return console.Usage(lang.Errorf("nothing was started"))
	}
	return remember(rubric.TrustStoreIn(string(dirs.State)), unknown)
}
