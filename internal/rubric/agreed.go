package rubric

import (
	"path/filepath"
	"slices"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/state"
)

// Trust says which rubrics get what they ask for (see [Rubric.Asks]): the user's own rubric, and those that the user
// has approved.
type Trust struct {
	Store TrustStore
	Own   string // path of the user's own rubric
	Given string // [Rubric.Digest] of the rubric that --trust allows for one launch; "" without it
}

// TrustIn returns what the user trusts, from the state directory. given is for [Trust.Given].
func TrustIn(dirs state.Directories, given string) Trust {
	return Trust{Store: TrustStoreIn(string(dirs.State)), Own: filepath.Join(dirs.Claude, File), Given: given}
}

// IsAllowed reports whether the rubric may have what it asks for. With an error it may not.
func (t Trust) IsAllowed(r Rubric) (bool, error) {
	if r.Asks() == "" || r.Path == t.Own || t.Given == r.Digest() {
		return true, nil
	}
	return t.Store.IsTrusted(r.Path, r.Asks())
}

// Agree reports whether the rubric may have what it asks for. If that is unknown, it calls ask, and remembers a yes.
// ask is nil if nobody can be asked: then the error is an [*UnapprovedError].
func (t Trust) Agree(r Rubric, ask func() bool) (bool, error) {
	switch ok, err := t.IsAllowed(r); {
	case err != nil:
		return false, err
	case ok:
		return true, nil
	case ask == nil:
		return false, &UnapprovedError{r}
	case !ask():
		return false, nil
	}
	return true, t.Store.Remember(r.Path, r.Asks())
}

// UnapprovedError reports that a rubric asks for something that the user has not approved, and that nobody can be
// asked.
type UnapprovedError struct{ rubric Rubric }

// Message is the text of the error, for any language.
func (e *UnapprovedError) Message() lang.Message {
	if e.rubric.NamesProviders() {
		return lang.M("%s names checks or providers that you have not approved yet", e.rubric.Path)
	}
	return lang.M("%s names checks that you have not approved yet", e.rubric.Path)
}

func (e *UnapprovedError) Error() string { return e.Message().String() }

// Hint names the ways to approve it.
func (*UnapprovedError) Hint() lang.Message {
	return lang.M("ccc trust shows them and asks; ccc trust --yes approves them without asking; --trust, before the " +
		"provider, approves them for this launch alone")
}

// ExitCode is the exit code of a usage error.
func (*UnapprovedError) ExitCode() int { return 2 }

// Refusal says which parts of the rubric are not used until the user approves them; it is empty if all of it is used.
func (t Trust) Refusal(r Rubric) lang.Message {
	switch ok, err := t.IsAllowed(r); {
	case err != nil:
		return lang.M("the checks of %s are not run: %v", r.Path, err)
	case !ok && r.NamesProviders():
		return lang.M("%s asks for checks, or another provider for a reviewer, which is not approved as it is: the "+
			"checks are not run, and the reviewers stay on this launch's provider. ccc trust, in another terminal, "+
			"shows it and asks, and /supervisor then takes it", r.Path)
	case !ok:
		return lang.M("the checks of %s are not run: they are not approved as they are. ccc trust, in "+
			"another terminal, shows them and asks, and /supervisor then takes them", r.Path)
	}
	return lang.Message{}
}

// Reviewers describes, for the user, the reviewers of the rubric as far as it is trusted, and returns its
// [Trust.Refusal]. who is empty for one ordinary reviewer.
func (t Trust) Reviewers(r Rubric) (who, refusal lang.Message) {
	if refusal = t.Refusal(r); !refusal.Empty() {
		r = r.WithoutApproval()
	}
	if who = r.ReviewerNames(); !who.Empty() {
		who = lang.M("reviewers: %s", who)
	}
	return who, refusal
}

// Remember trusts this content of a file from now on.
func (s TrustStore) Remember(path, content string) error {
	if err := state.Dir(filepath.Dir(string(s))).Create(); err != nil {
		return err
	}
	return s.Add(path, content, time.Now().UTC())
}

// Digest is a hash of what a rubric asks for, and of its path.
func (r Rubric) Digest() string { return file.Digest(r.Path + "\x00" + r.Asks()) }

// NamesProviders reports whether the rubric names a provider for a reviewer.
func (r Rubric) NamesProviders() bool {
	return slices.ContainsFunc(r.Reviewers(), func(one Reviewer) bool { return one.Provider != "" })
}

// ReviewerNames lists the reviewers with their providers and models. It is empty for one reviewer who has neither.
func (r Rubric) ReviewerNames() (line lang.Message) {
	all := r.Reviewers()
	if len(all) == 1 && r.Provider == "" && r.Model == "" && r.Triage == "" {
		return line
	}
	for _, one := range all {
		name := lang.M("%s", one.Name)
		switch {
		case one.Provider != "" && one.Model != "":
			name = lang.M("%s (provider %s, model %s)", one.Name, one.Provider, one.Model)
		case one.Provider != "":
			name = lang.M("%s (provider %s)", one.Name, one.Provider)
		case one.Model != "":
			name = lang.M("%s (model %s)", one.Name, one.Model)
		}
		if one.Triage != "" {
			name = lang.M("%s, after a first look by %s", name, one.Triage)
		}
		line = lang.Join("%s, %s", line, name)
	}
	return line
}
