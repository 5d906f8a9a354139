package hook

import (
	"cmp"
	"strings"
	"sync"

	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/rubric"
	"ccc/internal/state"
)

// SessionStart runs ccc session-start. plugin says that claude's plugin calls; ccc may not have started that claude.
func (p *Program) SessionStart(plugin bool) error {
	p.TakeEnv()
	if p.launch() == "" && !plugin {
		return nil
	}
	in, err := p.readInput("")
	if err != nil {
		return err
	}
	dirs, err := p.directories()
	if err != nil || p.isForged(dirs.State, in.SessionID) {
		return err
	}
	if p.launch() == "" {
		if !p.resumesReviewed(in) {
			return p.namePlugins(in)
		}
		if err := p.becomeLaunch(); err != nil {
			return err
		}
	}
	if dirs, err = p.directories(); err != nil { // now of the launch
		return err
	}
	f, _ := provider.Load(dirs.Config) // a broken file has the defaults
	dirs = p.atStartDirectory(dirs)
	loadRubric := sync.OnceValues(func() (rubric.Rubric, error) { return p.rubricIn(dirs, f) })
	h := Start{
		State: dirs.State, Launch: p.launch(), Lang: p.language(f), Provider: p.Env.Get(state.ProviderEnv),
		Claude:   p.callingClaude,
		Dir:      cmp.Or(p.Env.Get(state.ProjectEnv), dirs.Work),
		Plain:    plugin && !p.byCCC,
		Describe: func() []lang.Message { return p.describeReviews(f, dirs, loadRubric) },
	}
	d, err := h.Run(in)
	if err := p.reportCorrupt(err); err != nil {
		return err
	}
	if s, err := dirs.State.Load(p.launch()); err == nil && s.Enabled && s.Rubric == nil { // a resumed session
		r, err := loadRubric()
		if err == nil {
			err = p.rubricCopy(dirs).KeepNext(r)
		}
		if err != nil { // each stop reports it, too
			p.errorf("%v", err)
		}
	}
	return d.Write(p.Stdout)
}

// describeReviews says at the beginning of a session how it will be reviewed.
func (p *Program) describeReviews(
	f provider.File, dirs state.Directories, loadRubric func() (rubric.Rubric, error),
) []lang.Message {
	sandbox := p.sandboxMessage(f, dirs)
	r, err := loadRubric()
	if err != nil {
		return []lang.Message{sandbox, lang.M("no review will be made: %v", err)}
	}
	who, refusal := p.trust(dirs).Reviewers(r)
	said := []lang.Message{sandbox, who, refusal}
	for _, key := range f.UnknownKeys() { // ccc said so before claude's screen covered it
		said = append(said, key.Message())
	}
	return append(said, modMessages(p.Env, f, dirs)...)
}

// namePlugins names the mods and hooks of plugins that a claude started without ccc loads.
func (p *Program) namePlugins(in Input) error {
	dirs, err := p.directories()
	if err != nil || in.Source != "startup" {
		return err
	}
	f, _ := provider.Load(dirs.Config) // a broken file has the defaults
	var lines []string
	for _, one := range loadedPlugins(p.Env, dirs) {
		lines = append(lines, p.language(f).Text(lang.M("ccc: this claude loads %s", one.Message())))
	}
	return Decision{Message: strings.Join(lines, "\n")}.Write(p.Stdout)
}

// resumesReviewed reports whether a claude that was started without ccc has resumed a session with reviews on.
func (p *Program) resumesReviewed(in Input) bool {
	dirs, err := p.directories()
	return err == nil && Start{State: dirs.State}.ResumesReviewed(in)
}

// sandboxMessage describes what a reviewer of this launch may do. It is empty while reviews are off, unless the
// reviewer may do less than usual.
func (p *Program) sandboxMessage(f provider.File, dirs state.Directories) lang.Message {
	found, _, err := p.sandbox(f, dirs).Find()
	if err != nil {
		return lang.M("no review will be made: %v", err)
	}
	if launch, err := dirs.State.Load(p.launch()); err == nil && !launch.Enabled && found.Why == nil {
		return lang.Message{}
	}
	return found.Message()
}
