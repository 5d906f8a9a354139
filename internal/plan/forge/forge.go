// Package forge opens and updates pull requests on GitHub and GitLab with the user's own gh and glab.
package forge

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// Forge is a server with a project on which pull requests are opened, by gh or glab with the user's login.
type Forge struct {
	Program string // path of gh or glab; "" if neither is installed
	gitlab  bool   // the server is GitLab, else GitHub
	host    string
	project string // OWNER/NAME
	Base    string // the branch that pull requests are for; "" for the default
	Dir     string // the directory in which the program runs, outside of every repository
	Stop    <-chan struct{}
}

// request is a pull request in a list that gh or glab prints.
type request struct {
	Number    int
	URL       string
	Open      bool
	Draft     bool
	isForeign bool // its branch is in another project
}

// forgeTimeout is the time limit for one call of gh or glab.
const forgeTimeout = 30 * time.Second

// scpAddress matches the short form of a git address for ssh: me@host:owner/name.
var scpAddress = text.LazyRegexp{Expr: `^(?:[^@/:]+@)?([^/:]+):([^/].*)$`}

// New returns the forge for a git address. It fails if the address names no server.
func New(address string) (f Forge, err error) {
	project, ssh := "", false
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		f.host, project, ssh = u.Hostname(), u.Path, strings.Contains(u.Scheme, "ssh")
		if u.Port() != "" && !ssh {
			f.host = u.Host
		}
	} else if m := scpAddress.Get().FindStringSubmatch(address); m != nil {
		f.host, project, ssh = m[1], m[2], true
	}
	f.project = strings.TrimSuffix(strings.Trim(project, "/"), ".git")
	if f.host == "" || strings.HasPrefix(f.host, "-") || !strings.Contains(f.project, "/") {
		return f, lang.Errorf("it is no address at which gh or glab opens pull requests")
	}
	if ssh { // the host may be an alias from the user's ssh configuration
		ctx, cancel := context.WithTimeout(context.Background(), forgeTimeout)
		defer cancel()
		out, _ := exec.CommandContext(ctx, "ssh", "-G", f.host).Output() // if ssh is missing, git cannot push either
		for line := range strings.Lines(string(out)) {
			if name, ok := strings.CutPrefix(line, "hostname "); ok {
				f.host = strings.TrimSpace(name)
			}
		}
	}
	return f, nil
}

// FindProgram finds gh or glab on the PATH. It ignores a program below a directory that tasks write to.
func (f *Forge) FindProgram(writable ...string) {
	names := []string{"gh", "glab"}
	switch {
	case strings.Contains(f.host, "gitlab"):
		names = names[1:]
	case strings.Contains(f.host, "github"):
		names = names[:1]
	}
	f.gitlab = names[0] == "glab"
	for _, name := range names {
		path, err := exec.LookPath(name)
		real, err2 := filepath.EvalSymlinks(path)
		if cmp.Or(err, err2) != nil || slices.ContainsFunc(writable, func(dir string) bool {
			return strings.HasPrefix(path, dir+"/") || strings.HasPrefix(real, dir+"/")
		}) {
			continue
		}
		f.Program, f.gitlab = path, name == "glab"
		return
	}
}

// repository returns the value of the option --repo.
func (f Forge) repository() string {
	if f.gitlab {
		return "https://" + f.host + "/" + f.project
	}
	return f.host + "/" + f.project
}

// run runs gh or glab with body as its standard input, and returns what it prints. The program cannot ask the user.
func (f Forge) run(body string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), forgeTimeout)
	defer cancel()
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-done:
		case <-f.Stop:
			cancel()
		}
	}()
	c := exec.CommandContext(ctx, f.Program, args...)
	c.Dir = f.Dir
	c.Env = append(slices.DeleteFunc(c.Environ(), func(entry string) bool {
		return strings.HasPrefix(entry, "GIT_") || strings.HasPrefix(entry, "GH_REPO=")
	}), "GH_PROMPT_DISABLED=1", "GH_NO_UPDATE_NOTIFIER=1", "GLAB_CHECK_UPDATE=false", "NO_PROMPT=1", "NO_COLOR=1")
	c.Stdin = strings.NewReader(body)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // no terminal to ask on
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGTERM) }
	c.WaitDelay = time.Second
	out, err := c.Output()
	name := filepath.Base(f.Program) + " " + strings.Join(args[:2], " ")
	switch exit := new(exec.ExitError); {
	case ctx.Err() == context.Canceled:
		return "", lang.Errorf("%s was stopped", name)
	case ctx.Err() != nil:
		return "", lang.Errorf("%s has not ended within %s", name, forgeTimeout)
	case errors.As(err, &exit):
		return "", lang.Errorf("%s: %w: %s", name, err, text.ClipLine(text.OneLine(string(exit.Stderr)), 500))
	case err != nil:
		return "", lang.Errorf("%s: %w", name, err)
	}
	return string(out), nil
}

// Find returns the pull request of a branch: an open one if there is one, else the newest. It returns nil for none.
func (f Forge) Find(branch string) (*request, error) {
	var list []request
	if f.gitlab {
		out, err := f.run("", "mr", "list", "--repo", f.repository(), "--source-branch", branch, "--all", "--output",
			"json")
		var found []struct {
			Number int    `json:"iid"`
			URL    string `json:"web_url"`
			State  string `json:"state"`
			Draft  bool   `json:"draft"`
			From   int    `json:"source_project_id"`
			To     int    `json:"target_project_id"`
		}
		if err == nil {
			err = json.Unmarshal([]byte(cmp.Or(strings.TrimSpace(out), "[]")), &found)
		}
		if err != nil {
			return nil, err
		}
		for _, one := range found {
			list = append(list, request{one.Number, one.URL, one.State == "opened", one.Draft, one.From != one.To})
		}
	} else {
		out, err := f.run("", "pr", "list", "--repo", f.repository(), "--head", branch, "--state", "all", "--json",
			"number,url,state,isDraft,isCrossRepository")
		var found []struct {
			Number  int    `json:"number"`
			URL     string `json:"url"`
			State   string `json:"state"`
			Draft   bool   `json:"isDraft"`
			Foreign bool   `json:"isCrossRepository"`
		}
		if err == nil {
			err = json.Unmarshal([]byte(out), &found)
		}
		if err != nil {
			return nil, err
		}
		for _, one := range found {
			list = append(list, request{one.Number, one.URL, one.State == "OPEN", one.Draft, one.Foreign})
		}
	}
	var best *request
	for i, one := range list { // newest first
		if !one.isForeign && (best == nil || one.Open && !best.Open) {
			best = &list[i]
		}
	}
	return best, nil
}

// Letter is the content of a pull request.
type Letter struct {
	Branch, Title, Body string
	Draft               bool
	Poor                bool // it has no report, because the recording of the task has been removed
}

// createArgs returns the arguments of the command that opens a pull request. file contains its text; for gh, "-" means
// standard input.
func (f Forge) createArgs(l Letter, file string) (args []string) {
	if f.gitlab {
		args = []string{"mr", "create", "--repo", f.repository(), "--source-branch", l.Branch}
		if f.Base != "" {
			args = append(args, "--target-branch", f.Base)
		}
		args = append(args, "--title", l.Title, "--description", l.Body, "--yes")
	} else {
		args = []string{"pr", "create", "--repo", f.repository(), "--head", l.Branch}
		if f.Base != "" {
			args = append(args, "--base", f.Base)
		}
		args = append(args, "--title", l.Title, "--body-file", file)
	}
	if l.Draft {
		args = append(args, "--draft")
	}
	return args
}

// address matches the address of a pull request in the output of gh or glab.
var address = text.LazyRegexp{Expr: `https?://\S+`}

// Create opens a pull request and returns its address.
func (f Forge) Create(l Letter) (string, error) {
	out, err := f.run(l.Body, f.createArgs(l, "-")...)
	if found := address.Get().FindAllString(out, -1); len(found) > 0 {
		return found[len(found)-1], err
	}
	return "", err
}

// Update gives an open pull request the content of a letter.
func (f Forge) Update(r request, l Letter) error {
	number := strconv.Itoa(r.Number)
	if f.gitlab {
		state := "--ready"
		if l.Draft {
			state = "--draft"
		}
		_, err := f.run("", "mr", "update", number, "--repo", f.repository(), "--title", l.Title,
			"--description", l.Body, state)
		return err
	}
	_, err := f.run(l.Body, "pr", "edit", number, "--repo", f.repository(), "--title", l.Title, "--body-file", "-")
	if err != nil || r.Draft == l.Draft {
		return err
	}
	args := []string{"pr", "ready", number, "--repo", f.repository()}
	if l.Draft {
		args = append(args, "--undo")
	}
	_, err = f.run("", args...)
	return err
}

// CreateLine returns the command with which the user can open a pull request. file contains its text.
func (f Forge) CreateLine(l Letter, file string) string {
	program := "gh"
	if f.gitlab {
		program, l.Body = "glab", "$(cat "+text.ShellWord(file)+")"
	}
	words := []string{program}
	for _, arg := range f.createArgs(l, file) {
		if f.gitlab && arg == l.Body {
			words = append(words, `"`+arg+`"`)
			continue
		}
		words = append(words, text.ShellWord(arg))
	}
	return strings.Join(words, " ")
}
