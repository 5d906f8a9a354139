package main

import (
	"strings"

	"ccc/internal/console"
	"ccc/internal/lang"
	"ccc/internal/replay"
	"ccc/internal/session"
)

// replayClaims runs ccc replay --claims.
func (p *program) replayClaims(o replayOptions) error {
	in, name, err := p.openRecording(o.file)
	if err != nil {
		return err
	}
	defer in.Close()
	path := name
	if in == p.In {
		path = ""
	}
	dirs, err := p.Directories()
	if err != nil {
		return err
	}
	damaged, err := replay.Claims(replay.ClaimsConfig{
		Input: in, Path: path, Name: name, Project: session.ProjectFiles(o.project), Mask: p.secrets(dirs),
		JSON: o.format == "json", Out: p.Out, Width: console.Columns(p.Out), Warnings: p.Err,
		Language: p.Language(),
	})
	if err == nil && damaged {
		return console.Exit(1)
	}
	return err
}

// checkClaims refuses flags that have no effect with --claims, or without it.
func (o *replayOptions) checkClaims() error {
	switch {
	case !o.claims && o.project != "":
		return lang.Errorf("--project goes with --claims")
	case !o.claims:
		return nil
	case o.format == "stream-json":
		return lang.Errorf("--claims prints text or json, not %s", o.format)
	case o.cast != "" || o.expect != "" || o.speed != 0 || o.verbose:
		return lang.Errorf("--claims goes with %s alone", strings.Join([]string{"--output-format", "--project"}, ", "))
	}
	return nil
}
