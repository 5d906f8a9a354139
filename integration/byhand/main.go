// Command byhand is for trying ccc by hand: a person types at the real claude, and a scripted API answers it. It needs
// no key and no model, and it shows what a test does not: how a screen looks, and how it feels to use.
//
//	go run ./integration/byhand DIR VERSION LOCALE [LANG]
//
// It makes DIR/home and DIR/project if they are not there, fetches that version of claude, and serves the API until it
// is killed. A shell that has read DIR/env.sh has ccc and that claude on its PATH and everything else of the trial; ccc
// is taken from $CCC_BIN, else from /tmp/bin. LANG is en or zh: the language of the agent and of the reviewer.
//
// The agent does what the message says, whose parts are separated by ";;": "run CMD", "bg CMD" (in the background),
// "write FILE WORDS", "edit FILE OLD => NEW", "todo A,B,C", "wait N" (words that come over N seconds), "long" (a long
// answer in markdown) and "say TEXT" (its last words). To any other message it gives a short answer, and after the
// feedback of a reviewer it runs the tests.
//
// The file DIR/ctl, which is read at each request of a reviewer, says what comes of a review:
//
//	accept     the work is done (also without the file)
//	reject     it is not, in any review
//	once       it is not in the next review, and is in those after it, until the file is written again
//	ask        only the person can say how to go on
//	slow N     the review takes N seconds longer; another word may follow
//	error N    the API fails with that status, such as 401, 429 or 529
//
// DIR/log has a line for each request.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"ccc/integration/realclaude"
	"ccc/internal/claude"
	"ccc/internal/fakeapi"
)

func main() {
	if len(os.Args) < 4 || len(os.Args) > 5 {
		fmt.Fprintln(os.Stderr, "usage: byhand DIR VERSION LOCALE [en|zh]")
		os.Exit(2)
	}
	lang := "en"
	if len(os.Args) == 5 {
		lang = os.Args[4]
	}
	if err := serve(os.Args[1], os.Args[2], os.Args[3], lang); err != nil {
		fmt.Fprintln(os.Stderr, "byhand:", err)
		os.Exit(1)
	}
}

// serve makes the place of a trial and answers its claude until a signal comes.
func serve(dir, version, locale, lang string) error {
	said, ok := languages[lang]
	if !ok {
		return fmt.Errorf("no words in the language %q", lang)
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	exe, err := realclaude.Fetch(version)
	if err != nil {
		return err
	}
	home, project := filepath.Join(dir, "home"), filepath.Join(dir, "project")
	if err := errors.Join(makeHome(home, project), makeProject(home, project)); err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	a := &agent{project: project, said: said, plans: make(map[string][]answer)}
	v := &reviewer{ctl: filepath.Join(dir, "ctl"), said: said}
	srv, err := fakeapi.Start(func(r fakeapi.Request) fakeapi.Reply {
		who, reply := "agent ", a.reply
		if isReview(r) {
			who, reply = "review", v.reply
		}
		now := time.Now().Format(time.TimeOnly)
		fmt.Fprintf(log, "%s %s %2d messages: %.120q\n", now, who, len(r.Messages), r.LastUser)
		return reply(r)
	})
	if err != nil {
		return err
	}
	defer srv.Close()
	env := environment(filepath.Dir(exe), home, srv.URL, locale)
	if err := os.WriteFile(filepath.Join(dir, "env.sh"), []byte(env), 0o644); err != nil {
		return err
	}
	fmt.Printf("claude %s at %s: . %s && cd %s\n", version, srv.URL, filepath.Join(dir, "env.sh"), project)
	end := make(chan os.Signal, 1)
	signal.Notify(end, os.Interrupt, syscall.SIGTERM)
	<-end
	return nil
}

// environment returns what a shell of the trial has to read.
func environment(claudeDir, home, url, locale string) string {
	path := strings.Join([]string{cmp.Or(os.Getenv("CCC_BIN"), "/tmp/bin"), claudeDir, os.Getenv("PATH")}, ":")
	var b strings.Builder
	b.WriteString("unset ANTHROPIC_API_KEY CLAUDECODE CLAUDE_CONFIG_DIR\n" +
		"unset HTTP_PROXY HTTPS_PROXY http_proxy https_proxy\n")
	env := append(claude.IsolatedEnv(path, os.TempDir(), home, url, "dummy"),
		"LANG="+locale, "LC_ALL="+locale, "GOTOOLCHAIN=local",
		"CLAUDE_CODE_ENABLE_TODO_TOOLS=1") // 2.1.330 has no TaskCreate for its default model without it
	for _, entry := range env {
		name, value, _ := strings.Cut(entry, "=")
		fmt.Fprintf(&b, "export %s='%s'\n", name, strings.ReplaceAll(value, "'", `'\''`))
	}
	return b.String()
}

// makeHome makes a home in which claude asks nothing at its start, and in whose sandbox the reviewer's claude can be
// seen.
func makeHome(home, project string) error {
	if exists(home) {
		return nil
	}
	cache, err := realclaude.Cache()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(project, 0o755); err != nil { // it is named by its real path
		return err
	}
	state, err := claude.SettledState(project)
	if err != nil {
		return err
	}
	config, err := json.Marshal(map[string]any{"supervisor": map[string]any{"visible": []string{cache}}})
	if err != nil {
		return err
	}
	return writeFiles(home, map[string]string{
		".claude.json":     string(state),
		".claude/ccc.json": string(config) + "\n",
		// Otherwise 2.1.330 begins in auto mode, whose check of each command the scripted API does not have.
		".claude/settings.json": `{"permissions": {"defaultMode": "default"}}` + "\n",
		".gitconfig":            "[user]\n\tname = Ana\n\temail = ana@example.com\n[init]\n\tdefaultBranch = main\n",
	})
}

// makeProject makes a repository with a commit and, after it, a change. Its tests run once, because Go's first build in
// a home takes long.
func makeProject(home, project string) error {
	if exists(filepath.Join(project, ".git")) {
		return nil
	}
	if err := writeFiles(project, committed); err != nil {
		return err
	}
	for _, line := range []string{"git init -q", "git add .", "git commit -qm start", "go test ./..."} {
		words := strings.Fields(line)
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Dir, cmd.Env = project, append(os.Environ(), "HOME="+home, "GOTOOLCHAIN=local")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", line, err, out)
		}
	}
	return writeFiles(project, map[string]string{"price.go": committed["price.go"] + changed})
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

func writeFiles(dir string, files map[string]string) error {
	for name, content := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}
