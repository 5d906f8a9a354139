package shell

import (
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// walkTaskfile walks the tasks of a Taskfile.
func (s *walker) walkTaskfile(c Command) {
	targets := Operands(c.Args)
	if len(targets) == 0 {
		targets = []string{"default"}
	}
	for _, name := range []string{"Taskfile.yml", "Taskfile.yaml", "taskfile.yml"} {
		text, ok := s.project.read(c.Dir, name)
		if !ok {
			continue
		}
		var f struct {
			Tasks map[string]any `yaml:"tasks"`
		}
		if hasAlias(text) || yaml.Unmarshal([]byte(text), &f) != nil {
			break
		}
		for _, target := range targets {
			s.walkRecipe(c, target, taskLines(f.Tasks, target, map[string]bool{}))
		}
		return
	}
	c.KindsByName = KindsOfName(strings.Join(targets, " "))
	s.addPlain(c)
}

// hasAlias reports whether a YAML text has aliases, or cannot be parsed. With aliases few bytes can expand to
// gigabytes.
func hasAlias(text string) bool {
	f, err := parser.ParseBytes([]byte(text), 0)
	if err != nil {
		return true
	}
	return slices.ContainsFunc(f.Docs, func(d *ast.DocumentNode) bool {
		return d.Body != nil && len(ast.Filter(ast.AliasType, d.Body)) > 0
	})
}

// taskLines returns the commands of a task, after those of the tasks on which it depends.
func taskLines(tasks map[string]any, name string, done map[string]bool) (lines []string) {
	if done[name] || len(done) > maxScripts {
		return nil
	}
	done[name] = true
	body, isMap := tasks[name].(map[string]any)
	if !isMap {
		body = map[string]any{"cmds": tasks[name]}
	}
	add := func(value any, isCommand bool) {
		switch v := value.(type) {
		case string:
			if isCommand {
				lines = append(lines, v)
			} else {
				lines = append(lines, taskLines(tasks, v, done)...)
			}
		case map[string]any:
			if line, ok := v["cmd"].(string); ok {
				lines = append(lines, line)
			}
			if task, ok := v["task"].(string); ok {
				lines = append(lines, taskLines(tasks, task, done)...)
			}
		}
	}
	for _, key := range []string{"deps", "cmds", "cmd"} {
		list, ok := body[key].([]any)
		isCommand := key != "deps"
		if !ok {
			add(body[key], isCommand)
		}
		for _, value := range list {
			add(value, isCommand)
		}
	}
	return lines
}
