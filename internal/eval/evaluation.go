package eval

import (
	"cmp"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"ccc/internal/claude/settings"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/provider"
	"ccc/internal/rubric"
	"ccc/internal/state"
)

// Options are the flags of ccc eval.
type Options struct {
	ChecksOnly, Trust               bool
	Rubric, Provider, Model, Format string
	Repeat, Jobs                    int
	MaxUSD                          float64
	Baseline                        string
}

// Evaluation is one run of ccc eval.
type Evaluation struct {
	Options
	Env      process.Env
	Dirs     state.Directories
	File     provider.File
	Version  string // of ccc
	Claude   string // its version; "" with --checks-only
	Language lang.Language
	Text     io.Writer // the results as text
	Data     io.Writer // the results as JSON or HTML
	Stderr   io.Writer
	Say      func(lang.Message) // tells the user something
	// Ask shows the user what a rubric asks for, and reports whether the user allows it. It is nil if nobody can be
	// asked.
	Ask      func(rubric.Rubric) bool
	Guardian []string // arguments for a second ccc, which ends the checks if this ccc is killed

	provider    *provider.Provider
	hiddenPaths []string // files and folders with the right answers: reviewers cannot read them
	summary     Summary
	baseline    Summary // results of the run that Options.Baseline names
	rubric      string  // the text of --rubric; "" without it
}

// ErrNoModel says that neither the command line nor the configuration names a model.
var ErrNoModel = lang.WithHint(lang.Errorf("which model is to review?"), lang.M("ccc eval --model sonnet"))

// ReadFiles reads the rubric and the baseline that the options name.
func (e *Evaluation) ReadFiles() (err error) {
	if e.Baseline != "" {
		if e.baseline, err = ReadBaseline(e.Baseline); err != nil {
			return err
		}
		if e.baseline.ChecksOnly != e.ChecksOnly {
			return lang.Errorf("%s is of a run with another --checks-only: the two cannot be compared", e.Baseline)
		}
	}
	if e.Rubric == "" {
		return nil
	}
	all, err := file.Read(e.Rubric, file.MaxText)
	_, body := rubric.Split(string(all))
	switch {
	case err == nil && all == nil:
		err = lang.Errorf("there is no such file")
	case err == nil && strings.ContainsRune(body, 0):
		err = lang.Errorf("it is no text, it holds a NUL byte")
	case err == nil && strings.TrimSpace(body) == "":
		err = lang.Errorf("it holds no text")
	}
	if err != nil {
		return lang.Errorf("read the rubric %s: %w", e.Rubric, err)
	}
	e.rubric = string(all)
	return nil
}

// ChooseJudge finds out which provider and model judge. Without a model the error is [ErrNoModel].
func (e *Evaluation) ChooseJudge() (err error) {
	if e.provider, err = e.File.Provider(e.Provider); err != nil {
		return err
	}
	if e.Provider != "" { // without --provider, supervisor.provider in ccc.json counts
		e.File.Supervisor.Provider = ""
	}
	e.summary = Summary{CCC: e.Version, ChecksOnly: e.ChecksOnly, Repeat: e.Repeat}
	if e.ChecksOnly {
		return nil
	}
	judge := e.provider
	if name := e.File.Supervisor.Provider; name != "" {
		if judge, err = e.File.Provider(name); err != nil {
			return err
		}
	}
	if judge != nil {
		e.summary.Provider = judge.Name
	}
	// The model cannot be taken from the session, as in a launch: a case's session was recorded with another model.
	model := cmp.Or(e.Model, e.File.Supervisor.Model, settings.Model(e.File, e.Dirs.Claude, judge, e.Env.Lookup))
	if model == "" {
		return ErrNoModel
	}
	e.File.Supervisor.Model, e.summary.Model = model, model
	return nil
}

// ErrNoneInBaseline says that the baseline has none of the cases as they are now.
var ErrNoneInBaseline = errors.New("no case is in the baseline")

// Run judges the cases, prints the results and returns the exit code.
func (e *Evaluation) Run(cases []Case, broken []Broken) (exitCode int, err error) {
	e.summary.Claude = e.Claude
	for _, b := range broken {
		e.Say(lang.M("broken case: %s", b.Message()))
	}
	if e.Baseline != "" && len(cases) > 0 && !e.baseline.Has(cases) {
		return 0, ErrNoneInBaseline
	}
	if cases, broken, err = e.approveCases(cases, broken); err != nil {
		return 0, err
	}
	return e.judgeCases(cases, broken)
}

// approveCases asks the user whether the checks of their own cases may run, and whether the sessions may be sent to the
// providers that the cases name. A case that the user refuses is added to broken. approveCases also collects the files
// that reviewers must not read.
func (e *Evaluation) approveCases(cases []Case, broken []Broken) ([]Case, []Broken, error) {
	if e.Baseline != "" {
		baseline, err := filepath.Abs(e.Baseline)
		if err != nil {
			return nil, nil, err
		}
		e.hiddenPaths = append(e.hiddenPaths, baseline)
	}
	var agreed []Case
	for _, c := range cases {
		if c.Dir != "" {
			e.hiddenPaths = append(e.hiddenPaths, c.Dir)
		}
		bad := e.unknownProvider(c)
		if bad == nil {
			var err error
			if bad, err = e.checkApproval(c); err != nil {
				return nil, nil, err
			}
		}
		if bad == nil {
			agreed = append(agreed, c)
			continue
		}
		e.Say(lang.M("broken case: %s", bad.Message()))
		broken = append(broken, *bad)
	}
	return agreed, broken, nil
}

// checkApproval asks whether the case may have what its rubric asks for. It returns a broken case if it may not, else
// nil.
func (e *Evaluation) checkApproval(c Case) (*Broken, error) {
	if c.Dir == "" || e.Trust {
		return nil, nil
	}
	trust := rubric.TrustIn(e.Dirs, e.Env.Get(state.TrustEnv))
	why := lang.Errorf("not judged: what it asks for was not allowed")
	var ok bool
	var err error
	if e.Ask != nil {
		ok, err = trust.Agree(c.Judged, func() bool { return e.Ask(c.Judged) })
	} else {
		ok, err = trust.IsAllowed(c.Judged)
		why = lang.Errorf("not judged: you have not approved what it asks for; --trust allows it this once")
	}
	if ok || err != nil {
		return nil, err
	}
	return &Broken{Case: c.Name, File: filepath.Join("before", rubric.File), Err: why}, nil
}

// unknownProvider returns a broken case if a reviewer's provider is not in ccc.json, else nil.
func (e *Evaluation) unknownProvider(c Case) *Broken {
	for _, one := range c.Judged.Reviewers() {
		if one.Provider == "" || e.ChecksOnly || e.File.Has(one.Provider) {
			continue
		}
		_, err := e.File.Provider(one.Provider)
		return &Broken{Case: c.Name, File: filepath.Join("before", filepath.Base(one.Path)), Err: err}
	}
	return nil
}
