package main

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ccc/internal/commandline"
	"ccc/internal/console"
	"ccc/internal/lang"
)

// The commands that the shells' scripts call.
//
// completeWord follows cobra's protocol: its arguments are the words after ccc; the last one is to be completed. It
// prints one offered word a line, with a tab and a description. The last line is ":" and a
// [cobra.ShellCompDirective].
//
// completeBashWord gets the line up to the cursor, and COMP_WORDBREAKS. It prints what bash is to complete by itself,
// "files", "directories" or "nothing", and then one word a line, quoted for bash.
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
		Short:             language.Sprintf("print the completion script for a shell"),
		ValidArgsFunction: arguments(oneOf("bash", "zsh", "fish", "powershell")),
		RunE:              func(c *cobra.Command, args []string) error { return p.printScript(c.Root(), args) },
	}
}

// printScript runs ccc completion.
func (p *program) printScript(root *cobra.Command, args []string) error {
	shell := strings.Join(args, " ")
	script := commandline.CompletionScript(shell)
	switch {
	case script != "":
		_, err := io.WriteString(p.Out, script)
		return err
	case shell == "powershell":
		return root.GenPowerShellCompletionWithDesc(p.Out)
	}
	return console.Usage(lang.Errorf("completion takes bash, zsh, fish or powershell, not %q", shell))
}

// complete answers zsh, fish and PowerShell. It prints no errors, because the user is typing.
func (p *program) complete(words []string) error {
	offers, directive := p.offersFor(words)
	for _, offer := range offers {
		fmt.Fprintln(p.Out, offer)
	}
	fmt.Fprintf(p.Out, ":%d\n", directive)
	return nil
}

// completeBash answers bash.
func (p *program) completeBash(args []string) error {
	if len(args) != 2 {
		return nil
	}
	line := commandline.ReadBashLine(args[0], args[1])
	offers, directive := p.offersFor(line.Words[1:])
	kind := "nothing"
	switch directive {
	case cobra.ShellCompDirectiveDefault:
		kind = "files"
	case cobra.ShellCompDirectiveFilterDirs:
		kind = "directories"
	}
	fmt.Fprintln(p.Out, kind)
	prefix := ""
	if name, _, glued := strings.Cut(line.Words[len(line.Words)-1], "="); glued && strings.HasPrefix(name, "-") {
		prefix = name + "="
	}
	for _, offer := range offers {
		word, _, _ := strings.Cut(offer, "\t")
		if reply, ok := line.Reply(prefix + word); ok {
			fmt.Fprintln(p.Out, reply)
		}
	}
	return nil
}

// offersFor completes the last of the words. A command that parses its flags itself also completes them, because
// cobra would offer them even where the rest of the line belongs to claude.
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
		return withPrefix(offers, typed), directive
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
	return withPrefix(lines[:last], typed), cobra.ShellCompDirective(directive)
}

// withPrefix returns the offers that begin with the typed word. For --flag=value it compares only the value.
func withPrefix(offers []cobra.Completion, typed string) []cobra.Completion {
	if _, value, glued := strings.Cut(typed, "="); glued && strings.HasPrefix(typed, "-") {
		typed = value
	}
	return slices.DeleteFunc(offers, func(offer string) bool { return !strings.HasPrefix(offer, typed) })
}
