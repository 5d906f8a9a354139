package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/completion"
	"ccc/internal/config"
	"ccc/internal/eval"
	"ccc/internal/lang"
	"ccc/internal/launch"
	"ccc/internal/session"
	"ccc/internal/terminal"
)

// What a shell's script calls: with the words behind ccc, of which the last one is to be completed; or with bash's line
// up to the cursor and its COMP_WORDBREAKS. The first line of the answer is what the shell is to complete by itself:
// files, directories or nothing. Each line behind it is a word, and behind a tab what that is.
const (
	completeWord     = "__complete"
	completeBashWord = "__complete-bash"
)

var completionHelp = lang.Both(`
  bash   eval "$(ccc completion bash)" in ~/.bashrc
  zsh    source <(ccc completion zsh) in ~/.zshrc, behind compinit
  fish   ccc completion fish > ~/.config/fish/completions/ccc.fish

Commands, flags and what they take are completed, providers, claude's own options, sessions and recordings. The script
asks the ccc on PATH.
`, `
  bash   在 ~/.bashrc 中写 eval "$(ccc completion bash)"
  zsh    在 ~/.zshrc 中、compinit 之后写 source <(ccc completion zsh)
  fish   ccc completion fish > ~/.config/fish/completions/ccc.fish

可以补全命令、选项及其取值、provider、claude 自己的选项、会话和录制。脚本会询问 PATH 里的 ccc。
`)

// completion is ccc completion.
func (p *program) completion(args []string) error {
	script := ""
	if len(args) == 1 {
		script = completion.Script(args[0])
	}
	if script == "" {
		return usageError{lang.Errorf("completion takes bash, zsh or fish, not %q", strings.Join(args, " "))}
	}
	_, err := fmt.Fprint(p.stdout, script)
	return err
}

// complete is what zsh and fish ask. It says nothing of what goes wrong: the person is typing.
func (p *program) complete(args []string) error {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	c := p.completed(args)
	fmt.Fprintln(p.stdout, c.files)
	for _, o := range c.offers {
		fmt.Fprintf(p.stdout, "%s\t%s\n", o.word, terminal.Safe(strings.ReplaceAll(o.what, "\n", " ")))
	}
	return nil
}

// completeBash is what bash asks.
func (p *program) completeBash(args []string) error {
	if len(args) != 2 {
		return nil
	}
	line := completion.Bash(args[0], args[1])
	c := p.completed(line.Words[1:])
	fmt.Fprintln(p.stdout, c.files)
	for _, o := range c.offers {
		if reply, ok := line.Reply(o.word); ok {
			fmt.Fprintln(p.stdout, reply)
		}
	}
	return nil
}

// offer is a word that a word may become.
type offer struct{ word, what string }

// completer finds what the last word of a command line may become.
type completer struct {
	p        *program
	dirs     directories
	file     config.File
	language lang.Language
	word     string // as far as it is typed
	prefix   string // of it that is no part of what is completed: --flag=
	offers   []offer
	files    string // what the shell completes by itself: "files", "directories" or "nothing"
}

// patience is how long completion waits for ccc.json, which may be being written (see [file.ReadJSON]).
const patience = 30 * time.Millisecond

// completed completes the last of words.
func (p *program) completed(words []string) *completer {
	c := &completer{p: p, files: "nothing"}
	if len(words) == 0 {
		words = []string{""}
	}
	c.word = words[len(words)-1]
	dirs, err := p.directories()
	if err == nil {
		c.dirs = dirs
		loaded := make(chan config.File, 1)
		go func() {
			f, _ := config.Load(dirs.Config) // one that is broken names none
			loaded <- f
		}()
		select {
		case c.file = <-loaded:
		case <-time.After(patience):
		}
	}
	c.language = p.language(c.file)
	c.line(words)
	return c
}

// add offers a word if it continues what is typed. What no shell's line can hold is not offered.
func (c *completer) add(word, what string) {
	word = c.prefix + word
	if strings.HasPrefix(word, c.word) && terminal.Safe(word) == word && !strings.ContainsAny(word, "\t\n") {
		c.offers = append(c.offers, offer{word, what})
	}
}

// line completes a command line: words, of which the last one is being typed.
func (c *completer) line(words []string) {
	flags := described(flagSet)(c.language)
	supervisor, options := false, false
	for len(words) > 1 {
		word := words[0]
		n := ownLen(flags, words)
		if n == 0 {
			if n = claude.OptionLen(words); n > 0 {
				options = true
			}
		}
		switch {
		case word == "--":
			c.claude(words[1:])
			return
		case n == 0:
			if sub := findSubcommand(word); sub != nil && !supervisor && !options {
				c.subcommand(*sub, words[1:])
				return
			}
			c.claude(words[1:])
			return
		case n >= len(words): // the last word is its value
			c.valueOf(flags, words)
			return
		}
		supervisor = supervisor || strings.HasPrefix(word, "--supervisor")
		words = words[n:]
	}
	if strings.HasPrefix(c.word, "-") {
		c.flagsOf(flags)
		c.claudeOptions()
		return
	}
	if !supervisor && !options {
		c.commands(listed(subcommands()))
	}
	c.values("provider")
	if !supervisor {
		for _, name := range claude.Commands() {
			if named(subcommands(), name) == nil {
				c.add(name, c.language.Sprintf("claude's own command"))
			}
		}
	}
}

// ownLen is how many words the flag at the head of line takes; 0 if none of flags stands there.
func ownLen(flags *pflag.FlagSet, line []string) int {
	name, _, glued := strings.Cut(strings.TrimLeft(line[0], "-"), "=")
	flag := flags.Lookup(name)
	switch {
	case !strings.HasPrefix(line[0], "--") || flag == nil:
		return 0
	case glued || flag.NoOptDefVal != "":
		return 1
	}
	return 2
}

// subcommand completes the arguments of a command of ccc's own.
func (c *completer) subcommand(sub subcommand, words []string) {
	flags := newFlags(sub.name)
	if sub.flags != nil {
		flags = sub.flags(c.language)
	}
	n := 0 // of arguments before the one that is typed
	for len(words) > 1 {
		switch w := ownLen(flags, words); {
		case w >= len(words):
			c.valueOf(flags, words)
			return
		case w > 0:
			words = words[w:]
			continue
		case n == 0 && named(sub.verbs, words[0]) != nil:
			c.subcommand(*named(sub.verbs, words[0]), words[1:])
			return
		case n < len(sub.takes) && sub.takes[n] == "claude":
			c.claude(words)
			return
		case n == 0 && sub.name == "help": // of whose commands it is the verbs
			if of := findSubcommand(words[0]); of != nil {
				sub.verbs = of.verbs
			}
		}
		words = words[1:]
		n++
	}
	switch {
	case strings.HasPrefix(c.word, "--") && strings.Contains(c.word, "="):
		c.valueOf(flags, words)
	case n < len(sub.takes) && sub.takes[n] == "claude":
		c.claude(words)
	case strings.HasPrefix(c.word, "-"):
		c.flagsOf(flags)
		c.add("--help", c.language.Sprintf("show this help"))
	case n < len(sub.takes) && sub.takes[n] == "verb", n == 0 && len(sub.verbs) > 0:
		c.commands(sub.verbs)
	case n < len(sub.takes):
		c.values(sub.takes[n])
	}
}

// claude completes what is claude's: words behind the provider.
func (c *completer) claude(words []string) {
	for len(words) > 1 {
		n := max(claude.OptionLen(words), 1)
		if n >= len(words) {
			c.valueOf(newFlags(""), words)
			return
		}
		words = words[n:]
	}
	if strings.HasPrefix(c.word, "-") {
		c.claudeOptions()
		return
	}
	c.files = "files" // that a prompt speaks of
}

// valueOf completes the value of the flag at the head of line, which ends with the last word.
func (c *completer) valueOf(flags *pflag.FlagSet, line []string) {
	name, _, glued := strings.Cut(line[0], "=")
	if glued {
		c.prefix = name + "="
	}
	if flag := flags.Lookup(strings.TrimLeft(name, "-")); flag != nil {
		c.values(strings.Join(flag.Annotations[kindKey], ""))
		return
	}
	c.values(claude.Values(line))
}

// flagsOf offers flags of ccc's, or where one has its "=" its values.
func (c *completer) flagsOf(flags *pflag.FlagSet) {
	name, _, glued := strings.Cut(c.word, "=")
	if flag := flags.Lookup(strings.TrimLeft(name, "-")); glued && flag != nil {
		c.valueOf(flags, []string{c.word})
		return
	}
	flags.VisitAll(func(flag *pflag.Flag) {
		_, what := pflag.UnquoteUsage(flag)
		c.add("--"+flag.Name, what)
	})
}

// claudeOptions offers the options of claude, or where one has its "=" its values.
func (c *completer) claudeOptions() {
	if name, _, glued := strings.Cut(c.word, "="); glued {
		if claude.Known(name) {
			c.valueOf(newFlags(""), []string{c.word})
		}
		return
	}
	for _, name := range claude.Options() {
		if !slices.ContainsFunc(c.offers, func(o offer) bool { return o.word == name }) {
			c.add(name, "")
		}
	}
}

func (c *completer) commands(list []subcommand) {
	for _, sub := range list {
		c.add(sub.name, c.language.Text(sub.what))
	}
}

// values offers what a flag or an argument takes: one of the kinds below, or words with a "|" between them.
func (c *completer) values(kind string) {
	switch kind {
	case "":
	case "file", "directory":
		c.files = map[string]string{"file": "files", "directory": "directories"}[kind]
	case "command":
		c.commands(listed(subcommands()))
	case "provider":
		current, _ := c.file.Provider("") // without a name there is no error
		for _, name := range c.file.Names() {
			what := "provider"
			if current != nil && current.Name == name {
				what += c.language.Sprintf(" (current)")
			}
			c.add(name, what)
		}
	case "template":
		for _, t := range config.Templates {
			c.add(t.Name, c.language.Text(t.Label))
		}
	case "session":
		list, _ := claude.Sessions(c.dirs.Claude, c.dirs.Work) // none where they cannot be read
		for _, s := range list {
			c.add(s.ID, s.Last.Format(launch.MinuteTime))
		}
	case "recording":
		c.files = "files"
		c.recordings()
	case "case":
		c.files = "directories"
		for _, name := range eval.BuiltIn() {
			c.add(name, "")
		}
	default:
		for word := range strings.SplitSeq(kind, "|") {
			c.add(word, "")
		}
	}
}

// recordings offers what ccc replay finds a recording by: the newest one, or an id.
func (c *completer) recordings() {
	if c.dirs.Work == "" {
		return
	}
	list, _ := session.ListRecordings(c.dirs.State.Recordings()) // one that cannot be read is not offered
	if len(list) > 0 {
		c.add("last", c.language.Sprintf("the newest recording"))
	}
	for _, s := range list {
		row := strings.Split(row(s, c.language), "\t")
		c.add(cmp.Or(s.End.SessionID, s.Header.Launch), row[0]+" "+row[3])
	}
}
