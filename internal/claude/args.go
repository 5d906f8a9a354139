package claude

import (
	"strings"

	"ccc/internal/lang"
)

// arg is an option with its words, or one positional argument.
type arg struct {
	name   string   // the option's long name; "" for a positional argument
	values []string // the option's values
	words  []string // as they were on the command line
}

// Args are the user's arguments for claude, parsed as claude parses them.
type Args struct {
	args []arg

	Prompt   string   // claude's prompt argument, "" if there is none
	Partial  bool     // --include-partial-messages
	Print    bool     // -p: print and end, even at a terminal
	Verbose  bool     // ccc uses it for itself
	Output   string   // --output-format, "" if not given
	Input    string   // --input-format
	Settings []string // each --settings, a file or JSON
	Managed  string   // the last --managed-settings; only [Binary.WithManaged] passes it to claude
	Resume   string   // the session that --resume names
	Pick     bool     // --resume without a session
	Continue bool
	Model    string
	Mode     string   // --permission-mode, also by --dangerously-skip-permissions
	Dirs     []string // --add-dir
	Plugins  []string // --plugin-dir
	Plain    bool     // --help, --version or a subcommand: claude runs unchanged, and there is nothing to supervise
	command  bool     // Plain because of a subcommand
}

// ParseArgs parses the user's arguments for claude. The error names what ccc cannot supervise, and why.
func ParseArgs(line []string) (Args, error) {
	var a Args
	for len(line) > 0 {
		n := 1
		next := arg{words: line[:1], values: line[:1]}
		word := line[0]
		switch {
		case word == "--":
			n = len(line)
			next = arg{words: line, values: line[1:]}
		case len(word) > 2 && word[0] == '-' && word[1] != '-' &&
			short(word[1]) != "" && arityOf(short(word[1])) == none:
			line = append([]string{word[:2], "-" + word[2:]}, line[1:]...) // -pc is -p -c
			continue
		case len(word) > 1 && word[0] == '-':
			next, n = option(line)
		}
		a.args = append(a.args, next)
		line = line[n:]
	}
	for i, arg := range a.args {
		if err := a.take(arg, i); err != nil {
			return Args{}, err
		}
	}
	if a.Output != "" && a.Output != "text" && a.Output != "json" && a.Output != "stream-json" {
		return Args{}, lang.Errorf("--output-format %s: use text, json or stream-json", a.Output)
	}
	if a.Input != "" && a.Input != "text" && a.Input != "stream-json" {
		return Args{}, lang.Errorf("--input-format %s: use text or stream-json", a.Input)
	}
	return a, nil
}

// option reads the option at the beginning of line, and returns how many words it takes.
func option(line []string) (arg, int) {
	name, val, glued := strings.Cut(line[0], "=")
	if len(name) > 1 && name[1] != '-' && short(name[1]) != "" {
		if len(name) > 2 { // -rID
			val, glued = strings.TrimPrefix(line[0][2:], "="), true
		}
		name = short(name[1])
	}
	if glued {
		return arg{name: name, values: []string{val}, words: line[:1]}, 1
	}
	n := 1
	switch arityOf(name) {
	case value:
		n = min(2, len(line))
	case optional:
		if len(line) > 1 && !strings.HasPrefix(line[1], "-") {
			n = 2
		}
	case variadic:
		for n < len(line) && !strings.HasPrefix(line[n], "-") {
			n++
		}
	}
	return arg{name: name, values: line[1:n], words: line[:n]}, n
}

func (a *Args) take(arg arg, i int) error {
	first := ""
	if len(arg.values) > 0 {
		first = arg.values[0]
	}
	switch arg.name {
	case "":
		if i == 0 && commands.has(first) {
			a.Plain, a.command = true, true
		}
		if a.Prompt == "" {
			a.Prompt = first
		}
	case "--print":
		a.Print = true
	case "--verbose":
		a.Verbose = true
	case "--include-partial-messages":
		a.Partial = true
	case "--output-format":
		a.Output = first
	case "--input-format":
		a.Input = first
	case "--settings":
		a.Settings = append(a.Settings, first)
	case managedOption:
		a.Managed = first
	case "--resume":
		a.Resume, a.Pick = first, first == ""
	case "--continue":
		a.Continue = true
	case "--model":
		a.Model = first
	case modeOption:
		a.Mode = first
	case skipOption:
		a.Mode = "bypassPermissions"
	case "--plugin-dir":
		a.Plugins = append(a.Plugins, first)
	case "--add-dir":
		a.Dirs = append(a.Dirs, arg.values...)
	case "--no-session-persistence":
		return lang.Errorf("--no-session-persistence cannot be supervised: the review is a fork of the stored session")
	case "--bg", "--background", "--cloud", "--desktop":
		return lang.Errorf("%s cannot be supervised: the agent would not run under ccc", arg.name)
	}
	a.Plain = a.Plain || sessionless.has(arg.name)
	return nil
}

// The options that name a permission mode.
const (
	modeOption = "--permission-mode"
	skipOption = "--dangerously-skip-permissions"
)

// without returns the words of all arguments, except those for which drop is true.
func (a Args) without(drop func(arg) bool) (words []string) {
	for _, arg := range a.args {
		if !drop(arg) {
			words = append(words, arg.words...)
		}
	}
	return words
}

// OptionLen is how many words the option at the beginning of line has, its values included. It is 0 if line begins with
// an argument or "--".
func OptionLen(line []string) int {
	if len(line[0]) < 2 || line[0][0] != '-' || line[0] == "--" {
		return 0
	}
	_, n := option(line)
	return n
}

// FindSwallowedWord finds a word that claude takes for the value of the option before it, although the user may have
// meant it as an argument. That happens after options with an optional value, or with any number of them. is selects
// the words to look for. Both results are "" if there is no such word.
func FindSwallowedWord(line []string, is func(string) bool) (option, word string) {
	a, _ := ParseArgs(line) // a line that cannot be supervised has its own error
	for _, arg := range a.args {
		if kind := arityOf(arg.name); len(arg.words) < 2 || kind != optional && kind != variadic {
			continue
		}
		for _, word := range arg.values {
			if is(word) {
				return arg.name, word
			}
		}
	}
	return "", ""
}

// Positional returns the arguments that are neither an option nor an option's value. After "--" only the first word
// counts.
func Positional(line []string) (words []string) {
	a, _ := ParseArgs(line)
	for _, arg := range a.args {
		if arg.name == "" && len(arg.values) > 0 {
			words = append(words, arg.values[0])
		}
	}
	return words
}

// HasPrint reports whether -p is among options.
func HasPrint(options []string) bool {
	a, err := ParseArgs(options)
	return err == nil && a.Print
}

// OneWord reports whether line has exactly one positional argument.
func OneWord(line []string) bool {
	_, err := ParseArgs(line)
	return err == nil && len(Positional(line)) == 1
}

// IsSubcommand reports whether word is one of claude's subcommands.
func IsSubcommand(word string) bool { return commands.has(word) }

// Reserved returns the names of all subcommands of claude, including those that its help does not name.
func Reserved() []string { return strings.Fields(string(commands)) }
