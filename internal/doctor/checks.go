package doctor

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"ccc/internal/claude"
	"ccc/internal/claude/settings"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/rubric"
	"ccc/internal/sandbox"
	"ccc/internal/text"
	"ccc/ptyio"
)

// install is the remedy if claude is missing or too old.
func install() lang.Message { return lang.Verbatim("npm install -g @anthropic-ai/claude-code") }

func liveCommand() lang.Message { return lang.Verbatim("ccc doctor --live") }

func (s Subject) claude(ctx context.Context) Result {
	switch named := s.Getenv("CCC_CLAUDE"); {
	case s.BinaryErr != nil && named != "":
		return broken(lang.M("%v", s.BinaryErr), lang.Verbatim("unset CCC_CLAUDE"))
	case s.BinaryErr != nil:
		return broken(lang.M("%v", s.BinaryErr), install())
	}
	version, err := s.Binary.Version(ctx, s.Env)
	if nested := new(claude.NestedError); errors.As(err, &nested) {
		return broken(nested.Message(), nested.Hint())
	}
	at := s.Binary.Path
	if real := file.Real(at); real != at {
		at += " → " + real
	}
	switch {
	case err != nil:
		return broken(lang.M("%s does not start: %v", at, err), install())
	case slices.Contains(claude.TestedVersions(), version):
		return ok(lang.M("%s, a version that ccc is tested with: %s", version, at))
	case newer(version, claude.Newest):
		return warning(lang.M("%s is newer than %s, the newest that ccc is tested with: %s", version, claude.Newest,
			at),
			liveCommand())
	case newer(claude.Oldest, version):
		return warning(lang.M("%s is older than %s, the oldest that ccc is tested with: %s", version, claude.Oldest,
			at),
			install())
	case newer(version, claude.Oldest):
		return ok(lang.M("%s, between versions that ccc is tested with: %s", version, at))
	}
	return warning(lang.M("instead of a version it prints %q: %s", version, at), liveCommand())
}

// newer reports whether version a is later than b.
func newer(a, b string) bool { return a != b && claude.AtLeast(a, b) }

// notYet is the result for a directory that does not exist yet: the first launch makes it.
func notYet(dir string) Result {
	above := dir
	for !file.Exists(above) && above != filepath.Dir(above) {
		above = filepath.Dir(above)
	}
	if writable(above) != nil {
		return broken(lang.M("%s is not there, and you cannot make it: you cannot write to %s", dir, above),
			lang.Verbatim("ls -ld "+text.ShellWord(above)))
	}
	return ok(lang.M("%s is not there yet: the first launch makes it", dir))
}

func (s Subject) claudeDirectory() Result {
	info, err := os.Stat(s.Claude)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return notYet(s.Claude)
	case err != nil:
		return broken(lang.M("%v", err), lang.Message{})
	case !info.IsDir():
		return broken(lang.M("%s is no directory", s.Claude), lang.M("move it away, or set CLAUDE_CONFIG_DIR"))
	case writable(s.Claude) != nil:
		return broken(lang.M("you cannot write to %s", s.Claude), lang.Verbatim("ls -ld "+text.ShellWord(s.Claude)))
	case info.Mode().Perm()&0o022 != 0:
		return warning(lang.M("other users can write to %s, and so have claude run commands as you", s.Claude),
			lang.Verbatim("chmod go-w "+text.ShellWord(s.Claude)))
	}
	return ok(lang.Verbatim(s.Claude))
}

func (s Subject) stateDirectory() Result {
	dir := string(s.State)
	switch _, err := os.Lstat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return notYet(dir)
	case err != nil:
		return broken(lang.M("%v", err), lang.Message{})
	}
	info, err := os.Stat(dir)
	if err != nil || !info.IsDir() {
		return broken(lang.M("%s is no directory", dir), lang.M("move it away, or set CCC_WORK_DIR"))
	}
	if writable(dir) != nil {
		return broken(lang.M("you cannot write to %s", dir), lang.Verbatim("ls -ld "+text.ShellWord(dir)))
	}
	if info.Mode().Perm()&0o077 != 0 { // if not, nobody else can see the files in it, whatever their mode
		return warning(lang.M("other users can read in %s what your sessions say", dir),
			lang.Verbatim("chmod go= "+text.ShellWord(dir)))
	}
	return ok(lang.Verbatim(dir))
}

func (s Subject) configuration() Result {
	if s.FileErr != nil {
		return broken(lang.M("%v", s.FileErr), lang.Verbatim("ccc provider edit"))
	}
	if exposed := s.File.PermissionWarning(); !exposed.Empty() {
		return warning(exposed, lang.Verbatim("chmod 600 "+text.ShellWord(s.File.Path)))
	}
	var unknown lang.Message
	for _, key := range s.File.UnknownKeys() {
		unknown = lang.Join("%s; %s", unknown, key.Message())
	}
	if !unknown.Empty() {
		return warning(unknown, lang.Verbatim("ccc provider edit"))
	}
	if _, err := os.Stat(s.File.Path); err != nil {
		return ok(lang.M("there is no %s: the defaults apply", s.File.Path))
	}
	return ok(lang.Verbatim(s.File.Path))
}

// settingsFile returns the path of the user's settings file.
func (s Subject) settingsFile() string { return filepath.Join(s.Claude, "settings.json") }

func (s Subject) settings() Result {
	path := s.settingsFile()
	content, err := file.ReadJSON(path)
	switch {
	case err != nil:
		return broken(lang.M("%v", err), lang.Message{})
	case content == nil:
		return ok(lang.M("there is no %s yet: the first launch makes it", path))
	}
	if _, err := settings.RegisteredPrograms(s.Claude); err != nil {
		return broken(lang.M("%s cannot be read: %v; Claude Code ignores all of it", path, err),
			lang.Verbatim("${EDITOR:-vi} "+text.ShellWord(path)))
	}
	return ok(lang.Verbatim(path))
}

func (s Subject) hook() Result {
	programs, err := settings.RegisteredPrograms(s.Claude)
	if err != nil {
		return broken(lang.M("ccc cannot tell whether the Stop hook is there: %v", err), lang.Message{})
	}
	path := s.settingsFile()
	switch len(programs) {
	case 0:
		return ok(lang.M("the Stop hook is not in %s yet: the next launch of ccc puts it there", path))
	case 1:
	default:
		return warning(lang.M("the Stop hook is %d times in %s; the next launch of ccc leaves one", len(programs),
			path),
			lang.Verbatim("ccc"))
	}
	info, err := os.Stat(programs[0])
	mine, mineErr := os.Stat(s.Program)
	switch {
	case err != nil:
		return broken(lang.M("the Stop hook calls %s, which is not there; the next launch of ccc puts this one "+
			"in its place",
			programs[0]), lang.Verbatim("ccc"))
	case info.IsDir() || unix.Access(programs[0], unix.X_OK) != nil:
		return broken(lang.M("the Stop hook calls %s, which cannot be run", programs[0]),
			lang.Verbatim("chmod +x "+text.ShellWord(programs[0])))
	case mineErr == nil && !os.SameFile(info, mine):
		return warning(lang.M("the Stop hook calls another ccc, %s; this one is %s. The next launch of this "+
			"one takes its place", programs[0], s.Program), lang.Verbatim(text.ShellWord(s.Program)))
	}
	return ok(lang.M("the Stop hook is there once, and calls this ccc: %s", programs[0]))
}

// hooksOff says why the next launch will run no hooks; it is empty if it will. The newest launch has recorded whether
// its hooks stay on.
func (s Subject) hooksOff() lang.Message {
	launch := ""
	if provider, err := s.File.Provider(""); err == nil {
		_, own := s.File.Settings["disableAllHooks"]
		if provider != nil {
			_, has := provider.Settings["disableAllHooks"]
			own = own || has
		}
		if agent, _ := settings.LaunchSettings(s.Claude, provider); own && file.Exists(agent) {
			launch = agent
		}
	}
	return settings.HooksOff(s.Claude, s.Work, s.Managed, launch)
}

// hooksOn checks whether the next launch will run hooks.
func (s Subject) hooksOn() Result {
	if why := s.hooksOff(); !why.Empty() {
		return broken(lang.M("Claude Code runs no hook: %s. Nothing is reviewed in its own screen; ccc "+
			"--supervisor works",
			why), lang.M("take it out of that file"))
	}
	return ok(lang.M("nothing turns Claude Code's hooks off here"))
}

func (s Subject) commands() Result {
	there, missing := settings.SlashCommands(s.Claude)
	switch {
	case len(there) == 0:
		return ok(lang.M("/supervisor and /supervisoroff are not there yet: the next launch of ccc writes them"))
	case len(missing) > 0:
		return warning(lang.M("%s is missing in %s/commands, or your own; the next launch of ccc writes it",
			lang.List(missing...), s.Claude), lang.Verbatim("ccc"))
	}
	return ok(lang.M("/supervisor and /supervisoroff are there"))
}

func (s Subject) provider() Result {
	if s.FileErr != nil {
		return broken(lang.M("ccc cannot tell which provider is in use: ccc.json cannot be read"), lang.Message{})
	}
	shared, err := settings.InUse(s.Claude)
	if err != nil {
		return warning(lang.M("%v", err), lang.Verbatim("ccc provider list"))
	}
	provider, err := s.File.Provider("")
	if err != nil {
		return broken(lang.M("%v", err), lang.Verbatim("ccc provider list"))
	}
	if provider == nil {
		return ok(lang.M("none in ccc.json: claude uses %s", claude.Login(s.Getenv)))
	}
	found := lang.M("%s: %s, model %s", provider.Name, cmp.Or(provider.URL(), "-"), cmp.Or(provider.Models().Main, "-"))
	if shared != "" {
		found = lang.M("%s; %s is in use in settings.json, too", found, shared)
	}
	for _, path := range launchSettings(s.Claude, provider) {
		info, err := os.Stat(path)
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			return warning(lang.M("%s; other users can read %s", found, path),
				lang.Verbatim("chmod 600 "+text.ShellWord(path)))
		}
	}
	return ok(found)
}

// login looks at files and variables only. Only a request would show whether the API accepts the key.
func (s Subject) login() Result {
	provider, err := s.File.Provider("")
	switch {
	case s.FileErr != nil || err != nil:
		return broken(lang.M("ccc cannot tell which login is used: ccc.json cannot be read"), lang.Message{})
	case provider != nil:
		return ok(lang.M("with the key of the provider %s; ccc validate asks its API whether it accepts the key",
			provider.Name))
	case s.HasLogin:
		return ok(lang.M("claude has a login or a key; the API was not asked whether it accepts it"))
	case runtime.GOOS == "darwin":
		return ok(lang.M("not looked at: the login may be in the keychain"))
	}
	return warning(lang.M("nobody seems to be logged in: there is no key in the environment or in settings.json, and "+
		"no login of claude's"), lang.Verbatim("claude /login"))
}

func launchSettings(dir string, p *provider.Provider) []string {
	agent, reviewer := settings.LaunchSettings(dir, p)
	return []string{agent, reviewer}
}

func (s Subject) cage() Result {
	if s.FileErr != nil {
		return broken(lang.M("ccc cannot tell which sandbox is wanted: ccc.json cannot be read"), lang.Message{})
	}
	var failed error // why claude does not start in it: it may be a script that runs another program
	found, words, err := s.Cage(func(found sandbox.Found) {
		if s.claudeStarts {
			failed = found.Try(ptyio.Command{
				Path: s.Binary.Path, Args: append(slices.Clone(s.Binary.Args), "--version"), Dir: s.Work,
				Env: s.Binary.Env(s.Env),
			})
		}
	})
	switch {
	case err != nil:
		return broken(lang.M("%v", err), lang.M(`"cage": "auto" in ccc.json picks the best one that works here`))
	case failed != nil:
		return broken(lang.M("%s does not start in the reviewer's sandbox: %v", s.Binary.Path, failed),
			lang.M(`name what it needs in "visible" under "supervisor" in ccc.json`))
	}
	if found.Kind == sandbox.Tools && found.Why != nil {
		return warning(words, lang.M("docs/reference/sandbox.md says what each kind needs"))
	}
	return ok(words)
}

func (s Subject) rubric() Result {
	r, err := s.Rubric()
	switch {
	case err != nil:
		return broken(lang.M("%v; no review can be made here", err), lang.Verbatim("ccc init --check"))
	case r.Path == "":
		return warning(lang.M("there is no %s here, which the loop needs; in Claude's own screen the "+
			"built-in one is used",
			rubric.File), lang.Verbatim("ccc init"))
	}
	trusted, err := s.Trusted(r)
	switch {
	case err != nil:
		return broken(lang.M("%v", err), lang.Message{})
	case !trusted:
		return warning(lang.M("%s asks for checks or providers that you have not approved: they are not used", r.Path),
			lang.Verbatim("ccc trust"))
	}
	return ok(lang.M("%s; checks: %d", r.Path, len(r.Checks)))
}

func (s Subject) leftovers() Result {
	var left []string
	listing := file.Listing{}
	for _, family := range s.Written {
		left = append(left, file.Leftovers(listing, family)...)
	}
	left = append(left, trials(listing, append(s.Layers, os.TempDir())...)...)
	left = append(left, s.State.OldPlayFiles()...)
	left = append(left, s.State.LeftActivities(listing)...)
	left = append(left, sandbox.LeftLayers(s.Layers)...)
	if copies, _ := os.ReadDir(s.State.Edits()); len(copies) > 0 {
		return warning(lang.M("what you wrote in ccc provider edit and was not kept, keys included, is still in %s",
			s.State.Edits()), lang.Verbatim("rm -r "+text.ShellWord(s.State.Edits())))
	}
	if len(left) == 0 {
		return ok(lang.M("no leftovers (a ccc that is killed may leave some)"))
	}
	slices.Sort(left)
	return ok(lang.M("%d left behind by a ccc that was killed, such as %s; the next launches remove them",
		len(left), left[0]))
}

// manyRecordings is the size in bytes from which recordings are worth a warning.
const manyRecordings = 10 << 30

func (s Subject) recordings() Result {
	entries, _ := os.ReadDir(s.State.Recordings()) // there may be none
	var bytes uint64
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			bytes += uint64(info.Size())
		}
	}
	found := lang.M("%d, %s: %s", len(entries), formatSize(bytes), s.State.Recordings())
	if bytes > manyRecordings {
		return warning(found, lang.M(`"recordings": {"keep": 20} in ccc.json keeps fewer`))
	}
	return ok(found)
}

func (s Subject) statusline() Result {
	var settings struct {
		StatusLine struct{ Command string } `json:"statusLine"`
	}
	if strings.Contains(s.hooksOff().String(), "disableAllHooks") { // it stops the command of statusLine, too
		return ok(lang.M("Claude Code draws no status line either: disableAllHooks switches it off, too"))
	}
	text, err := file.ReadJSON(s.settingsFile())
	if err == nil {
		_ = json.Unmarshal(text, &settings) // settings of another shape are not ccc's
	}
	if strings.Contains(settings.StatusLine.Command, "ccc statusline") {
		return ok(lang.M("Claude Code's status line shows ccc's"))
	}
	return ok(lang.M("Claude Code's status line can show the reviews: ccc help statusline"))
}
