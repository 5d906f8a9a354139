// Command sbom writes down which modules a Go binary is made of, as CycloneDX 1.6 in JSON: what Go has written into the
// binary itself, which is what was linked, and no more. The same binary gives the same file.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
)

type component struct {
	Type       string     `json:"type"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	Ref        string     `json:"bom-ref"`
	PURL       string     `json:"purl"`
	Properties []property `json:"properties,omitempty"`
}

type dependency struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type bom struct {
	Format     string       `json:"bomFormat"`
	Spec       string       `json:"specVersion"`
	Version    int          `json:"version"`
	Metadata   meta         `json:"metadata"`
	Components []component  `json:"components"`
	Depends    []dependency `json:"dependencies"`
}

type meta struct {
	Timestamp  string     `json:"timestamp,omitempty"` // of the commit
	Component  component  `json:"component"`
	Properties []property `json:"properties"`
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sbom BINARY FILE")
		os.Exit(2)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func write(binary, path string) error {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(billOf(info), "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(text, '\n'), 0o644)
}

// billOf lists the modules and the standard library. A binary does not say which module needs which: all are below it.
func billOf(info *debug.BuildInfo) bom {
	main := module(&info.Main)
	main.Type = "application"
	b := bom{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: meta{Component: main}}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			b.Metadata.Timestamp = s.Value
		}
		b.Metadata.Properties = append(b.Metadata.Properties, property{"go:build:" + s.Key, s.Value})
	}
	std := &debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")}
	on := dependency{Ref: main.Ref}
	for _, m := range append([]*debug.Module{std}, info.Deps...) {
		if m.Replace != nil {
			m = m.Replace
		}
		c := module(m)
		b.Components = append(b.Components, c)
		on.On = append(on.On, c.Ref)
	}
	b.Depends = []dependency{on}
	return b
}

// module is a component. Go's own sum is of the list of the module's files (go.sum), so it is no hash of CycloneDX's.
func module(m *debug.Module) component {
	url := "pkg:golang/" + m.Path
	if m.Version != "(devel)" { // which is none
		url += "@" + strings.ReplaceAll(m.Version, "+", "%2B")
	}
	c := component{Type: "library", Name: m.Path, Version: m.Version, Ref: url, PURL: url}
	if m.Sum != "" {
		c.Properties = []property{{"go:sum", m.Sum}}
	}
	return c
}
