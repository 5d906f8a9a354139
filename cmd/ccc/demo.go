package main

import (
	"fmt"
	"os"

	"ccc/internal/recording"
	"ccc/prompt"
)

// demoEnv names the directory of a demo to the players that it starts.
const demoEnv = "CCC_DEMO"

// demo runs the loop on the recorded session that is built in: a player performs as claude. Nothing of the person's is
// read or written.
func (p *program) demo(args []string) error {
	if err := noArguments("demo", args); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "ccc-demo-")
	if err != nil {
		return fmt.Errorf("make a place for the demo: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := os.Chdir(dir); err != nil {
		return fmt.Errorf("enter the demo's directory: %w", err)
	}
	if _, err := prompt.Create(dir); err != nil {
		return err
	}
	demo := *p
	demo.env = append(demo.env[:len(demo.env):len(demo.env)], demoEnv+"="+dir, "CLAUDE_CONFIG_DIR="+dir, "CCC_CONFIG_DIR="+dir, "CCC_WORK_DIR="+dir)
	return demo.supervise(commandLine{rest: []string{recording.DemoTask}, literal: true})
}

// play performs as claude, in a demo.
func (p *program) play(args []string) error {
	dir := p.getenv(demoEnv)
	if dir == "" {
		return usageError{fmt.Errorf("play performs as claude in ccc demo, and only there")}
	}
	return recording.Play(dir, args, p.stdin, p.stdout)
}
