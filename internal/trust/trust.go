// Package trust asks the user what the files of a project may run or configure, and tells a user from an agent.
package trust

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/term"

	"ccc/internal/claude/settings"
	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/rubric"
	"ccc/internal/state"
	"ccc/internal/terminal/layout"
)

// Asker asks the user what the files of a project may run, and remembers the answers.
type Asker struct{ *console.Console }

// Trust runs ccc trust: it shows what the files of this directory run, and asks whether they may, unless sure is
// true.
func (a Asker) Trust(dirs state.Directories, sure bool) error {
	if IsInside(a.Env, dirs.State) {
		return lang.WithHint(lang.Errorf("only you approve what may run, and not inside claude"),
			lang.M("ccc trust in another terminal"))
	}
	a.showPlugins(dirs)
	files, err := a.strangers(dirs)
	if err != nil {
		return err
	}
	r, err := rubric.Load(dirs.Work, dirs.Claude)
	if missing := new(rubric.NotFoundError); errors.As(err, &missing) && len(files) > 0 {
		r, err = rubric.BuiltIn(a.Language()), nil
	}
	if err != nil {
		return err
	}
	trust := a.storedApprovals(dirs, "")
	ok, err := trust.IsAllowed(r)
	switch {
	case err != nil:
		return err
	case ok && len(files) > 0:
	case r.Asks() == "":
		return a.Printf("%s names no checks\n", r.Path)
	case ok:
		return a.sayApproved(r)
	}
	return a.trustNow(sure, trust, r, ok, files)
}

// Revoke runs ccc trust --revoke: it withdraws the user's approvals for this directory.
func (a Asker) Revoke(dirs state.Directories) error {
	store := rubric.TrustStoreIn(string(dirs.State))
	for _, dir := range rubric.Directories(dirs.Work) {
		if was, err := store.Revoke(dir); err != nil || was {
			return errors.Join(err, a.Printf("not trusted any more: %s\n", dir))
		}
	}
	return a.Printf("%s was not trusted\n", dirs.Work)
}

// trustNow shows what a rubric asks for, unless that is trusted already, and the project's files. It asks the user,
// and remembers a yes.
func (a Asker) trustNow(
	sure bool, trust rubric.Trust, r rubric.Rubric, trusted bool, files []settings.Stranger,
) error {
	a.showStrangers(files)
	if !trusted {
		a.ShowAsked(r)
	}
	if !sure {
		if !term.IsTerminal(int(a.In.Fd())) {
			return console.Usage(lang.WithHint(lang.Errorf("there is nobody to ask"),
				lang.M("ccc trust --yes approves without asking")))
		}
		if yes := !trusted && a.askApproval(r) || trusted && a.Confirm(lang.M("ccc: may it? [y/N] "), false); !yes {
			return a.Printf("nothing was changed: what is listed will not be used\n")
		}
	}
	if err := remember(trust.Store, files); err != nil {
		return err
	}
	if len(files) > 0 {
		if err := a.Printf("claude may run what these files name\n"); err != nil || trusted {
			return err
		}
	}
	if err := trust.Store.Remember(r.Path, r.Asks()); err != nil {
		return err
	}
	return a.sayApproved(r)
}

// sayApproved tells the user that the rubric may now have what it asks for.
func (a Asker) sayApproved(r rubric.Rubric) error {
	if r.NamesProviders() {
		return a.Printf("what %s asks for is allowed; a launch that runs already takes it at /supervisor\n", r.Path)
	}
	return a.Printf("the checks of %s may run; a launch that runs already takes them at /supervisor\n", r.Path)
}

// List runs ccc trust --list.
func (a Asker) List(dirs state.Directories) error {
	entries, err := rubric.TrustStoreIn(string(dirs.State)).List()
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		return a.Printf("you trust no file\n")
	}
	var rows []string
	for len(entries) > 0 {
		e, n := entries[0], 1
		for n < len(entries) && entries[n].Path == e.Path {
			n++
		}
		entries = entries[n:]
		row := e.Path + "\t" + e.Since.Local().Format(time.DateTime)
		if n > 1 {
			row += "\t" + a.Language().Sprintf("earlier versions that you trust, too: %d", n-1)
		}
		rows = append(rows, row)
	}
	return layout.Table(a.Wrapped(), rows, nil)
}

// ShowAsked shows what the user is asked to approve: each command in full, and each provider.
func (a Asker) ShowAsked(r rubric.Rubric) {
	if len(r.Checks) > 0 {
		fmt.Fprintln(a.Err, a.Language().Sprintf("ccc: %s has ccc run these commands before each review:", r.Path))
	}
	for i, c := range r.Checks {
		name := "  " + c.Name + "\n"
		if c.Name == c.Run {
			name = ""
		}
		if i > 0 && !(isOneLine(c) && isOneLine(r.Checks[i-1])) { // shows where one ends
			name = "\n" + name
		}
		fmt.Fprint(a.Err, name+a.Quote(c.Run))
	}
	for _, one := range r.Reviewers() {
		if one.Provider != "" {
			fmt.Fprintln(a.Err, a.Language().Sprintf("ccc: %s sends the session to your provider %s (model: %s)",
				one.Path, one.Provider, cmp.Or(one.Model, "-")))
		}
	}
}

// isOneLine reports whether a check is shown as its command alone, on one line.
func isOneLine(c rubric.Check) bool { return c.Name == c.Run && !strings.Contains(c.Run, "\n") }

// askApproval asks the user whether the rubric may have what it asks for.
func (a Asker) askApproval(r rubric.Rubric) bool {
	question := lang.M("ccc: run them, as you? [y/N] ")
	switch {
	case len(r.Checks) == 0:
		question = lang.M("ccc: may it? [y/N] ")
	case r.NamesProviders():
		question = lang.M("ccc: may they run, as you, and may it send the session there? [y/N] ")
	}
	return a.Confirm(question, false)
}

// storedApprovals returns the stored approvals of the user. given is the digest of the rubric that --trust allows, ""
// without it.
func (a Asker) storedApprovals(dirs state.Directories, given string) rubric.Trust {
	return rubric.TrustIn(dirs, cmp.Or(given, a.Getenv(state.TrustEnv)))
}

// Rubric returns the rubric by which the Stop hook judges in the working directory.
func (a Asker) Rubric(dirs state.Directories) (rubric.Rubric, error) {
	return rubric.LoadOrBuiltIn(a.Language(), dirs.Work, dirs.Claude)
}

// KeepNext copies the rubric to the state of the launch. It is called when reviews are switched on.
func (a Asker) KeepNext(dirs state.Directories, launch string, r rubric.Rubric) error {
	return a.copyOf(dirs, launch).KeepNext(r)
}

func (a Asker) copyOf(dirs state.Directories, launch string) rubric.Copy {
	return rubric.Copy{State: dirs.State, Launch: launch, Dir: dirs.Work, Notice: a.Notice}
}

// AskConsent shows what a rubric asks for, and asks the user whether it may have that.
func (a Asker) AskConsent(r rubric.Rubric) bool {
	a.ShowAsked(r)
	return a.askApproval(r)
}

// MayRun reports whether the rubric may have what it asks for. If that is not known, the user is asked; if nobody
// attends, that is an error. given is the digest of the rubric that --trust allows, "" without it.
func (a Asker) MayRun(dirs state.Directories, given string, r rubric.Rubric, attended bool) (bool, error) {
	var ask func() bool
	if attended {
		ask = func() bool { return a.AskConsent(r) }
	}
	ok, err := a.storedApprovals(dirs, given).Agree(r, ask)
	if unapproved := new(rubric.UnapprovedError); errors.As(err, &unapproved) {
		a.ShowAsked(r)
	}
	return ok, err
}

// ApprovedRubric returns the rubric without what the user refuses, and tells the user that. It asks as [Asker.MayRun]
// does.
func (a Asker) ApprovedRubric(
	dirs state.Directories, given string, r rubric.Rubric, attended bool,
) (rubric.Rubric, error) {
	ok, err := a.MayRun(dirs, given, r, attended)
	if err != nil || ok {
		return r, err
	}
	if len(r.Checks) > 0 {
		a.Notef("the checks will not run in this launch")
	}
	if r.NamesProviders() {
		a.Notef("the reviewers stay on this launch's provider")
	}
	return r.WithoutApproval(), nil
}
