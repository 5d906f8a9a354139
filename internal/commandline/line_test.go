package commandline

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

// TestA18A19Parse: ccc reads its own flags anywhere before the provider. Everything after the provider belongs to
// claude.
func TestA18A19Parse(t *testing.T) {
	for _, c := range []struct {
		line         string
		want         Line
		before, rest string
	}{
		{"", Line{}, "", ""},
		{"--supervisor", Line{Supervisor: true}, "", ""},
		{"--supervisor | kimi", Line{Supervisor: true}, "", "kimi"},
		{"kimi", Line{}, "", "kimi"},
		{"kimi | --append-system-prompt | --supervisor", Line{}, "", "kimi | --append-system-prompt | --supervisor"},
		{"kimi | -- | --supervisor", Line{}, "", "kimi | -- | --supervisor"},
		{"kimi | mcp | add | --trust", Line{}, "", "kimi | mcp | add | --trust"},
		{"mcp | add | --trust", Line{}, "", "mcp | add | --trust"},
		{"trust | --yes", Line{}, "", "trust | --yes"},
		{"-v", Line{Version: true}, "", ""},
		{"--supervisor=true | kimi", Line{Supervisor: true}, "", "kimi"},
		{"--supervisor=false | kimi", Line{}, "", "kimi"},
		{"--supervisor | --output-format | json | glm", Line{Supervisor: true}, "--output-format | json", "glm"},
		{"--supervisor | --output-format=json | glm", Line{Supervisor: true}, "--output-format=json", "glm"},
		{"--supervisor | glm | --output-format | json", Line{Supervisor: true}, "", "glm | --output-format | json"},
		{"--supervisor | --model | opus | glm", Line{Supervisor: true}, "--model | opus", "glm"},
		{"--model | opus | --supervisor | glm", Line{Supervisor: true}, "--model | opus", "glm"},
		{"--supervisor | -p | -c | glm", Line{Supervisor: true}, "-p | -c", "glm"},
		{"--supervisor | -rabc | glm", Line{Supervisor: true}, "-rabc", "glm"},
		{"--supervisor | -- | prompt", Line{Supervisor: true, Literal: true}, "", "prompt"},
		{
			"--supervisor | --model | opus | -- | prompt", Line{Supervisor: true, Literal: true},
			"--model | opus", "prompt",
		},
		{"-- | --supervisor", Line{Literal: true}, "", "--supervisor"},
		{"kimi | -- | prompt", Line{}, "", "kimi | -- | prompt"},
		{"--supervisor | fix the tests", Line{Supervisor: true}, "", "fix the tests"},
		{"--help", Line{Help: true}, "", ""},
		{"-h", Line{Help: true}, "", ""},
		{"--version", Line{Version: true}, "", ""},
		{"--supervisor | --help", Line{Supervisor: true, Help: true}, "", ""},
		{"kimi | --help", Line{}, "", "kimi | --help"},
		{"kimi | /path/to/project | --help", Line{}, "", "kimi | /path/to/project | --help"},
		{"--unknown | kimi", Line{}, "--unknown", "kimi"},
		{"-", Line{}, "", "-"},
	} {
		var args []string
		if c.line != "" {
			args = fields(c.line)
		}
		got, err := Parse(args, nil)
		if err != nil {
			t.Errorf("Parse(%q) = %v", args, err)
			continue
		}
		if got.Supervisor != c.want.Supervisor || got.Help != c.want.Help ||
			got.Version != c.want.Version || got.Literal != c.want.Literal ||
			strings.Join(got.Before, " | ") != c.before || strings.Join(got.Rest, " | ") != c.rest {
			t.Errorf("Parse(%q) = %+v, want %+v, before %q, rest %q", args, got, c.want, c.before, c.rest)
		}
	}
	for _, word := range []string{"--supervisor=perhaps", "--version=x", "---supervisor"} {
		if _, err := Parse([]string{word}, nil); err == nil {
			t.Errorf("Parse(%s) gives no error", word)
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
		line, err := Parse(fields(c.line), nil)
		if err != nil {
			t.Fatal(err)
		}
		p, args, err := line.Split(file)
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
		line, err := Parse(fields(c.line), nil)
		if err != nil {
			t.Fatal(err)
		}
		p, args, err := line.Split(providers())
		if err != nil || p != nil || strings.Join(args, " | ") != c.want {
			t.Errorf("split of %q = %v, %q, %v, want no provider and %q", c.line, p, args, err, c.want)
		}
	}
}

func TestUnknownProvider(t *testing.T) {
	for _, word := range []string{"glmm", "prompt", "写一个解析器"} {
		line := Line{Rest: []string{word}, Supervisor: true}
		_, _, err := line.Split(providers("glm", "kimi"))
		var unknown *provider.UnknownProviderError
		if !errors.As(err, &unknown) || !strings.Contains(err.Error(), "glm, kimi") {
			t.Errorf("split of %q = %v, want an error that lists glm, kimi", word, err)
		}
		hint := lang.HintOf(line.UnknownProvider(err, providers("glm", "kimi")))
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
		line, err := Parse(fields(c.line), nil)
		if err != nil {
			t.Fatal(err)
		}
		_, args, err := line.Split(file)
		if err != nil {
			t.Fatal(err)
		}
		if a, err := claude.ParseArgs(args); err != nil || a.Prompt != "fix it" {
			t.Errorf("%s (claude_args %q): claude gets %q, in which the prompt is %q, %v", c.line, c.given, args, a.Prompt, err)
		}
	}
}
