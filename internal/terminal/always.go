package terminal

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/lang"
	"ccc/streamjson"
)

// suggestion is a change of permissions that claude proposes.
type suggestion struct {
	Type  string `json:"type"`
	Mode  string `json:"mode"`
	Rules []struct {
		Tool    string `json:"toolName"`
		Content string `json:"ruleContent"`
	} `json:"rules"`
	Directories []string `json:"directories"`
}

// limitToSession limits claude's proposals to this session. If they include rules, only the rules are kept, so that the
// answer does not also add a directory or change the mode. Nothing is written to a settings file.
//
// Where claude also proposes a directory, a rule for the command alone does not help: claude asks for the same command
// again, because of the path that it writes to, and with redirections (>) even if the directory is added (2.1.5,
// 2.1.197, 2.1.330). So a rule for blocked, which is that path, is added, unless all edits are allowed.
func limitToSession(suggestions json.RawMessage, blocked string) json.RawMessage {
	var all []map[string]json.RawMessage
	if json.Unmarshal(suggestions, &all) != nil || len(all) == 0 {
		return nil
	}
	is := func(kind string) func(map[string]json.RawMessage) bool {
		return func(s map[string]json.RawMessage) bool { return string(s["type"]) == strconv.Quote(kind) }
	}
	writes := slices.ContainsFunc(all, is("addDirectories"))
	if slices.ContainsFunc(all, is("addRules")) {
		all = slices.DeleteFunc(all, func(s map[string]json.RawMessage) bool { return !is("addRules")(s) })
	}
	if rule := changeRule(blocked); writes && rule != nil && !slices.ContainsFunc(all, is("setMode")) {
		all = append(all, rule)
	}
	for _, s := range all {
		s["destination"] = json.RawMessage(`"session"`)
	}
	text, err := json.Marshal(all)
	if err != nil {
		return nil
	}
	return text
}

// changeRule returns the rule that lets claude change a file; nil if its path is not absolute, or has characters that
// mean something in a rule.
func changeRule(path string) map[string]json.RawMessage {
	if !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "*?[]{}()!\\#\r\n") {
		return nil
	}
	rules, err := json.Marshal([]map[string]string{{"toolName": "Edit", "ruleContent": "/" + path}})
	if err != nil {
		return nil
	}
	return map[string]json.RawMessage{
		"type": json.RawMessage(`"addRules"`), "behavior": json.RawMessage(`"allow"`), "rules": rules,
	}
}

// meaning describes in words what a change of the permissions allows.
func (q *Queue) meaning(permissions json.RawMessage) string {
	var list []suggestion
	if json.Unmarshal(permissions, &list) != nil {
		return string(permissions)
	}
	var words []string
	for _, s := range list {
		for _, r := range s.Rules {
			dir, isDir := strings.CutSuffix(r.Content, "/**")
			switch {
			case r.Tool == "Read" && isDir && strings.HasPrefix(dir, "//"): // claude's form of an absolute path
				words = append(words, q.Language.Sprintf("reading what is in %s", dir[1:]))
			case r.Tool == "Edit" && strings.HasPrefix(r.Content, "//") && !isDir:
				words = append(words, q.Language.Sprintf("changing %s", r.Content[1:]))
			case r.Tool == "Bash" && strings.HasSuffix(r.Content, ":*"):
				words = append(words, q.Language.Sprintf("running what begins with %s",
					strings.TrimSuffix(r.Content, ":*")))
			case r.Tool == "Bash" && r.Content != "":
				words = append(words, q.Language.Sprintf("running %s", r.Content))
			case r.Content != "":
				words = append(words, fmt.Sprintf("%s(%s)", r.Tool, r.Content))
			default:
				words = append(words, r.Tool)
			}
		}
		for _, d := range s.Directories {
			words = append(words, q.Language.Sprintf("access to the directory %s", d))
		}
		switch s.Mode {
		case "":
		case "acceptEdits":
			words = append(words, q.Language.Sprintf("all edits"))
		default:
			words = append(words, q.Language.Sprintf("the mode %s", s.Mode))
		}
		if len(s.Rules)+len(s.Directories) == 0 && s.Mode == "" {
			words = append(words, s.Type)
		}
	}
	return q.Language.Text(lang.List(words...))
}

// allowAlways allows a request and what else permissions allow. 2.1.5 does not report that this has changed its mode
// before the next turn.
func (q *Queue) allowAlways(r *question, permissions json.RawMessage) {
	r.asker.send(streamjson.AllowAlways(r.RequestID, r.Input, permissions))
	var list []suggestion
	if json.Unmarshal(permissions, &list) != nil {
		return
	}
	for _, s := range list {
		switch {
		case s.Mode == "":
			q.hasRules = true
		case q.ModeSet != nil:
			q.ModeSet(s.Mode)
		}
	}
}
