package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ccc/internal/claude"
	"ccc/internal/completion"
	"ccc/internal/eval"
	"ccc/internal/lang"
	"ccc/internal/launch"
	"ccc/internal/provider"
	"ccc/internal/terminal"
)

// What the shells' scripts call, as cobra's do: with the words after ccc, of which the last one is to be completed. The
// answer is a word a line, after a tab what it is, and at the end ":" and cobra's directive. bash's script hands over the
// line up to the cursor and COMP_WORDBREAKS; the first line of the answer is then what bash completes by itself: files,
// directories or nothing.
const (
	completeWord     = cobra.ShellCompRequestCmd
	completeBashWord = "__complete-bash"
)

var completionHelp = lang.Both(`
  bash         eval "$(ccc completion bash)" in ~/.bashrc
  zsh          source <(ccc completion zsh) in ~/.zshrc, after compinit
  fish         ccc completion fish > ~/.config/fish/completions/ccc.fish
  PowerShell   ccc completion powershell | Out-String | Invoke-Expression in $PROFILE

Commands, flags and what they take are completed, providers, claude's own options, sessions and recordings. The script
asks the ccc on PATH.
`, `
  bash         在 ~/.bashrc 中写 eval "$(ccc completion bash)"
  zsh          在 ~/.zshrc 中、compinit 之后写 source <(ccc completion zsh)
  fish         ccc completion fish > ~/.config/fish/completions/ccc.fish
  PowerShell   在 $PROFILE 中写 ccc completion powershell | Out-String | Invoke-Expression

可以补全命令、选项及其取值、provider、claude 自己的选项、会话和录制。脚本会询问 PATH 里的 ccc。
`)

func completionCommand(p *program, language lang.Language) *cobra.Command {
	return &cobra.Command{
		Use: "completion bash|zsh|fish|powershell", Long: language.Text(completionHelp), Args: cobra.ArbitraryArgs,
		Short:             language.Sprintf("print what makes the shell complete ccc's command lines"),
		ValidArgsFunction: arguments(oneOf("bash", "zsh", "fish", "powershell")),
		RunE:              func(c *cobra.Command, args []string) error { return p.printScript(c.Root(), args) },
	}
}

// printScript is ccc completion.
func (p *program) printScript(root *cobra.Command, args []string) error {
	shell := strings.Join(args, " ")
	script := completion.Script(shell)
	switch {
	case script != "":
		_, err := io.WriteString(p.stdout, script)
		return err
	case shell == "powershell":
		return root.GenPowerShellCompletionWithDesc(p.stdout)
	}
	return usageError{lang.Errorf("completion takes bash, zsh, fish or powershell, not %q", shell)}
}

// complete is what zsh, fish and PowerShell ask. It is silent about errors: the user is typing.
func (p *program) complete(words []string) error {
	offers, directive := p.offersFor(words)
	for _, offer := range offers {
		fmt.Fprintln(p.stdout, offer)
	}
	fmt.Fprintf(p.stdout, ":%d\n", directive)
	return nil
}

// completeBash is what bash asks.
func (p *program) completeBash(args []string) error {
	if len(args) != 2 {
		return nil
	}
	line := completion.Bash(args[0], args[1])
	offers, directive := p.offersFor(line.Words[1:])
	kind := "nothing"
	switch directive {
	case cobra.ShellCompDirectiveDefault:
		kind = "files"
	case cobra.ShellCompDirectiveFilterDirs:
		kind = "directories"
	}
	fmt.Fprintln(p.stdout, kind)
	prefix := ""
	if name, _, glued := strings.Cut(line.Words[len(line.Words)-1], "="); glued && strings.HasPrefix(name, "-") {
		prefix = name + "="
	}
	for _, offer := range offers {
		word, _, _ := strings.Cut(offer, "\t")
		if reply, ok := line.Reply(prefix + word); ok {
			fmt.Fprintln(p.stdout, reply)
		}
	}
	return nil
}

// offersFor completes the last of the words. A command that reads its flags itself completes them, too: cobra would
// offer them also where the rest of the line is claude's.
func (p *program) offersFor(words []string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(words) == 0 {
		words = []string{""}
	}
	before, typed := words[:len(words)-1], words[len(words)-1]
	root := p.branch(before, p.candidates().language)
	c, args, err := root.Find(before)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	c.Flags().VisitAll(func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) })
	if c.DisableFlagParsing {
		offers, directive := c.ValidArgsFunction(c, args, typed)
		return beginning(offers, typed), directive
	}
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(io.Discard)
	root.SetArgs(slices.Concat([]string{completeWord}, words))
	if err := root.Execute(); err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	last := len(lines) - 1
	directive, err := strconv.Atoi(strings.TrimPrefix(lines[last], ":"))
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return beginning(lines[:last], typed), cobra.ShellCompDirective(directive)
}

// beginning are the offers that continue what is typed, of --flag=value what is typed of the value.
func beginning(offers []cobra.Completion, typed string) []cobra.Completion {
	if _, value, glued := strings.Cut(typed, "="); glued && strings.HasPrefix(typed, "-") {
		typed = value
	}
	return slices.DeleteFunc(offers, func(offer string) bool { return !strings.HasPrefix(offer, typed) })
}

// candidates are what completion reads of files.
type candidates struct {
	dirs     directories
	file     provider.File
	language lang.Language
}

// patience is how long completion waits for ccc.json, which may be being written (see [file.ReadJSON]).
const patience = 30 * time.Millisecond

// candidates reads the directories and ccc.json, once. What is broken or missing offers nothing.
func (p *program) candidates() *candidates {
	if p.completing != nil {
		return p.completing
	}
	k := new(candidates)
	if dirs, err := p.directories(); err == nil {
		k.dirs = dirs
		loaded := make(chan provider.File, 1)
		go func() {
			f, _ := provider.Load(dirs.Config)
			loaded <- f
		}()
		select {
		case k.file = <-loaded:
		case <-time.After(patience):
		}
	}
	k.language = p.language(k.file)
	p.completing = k
	return k
}

// offers collects words that may be offered.
type offers []cobra.Completion

// add adds a word and what it is. A word that no line of a shell can hold is left out.
func (o *offers) add(word, what string) {
	if terminal.Safe(word) == word && !strings.ContainsAny(word, "\t\n") {
		*o = append(*o, strings.TrimRight(word+"\t"+terminal.Safe(strings.ReplaceAll(what, "\n", " ")), "\t "))
	}
}

// arguments offers for the first argument of a command what the first function does, and so on; nothing after them.
func arguments(by ...cobra.CompletionFunc) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) >= len(by) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return by[len(args)](c, args, typed)
	}
}

// oneOf offers words.
func oneOf(words ...cobra.Completion) cobra.CompletionFunc {
	return cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
}

// offerFiles has the shell offer files.
func offerFiles(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// offerDirectories has the shell offer directories.
func offerDirectories(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

func (p *program) offerProviders(
	*cobra.Command, []string, string,
) (list []cobra.Completion, directive cobra.ShellCompDirective) {
	k := p.candidates()
	current, _ := k.file.Provider("") // without a name there is no error
	var o offers
	for _, name := range k.file.Names() {
		what := "provider"
		if current != nil && current.Name == name {
			what += k.language.Sprintf(" (current)")
		}
		o.add(name, what)
	}
	return o, cobra.ShellCompDirectiveNoFileComp
}

func (p *program) offerTemplates(
	*cobra.Command, []string, string,
) (list []cobra.Completion, directive cobra.ShellCompDirective) {
	var o offers
	for _, t := range provider.Templates {
		o.add(t.Name, p.candidates().language.Text(t.Label))
	}
	return o, cobra.ShellCompDirectiveNoFileComp
}

func (p *program) offerSessions(
	*cobra.Command, []string, string,
) (list []cobra.Completion, directive cobra.ShellCompDirective) {
	k := p.candidates()
	sessions, _ := claude.Sessions(k.dirs.Claude, k.dirs.Work) // none where they cannot be read
	var o offers
	for _, s := range sessions {
		o.add(s.ID, s.Last.Format(launch.MinuteTime))
	}
	return o, cobra.ShellCompDirectiveNoFileComp
}

// offerCases offers the cases that come with ccc, and folders.
func offerCases(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return eval.BuiltIn(), cobra.ShellCompDirectiveDefault
}

// completeFlag says what completes the value of a flag.
func completeFlag(c *cobra.Command, flag string, by cobra.CompletionFunc) {
	if err := c.RegisterFlagCompletionFunc(flag, by); err != nil {
		panic(err) // there is no such flag
	}
}

// valuesOf completes the value of an option of claude's, see [claude.Values].
func (p *program) valuesOf(kind string) cobra.CompletionFunc {
	switch kind {
	case "":
		return cobra.NoFileCompletions
	case "file":
		return offerFiles
	case "directory":
		return offerDirectories
	case "session":
		return p.offerSessions
	}
	return oneOf(strings.Split(kind, "|")...)
}

// offerLaunch completes a command line of claude's: ccc's flags, then a provider, then claude's arguments.
func (p *program) offerLaunch(
	c *cobra.Command, args []string, typed string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	flags := c.Flags()
	supervisor, options := false, false
	line := append(slices.Clone(args), typed)
	for len(line) > 1 {
		n := ownLen(flags, line)
		if n == 0 {
			n = claude.OptionLen(line)
			options = options || n > 0
		}
		switch {
		case line[0] == "--", n == 0:
			return p.offerClaude(line[1:])
		case n >= len(line): // the last word is its value
			return p.offerValue(c, line)
		}
		supervisor = supervisor || strings.HasPrefix(line[0], "--supervisor")
		line = line[n:]
	}
	if strings.HasPrefix(typed, "-") {
		return p.offerFlags(c, typed)
	}
	var o offers
	if !supervisor && !options {
		o = p.offerCommands()
	}
	providers, _ := p.offerProviders(c, nil, typed)
	o = append(o, providers...)
	if !supervisor {
		for _, name := range claude.Commands() {
			if !isCommand(name) {
				o.add(name, p.candidates().language.Sprintf("claude's own command"))
			}
		}
	}
	return o, cobra.ShellCompDirectiveNoFileComp
}

// offerCommands offers ccc's own commands.
func (p *program) offerCommands() (o offers) {
	for _, c := range p.tree(p.candidates().language).Commands() {
		o.add(c.Name(), c.Short)
	}
	return o
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

// offerFlags offers the flags of a command and claude's options, or where one has its "=" its values.
func (p *program) offerFlags(c *cobra.Command, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if name, _, glued := strings.Cut(typed, "="); glued {
		if c.Flags().Lookup(strings.TrimLeft(name, "-")) == nil && !claude.Known(name) {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return p.offerValue(c, []string{typed})
	}
	var o offers
	c.Flags().VisitAll(func(f *pflag.Flag) { o.add("--"+f.Name, f.Usage) })
	for _, name := range claude.Options() {
		if c.Flags().Lookup(strings.TrimLeft(name, "-")) == nil {
			o.add(name, "")
		}
	}
	return o, cobra.ShellCompDirectiveNoFileComp
}

// offerValue completes the value of the flag or of claude's option at the head of line, which ends with the typed word.
func (p *program) offerValue(c *cobra.Command, line []string) ([]cobra.Completion, cobra.ShellCompDirective) {
	name, _, _ := strings.Cut(line[0], "=")
	typed := line[len(line)-1]
	if by, ok := c.GetFlagCompletionFunc(strings.TrimLeft(name, "-")); ok {
		return by(c, nil, typed)
	}
	if c.Flags().Lookup(strings.TrimLeft(name, "-")) != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return p.valuesOf(claude.Values(line))(c, nil, typed)
}

// offerClaude completes what is claude's: the words after the provider.
func (p *program) offerClaude(line []string) ([]cobra.Completion, cobra.ShellCompDirective) {
	none := new(cobra.Command) // it has no flags
	for len(line) > 1 {
		n := max(claude.OptionLen(line), 1)
		if n >= len(line) {
			return p.offerValue(none, line)
		}
		line = line[n:]
	}
	if typed := line[0]; strings.HasPrefix(typed, "-") {
		return p.offerFlags(none, typed)
	}
	return nil, cobra.ShellCompDirectiveDefault // files that a prompt speaks of
}
