package settings

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"ccc/internal/jsonedit"
	"ccc/internal/lang"
	"ccc/internal/text"
)

// Hook describes ccc's hooks for claude's events Stop, SessionStart, UserPromptSubmit, Notification, and for the ends
// of a subagent and of a task on the agent's list.
type Hook struct {
	Program string        // absolute path of the installed ccc
	Timeout time.Duration // of a Stop hook call; claude's default is 60 s on 2.1.5, and 600 s later
	Status  string        // shown by claude while the hook runs
	Lang    lang.Language // of what claude shows of the slash commands
	Tasks   bool          // claude knows the event TaskCompleted: 2.1.5 ignores a whole file that names it
	Notify  bool          // notify_command is set: a launch gets a Notification hook, too
}

// quotedProgram returns the program's path, quoted for the shell.
func (h Hook) quotedProgram() string { return text.ShellWord(h.Program) }

// The subcommands of ccc that its hooks call.
const (
	hookCommand   = "supervisor-hook" // Stop
	startCommand  = "session-start"   // SessionStart
	askedCommand  = "notification"    // Notification
	promptCommand = "user-prompt"     // UserPromptSubmit
)

// partTimeout is enough to look at the claims of the longest session.
const partTimeout = time.Minute

// startTimeout is enough for the hooks that only write a line.
const startTimeout = 10 * time.Second

// command returns the shell command of a hook. It is the same text in every settings file: claude runs equal commands
// of two files once, but different ones both. If ccc was deleted without `ccc uninstall`, the hook succeeds, so that
// claude does not show the shell's error. Otherwise it has ccc's exit code.
func (h Hook) command(sub string) string {
	return fmt.Sprintf(`%[1]s %[2]s || { e=$?; [ ! -x %[1]s ] && [ -z "$CCC_SUPERVISOR_ID" ] || exit $e; }`,
		h.quotedProgram(), sub)
}

// These return the entries for the events Stop, SessionStart, Notification and UserPromptSubmit.
func (h Hook) stopEntry() map[string]any {
	entry := h.entry(hookCommand, h.Timeout)
	entry["statusMessage"] = h.Status
	return entry
}

func (h Hook) startEntry() map[string]any  { return h.entry(startCommand, startTimeout) }
func (h Hook) promptEntry() map[string]any { return h.entry(askedCommand, startTimeout) }
func (h Hook) prompt() map[string]any      { return h.entry(promptCommand, startTimeout) }

// partEntry returns the entry for the events SubagentStop and TaskCompleted, of which only claims are looked at.
func (h Hook) partEntry() map[string]any { return h.entry(hookCommand, partTimeout) }

func (h Hook) entry(sub string, timeout time.Duration) map[string]any {
	return map[string]any{"type": "command", "command": h.command(sub), "timeout": int(timeout / time.Second)}
}

// Direct is the argument that tells ccc that claude started it itself, without a shell.
const Direct = "--direct"

// Direct reports whether claude can start a launch's hooks without a shell. Claude 2.1.5 ignores "args" and has a shell
// run the command alone, which ccc recognizes. A path that needs quotes in a shell is called by the shell in every
// version.
func (h Hook) Direct() bool { return h.quotedProgram() == h.Program }

// direct makes an entry one of a launch's own file: claude starts ccc itself (2.1.197 and later). No variable that the
// project's settings give to a shell or to the dynamic loader can then print into the answer or keep ccc from running.
// settings.json has the shell's form, because every claude reads it.
func (h Hook) direct(entry map[string]any, sub string) map[string]any {
	if h.Direct() {
		entry["command"], entry["args"] = h.Program, []any{sub, Direct}
	}
	return entry
}

// ownEntry is one of ccc's hooks in a launch's file.
type ownEntry struct {
	event, sub string
	entry      map[string]any
}

// ownEntries returns the hooks of a launch.
func (h Hook) ownEntries() []ownEntry {
	all := []ownEntry{
		{"Stop", hookCommand, h.stopEntry()}, {"SessionStart", startCommand, h.startEntry()},
		{"UserPromptSubmit", promptCommand, h.prompt()},
		{"SubagentStop", hookCommand, h.partEntry()},
	}
	if h.Tasks {
		all = append(all, ownEntry{"TaskCompleted", hookCommand, h.partEntry()})
	}
	if h.Notify {
		all = append(all, ownEntry{"Notification", askedCommand, h.promptEntry()})
	}
	for i, own := range all {
		all[i].entry = h.direct(own.entry, own.sub)
	}
	return all
}

// entryProgram returns the path of the ccc whose subcommand an entry of a settings file calls.
func entryProgram(entry map[string]any, sub string) (program string, ok bool) {
	command, _ := entry["command"].(string)
	if args, has := entry["args"].([]any); has {
		direct := len(args) == 2 && args[1] == Direct
		return command, len(args) > 0 && args[0] == sub && (direct || Hook{Program: command}.hasName())
	}
	return calledProgram(command, sub)
}

// calledProgram returns the path of the ccc whose subcommand a hook's command calls. What this version writes is
// recognized whatever the program is called; commands of earlier versions by a name that begins with ccc.
func calledProgram(command, sub string) (program string, ok bool) {
	before, _, found := strings.Cut(command, " "+sub)
	if !found {
		return "", false
	}
	if program = unquote(before); command == (Hook{Program: program}).command(sub) {
		return program, true
	}
	m := hookLine.Get().FindStringSubmatch(command)
	if m == nil || m[2] != sub {
		return "", false
	}
	program = unquote(m[1])
	return program, Hook{Program: program}.hasName()
}

// unquote returns the path in a word as [text.ShellWord] writes it.
func unquote(word string) string { return strings.ReplaceAll(strings.Trim(word, "'"), `'\''`, "'") }

// hasName reports whether the program's name begins with ccc.
func (h Hook) hasName() bool { return strings.HasPrefix(filepath.Base(h.Program), "ccc") }

// shellWord matches a word of the shell that is a path.
const shellWord = `(?:'[^']*'|\\'|[^\s'";&|<>()$` + "`" + `\\])+`

var hookLine = text.LazyRegexp{Expr: `^(` + shellWord + `) (` +
	hookCommand + `|` + startCommand + `|` + askedCommand + `|` + promptCommand + `)(?: [^;&|<>()$` + "`" + `]*)?` +
	`(?:\|\| (?:\[ ! -x ` + shellWord + ` \]|` +
	`\{ e=\$\?; \[ ! -x ` + shellWord + ` \] (?:&& \[ -z "\$CCC_SUPERVISOR_ID" \] )?\|\| exit \$e; \}))?$`}

// place is the position of one of ccc's hooks in settings.
type place struct {
	group, index int
	groupSize    int // number of hooks in the group
	entry        map[string]any
	marked       bool // the group says that the list was there before, see [markAddedToEmpty]
}

// entries finds ccc's hooks for an event in settings. hooks reports whether the settings have the object "hooks";
// groups is the event's list in it, nil for none.
func entries(text []byte, event, sub string) (
	found []place, hooks bool, groups []map[string]json.RawMessage, err error,
) {
	settings, err := jsonedit.Members(text)
	if err != nil {
		return nil, false, nil, jsonedit.Locate(text, err)
	}
	events, err := jsonedit.Members(settings["hooks"])
	if err != nil {
		return nil, false, nil, lang.Errorf("hooks: %w", err)
	}
	if raw := events[event]; raw != nil { // no struct: encoding/json would also read "Hooks" into it
		if err := json.Unmarshal(raw, &groups); err != nil {
			return nil, false, nil, lang.Errorf("hooks.%s: %w", event, err)
		}
	}
	for g, group := range groups {
		var inGroup []json.RawMessage
		if raw := group["hooks"]; raw != nil {
			if err := json.Unmarshal(raw, &inGroup); err != nil {
				return nil, false, nil, lang.Errorf("hooks.%s: %w", event, err)
			}
		}
		for i, raw := range inGroup {
			var entry map[string]any
			if json.Unmarshal(raw, &entry) != nil {
				continue // not a hook: claude reports it
			}
			if _, ok := entryProgram(entry, sub); ok {
				found = append(found, place{g, i, len(inGroup), entry, group["matcher"] != nil})
			}
		}
	}
	return found, events != nil, groups, nil
}

// putStopHook returns the settings with ccc's Stop hook exactly once: in the place of an earlier one, else after the
// user's.
func (h Hook) putStopHook(text []byte) ([]byte, error) {
	return h.putEntry(text, "Stop", hookCommand, h.stopEntry())
}

func (h Hook) putEntry(text []byte, event, sub string, wanted map[string]any) ([]byte, error) {
	found, hooks, groups, err := entries(text, event, sub)
	if err != nil {
		return nil, err
	}
	var changes []jsonedit.Change
	switch {
	case len(found) > 0:
		if !sameJSON(found[0].entry, wanted) {
			changes = append(changes, jsonedit.Replace(found[0].pointer(event), wanted))
		}
		changes = append(changes, removals(found[1:], event)...)
	case groups != nil:
		added := group(wanted)
		if len(groups) == 0 {
			markAddedToEmpty(added)
		}
		changes = []jsonedit.Change{jsonedit.Add(jsonedit.Pointer("hooks", event, "-"), added)}
	case hooks:
		changes = []jsonedit.Change{jsonedit.Add(jsonedit.Pointer("hooks", event), []any{group(wanted)})}
	default:
		changes = []jsonedit.Change{jsonedit.Add("/hooks", map[string]any{event: []any{group(wanted)}})}
	}
	if len(changes) == 0 {
		return text, nil
	}
	if text, err = jsonedit.Patch(text, changes...); err != nil {
		return nil, err
	}
	found, _, _, err = entries(text, event, sub)
	if err != nil || len(found) != 1 || !sameJSON(found[0].entry, wanted) {
		return nil, jsonedit.ErrTwice
	}
	return text, nil
}

// group returns a matcher group with one hook, as claude's settings list them for an event.
func group(hook map[string]any) map[string]any { return map[string]any{"hooks": []any{hook}} }

// markAddedToEmpty marks a group that is added to an empty list, so that the list stays when ccc's hook is taken out.
// These events have no matchers, and an empty one matches everything.
func markAddedToEmpty(group map[string]any) { group["matcher"] = "" }

// encode returns the text of settings with ccc's hooks.
func (h Hook) encode(settings map[string]any) ([]byte, error) {
	if _, has := settings["hooks"]; !has { // the usual case: nothing to look for
		settings = maps.Clone(settings)
		events := make(map[string]any)
		for _, own := range h.ownEntries() {
			events[own.event] = []any{group(own.entry)}
		}
		settings["hooks"] = events
		return encode(settings)
	}
	text, err := encode(settings)
	if err != nil {
		return nil, err
	}
	for _, own := range h.ownEntries() {
		if text, err = h.putEntry(text, own.event, own.sub, own.entry); err != nil {
			return nil, lang.Errorf("add our hooks to the settings of this launch: %w", err)
		}
	}
	return text, nil
}

// findStopHooks finds ccc's Stop hooks in settings.
func findStopHooks(text []byte) ([]place, error) {
	found, _, _, err := entries(text, "Stop", hookCommand)
	return found, err
}

// takeOut returns the settings without ccc's Stop hooks, and without the empty lists that remain and were not there
// before.
func takeOut(text []byte) ([]byte, error) {
	found, err := findStopHooks(text)
	if err != nil || len(found) == 0 {
		return text, err
	}
	if text, err = jsonedit.Patch(text, removals(found, "Stop")...); err != nil {
		return nil, err
	}
	was := slices.ContainsFunc(found, func(p place) bool { return p.marked })
	for _, path := range [][]string{{"hooks", "Stop"}, {"hooks"}} {
		at, _ := jsonedit.Find(text, path)
		if s := strings.Join(strings.Fields(string(at)), ""); s == "[]" && !was || s == "{}" { // in whatever layout
			if text, err = jsonedit.Patch(text, jsonedit.Remove(jsonedit.Pointer(path...))); err != nil {
				return nil, err
			}
		}
	}
	if found, err := findStopHooks(text); err != nil || len(found) > 0 {
		return nil, jsonedit.ErrTwice
	}
	return text, nil
}

func (p place) pointer(event string) string {
	return jsonedit.Pointer("hooks", event, strconv.Itoa(p.group), "hooks", strconv.Itoa(p.index))
}

// removals returns the changes that remove the hooks. The last hook comes first, so that the positions of the others
// stay right. A group is removed with its last hook.
func removals(found []place, event string) (changes []jsonedit.Change) {
	left := make(map[int]int)
	for _, p := range found {
		left[p.group] = p.groupSize
	}
	for _, p := range slices.Backward(found) {
		changes = append(changes, jsonedit.Remove(p.pointer(event)))
		if left[p.group]--; left[p.group] == 0 {
			changes = append(changes, jsonedit.Remove(jsonedit.Pointer("hooks", event, strconv.Itoa(p.group))))
		}
	}
	return changes
}

// sameJSON compares two values by their JSON: one may come from a file, the other from Go code.
func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && reflect.DeepEqual(x, y)
}
