package review

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/process"
	"ccc/internal/review/protocol"
	"ccc/internal/sandbox"
	"ccc/internal/text"
	"ccc/ptyio"
	"ccc/streamjson"
)

// reviewerProcess is the running process of a reviewer, with its output.
type reviewerProcess struct {
	dialogue
	child            *ptyio.Child
	cage             *sandbox.Cage
	rawOutput        io.Closer
	file             string   // the path of a rubric that does not fit into the command line; "" for none
	settingsCopy     string   // the path of a copy of its settings; "" for none
	missingVariables []string // names of environment variables that it does not get
}

// start starts the reviewer's claude in its sandbox.
func (r Reviewer) start(refused []string) (p *reviewerProcess, err error) {
	p = &reviewerProcess{}
	if !claude.FitsArgument(r.Rubric) && !r.inMessage() {
		if p.file, err = writeTemporary("rubric-*.md", r.Rubric); err != nil {
			return nil, lang.Errorf("store the rubric: %w", err)
		}
	}
	// An overlay shows the copy at the path of the file.
	if r.Snapshot.Has(r.Settings) && r.Cage.Kind != sandbox.Overlay {
		text, _ := r.Snapshot.Read(r.Settings) // the snapshot has it
		if p.settingsCopy, err = writeCopy(r.Settings, text); err != nil {
			return nil, errors.Join(lang.Errorf("store the settings: %w", err), p.removeFiles())
		}
		r.Settings = p.settingsCopy
	}
	shown := append([]string{p.file, p.settingsCopy}, r.Claude.Runs...)
	if p.cage, err = r.Cage.Make(r.Snapshot.ForReviewer(r.inMessage(), r.Settings), shown...); err != nil {
		return nil, errors.Join(err, p.removeFiles())
	}
	env, missing := r.Cage.Environment(append(slices.Clip(r.Env), InReviewEnv+"=1"))
	p.missingVariables = missing
	if r.Login != nil {
		env = append(env, r.Login()...)
	}
	if !claude.TellsRetries(r.Agent.Version) && process.Env(env).Get(claude.RetriesEnv) == "" {
		env = append(env, claude.RetriesEnv+"="+silentRetries)
	}
	p.child, err = ptyio.Start(p.cage.Wrap(ptyio.Command{
		Path: r.Claude.Path, Dir: r.Dir, Env: env, Pipes: true,
		Args:  append(r.Claude.Args[:len(r.Claude.Args):len(r.Claude.Args)], r.arguments(p.file, refused)...),
		Grace: ptyio.Grace{Input: 500 * time.Millisecond}, // its session is not stored
		Sweep: true,                                       // ends processes that commands left running
	}))
	if err != nil {
		_ = p.cage.Close() // nothing was written in it
		return nil, errors.Join(err, p.removeFiles())
	}
	raw := r.Mask.Writer(r.Raw)
	p.rawOutput = raw
	output := io.TeeReader(p.child, &bestEffort{w: raw})
	p.dialogue = dialogue{request: r, decoder: streamjson.NewDecoder(output), send: p.child.Send}
	return p, nil
}

// silentRetries is the number of retries for a claude that does not report them. They take 8 s (2.1.5). So a rejected
// key is reported soon. If the API is down for longer, ccc itself asks a reviewer once more.
const silentRetries = "4"

// removeFiles removes the temporary files.
func (p *reviewerProcess) removeFiles() (err error) {
	if p.file != "" {
		err = os.Remove(p.file)
	}
	if p.settingsCopy != "" {
		err = errors.Join(err, os.RemoveAll(filepath.Dir(p.settingsCopy)))
	}
	return err
}

// begin sends the question. transcript is the conversation, for a reviewer without the session; else "".
func (p *reviewerProcess) begin(transcript string) {
	r := p.request
	facts := r.Facts
	instructions := p.cage.Instructions(r.isAllowed(bash))
	facts.Cage = strings.TrimSpace(instructions + missingHint(p.missingVariables) + " " + r.sourcesHint())
	question := protocol.Question{Messages: r.Messages, Form: r.form(), Transcript: transcript, Facts: facts}
	system := r.Rubric
	if r.inMessage() {
		question.Rubric, system = r.Rubric, ""
	}
	p.send(streamjson.Initialize(firstRequestID, system, "ccc-tool"))
	p.ask(question.Text())
}

// maxMissing is the maximum total length of the names that missingHint lists, in bytes.
const maxMissing = 2 << 10

// missingHint tells the reviewer which environment variables tests may lack.
func missingHint(names []string) string {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return strings.HasPrefix(name, "CCC_") || !plainName.Get().MatchString(name) ||
			terminalName.Get().MatchString(name)
	})
	if len(names) == 0 {
		return ""
	}
	return " These environment variables of the person's are not here: " +
		text.Head(strings.Join(names, ", "), maxMissing) + ". If a test needs one of them, that is no fault of the " +
		"work's: say so and name it, and that the user can let it in by \"environment\" under \"supervisor\" " +
		"in ccc.json."
}

// terminalName matches the names of variables that shells, terminals and logins set, and that no test needs.
var terminalName = text.LazyRegexp{Expr: `^(_|PS\d|SHLVL|(OLD)?PWD|HIST\w*|PROMPT_COMMAND|LS_COLORS|LESS\w*|` +
	`PAGER|EDITOR|VISUAL|` +
	`TERM_\w+|COLORTERM|TMUX\w*|STY|WINDOW(ID)?|VTE_\w+|SSH_\w+|XDG_S\w+|DISPLAY|WAYLAND_DISPLAY|MAIL|LOGNAME)$`}

// plainName matches a variable name that cannot be taken for anything else.
var plainName = text.LazyRegexp{Expr: `^[A-Za-z_][A-Za-z0-9_]{0,99}$`}

// stop ends a reviewer whose verdict is no longer wanted. It gives the reviewer time to report its cost.
func (p *reviewerProcess) stop() { p.stopWithin(p.request.Grace) }

// costGrace is how long a reviewer that the limit on tokens stops may take to report its cost.
const costGrace = 2 * time.Second

func (p *reviewerProcess) stopWithin(grace time.Duration) {
	if grace > 0 {
		p.send(streamjson.Interrupt("ccc-stop"))
		select {
		case <-p.child.Exited():
		case <-time.After(grace):
		}
	}
	p.child.Kill()
}

// fault returns why the verdict does not count: claude began differently, the API rejects the login, or the reviewer
// has or used a tool that it should not have. It returns nil if the verdict counts.
func (p *reviewerProcess) fault() error {
	switch {
	case p.startDiff != nil:
		return lang.Errorf("%w: its verdict does not count", p.startDiff)
	case p.keyRejected:
		return lang.Errorf("the API rejects the reviewer's key or login: %s", p.request.loginAdvice())
	case p.forbiddenTool != "":
		return lang.Errorf("the reviewer used %s, which it does not have: its verdict does not count", p.forbiddenTool)
	case len(p.unknown) > 0:
		return lang.Errorf("this claude does not take %s away from the reviewer: update claude",
			lang.List(p.unknown...))
	}
	return nil
}

// loginAdvice says what the user can do about the key or the login that the reviewer uses.
func (r Reviewer) loginAdvice() lang.Message {
	keys := claude.Keys(process.Env(r.Env).Get)
	switch {
	case r.Provider != "":
		return lang.M("ccc validate %s tests its provider's key", r.Provider)
	case len(keys) > 0:
		return lang.M("it uses %s of the environment, which claude -p hi tries", lang.List(keys...))
	}
	return lang.M("/login in claude renews a login")
}

// ending describes how a reviewer's process and sandbox ended.
type ending struct {
	status     ptyio.Status
	limit      *sandbox.LimitError // the sandbox limit that ended it; nil for none
	complaints []string            // its stderr, and errors at its end
}

// end ends the reviewer and every process that its tools left running, and removes the sandbox with its files. That
// takes longer than the verdict, so it happens in a goroutine. The channel gets one value at the end.
func (p *reviewerProcess) end() <-chan ending {
	ended := make(chan ending, 1)
	after := p.request.After
	if after == nil {
		after = func(f func()) { go f() }
	}
	after(func() {
		e := ending{status: p.child.End()}
		closing := p.cage.Close()
		e.complaints = distinct(p.request.Mask.Text(p.child.Stderr()))
		if !errors.As(closing, &e.limit) && closing != nil {
			e.complaints = append(e.complaints, closing.Error())
		}
		_ = p.removeFiles() // only temporary files
		for _, line := range e.complaints {
			if p.request.Stderr != nil {
				p.request.Stderr(line)
			}
		}
		ended <- e
	})
	return ended
}
