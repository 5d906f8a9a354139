package main

import (
	"path/filepath"
	"strings"

	"ccc/internal/claims"
	"ccc/internal/file"
	"ccc/internal/lang"
	"ccc/internal/replay"
)

// replayClaims is ccc replay --claims.
func (p *program) replayClaims(o replayOptions) error {
	in, name, err := p.openRecording(o.file)
	if err != nil {
		return err
	}
	defer in.Close()
	path := name
	if in == p.stdin {
		path = ""
	}
	damaged, err := replay.Claims(replay.ClaimsConfig{
		Input: in, Path: path, Name: name, Project: projectFiles(o.project), JSON: o.format == "json",
		Out: p.stdout, Warnings: p.stderr, Language: p.language(),
	})
	if err == nil && damaged {
		return exitStatus(1)
	}
	return err
}

// maxScript is how much of a file is read that says what a project's commands run.
const maxScript = 1 << 20

// projectFiles reads the files of a project that say what its own commands run: those below dir, or, if that is "",
// below the folder in which the session ran.
func projectFiles(dir string) claims.Project {
	type key struct{ root, name string }
	seen := map[key]*string{}
	return func(root, name string) (string, bool) {
		if dir != "" {
			root = dir
		}
		if root == "" || !filepath.IsAbs(root) && dir == "" || !filepath.IsLocal(name) {
			return "", false
		}
		k := key{root, name}
		if text, ok := seen[k]; ok {
			return unwrapText(text)
		}
		if len(seen) > 1000 {
			clear(seen)
		}
		seen[k] = nil
		if b, err := file.Read(filepath.Join(root, name), maxScript); err == nil && b != nil { // nil: there is none
			text := string(b)
			seen[k] = &text
		}
		return unwrapText(seen[k])
	}
}

func unwrapText(text *string) (string, bool) {
	if text == nil {
		return "", false
	}
	return *text, true
}

// checkClaims refuses flags that say nothing with --claims, or without it.
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
