package main

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"ccc/internal/claude"
	"ccc/internal/commandline"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/replay/play"
	"ccc/internal/rubric"
)

const demoPrefix = file.TemporaryPrefix + "demo-"

// demoChecks is the front matter of the demo's rubric. Its check fails after the recorded agent's first turn.
const demoChecks = `---
checks:
  - name: empty input
    run: |
      grep -n 'Sum(" *")' sum_test.go || { echo 'sum_test.go: no test covers empty input'; exit 1; }
---
`

func demoCommand(p *program, language lang.Language) *cobra.Command {
	return &cobra.Command{
		Use: "demo", Short: language.Sprintf("show a supervised session, without a key or network"), Args: noArguments,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return p.demo() },
	}
}

// demo runs the loop with the built-in recording: ccc play replaces claude, in a temporary directory. The files that
// it writes and the project's check are real. It reads and writes no file of the user.
func (p *program) demo() error {
	dir, err := os.MkdirTemp("", demoPrefix)
	if err != nil {
		return lang.Errorf("create a directory for the demo: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := os.Chdir(dir); err != nil {
		return lang.Errorf("enter the demo's directory: %w", err)
	}
	if dir, err = os.Getwd(); err != nil { // without symbolic links, because it is also the configuration directory
		return lang.Errorf("enter the demo's directory: %w", err)
	}
	text := demoChecks + rubric.BuiltIn(p.Language()).Text
	if err := os.WriteFile(filepath.Join(dir, rubric.File), []byte(text), 0o600); err != nil {
		return lang.Errorf("create the rubric: %w", err)
	}
	language := "CCC_LANG=" + map[lang.Language]string{lang.Chinese: "zh", lang.English: "en"}[p.Language()]
	demo := *p
	demo.Env = append(demo.Env[:len(demo.Env):len(demo.Env)],
		claude.DemoEnv+"="+dir, language, "CLAUDE_CONFIG_DIR="+dir, "CCC_CONFIG_DIR="+dir, "CCC_WORK_DIR="+dir)
	return demo.starter().Supervise(commandline.Line{Rest: []string{play.DemoTask}, Literal: true})
}
