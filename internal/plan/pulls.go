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

// Pulls configures the pull requests of a run.
type Pulls struct {
	Wanted bool
	// Report returns the report of a launch or a session as markdown; "" if there is no recording.
	Report func(id string) (string, error)
}

// pull is the record of a task's pull request.
type pull struct {
	Commit  string   `json:"commit,omitempty"`  // the last commit that was pushed
	Pushing []string `json:"pushing,omitempty"` // commits whose push began after that and may not have ended
	Told    string   `json:"told,omitempty"`    // the last commit that the pull request was opened or updated for
	Said    string   `json:"said,omitempty"`    // a digest of the pull request's content
	URL     string   `json:"url,omitempty"`
}

// pulls is the remote and the forge of a run.
type pulls struct {
	remote     git.Remote
	forge      forge.Forge
	toldErrors map[string]string // by task: the error that the user was last told
	failed     []string          // the tasks without a pull request after the last pass over all tasks
	lines      []string          // the commands that the user has to type if neither gh nor glab is installed
}

// RemoteError says why pull requests cannot be opened for a repository.
type RemoteError struct {
	name string // the name of the remote; "" if there is none
	why  error
}

// Message returns the text of the error, which can be translated.
func (e *RemoteError) Message() lang.Message {
	if e.name == "" {
		return lang.M("%s: %v", "--pull-requests", e.why)
	}
	return lang.M("%s: the remote %s: %v", "--pull-requests", e.name, e.why)
}
func (e *RemoteError) Error() string { return e.Message().String() }

// ExitCode is the exit code of a usage error.
func (e *RemoteError) ExitCode() int { return 2 }

// openPulls reads the address to which branches are pushed. It does so before a task runs, because a task may change
// it. If the address differs from that of the last start, it returns an error, once.
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
	r.pulls = &pulls{remote: remote, forge: f, toldErrors: make(map[string]string)}
	return nil
}

// checkRemote returns an error, once, if the remote has another address than in earlier starts.
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

// publishAll opens or updates the pull requests that earlier attempts did not.
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

// publish pushes the branch of a task that has ended, and opens or updates its pull request. It tells the user of an
// error. The branch stays, and the same command tries again.
func (r *run) publish(name string, e *entry) {
	if r.pulls == nil || r.tampered || r.signal != 0 || r.running[name] != nil || e.lastEnding() == (outcome.Ending{}) {
		return
	}
	if err := r.mayRunGit(r.repo.Dir); err != nil {
		r.tamper(err)
		return
	}
	if err := r.tryPublish(name, e); err != nil {
		r.pulls.failed = append(r.pulls.failed, name)
		if r.pulls.toldErrors[name] == err.Error() {
			return
		}
		r.pulls.toldErrors[name] = err.Error()
		r.Say(lang.M("task %d, %q: its pull request is not up to date: %v. The same command tries again", e.Number,
			tasklist.Brief(e.Title), err))
	}
	r.trySave()
}

// tryPublish does the work of publish, and returns the error.
func (r *run) tryPublish(name string, e *entry) error {
	commit, err := r.commitOf(name, e)
	if err != nil || commit == "" {
		return err
	}
	l, err := r.pullLetter(name, e)
	if err != nil {
		return err
	}
	said, last := file.Digest(fmt.Sprint(l)), e.pull()
	if last.Told == commit && (last.Said == said || l.Poor) {
		return nil
	}
	if last.Commit != commit {
		// Commits at which a killed start may have left the remote branch.
		there := append([]string{last.Commit}, last.Pushing...)
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
	address, err := r.updatePull(l, last.Told == "" || last.Told == commit)
	if err == nil {
		e.Pull = &pull{Commit: commit, Told: commit, Said: said, URL: address}
		if address != last.URL {
			r.Say(lang.M("task %d, %q: %s", e.Number, tasklist.Brief(e.Title), address))
		}
	}
	return err
}

// commitOf returns the commit to push for a task: the reviewed one for a task that is done, else the present one. It
// returns "" if the user's branch already contains everything.
func (r *run) commitOf(name string, e *entry) (commit string, err error) {
	t := r.repo.TreeFor(name)
	switch {
	case e.lastEnding().IsCompleted():
		commit = e.Tip
	case r.repo.Exists(t):
		now, err := r.repo.At(t.Path).Position()
		if err != nil || e.Begun != nil && now.GitDir != e.Begun.GitDir { // the agent has put another repository there
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

// pullLetter returns the content of a task's pull request.
func (r *run) pullLetter(name string, e *entry) (l forge.Letter, err error) {
	of := e.lastEnding()
	l = forge.Letter{
		Branch: r.repo.TreeFor(name).Branch, Title: text.Safe(tasklist.Brief(e.Title)), Draft: !of.IsCompleted(),
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

// updatePull opens the pull request of a branch, or updates the existing one. It leaves a pull request alone that
// somebody has closed or merged, unless the branch has new commits.
func (r *run) updatePull(l forge.Letter, same bool) (address string, err error) {
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

// printPull saves the text of a pull request in the state directory, and notes the command that opens it.
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

// pull returns the record of the task's pull request.
func (e *entry) pull() pull {
	if e.Pull == nil {
		return pull{}
	}
	return *e.Pull
}

// lastEnding returns how the task ended, in this run or in an earlier one.
func (e *entry) lastEnding() outcome.Ending {
	if e.Ending == (outcome.Ending{}) {
		return e.Before
	}
	return e.Ending
}
