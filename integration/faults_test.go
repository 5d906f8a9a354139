//go:build linux

package integration

// TestFaults: causes faults many times and checks the results. "make faults" prints the table of
// docs/design/reliability.md.

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ccc/integration/binary"
)

var (
	faultTries = flag.Int("faults", 3, "`tries` of each row of TestFaults")
	faultTable = flag.String("faults-table", "",
		"write the table of TestFaults to `file`; the corpora and APIs that never answer are in it then, too")
	// The seed is the same in each run unless another one is given, so that CI runs what was run before. "make faults"
	// chooses a new one.
	faultSeed = flag.Uint64("faults-seed", 1, "of the random points of TestFaults")
)

// settled is how long it may take until nothing is left that a fault has left behind.
const settled = 10 * time.Second

// runTime limits a run of ccc. Only a run that hangs reaches it.
const runTime = 90 * time.Second

// TestFaults: has a row for each kind of fault. A try that breaks an invariant is lost, and fails the test.
func TestFaults(t *testing.T) {
	t.Parallel()
	t.Logf("-faults-seed %d", *faultSeed)
	f := &faults{began: time.Now()}
	lookAround()
	binary.Path(t) // else the first run takes as long as the build
	t.Cleanup(func() { f.write(t) })
	rows := []struct {
		name string
		what string // as the table has it
		run  func(*row)
	}{
		{"KillCcc", "`kill -9` of ccc in the loop, nobody at the terminal", killCcc},
		{"KillRunID", "`kill -9` of ccc in the loop with `--run-id`, and the same command again", killRunID},
		{"KillTerminal", "`kill -9` of ccc in the loop, on a terminal", killOnTerminal},
		{"KillWithTool", "`kill -9` of ccc in the loop while a tool of the agent's runs", killWithTool},
		{"KillDeaf", "`kill -9` of ccc in the loop, agent or reviewer deaf to signals", killDeaf},
		{"KillAgent", "`kill -9` of the agent", killAgent},
		{"KillReviewer", "`kill -9` of the reviewer in its cage", killReviewer},
		{"KillKeeper", "`kill -9` of the first process of the reviewer's cage, which keeps it", killKeeper},
		{"KillHook", "`kill -9` of the Stop hook", killHook},
		{"KillClaude", "`kill -9` of claude in its own screen", killClaude},
		{"HooksAtOnce", "100 Stop hooks at once for one stop, two stops", hooksAtOnce},
		{"SettingsRenamed", "a launch while another program replaces `settings.json`", settingsRenamed},
		{"SettingsInPlace", "a launch while another program rewrites `settings.json` in place", settingsInPlace},
		{"DiskFull", "the disk fills at some point of a run", diskFull},
		{"DiskFullHook", "the disk fills at some point of a Stop hook", diskFullHook},
		{"ReadOnly", "the home is read-only", readOnly},
		{"NoPtmx", "no `/dev/ptmx`", noPtmx},
		{"Descriptors", "8 to 64 file descriptors", fewDescriptors},
		{"HostileFiles", "a file that ccc reads is none, is endless, huge, broken or not to be read", hostileFiles},
		{"HostileGit", "a file below `.git` is none, is endless, huge, broken or not to be read", hostileGit},
		{"PlanTampered", "a task of a plan changes what later tasks are judged by, or which are done", planTampered},
		{"UntrustedClone", "a clone whose files have claude run something, without a terminal", untrustedClone},
	}
	if *full { // one at a time, before the others
		for _, r := range f.realRows() {
			f.run(t, r.name, r.what, false, r.run)
		}
	}
	if *faultTable != "" {
		for _, c := range corpora {
			f.run(t, "Corpus"+c.name, c.what, false, c.count)
		}
	}
	for _, r := range rows {
		f.run(t, r.name, r.what, true, r.run)
	}
}

// faults is the whole table.
type faults struct {
	began time.Time
	rows  []*row
}

// row is a kind of fault. Its tries run one after another.
type row struct {
	*testing.T
	what    string
	abreast int // tries at once; 0 is 1

	mu    sync.Mutex // for what follows
	tried int
	lost  int
	came  map[string]int // what came of it, and how often
	left  int            // temporary files that a kill has left for the next start to remove
	most  time.Duration  // until all that was left behind had gone
	notes []string
}

func (f *faults) run(t *testing.T, name, what string, parallel bool, do func(*row)) {
	r := &row{what: what, came: make(map[string]int)}
	f.rows = append(f.rows, r)
	t.Run(name, func(t *testing.T) {
		if parallel {
			t.Parallel()
		}
		r.T = t
		began := time.Now()
		do(r)
		if r.tried == 0 {
			t.Error("nothing was tried")
		}
		t.Logf("tried %d, lost %d: %s (%s)", r.tried, r.lost, r.outcome(), time.Since(began).Round(time.Millisecond))
	})
}

// outcome returns the results of the tries, the most frequent first.
func (r *row) outcome() string {
	kinds := slices.SortedFunc(maps.Keys(r.came), func(a, b string) int {
		if r.came[a] != r.came[b] {
			return r.came[b] - r.came[a]
		}
		return strings.Compare(a, b)
	})
	var said []string
	for _, kind := range kinds {
		said = append(said, fmt.Sprintf("%s: %d", kind, r.came[kind]))
	}
	text := strings.Join(said, "; ")
	if r.most > 0 {
		text += fmt.Sprintf(". All gone after %s at most", max(r.most, time.Millisecond).Round(time.Millisecond))
	}
	if r.left > 0 {
		text += fmt.Sprintf(". Temporary files left by the kill: %d, removed by the next start", r.left)
	}
	for _, note := range r.notes {
		text += ". " + note
	}
	return text
}

// write writes the table, in Markdown.
func (f *faults) write(t *testing.T) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "| what was done | tried | lost | what came of it |\n| --- | --- | --- | --- |\n")
	for _, r := range f.rows {
		if r.tried == 0 {
			continue // not asked for
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %s |\n", r.what, r.tried, r.lost, strings.ReplaceAll(r.outcome(), "|", "\\|"))
	}
	fmt.Fprintf(&b, "\nseed %d, %s\n", *faultSeed, time.Since(f.began).Round(time.Second))
	t.Logf("\n%s", b.String())
	if *faultTable == "" {
		return
	}
	if err := os.WriteFile(*faultTable, b.Bytes(), 0o644); err != nil {
		t.Error(err)
	}
}

// trial is one try of a row.
type trial struct {
	*row
	number int
	missed int // points at which the fault could not be made
	rand   *rand.Rand
	broken []string // invariants
	known  string   // why a loss fails nothing; "" if it does
}

// times makes that many tries. do describes the result of one try in a few words; if it returns "", the fault did not
// happen and the try is repeated at another point.
func (r *row) times(n int, do func(*trial) string) {
	var all sync.WaitGroup
	turns := make(chan struct{}, max(r.abreast, 1))
	for i := range n {
		turns <- struct{}{}
		all.Go(func() {
			defer func() { <-turns }()
			h := fnv.New64()
			fmt.Fprint(h, r.what, i)
			r.once(&trial{row: r, number: i, rand: rand.New(rand.NewPCG(*faultSeed, h.Sum64()))}, do)
		})
	}
	all.Wait()
}

func (r *row) once(x *trial, do func(*trial) string) {
	for {
		came := do(x)
		if came == "" && len(x.broken) == 0 {
			if x.missed++; x.missed < 50 {
				continue
			}
			x.lose("the fault could not be made")
		}
		r.count(x, came)
		return
	}
}

// count adds a try to the row.
func (r *row) count(x *trial, came string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.tried++
	if len(x.broken) == 0 {
		r.came[came]++
		return
	}
	r.lost++
	for _, what := range x.broken {
		r.came["LOST "+kindOf(what)]++
	}
	if x.known != "" {
		r.Logf("try %d, %s: %s", x.number+1, x.known, strings.Join(x.broken, "; "))
		return
	}
	r.Errorf("try %d: %s", x.number+1, strings.Join(x.broken, "; "))
}

// kindOf returns what a loss has in common with similar ones: the words before the first colon.
func kindOf(loss string) string {
	kind, _, _ := strings.Cut(loss, ":")
	return kind
}

// lose records a broken invariant, as "kind: details".
func (x *trial) lose(format string, args ...any) {
	x.broken = append(x.broken, fmt.Sprintf(format, args...))
}

// scene is the surroundings of a run: a project, a home with the user's files, a TMPDIR, and a mark in the environment
// of all its processes.
type scene struct {
	*trial
	dir, home, tmp string
	mark           string
	env            []string
	config         string          // the user's ccc.json
	killed         bool            // there was no next start yet, which removes what was left
	layers         map[string]bool // of the cages that were seen
}

// markName is the variable that marks the processes of a scene.
const markName = "TEST_FAULTS_MARK"

// The user's files. None of their contents may be lost.
const (
	herSettings = `{
  "theme": "dark",
  "env": {"HERS": "1"},
  "hers": {"deep": [1, {"a": null}]},
  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "true"}]}]}
}
`
	herConfig = `{"language": "en", "hers": [1], "providers": {"one": {"env": {"ANTHROPIC_AUTH_TOKEN": "t", "A": "1"}}}}
`
)

// scene makes a scene in which claude is the fake with that script.
func (x *trial) scene(script string) *scene {
	x.Helper()
	dir, err := os.MkdirTemp(x.TempDir(), "")
	if err != nil {
		x.Fatal(err)
	}
	s := &scene{trial: x, dir: dir, home: filepath.Join(dir, "home"), tmp: filepath.Join(dir, "tmp"), config: herConfig,
		layers: make(map[string]bool)}
	s.mark = filepath.Base(filepath.Dir(dir)) + "/" + filepath.Base(dir) + "/" + strconv.FormatUint(x.rand.Uint64(), 36)
	write(x.T, filepath.Join(dir, "bin", "keep"), "")
	write(x.T, filepath.Join(s.tmp, "keep"), "")
	write(x.T, filepath.Join(s.home, ".claude", "settings.json"), herSettings)
	write(x.T, filepath.Join(s.home, ".claude", "ccc.json"), herConfig)
	write(x.T, filepath.Join(s.home, ".claude", "SUPERVISOR.md"), "Judge.\n")
	write(x.T, filepath.Join(dir, "work", "keep"), "")
	write(x.T, filepath.Join(dir, "fake", "claude.txt"), script)
	self, err := os.Executable()
	for _, name := range []string{"claude", "faultbox"} { // see TestMain
		if err == nil {
			err = os.Symlink(self, filepath.Join(dir, "bin", name))
		}
	}
	if err != nil {
		x.Fatal(err)
	}
	s.env = []string{
		"PATH=" + filepath.Join(dir, "bin") + ":" + os.Getenv("PATH"), "HOME=" + s.home, "TMPDIR=" + s.tmp,
		"TEST_CLAUDE_SCRIPT=" + filepath.Join(dir, "fake", "claude.txt"), markName + "=" + s.mark,
		"TERM=xterm-256color", "LANG=en_US.UTF-8", "GORACE=atexit_sleep_ms=0", notesEnv + "=" + keepNotes(x.T),
	}
	return s
}

// configure writes the user's ccc.json.
func (s *scene) configure(text string) {
	s.config = text
	write(s.T, filepath.Join(s.home, ".claude", "ccc.json"), text)
}

// command is ccc with the arguments, in the scene.
func (s *scene) command(args ...string) *exec.Cmd {
	return &exec.Cmd{
		Path: binary.Path(s), Args: append([]string{"ccc"}, args...), Env: s.env, Dir: filepath.Join(s.dir, "work"),
	}
}

// ended is the result of a run.
type ended struct {
	outcome
	out, err string
	code     int // as a shell gives it; -1 for a run that had to be killed
}

// passed reports whether the output of a run says that a review has accepted the work.
func (e ended) passed() bool {
	return e.code == 0 && e.Outcome == "completed" && len(e.Verdicts) > 0 && e.Verdicts[len(e.Verdicts)-1].Completed
}

// run runs a command to its end, within runTime.
func (s *scene) run(cmd *exec.Cmd) ended { return s.within(runTime, cmd) }

// within runs a command to its end, which must come within the limit.
func (s *scene) within(limit time.Duration, cmd *exec.Cmd) (e ended) {
	s.Helper()
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	cmd.WaitDelay = settled // somebody may have inherited its output
	if err := cmd.Start(); err != nil {
		s.Fatal(err)
	}
	late := time.AfterFunc(limit, func() { cmd.Process.Kill() })
	waited := cmd.Wait()
	e.code = -1
	if late.Stop() {
		e.code = statusOf(cmd.ProcessState)
	} else {
		s.lose("hangs: %q runs longer than %s", cmd.Args, limit)
	}
	if waited == exec.ErrWaitDelay {
		s.lose("an orphan holds the output of %q", cmd.Args)
	}
	e.out, e.err = out.String(), err.String()
	_ = json.Unmarshal(out.Bytes(), &e.outcome) // where it is none the outcome is empty
	s.sane(e.out + e.err)
	return e
}

var panics = regexp.MustCompile(`(?m)^(panic: |fatal error: |goroutine \d+ \[)`)

// sane checks that ccc has not panicked.
func (s *scene) sane(said string) {
	if panics.MatchString(said) {
		s.lose("panic: %.2000s", said)
	}
}

// proc is a process of a scene.
type proc struct {
	pid, parent int
	exe         string
	args        []string
}

func (p proc) String() string {
	return fmt.Sprintf("%d %s %.200q", p.pid, filepath.Base(p.exe), p.args)
}

// strangers are the processes that existed before the first scene. They are not checked again each time.
var strangers = make(map[string]bool)

func lookAround() {
	names, _ := filepath.Glob("/proc/[0-9]*") // the pattern is good
	for _, dir := range names {
		strangers[dir] = true
	}
}

// layerOf finds the directory in which a sandbox stores written files, in the environment of its first process.
var layerOf = regexp.MustCompile(`/[^":]*/ccc-cage-\d+-\d+`)

// processes returns the living processes with the scene's mark, also those in sandboxes.
func (s *scene) processes() (list []proc) {
	names, err := filepath.Glob("/proc/[0-9]*")
	if err != nil {
		s.Fatal(err)
	}
	want := []byte(markName + "=" + s.mark + "\x00")
	for _, dir := range names {
		if strangers[dir] {
			continue
		}
		env, err := os.ReadFile(dir + "/environ") // one that has ended has none
		args, _ := os.ReadFile(dir + "/cmdline")
		// Only root can read the environment of the process that keeps a Landlock sandbox.
		ours := bytes.Contains(env, want) || os.IsPermission(err) && bytes.Contains(args, []byte(s.dir))
		if !ours {
			continue
		}
		if layer := layerOf.Find(env); layer != nil {
			s.layers[string(layer)] = true
		}
		p := proc{}
		p.pid, _ = strconv.Atoi(filepath.Base(dir))
		p.exe, _ = os.Readlink(dir + "/exe")
		stat, _ := os.ReadFile(dir + "/stat")
		if _, rest, ok := bytes.Cut(stat, []byte(") ")); ok {
			_, _ = fmt.Sscanf(string(rest), "%s %d", new(string), &p.parent)
		}
		p.args = strings.Split(strings.TrimSuffix(string(args), "\x00"), "\x00")
		list = append(list, p)
	}
	return list
}

// gone waits until no process of the scene is left, except those for which keep is true.
func (s *scene) gone(keep func(proc) bool) {
	began := time.Now()
	for {
		left := s.processes()
		if keep != nil {
			left = slices.DeleteFunc(left, keep)
		}
		if len(left) == 0 {
			break
		}
		if time.Since(began) > settled {
			s.lose("orphans: %v", left)
			for _, p := range left {
				_ = syscall.Kill(p.pid, syscall.SIGKILL) // ours, by the mark
			}
			break
		}
		time.Sleep(2 * time.Millisecond)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.most = max(s.most, time.Since(began))
}

// close ends all processes of the scene and removes it.
func (s *scene) close() {
	for _, p := range s.processes() {
		_ = syscall.Kill(p.pid, syscall.SIGKILL)
	}
	_ = os.RemoveAll(s.dir) // else t.TempDir does it
}

// known are the names that ccc and claude may leave in a home. Any other name is a temporary file.
var known = regexp.MustCompile(`^(\.claude\.json(\.[\w.-]+)?|\.claude(/(` +
	`ccc\.json|settings\.json|settings[-.][\w.-]+\.json|SUPERVISOR\.md|\.ccc\.lock|` +
	`commands(/(\.ccc\.lock|supervisor(off)?\.md))?|` +
	`ccc(/(\.ccc\.lock|ccc\.log(\.1)?|hook-invocation\.log(\.1)?|recordings(/[\w-]+\.jsonl)?|history\.jsonl|` +
	`program-digests\.json|runs(/(\.ccc\.lock|[0-9a-f]{32}\.json(\.lock)?))?|supervisor-[\w-]+\.(json|baseline)|` +
	`supervisor-[\w-]+-output\.jsonl(\.1)?))?` +
	`))?)$`)

// pending matches the files in which ccc prepares the replacement of another file, and the files of a running review.
var pending = regexp.MustCompile(`^\.claude/((ccc/(runs/)?|commands/)?\.[\w.-]+\.(json|md)\.new|ccc/doing-[\w-]+\.json)$`)

// claudes are the entries that the real claude creates in its directory.
var claudes = regexp.MustCompile(`^(\.cache|\.local|\.npm|\.config|\.claude/` +
	`(projects|todos|statsig|shell-snapshots|debug|plans|backups|cache|sessions|plugins|session-env|file-history|` +
	`tasks|history|stats-cache|downloads|telemetry|paste-cache|ide|jobs|usage-data|remote-settings|` +
	`\.last|\.\w+\.json))`)

// claudesTmp are the entries that it creates in TMPDIR.
var claudesTmp = regexp.MustCompile(`^(claude-|cc-|node-|bun-|\.[0-9a-f]+-[0-9a-f]+\.(so|node)$)`)

// whole checks the files: no temporary file is left, JSON files are valid, and no file of the user is lost.
func (s *scene) whole() {
	s.Helper()
	left, err := os.ReadDir(s.tmp)
	if err != nil {
		s.Fatal(err)
	}
	for _, f := range left {
		if f.Name() != "keep" && !claudesTmp.MatchString(f.Name()) {
			s.lose("temporary file: %s", filepath.Join("TMPDIR", f.Name()))
		}
	}
	err = filepath.WalkDir(s.home, func(path string, d os.DirEntry, err error) error {
		if err != nil || path == s.home {
			return err
		}
		name := strings.TrimPrefix(path, s.home+"/")
		switch {
		case claudes.MatchString(name):
			return nil
		case !known.MatchString(name) && s.killed && pending.MatchString(name):
			s.mu.Lock()
			s.left++
			s.mu.Unlock()
		case !known.MatchString(name):
			s.lose("temporary file: %s", name)
		case d.Type().IsRegular() && strings.HasSuffix(name, ".json"):
			text, err := os.ReadFile(path)
			if err == nil && !json.Valid(text) {
				s.lose("broken file: %s: %.100q", name, text)
			}
			return err
		}
		return nil
	})
	if err != nil {
		s.Fatal(err)
	}
	s.holds("settings.json", herSettings)
	s.holds("ccc.json", s.config)
}

// swept checks that nothing is left of the sandboxes. It is called after a review that began after the last kill of
// ccc.
func (s *scene) swept() {
	for layer := range s.layers {
		if _, err := os.Lstat(layer); err == nil {
			s.lose("a cage's layer: %s", layer)
		}
	}
}

// holds checks that a file in claude's directory still has everything that the user wrote there.
func (s *scene) holds(name, hers string) {
	s.Helper()
	text, err := os.ReadFile(filepath.Join(s.home, ".claude", name))
	var now, want any
	if err == nil {
		err = json.Unmarshal(text, &now)
	}
	if err != nil {
		s.lose("broken file: %s: %v", name, err)
		return
	}
	if err := json.Unmarshal([]byte(hers), &want); err != nil {
		s.Fatal(err)
	}
	if missing := lacks(now, want, name); missing != "" {
		s.lose("lost of the person's: %s in %.300s", missing, text)
	}
}

// lacks returns what is in want but not in now: keys of objects, elements of lists, values; "" if nothing is missing.
func lacks(now, want any, path string) string {
	switch want := want.(type) {
	case map[string]any:
		object, _ := now.(map[string]any)
		for key, value := range want {
			there, ok := object[key]
			if !ok {
				return path + "." + key
			}
			if missing := lacks(there, value, path+"."+key); missing != "" {
				return missing
			}
		}
		return ""
	case []any:
		list, _ := now.([]any)
		for i, value := range want {
			in := func(there any) bool { return lacks(there, value, path) == "" }
			if !slices.ContainsFunc(list, in) {
				return fmt.Sprintf("%s[%d]", path, i)
			}
		}
		return ""
	}
	if now != want {
		return path
	}
	return ""
}

// restart makes the fake begin a script with its first section again.
func (s *scene) restart(script string) {
	s.Helper()
	if err := os.RemoveAll(filepath.Join(s.dir, "fake")); err != nil {
		s.Fatal(err)
	}
	write(s.T, filepath.Join(s.dir, "fake", "claude.txt"), script)
}

// read returns a file next to the fake's script; "" if there is none.
func (s *scene) read(name string) string {
	text, _ := os.ReadFile(filepath.Join(s.dir, "fake", name))
	return string(text)
}

// corpora are tests elsewhere that try a list of cases each. They print lines "faults: NAME: tried=N lost=N" for the
// table. If a test prints none, each of its subtests counts as a case.
var corpora = []corpus{
	{"Cage", "commands of a reviewer that write, escape, kill or read secrets", []string{"Corpus", "./internal/sandbox"}},
	{"Home", "secret places in a home, read by a reviewer's command", []string{"R10HomeOfACage", "./internal/sandbox"}},
	{"Tools", "each tool that a version of claude offers a reviewer",
		[]string{"RealReviewersTools", "./integration", "-args", "-full"}},
	{"Judges", "settings of the agent's: another API that judges, another program's output in the reviewer's tests",
		[]string{"RealJudges", "./integration", "-args", "-full"}},
	{"Answer", "settings of the agent's by which claude would throw the hook's answer away",
		[]string{"RealForgedSettings", "./integration", "-args", "-full"}},
	{"Memory", "a file that git reads is endless or huge", []string{"R08", "./internal/git"}},
	{"Off", "reviews switched off, or a stop kept from its review, by what the agent writes",
		[]string{"R07", "./internal/hook"}},
	{"Starts", "a claude that ends again and again without taking the message", []string{"R09StartsAreBounded", "./loop"}},
	{"Mods", "mods that swallow stops, rewrite output or drop feedback",
		[]string{"RealMods", "./integration", "-args", "-full"}},
	{"Programs", "hooks, settings and attributes of git's that a task of a plan leaves",
		[]string{"R04Programs", "./internal/git"}},
	{"Marker", "answers with the marker: verdicts, and what only looks like one",
		[]string{"Corpus", "./internal/review/protocol"}},
}

type corpus struct {
	name, what string
	run        []string // arguments of go test, behind -run
}

var (
	corpusLine = regexp.MustCompile(`(?m)faults: ([^:]+): tried=(\d+) lost=(\d+)`)
	testLine   = regexp.MustCompile(`(?m)^(\s*)--- (PASS|FAIL): (\S+)`)
)

// count runs the corpus and adds its numbers.
func (c corpus) count(r *row) {
	cmd := exec.Command("go", append([]string{"test", "-count=1", "-timeout=30m", "-v", "-run"}, c.run...)...)
	cmd.Dir = ".."
	out, err := cmd.CombinedOutput()
	lines := corpusLine.FindAllStringSubmatch(string(out), -1)
	for _, m := range lines {
		tried, _ := strconv.Atoi(m[2])
		lost, _ := strconv.Atoi(m[3])
		r.tried, r.lost = r.tried+tried, r.lost+lost
		r.came[m[1]] += tried - lost
	}
	if len(lines) == 0 {
		tests := testLine.FindAllStringSubmatch(string(out), -1)
		parts := slices.ContainsFunc(tests, func(m []string) bool { return m[1] != "" })
		for _, m := range tests {
			if parts && m[1] == "" { // its parts count
				continue
			}
			r.tried++
			r.came[m[2]]++
			if m[2] == "FAIL" {
				r.lost++
			}
		}
	}
	if err != nil || r.lost > 0 {
		r.Errorf("%q: %v\n%s", cmd.Args, err, out)
	}
}
