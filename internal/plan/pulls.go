package plan

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"ccc/internal/file"
	"ccc/internal/git"
	"ccc/internal/lang"
	"ccc/internal/plan/forge"
	"ccc/internal/plan/outcome"
	"ccc/internal/plan/tasklist"
	"ccc/internal/text"
	"ccc/internal/text/markdown"
)

// Pulls says how the pull requests of a run are made.
type Pulls struct {
	Wanted bool
	// Report is the report of a launch or a session as markdown; "" if it has no recording.
	Report func(id string) (string, error)
}

// pull is what the run knows of a task's pull request.
type pull struct {
	Commit  string   `json:"commit,omitempty"`  // the last one that was pushed
	Pushing []string `json:"pushing,omitempty"` // since then a push of these began, and its end is unknown
	Told    string   `json:"told,omitempty"`    // the last one of which the forge was told
	Said    string   `json:"said,omitempty"`    // a digest of what the pull request says
	URL     string   `json:"url,omitempty"`
}

// pulls is what a run pushes to, and where it opens pull requests.
type pulls struct {
	remote git.Remote
	forge  forge.Forge
	told   map[string]string // the error that was told last of a task
	failed []string          // the tasks without a pull request, in the last pass over all
	lines  []string          // what the user types where there is neither gh nor glab
}

// RemoteError says why no pull request can be opened for a repository.
type RemoteError struct {
	name string // "" if there is none
	why  error
}

// Message says so in every language.
func (e *RemoteError) Message() lang.Message {
	if e.name == "" {
		return lang.M("%s: %v", "--pull-requests", e.why)
	}
	return lang.M("%s: the remote %s: %v", "--pull-requests", e.name, e.why)
}
func (e *RemoteError) Error() string { return e.Message().String() }

// ExitCode is that of a usage error.
func (e *RemoteError) ExitCode() int { return 2 }

// openPulls reads, before a task runs, where branches are pushed to. A task may change the address of a remote: if it
// is another one than in the start before, that is an error once.
func (r *run) openPulls() error {
	if !r.Pulls.Wanted {
		return nil
	}
	remote, err := r.repo.PushRemote()
	if err != nil {
		return &RemoteError{"", err}
	}
	if err := r.checkRemote(remote); err != nil {
		return err
	}
	f, err := forge.New(remote.URL)
	if err != nil {
		return &RemoteError{remote.Name, err}
	}
	f.Base, f.Dir, f.Stop = remote.Base, string(r.State), r.stopping
	if f.FindProgram(r.repo.Dir, r.repo.TreesDir()); f.Program == "" {
		r.Say(lang.M("neither gh nor glab is on the PATH: the branches are pushed, and the commands printed"))
	}
	if remote.HasHook {
		r.Say(lang.M("--pull-requests pushes without your pre-push hook"))
	}
	r.pulls = &pulls{remote: remote, forge: f, told: make(map[string]string)}
	return nil
}

// checkRemote refuses, once, a remote that has another address than in the starts before.
func (r *run) checkRemote(remote git.Remote) error {
	now := file.Digest(remote.Name + "\n" + remote.URL)
	if before := r.record.Remote; before != "" && before != now && r.record.Refused != now {
		r.record.Refused = now
		return cmp.Or(r.save(), error(&RemoteError{remote.Name, lang.Errorf("its address has changed since the last " +
			"start of this run. Look at git remote -v; the same command then pushes there")}))
	}
	r.record.Remote, r.record.Refused = now, ""
	return nil
}

// publishAll opens or updates the pull requests of all tasks that an earlier attempt has left out.
func (r *run) publishAll(rows []outcome.Row) {
	if r.pulls == nil {
		return
	}
	r.pulls.failed, r.pulls.lines = nil, nil
	for i, row := range rows {
		if e := r.record.Tasks[row.Name]; e != nil {
			r.publish(row.Name, e)
			rows[i].PullRequest = e.pull().URL
		}
	}
}

// publish pushes the branch of a task that has ended, and opens or updates its pull request. An error is told: the
// branch stays, and the same command tries again.
func (r *run) publish(name string, e *entry) {
	if r.pulls == nil || r.tampered || r.signal != 0 || r.running[name] != nil || e.last() == (outcome.Ending{}) {
		return
	}
	if err := r.mayRunGit(r.repo.Dir); err != nil {
		r.tamper(err)
		return
	}
	if err := r.tryPublish(name, e); err != nil {
		r.pulls.failed = append(r.pulls.failed, name)
		if r.pulls.told[name] == err.Error() {
			return
		}
		r.pulls.told[name] = err.Error()
		r.Say(lang.M("task %d, %q: its pull request is not up to date: %v. The same command tries again", e.Number,
			tasklist.Brief(e.Title), err))
	}
	r.trySave()
}

// tryPublish is publish, with its error.
func (r *run) tryPublish(name string, e *entry) error {
	commit, err := r.commitOf(name, e)
	if err != nil || commit == "" {
		return err
	}
	l, err := r.letter(name, e)
	if err != nil {
		return err
	}
	said, last := file.Digest(fmt.Sprint(l)), e.pull()
	if last.Told == commit && (last.Said == said || l.Poor) {
		return nil
	}
	if last.Commit != commit {
		there := append([]string{last.Commit}, last.Pushing...) // where a start that was killed may have left the branch
		if !slices.Contains(last.Pushing, commit) {
			last.Pushing = append(last.Pushing, commit)
		}
		e.Pull = &last
		r.trySave()
		err := r.repo.Push(r.pulls.remote, commit, l.Branch, there[0])
		for i := 1; err != nil && i < len(there); i++ {
			if r.repo.Push(r.pulls.remote, commit, l.Branch, there[i]) == nil {
				err = nil
			}
		}
		if err != nil {
			return err
		}
		last.Commit, last.Pushing = commit, nil
		e.Pull = &last
		r.trySave()
	}
	if r.pulls.forge.Program == "" {
		return r.printPull(l)
	}
	address, err := r.tell(l, last.Told == "" || last.Told == commit)
	if err == nil {
		e.Pull = &pull{Commit: commit, Told: commit, Said: said, URL: address}
		if address != last.URL {
			r.Say(lang.M("task %d, %q: %s", e.Number, tasklist.Brief(e.Title), address))
		}
	}
	return err
}

// commitOf is the commit to push for a task: of one that is done what was reviewed, of others what is there now. It is
// "" if there is nothing that the user's branch does not have.
func (r *run) commitOf(name string, e *entry) (commit string, err error) {
	t := r.repo.TreeFor(name)
	switch {
	case e.last().Completed():
		commit = e.Tip
	case r.repo.Exists(t):
		now, err := r.repo.At(t.Path).Position()
		if err != nil || e.Begun != nil && now.GitDir != e.Begun.GitDir { // the agent has put another one there
			return "", err
		}
		if commit, err = r.repo.At(t.Path).Snapshot(message(r.plan, e.ID), r.planIn(t)); err != nil {
			return "", err
		}
	case r.repo.HasBranch(t.Branch):
		commit, err = r.repo.Tip(t.Branch)
	}
	if err != nil || commit == "" {
		return "", err
	}
	if ahead, err := r.repo.Ahead(commit); err != nil || !ahead {
		return "", err
	}
	return commit, nil
}

// letter is what the pull request of a task says.
func (r *run) letter(name string, e *entry) (l forge.Letter, err error) {
	of := e.last()
	l = forge.Letter{
		Branch: r.repo.TreeFor(name).Branch, Title: text.Safe(tasklist.Brief(e.Title)), Draft: !of.Completed(),
	}
	if word := cmp.Or(e.Launch, of.SessionID); word != "" {
		if l.Body, err = r.Pulls.Report(word); err != nil {
			return l, err
		}
	}
	language := r.Notify.Language
	if l.Poor = l.Body == ""; l.Draft {
		l.Body = language.Sprintf("**Not done.**") + "\n\n" + markdown.Fence(language.Text(of.Describe())) + l.Body
	}
	if l.Body == "" {
		l.Body = language.Text(outcome.WithCost(of.Brief(), of.CostUSD)) + "\n"
	}
	return l, nil
}

// tell opens the pull request of a branch, or makes the one that there is say that. One that somebody has closed or
// merged is left alone, unless the branch has got commits since.
func (r *run) tell(l forge.Letter, same bool) (address string, err error) {
	there, err := r.pulls.forge.Find(l.Branch)
	switch {
	case err != nil:
		return "", err
	case there != nil && there.Open:
		return there.URL, r.pulls.forge.Update(*there, l)
	case there != nil && same:
		return there.URL, nil
	}
	address, err = r.pulls.forge.Create(l)
	return cmp.Or(address, l.Branch), err
}

// printPull keeps the text of a pull request in the state directory, and the command line that opens it.
func (r *run) printPull(l forge.Letter) error {
	path := filepath.Join(r.State.Plans(), "pull-"+filepath.Base(l.Branch)+".md")
	err := os.MkdirAll(r.State.Plans(), 0o700)
	if err == nil {
		err = file.Update(path, file.Text, func([]byte) ([]byte, error) { return []byte(l.Body), nil })
	}
	if line := r.pulls.forge.CreateLine(l, path); err == nil && !slices.Contains(r.pulls.lines, line) {
		r.pulls.lines = append(r.pulls.lines, line)
	}
	return err
}

// pull is what is known of the task's pull request.
func (e *entry) pull() pull {
	if e.Pull == nil {
		return pull{}
	}
	return *e.Pull
}

// last is how the task ended, in this run or in one before it.
func (e *entry) last() outcome.Ending {
	if e.Ending == (outcome.Ending{}) {
		return e.Before
	}
	return e.Ending
}
