package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ccc/internal/claude"
	"ccc/internal/lang"
	"ccc/internal/provider"
	"ccc/internal/text"
)

func providers(names ...string) (f provider.File) {
	f.Path = "/c/ccc.json"
	for _, name := range names {
		f.Providers = append(f.Providers, provider.Provider{Name: name})
	}
	return f
}

func fields(s string) []string { return strings.Split(s, " | ") }

// TestA18A19Parse: ccc reads its flags anywhere before the provider. After it everything is claude's.
func TestA18A19Parse(t *testing.T) {
	for _, c := range []struct {
		line         string
		want         commandLine
		before, rest string
	}{
		{"", commandLine{}, "", ""},
		{"--supervisor", commandLine{supervisor: true}, "", ""},
		{"--supervisor | kimi", commandLine{supervisor: true}, "", "kimi"},
		{"kimi", commandLine{}, "", "kimi"},
		{"kimi | --append-system-prompt | --supervisor", commandLine{}, "", "kimi | --append-system-prompt | --supervisor"},
		{"kimi | -- | --supervisor", commandLine{}, "", "kimi | -- | --supervisor"},
		{"kimi | mcp | add | --trust", commandLine{}, "", "kimi | mcp | add | --trust"},
		{"mcp | add | --trust", commandLine{}, "", "mcp | add | --trust"},
		{"trust | --yes", commandLine{}, "", "trust | --yes"},
		{"-v", commandLine{version: true}, "", ""},
		{"--supervisor=true | kimi", commandLine{supervisor: true}, "", "kimi"},
		{"--supervisor=false | kimi", commandLine{}, "", "kimi"},
		{"--supervisor | --output-format | json | glm", commandLine{supervisor: true}, "--output-format | json", "glm"},
		{"--supervisor | --output-format=json | glm", commandLine{supervisor: true}, "--output-format=json", "glm"},
		{"--supervisor | glm | --output-format | json", commandLine{supervisor: true}, "", "glm | --output-format | json"},
		{"--supervisor | --model | opus | glm", commandLine{supervisor: true}, "--model | opus", "glm"},
		{"--model | opus | --supervisor | glm", commandLine{supervisor: true}, "--model | opus", "glm"},
		{"--supervisor | -p | -c | glm", commandLine{supervisor: true}, "-p | -c", "glm"},
		{"--supervisor | -rabc | glm", commandLine{supervisor: true}, "-rabc", "glm"},
		{"--supervisor | -- | prompt", commandLine{supervisor: true, literal: true}, "", "prompt"},
		{
			"--supervisor | --model | opus | -- | prompt", commandLine{supervisor: true, literal: true},
			"--model | opus", "prompt",
		},
		{"-- | --supervisor", commandLine{literal: true}, "", "--supervisor"},
		{"kimi | -- | prompt", commandLine{}, "", "kimi | -- | prompt"},
		{"--supervisor | fix the tests", commandLine{supervisor: true}, "", "fix the tests"},
		{"--help", commandLine{help: true}, "", ""},
		{"-h", commandLine{help: true}, "", ""},
		{"--version", commandLine{version: true}, "", ""},
		{"--supervisor | --help", commandLine{supervisor: true, help: true}, "", ""},
		{"kimi | --help", commandLine{}, "", "kimi | --help"},
		{"kimi | /path/to/project | --help", commandLine{}, "", "kimi | /path/to/project | --help"},
		{"--unknown | kimi", commandLine{}, "--unknown", "kimi"},
		{"-", commandLine{}, "", "-"},
	} {
		var args []string
		if c.line != "" {
			args = fields(c.line)
		}
		got, err := parse(args)
		if err != nil {
			t.Errorf("parse(%q) = %v", args, err)
			continue
		}
		if got.supervisor != c.want.supervisor || got.help != c.want.help ||
			got.version != c.want.version || got.literal != c.want.literal ||
			strings.Join(got.before, " | ") != c.before || strings.Join(got.rest, " | ") != c.rest {
			t.Errorf("parse(%q) = %+v, want %+v, before %q, rest %q", args, got, c.want, c.before, c.rest)
		}
	}
	for _, word := range []string{"--supervisor=perhaps", "--version=x", "---supervisor"} {
		if _, err := parse([]string{word}); err == nil {
			t.Errorf("parse(%s) gives no error", word)
		}
	}
}

func TestA02A03Split(t *testing.T) {
	file := providers("glm", "kimi", "mcp", "my model")
	file.ClaudeArgs = []string{"--verbose"}
	for _, c := range []struct{ line, provider, want string }{
		{"--supervisor", "glm", "--verbose"},
		{"--supervisor | kimi", "kimi", "--verbose"},
		{"kimi", "kimi", "--verbose"},
		{"--supervisor | kimi | /path/to/project | --help", "kimi", "--verbose | /path/to/project | --help"},
		{"--supervisor | --output-format | json | kimi", "kimi", "--verbose | --output-format | json"},
		{"--supervisor | kimi | --output-format | json", "kimi", "--verbose | --output-format | json"},
		{"--supervisor | --model | opus | kimi | -p", "kimi", "--verbose | --model | opus | -p"},
		{"--supervisor | fix the tests", "glm", "--verbose | fix the tests"},
		{"--supervisor | fix\nit", "glm", "--verbose | fix\nit"},
		{"--supervisor | /init", "glm", "--verbose | /init"},
		{"--supervisor | src/main.go", "glm", "--verbose | src/main.go"},
		{"--supervisor | kimi | kimi", "kimi", "--verbose | kimi"},
		{"--supervisor | -- | kimi", "glm", "--verbose | kimi"},
		{"--supervisor | -- | prompt", "glm", "--verbose | prompt"},
		{"my model | -p", "my model", "--verbose | -p"},
		{"mcp | list", "mcp", "--verbose | list"}, // the provider has precedence over claude's command
		{"doctor", "glm", "--verbose | doctor"},
		{"-", "glm", "--verbose | -"},
	} {
		line, err := parse(fields(c.line))
		if err != nil {
			t.Fatal(err)
		}
		p, args, err := line.split(file)
		if err != nil || p == nil || p.Name != c.provider || strings.Join(args, " | ") != c.want {
			t.Errorf("split of %q = %v, %q, %v, want %s, %q", c.line, p, args, err, c.provider, c.want)
		}
	}
	if !slices.Equal(file.ClaudeArgs, []string{"--verbose"}) {
		t.Errorf("split changed the file's arguments: %q", file.ClaudeArgs)
	}
}

func TestSplitWithoutProviders(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"--supervisor", ""},
		{"--supervisor | fix it now", "fix it now"},
		{"mcp | list", "mcp | list"},
		{"-- | word", "word"},
	} {
		line, err := parse(fields(c.line))
		if err != nil {
			t.Fatal(err)
		}
		p, args, err := line.split(providers())
		if err != nil || p != nil || strings.Join(args, " | ") != c.want {
			t.Errorf("split of %q = %v, %q, %v, want no provider and %q", c.line, p, args, err, c.want)
		}
	}
}

func TestUnknownProvider(t *testing.T) {
	for _, word := range []string{"glmm", "prompt", "写一个解析器"} {
		line := commandLine{rest: []string{word}, supervisor: true}
		_, _, err := line.split(providers("glm", "kimi"))
		var unknown *provider.UnknownProviderError
		if !errors.As(err, &unknown) || exitCode(err) != 2 || !strings.Contains(err.Error(), "glm, kimi") {
			t.Errorf("split of %q = %v, exit code %d, want an error that lists glm, kimi, and 2", word, err, exitCode(err))
		}
		hint := lang.HintOf(line.unknownProvider(err, providers("glm", "kimi")))
		if want := "ccc --supervisor -- " + text.ShellWord(word); !strings.HasSuffix(fmt.Sprint(hint), want) {
			t.Errorf("hint = %q, want how it is typed for claude: %s", hint, want)
		}
	}
}

// TestPromptStaysAPrompt: an option that takes all words up to the next option does not take the prompt, which the user
// has separated from it.
func TestPromptStaysAPrompt(t *testing.T) {
	for _, c := range []struct{ line, given string }{
		{"--supervisor | --add-dir | /x | -- | fix it", ""},
		{"--supervisor | --debug | -- | fix it", ""},
		{"--supervisor | -- | fix it", "--allowedTools | Bash"},
		{"--supervisor | fix it", "--allowedTools | Bash"},
		{"--supervisor | glm | fix it", "--allowedTools | Bash"},
	} {
		file := providers("glm")
		if c.given != "" {
			file.ClaudeArgs = fields(c.given)
		}
		line, err := parse(fields(c.line))
		if err != nil {
			t.Fatal(err)
		}
		_, args, err := line.split(file)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := claude.ParseArgs(args); err != nil || a.Prompt != "fix it" {
			t.Errorf("%s (claude_args %q): claude gets %q, in which the prompt is %q, %v", c.line, c.given, args, a.Prompt, err)
		}
	}
}
