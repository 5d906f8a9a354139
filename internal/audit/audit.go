// Package audit counts the agent's claims in Claude Code's stored sessions, and how many of them the tool calls in the
// session support. It reads files, and changes none.
package audit

import (
	"cmp"
	"errors"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/claims"
	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/secret"
	"ccc/internal/session"
)

// Config says which sessions to read.
type Config struct {
	ConfigDir string // claude's configuration directory, with the sessions below projects
	// Dirs are projects, folders of session files, or session files; none: all projects.
	Dirs     []string
	Since    time.Time      // turns that ended earlier are not counted; zero for all turns
	Project  claims.Project // the files that say what a project's own commands run
	Mask     *secret.Mask
	Progress io.Writer // gets a bar; nil for none
}

// A Report is the result of an audit.
type Report struct {
	Sessions      int `json:"sessions"`
	Stops         int `json:"stops"`          // messages to the user that ended a turn, or that were sent back
	Judged        int `json:"judged"`         // stops with a message in a supported language
	OtherLanguage int `json:"other_language"` // the other stops
	Interrupted   int `json:"interrupted"`    // turns that the user ended
	Broken        int `json:"broken"`         // turns that ended by an error, or with the session
	Claims        int `json:"claims"`         // claims in the judged stops
	Unsupported   int `json:"unsupported"`
	// Claims whose exit status was not seen, but whose output shows them; not in Unsupported.
	Shown int     `json:"shown"`
	Share float64 `json:"share"` // Unsupported of Claims, 0 to 1

	Kinds    []Row `json:"kinds"`
	Reasons  []Row `json:"reasons"` // the reasons why claims are unsupported; Claims is 0 in these rows
	Projects []Row `json:"projects"`
	Months   []Row `json:"months"`
	Models   []Row `json:"models"`

	Worst  []Finding `json:"worst"`  // the worst findings, at most one of each session
	Unread []string  `json:"unread"` // files and folders that could not be read, or not to their end
}

// A Row counts the claims of one kind, project, month or model.
type Row struct {
	Name        string `json:"name"`
	Claims      int    `json:"claims,omitempty"`
	Unsupported int    `json:"unsupported"`
}

// A Finding is a claim that is not supported.
type Finding struct {
	Session string        `json:"session"`
	Time    string        `json:"time,omitempty"`
	Project string        `json:"project"`
	Kind    claims.Kind   `json:"kind"`
	Reason  claims.Reason `json:"reason"`
	Steps   []int         `json:"steps"`
	// The fields from here on have words of the session. WithoutWords removes them.
	Text    string `json:"text,omitempty"`
	Command string `json:"command,omitempty"` // the command that ran last
	Suggest string `json:"suggest,omitempty"`

	claim claims.Claim
}

// worst is how many findings a report names.
const worst = 10

// maxTime is the time limit for reading one file. The turns that were read until then count.
const maxTime = 10 * time.Second

// errSlow ends the reading of a file that takes too long.
var errSlow = errors.New("it took more than 10 s")

// A source is a session's file.
type source struct {
	path string
	size int64
	time time.Time // when it was changed
}

// Run reads the sessions that c selects, and counts the claims in them.
func Run(c Config) (Report, error) {
	sources, unread, err := c.findSources()
	if err != nil {
		return Report{}, err
	}
	if len(sources)+len(unread) == 0 {
		dir := filepath.Join(c.ConfigDir, "projects")
		if c.Since.IsZero() {
			return Report{}, lang.Errorf("there is no session in %s", dir)
		}
		return Report{}, lang.Errorf("there is no session in %s, or none of that time", dir)
	}
	t := newTally(c)
	t.r.Unread = append(t.r.Unread, unread...)
	bar := newBar(c.Progress, sources)
	for _, s := range sources {
		t.session(s, bar)
	}
	bar.clear()
	return t.report(), nil
}

// findSources lists the sessions' files, oldest first, and the folders that could not be read.
func (c Config) findSources() (list []source, unread []string, err error) {
	var dirs, files []string
	for _, name := range c.Dirs {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			files = append(files, name)
			continue
		}
		more, err := c.sessionDirs(name)
		if err != nil {
			return nil, nil, err
		}
		dirs = append(dirs, more...)
	}
	if len(c.Dirs) == 0 {
		if dirs, err = c.projectDirs(""); err != nil {
			return nil, nil, err
		}
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			unread = append(unread, dir)
			continue
		}
		for _, e := range entries {
			if filepath.Ext(e.Name()) == ".jsonl" {
				files = append(files, filepath.Join(dir, e.Name()))
			}
		}
	}
	for _, name := range files {
		info, err := os.Stat(name)
		if err != nil || !info.Mode().IsRegular() || info.Size() == 0 || info.ModTime().Before(c.Since) {
			continue
		}
		list = append(list, source{name, info.Size(), info.ModTime()})
	}
	slices.SortStableFunc(list, func(a, b source) int { return a.time.Compare(b.time) })
	return list, unread, nil
}

// globLiteral quotes the characters that filepath.Glob would take for a pattern.
func globLiteral(path string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}

// projectDirs returns claude's folders for the sessions of a project and of the folders below it, or of all projects
// for "".
func (c Config) projectDirs(project string) (list []string, err error) {
	parent := filepath.Join(c.ConfigDir, "projects")
	entries, err := os.ReadDir(parent)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, lang.Errorf("look for sessions: %w", err)
	}
	slug := claude.Slug(project)
	for _, e := range entries {
		if !e.IsDir() && e.Type()&fs.ModeSymlink == 0 {
			continue
		}
		if project == "" || e.Name() == slug || strings.HasPrefix(e.Name(), slug+"-") {
			list = append(list, filepath.Join(parent, e.Name()))
		}
	}
	return list, nil
}

// sessionDirs returns the session folders that an argument names: the folder itself if it has session files,
// otherwise those of the project in it.
func (c Config) sessionDirs(dir string) ([]string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, lang.Errorf("look for sessions: %w", err)
	}
	dir = file.Real(dir)
	if own, _ := filepath.Glob(filepath.Join(globLiteral(dir), "*.jsonl")); len(own) > 0 {
		return []string{dir}, nil
	}
	list, err := c.projectDirs(dir)
	if err == nil && len(list) == 0 {
		return nil, lang.Errorf("there is no session of the project %s, nor a session file in it", dir)
	}
	return list, err
}

// A tally counts turns.
type tally struct {
	Config
	r               Report
	counts          [5]map[string]*Row // by kind, reason, project, month, model
	countedMessages map[uint64]bool    // a forked session repeats the messages before the fork
}

const (
	byKind = iota
	byReason
	byProject
	byMonth
	byModel
)

func newTally(c Config) *tally {
	t := &tally{Config: c, countedMessages: map[uint64]bool{}}
	t.r.Worst, t.r.Unread = []Finding{}, []string{}
	for i := range t.counts {
		t.counts[i] = map[string]*Row{}
	}
	return t
}

// session counts the turns of one file.
func (t *tally) session(s source, bar *bar) {
	defer bar.next(s)
	f, err := file.Open(s.path)
	if err != nil {
		t.r.Unread = append(t.r.Unread, s.path)
		return
	}
	defer f.Close()
	counted := false
	in := &timed{r: f, bar: bar, end: time.Now().Add(maxTime)}
	damage, err := session.ReadClaims(in, s.path, t.Project, t.Mask, func(turn claims.Turn) {
		counted = t.turn(s, turn) || counted
	})
	if err != nil || damage != nil {
		t.r.Unread = append(t.r.Unread, s.path)
	}
	if counted {
		t.r.Sessions++
	}
}

// timed reads a file until that takes too long.
type timed struct {
	r   io.Reader
	bar *bar
	end time.Time
}

func (t *timed) Read(p []byte) (int, error) {
	if time.Now().After(t.end) {
		return 0, errSlow
	}
	n, err := t.r.Read(p)
	t.bar.add(n)
	return n, err
}

// turn counts a turn. It reports whether the turn is one that counts.
func (t *tally) turn(s source, turn claims.Turn) bool {
	at := turn.Time
	if at == "" {
		at = s.time.UTC().Format("2006-01-02T15:04:05.000Z")
	}
	if turn.End == claims.Unanswered || !t.Since.IsZero() && at < t.Since.UTC().Format("2006-01-02T15:04:05.000Z") ||
		t.isRepeated(turn) {
		return false
	}
	switch turn.End {
	case claims.Interrupted:
		t.r.Interrupted++
		return true
	case claims.Broken:
		t.r.Broken++
		return true
	}
	t.r.Stops++
	if turn.OtherLanguage {
		t.r.OtherLanguage++
		return true
	}
	t.r.Judged++
	project := cmp.Or(turn.Dir, filepath.Base(filepath.Dir(s.path)))
	for _, c := range turn.Claims {
		t.claim(c, project, at, turn.Model)
		if !c.Supported && !c.Evident {
			t.addFinding(s, c, project, at)
		}
	}
	return true
}

// isRepeated reports whether the turn's last message was counted before. A fork repeats its time, too; an API that is
// not Anthropic's may give an id again to another message.
func (t *tally) isRepeated(turn claims.Turn) bool {
	if turn.ID == "" {
		return false
	}
	h := fnv.New64a()
	_, _ = io.WriteString(h, turn.ID+" "+turn.Time)
	before := t.countedMessages[h.Sum64()]
	t.countedMessages[h.Sum64()] = true
	return before
}

// claim counts a claim.
func (t *tally) claim(c claims.Claim, project, at, model string) {
	t.r.Claims++
	if c.Evident { // it counts as supported
		t.r.Shown++
		c.Supported, c.Reason = true, ""
	}
	if !c.Supported {
		t.r.Unsupported++
	}
	for by, name := range map[int]string{
		byKind: string(c.Kind), byReason: string(c.Reason), byProject: t.Mask.Text(project),
		byMonth: at[:len("2006-01")],
		byModel: cmp.Or(model, "?"),
	} {
		if name == "" { // a supported claim has no reason
			continue
		}
		row := t.counts[by][name]
		if row == nil {
			row = &Row{Name: name}
			t.counts[by][name] = row
		}
		if by != byReason {
			row.Claims++
		}
		if !c.Supported {
			row.Unsupported++
		}
	}
}

// gravity lists the reasons, the worst first.
var gravity = []claims.Reason{
	claims.FailedExit, claims.FailedOutput, claims.NoCommand, claims.EmptyRun, claims.Stale, claims.Superseded,
	claims.Masked, claims.BackgroundOnly, claims.Partial, claims.NoResult,
}

// weight lists the kinds of claims, those first about which a run of a command says most.
var weight = []claims.Kind{
	claims.TestsPassed, claims.BuildPassed, claims.TypecheckClean, claims.LintClean, claims.Deployed, claims.Pushed,
	claims.Committed, claims.Deleted, claims.Created, claims.Fixed, claims.Verified,
}

// addFinding adds an unsupported claim to the findings, if it is among the worst and the worst of its session. Of two
// equally bad ones it keeps the newer one.
func (t *tally) addFinding(s source, c claims.Claim, project, at string) {
	f := Finding{
		Session: strings.TrimSuffix(filepath.Base(s.path), ".jsonl"), Time: at, Project: t.Mask.Text(project),
		Kind:   c.Kind,
		Reason: c.Reason, Steps: []int{}, Text: c.Text, Suggest: c.Suggest, claim: c,
	}
	for _, step := range c.Steps {
		f.Steps = append(f.Steps, step.Step)
		if step.Command != "" {
			f.Command = step.Command
		}
	}
	t.r.Worst = append(t.r.Worst, f)
	slices.SortStableFunc(t.r.Worst, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(slices.Index(gravity, a.Reason), slices.Index(gravity, b.Reason)),
			cmp.Compare(b.Time, a.Time), cmp.Compare(slices.Index(weight, a.Kind), slices.Index(weight, b.Kind)))
	})
	sessions := map[string]bool{} // one finding for each session
	t.r.Worst = slices.DeleteFunc(t.r.Worst, func(f Finding) bool {
		before := sessions[f.Session]
		sessions[f.Session] = true
		return before
	})
	t.r.Worst = t.r.Worst[:min(len(t.r.Worst), worst)]
}

// report returns the sums.
func (t *tally) report() Report {
	r := t.r
	if r.Claims > 0 {
		r.Share = float64(r.Unsupported) / float64(r.Claims)
	}
	for by, list := range []*[]Row{&r.Kinds, &r.Reasons, &r.Projects, &r.Months, &r.Models} {
		*list = []Row{}
		for _, row := range t.counts[by] {
			*list = append(*list, *row)
		}
		slices.SortFunc(*list, func(a, b Row) int {
			if by == byMonth {
				return cmp.Compare(a.Name, b.Name)
			}
			return cmp.Or(cmp.Compare(b.Unsupported, a.Unsupported), cmp.Compare(b.Claims, a.Claims),
				cmp.Compare(a.Name, b.Name))
		})
	}
	return r
}

// WithoutWords returns the report without any text from a session: only numbers, names of projects, and steps.
func (r Report) WithoutWords() Report {
	r.Worst = slices.Clone(r.Worst)
	for i := range r.Worst {
		f := &r.Worst[i]
		f.Text, f.Command, f.Suggest = "", "", ""
	}
	return r
}
