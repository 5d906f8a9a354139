package doctor

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"ccc/internal/claude"
	"ccc/internal/fakeapi"
	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/sandbox"
	"ccc/internal/state"
	"ccc/internal/text"
	"ccc/ptyio"
)

const (
	patience = 2 * time.Minute // for each step of a trial; a step takes a second or two on an idle machine
	// Of claude's screen, which changes while claude works: after it nothing more is expected.
	screenSilence = 10 * time.Second
	lookInterval  = 20 * time.Millisecond  // time between two looks at the output
	keyPause      = 150 * time.Millisecond // before enter: 2.1.5 takes it as text if it reads it together with a line
	enterInterval = 3 * time.Second        // until enter is sent again, which does nothing in an empty input
)

// The texts of a trial. They occur nowhere else, so that they can be recognized.
const (
	trialRubric   = "You are the reviewer of ccc doctor. CCC-DOCTOR-RUBRIC"
	trialTask     = "CCC-DOCTOR-TASK"
	trialAnswer   = "CCC-DOCTOR-ANSWER"
	trialFeedback = "CCC-DOCTOR-FEEDBACK"
	trialLaunch   = "doctor"
	trialFile     = "written-by-the-reviewer"
	trialMemory   = "CCC-DOCTOR-MEMORY" // in CLAUDE.md
	trialHookFile = "hook-ran"          // made by a hook of the trial's project, in the trial's directory
)

// Live tries the claude of the subject, with this ccc, against an API on loopback: once in the loop and, at the same
// time, once in claude's own screen. Each trial has its own home and project in a temporary directory. When Live
// returns, these are removed and all processes have ended. It reads nothing of the user except the program and PATH,
// and writes nothing. When ctx ends, Live ends at once, with its error.
func Live(ctx context.Context, s Subject) ([]Result, error) {
	version := s.claude(ctx)
	version.Name = "claude"
	if version.State == Broken { // nothing can be tried with it
		return []Result{version}, nil
	}
	SweepTrials(file.Listing{}, append(s.Layers, os.TempDir())...)
	if free, err := freeIn(os.TempDir()); err == nil && free < noSpace {
		r := broken(lang.M("%s free in %s: too little to try claude in", formatSize(free), os.TempDir()),
			lang.M("TMPDIR=DIRECTORY ccc doctor --live tries it in another place"))
		r.Name = "disk"
		return []Result{r}, nil
	}
	dir, remove, err := trialDir(os.TempDir())
	if err != nil {
		return nil, err
	}
	defer remove()
	found, _, err := s.Cage(func(sandbox.Found) {})
	if err != nil {
		return nil, err
	}
	var loop, screen []Result
	var loopErr, screenErr error
	var all sync.WaitGroup
	all.Go(func() { loop, loopErr = tryLoop(ctx, s, filepath.Join(dir, "loop"), found.Kind) })
	all.Go(func() { screen, screenErr = tryScreen(ctx, s, filepath.Join(dir, "screen")) })
	all.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	mods := s.triedMods(ctx, filepath.Join(dir, "loop"), filepath.Join(dir, "screen"))
	return slices.Concat([]Result{version}, loop, screen, mods), errors.Join(loopErr, screenErr)
}

// removeAll removes the directory, and again if a process that was just ended has written to it meanwhile.
func removeAll(dir string) {
	for range 3 {
		if os.RemoveAll(dir) == nil {
			return
		}
	}
}

// trial is one claude, with its home, project and API.
type trial struct {
	dir, project string
	state        state.Dir
	api          *fakeapi.Server
	child        *ptyio.Child
	screen       bool // claude draws a screen
	results      []Result
	ended        chan struct{} // closed when the child has ended and all its output was read

	mu          sync.Mutex
	unfinished  []byte       // the end of the output, if a control sequence or a character may begin in it
	text        bytes.Buffer // the output without control sequences
	compactText bytes.Buffer // the same without white space
	newest      time.Time    // when the newest output came; zero before the first
}

// start makes home and project, and starts ccc there.
func (t *trial) start(s Subject, answer fakeapi.Handler, command ptyio.Command) error {
	home := filepath.Join(t.dir, "home")
	config := filepath.Join(home, ".claude")
	t.project = filepath.Join(t.dir, "project")
	t.state = state.Find("", config)
	for _, dir := range []string{config, filepath.Join(t.project, ".claude"), filepath.Join(t.dir, "tmp")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return lang.Errorf("make a directory for the trial: %w", err)
		}
	}
	settled, err := claude.SettledState(t.project)
	if err != nil {
		return lang.Errorf("make a directory for the trial: %w", err)
	}
	for path, text := range map[string]string{
		filepath.Join(home, ".claude.json"):       string(settled),
		filepath.Join(config, "ccc.json"):         `{"language": "en", "recordings": {"off": true}}`,
		filepath.Join(t.project, "SUPERVISOR.md"): trialRubric + "\n",
		filepath.Join(t.project, "CLAUDE.md"):     trialMemory + "\n",
		filepath.Join(t.project, ".claude", "settings.json"): fmt.Sprintf(
			`{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": %q}]}]}}`,
			"touch "+text.ShellWord(filepath.Join(t.dir, trialHookFile))),
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return lang.Errorf("make a directory for the trial: %w", err)
		}
	}
	if err := t.plantMod(config); err != nil {
		return lang.Errorf("make a directory for the trial: %w", err)
	}
	token := rand.Text()
	t.api, err = fakeapi.Start(func(r fakeapi.Request) fakeapi.Reply {
		if r.Header.Get("Authorization") != "Bearer "+token {
			return fakeapi.Error(403, "permission_error", "this is the API of ccc doctor", nil)
		}
		return answer(r)
	})
	if err != nil {
		return lang.Errorf("start an API on loopback: %w", err)
	}
	env := claude.IsolatedEnv(s.Getenv("PATH"), filepath.Join(t.dir, "tmp"), home, t.api.URL, token)
	env = append(env, "CCC_CLAUDE="+s.Binary.Path, "CCC_LANG=en", "CCC_SUPERVISOR_ID="+trialLaunch,
		"ANTHROPIC_MODEL=claude-haiku-4-5", "CLAUDE_CODE_MAX_RETRIES=1", "NO_COLOR=1", "GIT_CONFIG_NOSYSTEM=1")
	env = append(env, claude.Managers(s.Getenv)...)
	// Without git the trial is in no repository, as the user's work would be.
	_ = git.Init(context.Background(), t.project, "", env)
	command.Path, command.Dir, command.Env, command.Sweep = s.Program, t.project, env, true
	command.Grace = ptyio.Grace{Input: time.Millisecond, Term: 3 * time.Second, Drain: lookInterval}
	if t.child, err = ptyio.Start(command); err != nil {
		return err
	}
	t.ended = make(chan struct{})
	go t.read()
	return nil
}

// read stores the child's output, until its end.
func (t *trial) read() {
	defer close(t.ended)
	buf := make([]byte, 32<<10)
	for {
		n, err := t.child.Read(buf)
		t.addOutput(buf[:n])
		if err != nil {
			<-t.child.Exited()
			t.child.End() // now its stderr is complete
			return
		}
	}
}

// maxSequence is longer than any control sequence of claude, except titles and similar ones, which contain no words.
const maxSequence = 512

var sequence = text.LazyRegexp{Expr: `\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|` +
	"[ -/]+[0-~]|[0-OQ-WYZ\\\\`a-~])"}

// addOutput adds a piece of the output. The whole output is searched often, so control sequences are removed from each
// piece only once.
func (t *trial) addOutput(piece []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.newest = time.Now()
	all := append(t.unfinished, piece...)
	whole := len(all)
	for back := 1; back < utf8.UTFMax && back <= len(all); back++ {
		if utf8.RuneStart(all[len(all)-back]) {
			if !utf8.FullRune(all[len(all)-back:]) {
				whole -= back
			}
			break
		}
	}
	if esc := bytes.LastIndexByte(all, 0x1b); esc >= 0 && len(all)-esc < maxSequence {
		if sequence.Get().Find(all[esc:]) == nil {
			whole = min(whole, esc) // the sequence is not complete yet
		}
	}
	plain := sequence.Get().ReplaceAll(all[:whole], []byte(" "))
	t.text.Write(plain)
	t.compactText.WriteString(squeeze(string(plain)))
	t.unfinished = bytes.Clone(all[whole:])
}

// end ends the child with everything that it has started, and the API.
func (t *trial) end() {
	if t.child != nil {
		t.child.End()
	}
	if t.api != nil {
		t.api.Close()
	}
}

// waitUntil waits until something has happened. It returns false if that takes too long or can no longer happen: claude
// has ended, or its screen has not changed for a while.
func (t *trial) waitUntil(ctx context.Context, happened func() bool) bool {
	return t.wait(ctx, happened, func(began time.Time) bool { return t.screen && t.silentFor(began) > screenSilence })
}

// untilHook is until for something that the Stop hook does. Claude's screen may not change meanwhile: the hook waits
// for a whole review, and 2.1.5 draws nothing until the hook has ended.
func (t *trial) untilHook(ctx context.Context, happened func() bool) bool {
	return t.wait(ctx, happened, func(time.Time) bool { return false })
}

func (t *trial) wait(ctx context.Context, happened func() bool, hopeless func(began time.Time) bool) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	began := time.Now()
	for tick := time.Tick(lookInterval); ; {
		select {
		case <-t.ended:
			return happened()
		case <-ctx.Done():
			return happened()
		case <-tick:
			if happened() {
				return true
			}
			if hopeless(began) {
				return false
			}
		}
	}
}

// silentFor returns for how long the child has printed nothing, counted from began at the earliest; 0 before it has
// printed anything.
func (t *trial) silentFor(began time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.newest.IsZero() {
		return 0
	}
	if t.newest.After(began) {
		began = t.newest
	}
	return time.Since(began)
}

// requested reports whether claude has sent the API a request of that kind.
func (t *trial) requested(is func(fakeapi.Request) bool) bool {
	return slices.ContainsFunc(t.api.Requests(), is)
}

// The kinds of requests.
func isReview(r fakeapi.Request) bool { return strings.Contains(string(r.Raw), "CCC-DOCTOR-RUBRIC") }
func isTask(r fakeapi.Request) bool   { return !isReview(r) && strings.Contains(r.LastUser, trialTask) }
func isFeedback(r fakeapi.Request) bool {
	return !isReview(r) && strings.Contains(r.LastUser, trialFeedback)
}

// readsSession reports whether a request is from a reviewer and contains the agent's session.
func readsSession(r fakeapi.Request) bool {
	return isReview(r) && slices.ContainsFunc(r.Messages, func(m fakeapi.Message) bool {
		return m.Role == "assistant" && strings.Contains(m.Text(), trialAnswer)
	})
}

// plainOutput returns the child's output without control sequences.
func (t *trial) plainOutput() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ToValidUTF8(t.text.String()+string(t.unfinished), "")
}

// count returns how often the child has printed the words. White space does not count, because a screen is drawn by
// moving the cursor over what stays empty.
func (t *trial) count(words string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return bytes.Count(t.compactText.Bytes(), []byte(squeeze(words)))
}

func squeeze(text string) string { return strings.Join(strings.Fields(text), "") }

// complaint returns the end of the output of claude or ccc, which says why something did not work.
func (t *trial) complaint() string {
	said := strings.TrimSpace(t.child.Stderr())
	if said == "" {
		said = t.plainOutput()
	}
	return text.LastWords(said)
}

// obstacle returns what prevents claude from any turn.
func (t *trial) obstacle() Result {
	said := squeeze(t.child.Stderr() + t.plainOutput())
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(said, squeeze(w)) })
	}
	switch {
	case has("unknown option", "unrecognized option"):
		return broken(lang.M("claude does not know an option that ccc needs: it is too old, or too new for this ccc. "+
			"It says: %s", t.complaint()), install())
	case has("trust this folder", "trust the files in this folder", "one you trust"):
		return broken(lang.M("claude asks whether you trust the directory, though it has been told so: no hook runs before "+
			"the answer"), lang.M("open claude in your project once, and say yes"))
	case has("/login", "log in", "Select login method", "Invalid API key"):
		return broken(lang.M("claude asks to log in, though it has a token of its API. It says: %s", t.complaint()),
			lang.Verbatim("claude auth status"))
	}
	select {
	case <-t.ended:
		return broken(lang.M("claude has ended (%s) and asked its API nothing. It says: %s", t.child.Status(), t.complaint()),
			install())
	default:
	}
	return broken(lang.M("claude runs, and asks its API nothing. It says: %s", t.complaint()), lang.Message{})
}

// note adds a result.
func (t *trial) note(name string, r Result) {
	r.Name = name
	t.results = append(t.results, r)
}

// addUntried returns the results, with one for each of the names that could not be tried.
func (t *trial) addUntried(names ...string) []Result {
	for _, name := range names {
		if !slices.ContainsFunc(t.results, func(r Result) bool { return r.Name == name }) {
			t.note(name, warning(lang.M("not tried: it needs something that failed above"), lang.Message{}))
		}
	}
	return t.results
}

// tryLoop runs ccc --supervisor: a turn, a review with feedback, a turn that gets the feedback, a review that finds the
// work done.
func tryLoop(ctx context.Context, s Subject, dir string, kind sandbox.Kind) ([]Result, error) {
	t := &trial{dir: dir}
	defer t.end()
	names := []string{"loop", "project", "fork", "cage"}
	reviews, ran := 0, fakeapi.Block{}
	err := t.start(s, func(r fakeapi.Request) fakeapi.Reply {
		switch {
		case !isReview(r):
			return fakeapi.Text(trialAnswer)
		case len(r.Results) == 0 && reviews == 0 && slices.Contains(r.Tools, "Bash"):
			return fakeapi.Tool("Bash", map[string]string{
				"command": "echo it-is-there >" + trialFile + " && cat " + trialFile, "description": "Write a file",
			})
		case len(r.Results) > 0:
			ran = r.Results[0]
		}
		if reviews++; reviews == 1 {
			return fakeapi.Text(trialFeedback)
		}
		return fakeapi.Text("[TASK_COMPLETED]")
	}, ptyio.Command{
		Args: []string{"--supervisor", "--output-format", "json", "--", trialTask}, Pipes: true,
	})
	if err != nil {
		return nil, err
	}
	t.child.CloseInput()
	t.waitUntil(ctx, func() bool { return t.requested(isTask) })
	if !t.requested(isTask) {
		t.note("loop", t.obstacle())
		return t.addUntried(names...), nil
	}
	t.waitUntil(ctx, func() bool { return t.requested(isReview) })
	t.waitUntil(ctx, func() bool { return t.requested(isFeedback) })
	t.waitUntil(ctx, func() bool { return false }) // until it ends
	t.noteLoop()
	t.noteProject()
	if t.requested(isReview) {
		t.noteFork()
		t.note("cage", cageResult(kind, ran, file.Exists(filepath.Join(t.project, trialFile))))
	}
	return t.addUntried(names...), nil
}

// noteLoop adds a result about the whole launch.
func (t *trial) noteLoop() {
	var outcome struct{ Outcome, Reason string }
	_ = json.Unmarshal([]byte(t.plainOutput()), &outcome) // other output is not an outcome
	why := cmp.Or(text.FirstLine(outcome.Reason), t.complaint())
	r := ok(lang.M("a turn, a review with feedback and a review that found the work done: all worked"))
	switch {
	case !t.requested(isReview):
		r = broken(lang.M("the agent's turn ended, and no reviewer asked the API. ccc says: %s", why),
			lang.Message{})
	case !t.requested(isFeedback):
		r = broken(lang.M("a reviewer gave feedback, which did not reach the agent. ccc says: %s", why),
			lang.Message{})
	case outcome.Outcome != "completed":
		r = broken(lang.M("the work was not done in the end (%s). ccc says: %s", t.child.Status(), why),
			lang.Message{})
	}
	t.note("loop", r)
}

// agentTools are the tools that an agent cannot do without. With --bare claude has fewer.
var agentTools = []string{"Bash", "Edit", "Read", "Write"}

// noteProject adds whether claude without a screen has its tools, and reads the project's CLAUDE.md and hooks.
func (t *trial) noteProject() {
	var missing []string
	for _, tool := range agentTools {
		if !t.requested(func(r fakeapi.Request) bool { return isTask(r) && slices.Contains(r.Tools, tool) }) {
			missing = append(missing, tool)
		}
	}
	reads := t.requested(func(r fakeapi.Request) bool {
		return isTask(r) && strings.Contains(string(r.Raw), trialMemory)
	})
	r := ok(lang.M("the agent had its tools, CLAUDE.md and the project's hooks"))
	switch {
	case len(missing) > 0:
		r = broken(lang.M("the agent lacks tools: %s", lang.List(missing...)), lang.Message{})
	case !reads:
		r = broken(lang.M("the agent was not given the project's CLAUDE.md"), lang.Message{})
	case !file.Exists(filepath.Join(t.dir, trialHookFile)):
		r = broken(lang.M("the project's SessionStart hook did not run in the loop's claude"), lang.Message{})
	}
	t.note("project", r)
}

// noteFork adds whether the reviewer had the agent's session.
func (t *trial) noteFork() {
	if !t.requested(readsSession) {
		t.note("fork", broken(lang.M("the fork lost the session: the reviewer did not know what the agent had said"),
			lang.Message{}))
		return
	}
	t.note("fork", ok(lang.M("the reviewer was forked from the agent's session, and knew it")))
}

// cageResult returns the result of a reviewer's command that wrote a file.
func cageResult(kind sandbox.Kind, ran fakeapi.Block, stayed bool) Result {
	switch wrote := strings.Contains(ran.Text, "it-is-there"); {
	case stayed:
		return broken(lang.M("a reviewer's command wrote to the project, and nothing prevented it"),
			lang.Message{})
	case !kind.AllowsCommands():
		return ok(lang.M("there is no sandbox here: the reviewer reads files, and runs no commands"))
	case wrote:
		return ok(lang.M("the reviewer's command ran, and what it wrote was thrown away (sandbox: %s)", string(kind)))
	case kind == sandbox.Overlay:
		return broken(lang.M("the reviewer's command did not run: %s", text.LastWords(ran.Text)), lang.Message{})
	}
	return ok(lang.M("the reviewer's command could not write to the project (sandbox: %s)", string(kind)))
}
