package supervision

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ccc/internal/claude"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/rubric"
	"ccc/internal/state"
	"ccc/internal/task"
	"ccc/internal/terminal"
	"ccc/internal/text"
	"ccc/internal/wording"
	"ccc/loop"
)

var slashHelp = lang.M(`/status            where things stand
/review            review now
/accept            accept the work as it is: end the loop, go on in claude's screen
/skip              no review after this turn, or stop the one that is running
/rounds N          at most N reviews per task
/findings          what the reviewers found in this task
/dismiss ID WHY    the finding with this ID no longer counts in this project
/tasks             what runs in the background; /tasks end 1 ends it
/resume            the sessions of this project; /resume 2 goes on in the second one
/supervisor TASK   review each stop; TASK, if given, goes to the agent
/supervisoroff     stop reviewing
/quit              leave ccc
!COMMAND           run a shell command of your own; the agent is not told
Any other line that begins with / goes to claude; anything else is a message to the agent.
alt-enter or a \ at the end starts a new line · tab completes /commands and @files
up and down: history · ctrl-r searches it · ctrl-_ undoes
esc or ctrl-c stops a turn or a review · esc twice clears the line · ctrl-z suspends
at the prompt ctrl-c clears the line, and twice ends ccc · ctrl-d at an empty line ends ccc
ctrl-g opens the line in $EDITOR · ctrl-v, or a pasted path, attaches an image · ctrl-o shows a tool's whole output
shift-tab changes the permission mode: what the agent may do without asking`)

// ownCommands are the slash commands of ccc. All others are claude's.
var ownCommands = []string{
	"/status", "/help", "/review", "/accept", "/skip", "/rounds", "/findings", "/dismiss", "/tasks", "/resume",
	"/supervisor", "/supervisoroff", "/quit",
}

// helpText returns the answer to /help.
func (t *terminalFront) helpText() string {
	lines := strings.Split(t.Language.Text(slashHelp), "\n")
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool {
		return strings.HasPrefix(line, "/tasks ") && !t.hasTasks()
	}), "\n")
}

// hasTasks reports whether /tasks is of use: as far as is known this claude tells what runs in the background.
func (t *terminalFront) hasTasks() bool {
	version := t.Review.Agent.Version
	return version == "" || claude.AtLeast(version, claude.Middle)
}

// HelpOn returns the line of /help on a command, which is named with or without its slash; "" if there is none.
func HelpOn(name string, language lang.Language) string {
	command := "/" + strings.TrimPrefix(name, "/")
	for line := range strings.SplitSeq(language.Text(slashHelp), "\n") {
		if word, _, _ := strings.Cut(line, " "); word == command {
			return line
		}
	}
	return ""
}

// isUnknown reports whether a line begins with a command that ccc does not have and claude has not named (theirs).
// Claude 2.1.329 and later send such a line to the model.
func isUnknown(s string, theirs []string) bool {
	word, _, _ := strings.Cut(strings.TrimRight(s, " "), " ")
	if len(theirs) == 0 || len(word) < 2 || word[0] != '/' || strings.ContainsAny(word[1:], "/.\n") {
		return false
	}
	return !slices.Contains(ownCommands, word) && !slices.Contains(theirs, word[1:])
}

// suggestCommand names the commands that resemble a mistyped one at the beginning of a line. theirs are the commands
// that claude has named. It is empty for a known command, and if nothing is similar: claude also has commands that it
// does not name, such as /cost for /usage (2.1.329).
func suggestCommand(s string, theirs []string) lang.Message {
	word, _, _ := strings.Cut(strings.TrimRight(s, " "), " ")
	if len(word) < 2 || word[0] != '/' || strings.ContainsAny(word[1:], "/.\n") {
		return lang.Message{}
	}
	known := slices.Clone(ownCommands)
	for _, name := range theirs {
		if name = "/" + name; !slices.Contains(known, name) { // both have /supervisor
			known = append(known, name)
		}
	}
	var near []string
	for _, name := range known {
		switch {
		case name == word:
			return lang.Message{}
		case strings.HasPrefix(name, word) || text.Distance(name, word) == 1:
			near = append(near, name)
		}
	}
	if len(near) == 0 {
		return lang.Message{}
	}
	return lang.M("there is no %s: did you mean %s?", word, lang.List(near[:min(len(near), 5)]...))
}

// complete returns the completions of a word: commands for the first word of a line, files of the project after @.
func (t *terminalFront) complete(word string, first bool) (list []terminal.Completion) {
	if path, file := strings.CutPrefix(word, "@"); file {
		for _, name := range t.files(path) {
			list = append(list, terminal.Completion{Name: name})
		}
		return list
	}
	if !first {
		return nil
	}
	known := slices.DeleteFunc(slices.Clone(ownCommands), func(name string) bool {
		return name == "/tasks" && !t.hasTasks()
	})
	if theirs := t.commands.Load(); theirs != nil {
		for _, name := range *theirs {
			known = append(known, "/"+name)
		}
	}
	slices.Sort(known)
	for _, name := range slices.Compact(known) {
		hidden := strings.HasPrefix(name, "/_") && !strings.HasPrefix(word, "/_") // as claude's /__remote-workflow
		if strings.HasPrefix(name, word) && !hidden {
			list = append(list, terminal.Completion{Name: name, What: t.describeCommand(name)})
		}
	}
	return list
}

// theirCommands are claude's own commands that are used most in the loop, and what they do, in the user's language.
var theirCommands = map[string]lang.Message{
	"/clear": lang.M("claude: begin a new conversation"), "/compact": lang.M("claude: shorten the conversation"),
	"/context": lang.M("claude: what fills the context"), "/cost": lang.M("claude: what the session has cost"),
	"/usage": lang.M("claude: what the session has cost"), "/model": lang.M("claude: choose the model"),
	"/init": lang.M("claude: write a CLAUDE.md"),
}

// describeCommand describes a command of ccc, in one of the user's files, or of claude; "" if there is no description.
func (t *terminalFront) describeCommand(command string) string {
	if line := HelpOn(command, t.Language); line != "" {
		_, what, _ := strings.Cut(line, "  ")
		return strings.TrimSpace(what)
	}
	if what, ok := theirCommands[command]; ok {
		return t.Language.Text(what)
	}
	name := filepath.FromSlash(strings.ReplaceAll(command[1:], ":", "/"))
	for _, dir := range []string{filepath.Join(t.Dir, ".claude"), t.ClaudeDir} {
		for _, path := range []string{filepath.Join("commands", name+".md"),
			filepath.Join("skills", name, "SKILL.md")} {
			if what := description(filepath.Join(dir, path)); what != "" {
				return what
			}
		}
	}
	if list := t.describedCommands.Load(); list != nil {
		for _, one := range *list {
			if "/"+one.Name == command {
				return one.Description
			}
		}
	}
	return ""
}

// description returns the description in the front matter of a command's file.
func description(path string) string {
	body, err := file.Read(path, file.MaxText)
	if err != nil || !strings.HasPrefix(string(body), "---\n") {
		return ""
	}
	front, _, _ := strings.Cut(string(body[4:]), "\n---")
	for line := range strings.SplitSeq(front, "\n") {
		if what, ok := strings.CutPrefix(line, "description:"); ok {
			return strings.Trim(strings.TrimSpace(what), `"'`)
		}
	}
	return ""
}

// files returns the files of the project that begin with path, each with its @.
func (t *terminalFront) files(path string) (names []string) {
	dir, base := filepath.Split(path)
	at := dir
	if !filepath.IsAbs(dir) {
		at = filepath.Join(t.Dir, dir)
	}
	entries, err := os.ReadDir(at)
	if err != nil {
		return nil
	}
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, base) || base == "" && name[0] == '.' {
			continue
		}
		if info, err := os.Stat(filepath.Join(at, name)); err == nil && info.IsDir() {
			name += "/"
		}
		names = append(names, "@"+dir+name)
	}
	return names
}

// slash is the meaning of a typed line: an input for the loop, or a command that the front itself carries out.
type slash struct {
	input   loop.Input
	command string // "/status", "/help", "/findings", "/tasks" or "/resume"; "" for an input
	// argument is the text after the command. Only /tasks and /resume may have one.
	argument string
	refusal  lang.Message // why nothing is done
}

// parseSlash finds the meaning of a typed line.
func parseSlash(text string) slash {
	command, argument, _ := strings.Cut(strings.TrimSpace(text), " ")
	message := slash{input: loop.Input{Kind: loop.Message, Text: text}}
	argument = strings.TrimSpace(argument)
	if command == "/rounds" {
		n, err := strconv.Atoi(argument)
		if err != nil || n < 1 {
			return slash{refusal: lang.M("/rounds needs a number, at least 1, such as /rounds 5")}
		}
		return slash{input: loop.Input{Kind: loop.Rounds, N: n}}
	}
	switch command {
	case "/supervisor":
		return parseSupervisor(argument)
	case "/supervisoroff":
		if argument != "" {
			return slash{refusal: wording.Worded("supervisoroff")}
		}
		return slash{input: loop.Input{Kind: loop.ReviewsOff}}
	case "/dismiss":
		return parseDismissal(argument)
	case "/resume":
		return slash{command: command, argument: argument}
	}
	if words := strings.Fields(argument); command == "/tasks" && (len(words) == 0 || words[0] == "end") {
		return slash{command: command, argument: strings.Join(words, " ")}
	}
	if argument != "" { // claude's command of that name, or a sentence
		return message
	}
	switch command {
	case "/status", "/help", "/findings":
		return slash{command: command}
	case "/review":
		return slash{input: loop.Input{Kind: loop.ReviewNow}}
	case "/accept":
		return slash{input: loop.Input{Kind: loop.Accept}}
	case "/skip":
		return slash{input: loop.Input{Kind: loop.Skip}}
	case "/quit", "/exit": // the second is Claude Code's
		return slash{input: loop.Input{Kind: loop.Quit}}
	}
	return message
}

// parseSupervisor finds the meaning of the words after /supervisor. It is as in Claude Code's own screen.
func parseSupervisor(argument string) slash {
	switch verb, words := task.ReadSupervisor(argument); verb {
	case "off":
		return slash{input: loop.Input{Kind: loop.ReviewsOff}}
	case "dismiss":
		return parseDismissal(words)
	case "mistyped":
		return slash{refusal: wording.Mistyped(words)}
	case "worded":
		return slash{refusal: wording.Worded(words)}
	case "on":
		return slash{input: loop.Input{Kind: loop.ReviewsOn, Text: words}}
	default:
		return slash{command: "/" + verb}
	}
}

// parseDismissal finds the meaning of the words after /dismiss. The input has them for [task.ReadDismissal].
func parseDismissal(argument string) slash {
	if _, _, ok := task.ReadDismissal(argument); !ok {
		return slash{command: "/dismiss"} // which ids there are, the task knows
	}
	return slash{input: loop.Input{Kind: loop.Dismiss, Text: argument}}
}

// isOwn reports whether the line is one of ccc's own commands.
func (s slash) isOwn() bool {
	return s.command != "" || !s.refusal.Empty() || s.input.Kind != loop.Message
}

// mistake says why a typed line is not carried out; it is empty if it is.
func (t *terminalFront) mistake(text string, s slash) (wrong lang.Message) {
	var theirs []string
	if list := t.commands.Load(); list != nil {
		theirs = *list
	}
	switch {
	case !s.refusal.Empty():
		return s.refusal
	case strings.TrimSpace(text) == "!":
		return lang.M("! needs a command, such as !git status")
	case strings.HasPrefix(text, "#") && !strings.HasPrefix(text, "# ") && !strings.Contains(text, "\n"):
		return lang.M("# saves no note here: edit CLAUDE.md, or put a space first to send the line as it is")
	case strings.TrimSpace(text) == "/login":
		return lang.M("/login does not work here. %s", loop.LogIn())
	case s.isOwn() || strings.HasPrefix(text, "!"):
		return wrong
	}
	wrong = suggestCommand(text, theirs)
	if wrong.Empty() && text != t.unknown && isUnknown(text, theirs) {
		t.unknown = text
		name, _, _ := strings.Cut(strings.TrimSpace(text), " ")
		wrong = lang.M("claude lists no command %s, and may take the line for a task: enter it again to send it", name)
	}
	return wrong
}

// inputOf returns the loop's input for a typed line. ok is false if the front has carried out the line itself.
func (t *terminalFront) inputOf(text string) (in loop.Input, ok bool) {
	s := parseSlash(text)
	wrong := t.mistake(text, s)
	switch {
	case !wrong.Empty():
		t.note(wrong)
	case strings.HasPrefix(text, "!"):
		t.runShell(strings.TrimSpace(text[1:]))
	case s.command == "/status":
		t.screen.Note(t.statusText())
	case s.command == "/help":
		t.screen.Note(t.helpText())
	case s.command == "/tasks":
		t.noteTasks(s.argument)
	case s.command == "/resume":
		return t.resume(s.argument)
	case s.command == "/findings":
		t.note(t.listFindings())
	case s.command == "/dismiss":
		_, list, _ := t.findings()
		t.note(wording.DismissalUsage(wording.InLoop, list))
	case s.input.Kind == loop.Dismiss && len(t.lastNotice.Load().Findings) == 0:
		t.dismissEarlier(s.input.Text)
	case s.input.Kind == loop.ReviewNow && t.questions.Open():
		t.note(lang.M("the agent waits for your answer, and the question stays open: its work is reviewed " +
			"when it stops"))
	case s.input.Kind == loop.ReviewNow:
		s.input.Text = t.goesOn().All
		return s.input, true
	case s.input.Kind == loop.Accept:
		s.input.Text = t.goesOn().Open
		return s.input, true
	case s.input.Kind == loop.ReviewsOn:
		said, ok := t.Renew()
		if !ok && s.input.Text != "" {
			said = lang.Join("%s\n%s", said, wording.NothingSent())
		}
		if !said.Empty() {
			t.note(said)
		}
		return s.input, ok
	default:
		return s.input, true
	}
	return in, false
}

// noteTasks shows the answer to /tasks with an argument.
func (t *terminalFront) noteTasks(argument string) {
	if !t.hasTasks() { // known before claude starts
		t.note(untold())
		return
	}
	if which, end := strings.CutPrefix(argument, "end"); end {
		if said := t.tasks.end(strings.TrimSpace(which)); !said.Empty() {
			t.note(said)
		}
		return
	}
	t.note(t.tasks.listTasks())
}

// findings returns the findings of the task, and how the task ended. Before the user has begun a task in this launch,
// they come from the state of the session, and belong to its last task.
func (t *terminalFront) findings() (session state.State, list []task.Finding, end task.End) {
	at := t.lastNotice.Load()
	id := cmp.Or(at.Session.ID, t.exchange().Session)
	if len(at.Findings) > 0 {
		return session, t.State.WithDismissals(t.Dir, at.Findings), at.Ended
	}
	session, err := t.State.Load(id)
	if id != "" && err != nil {
		t.Log.Warn("the session's findings are not read", "err", err)
	}
	if at.Unjudged {
		return session, nil, ""
	}
	return session, session.TaskFindings(), session.TaskEnd()
}

// listFindings returns the answer to /findings, with what the last review asked, or with what failed if no reviewer was
// asked.
func (t *terminalFront) listFindings() lang.Message {
	session, list, end := t.findings()
	at := t.lastNotice.Load()
	if len(list) == 0 && (at.Unjudged || session.Verdict == nil && t.verdict.Load() == nil) {
		said := wording.NoVerdictYet(at.Off, at.Phase == loop.PhaseReview)
		if why := t.unreviewed.Load(); why != nil && !at.Off {
			said = lang.Join("%s\n%s", lang.M("no review of this task has given a verdict yet"),
				wording.LastUnreviewed(wording.WhyUnreviewed(*why)),
				wording.AfterNoVerdict(task.Decision{Code: task.CodeNoVerdict, InLoop: true}))
		}
		return said
	}
	left := leftByReview(cmp.Or(t.verdict.Load(), session.Verdict))
	if len(list) == 0 && !left.Empty() {
		return left
	}
	return lang.Join("%s\n%s", left, wording.AllFindings(list, end))
}

// dismissEarlier dismisses findings of a task from before this launch, by the words after /dismiss.
func (t *terminalFront) dismissEarlier(words string) {
	ids, reason, _ := task.ReadDismissal(words)
	session, _, _ := t.findings()
	all, err := t.State.DismissFindings(session, t.Dir, ids, task.Dismissal{Reason: reason, By: task.ByLoop})
	for _, d := range all {
		if d.Code == task.CodeDismissed {
			t.addKnown(state.DismissalKey(d.Finding))
		}
		d.Off = t.lastNotice.Load().Off
		t.note(wording.Decision(d))
	}
	if err != nil {
		t.note(lang.M("%v", err))
	}
}

func checkNames(r rubric.Rubric) lang.Message {
	var names []string
	for _, c := range r.Checks {
		names = append(names, c.Name)
	}
	return lang.List(names...)
}

// statusText returns the answer to /status, in lines.
func (t *terminalFront) statusText() string {
	say := t.Language.Sprintf
	at := t.lastNotice.Load()
	list := t.progress()
	if why := t.unreviewed.Load(); why != nil && !at.Off {
		list = append(list, say("last stop  not reviewed: %s",
			text.FirstLine(t.Language.Text(wording.WhyUnreviewed(*why)))))
	}
	if running := t.tasks.names(); len(running) > 0 {
		list = append(list, say("background %s · /tasks", wording.ListSome(running)))
	}
	if next := t.reviewed.next(); !next.Empty() {
		list = append(list, t.Language.Text(next))
	}
	if share := t.usageLimit.Load(); share != nil {
		list = append(list, say("limit      %s", limitShare(*share)))
	}
	judges := t.Judges()
	list = append(list, say("limits     per task: %s", t.limits(at.Limit)), say("rubric     %s", judges.Rubric.Path))
	switch {
	case len(judges.Rubric.Checks) > 0:
		list = append(list, say("checks     %s", checkNames(judges.Rubric)))
	case len(judges.Files.Checks) > 0:
		list = append(list, say("checks     not run: ccc trust shows them and asks, and /supervisor then takes them"))
	}
	if !judges.Who.Empty() {
		list = append(list, say("reviewers  %s", judges.Who))
	}
	list = append(list, say("sandbox    %s", t.Cage))
	id := cmp.Or(at.Session.ID, t.exchange().Session)
	if id != "" {
		list = append(list, say("session    %s", id))
	}
	list = append(list, say("log        %s", t.State.Log()), say("hook log   %s", t.State.HookLog()))
	if id != "" {
		list = append(list, say("output     %s", t.State.Output(id)))
	}
	return strings.Join(list, "\n")
}

// progress lists what /status says of the work so far.
func (t *terminalFront) progress() (list []string) {
	say := t.Language.Sprintf
	at := t.lastNotice.Load()
	in, cached, out := t.tokens.Sum()
	t.screen.Update(func(st *terminal.Status) {
		what := st.Phase
		if st.Waiting != "" {
			what = st.Waiting
		}
		reviews := say("reviews    this task: %d of at most %d · this session, in this launch: %d", at.Judged, at.Of,
			at.Reviews)
		if at.Off {
			reviews = say("reviews    off until /supervisor · this session, in this launch: %d", at.Reviews)
		}
		list = append(list, say("phase      %s", what), reviews)
		if !st.Began.IsZero() {
			spent := say("time       of this work, since it was last your turn: %s", text.Elapsed(time.Since(st.Began)))
			if !st.Ended.IsZero() {
				spent = say("time       of the last work, until it was your turn: %s",
					text.Elapsed(st.Ended.Sub(st.Began)))
			}
			list = append(list, spent)
		}
		usd := text.DollarParts(at.AgentUSD, at.ReviewUSD)
		tokens := say("tokens     this launch: %s new, %s cached, %s written",
			text.Count(in-cached), text.Count(cached), text.Count(out))
		if more := t.tokens.More(); more > 0 {
			tokens = say("%s, and %s more, read or written (claude does not say which)", tokens, text.Count(more))
		}
		list = append(list, tokens, say("cost       this launch: agent %s, reviews %s", usd[0],
			wording.AtLeast(usd[1], at.Unpriced > 0)))
		if st.Provider != "" {
			list = append(list, say("provider   %s", st.Provider))
		}
		if st.Model != "" { // claude names it in its first turn
			list = append(list, say("model      %s", st.Model))
		}
		if mode := t.modes.current(); mode != "" {
			list = append(list, say("mode       %s",
				cmp.Or(t.Language.Text(modeName(mode)), t.Language.Text(wording.Mode(t.modes.claudesModeName(mode))))))
		}
	})
	return list
}
