package tasklist

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"ccc/internal/lang"
	"ccc/internal/text"
)

// Options are what a plan sets for the way a task is done. The front matter has the options for all tasks. The lines
// below the first line of a task have its own options.
type Options struct {
	// The numbers of the tasks that must be done before; not in the front matter.
	After    []int  `json:"after,omitempty"`
	Model    string `json:"model,omitempty"`    // for claude's --model
	Provider string `json:"provider,omitempty"` // the name of a provider in ccc.json
	// The cost limit of the task with its reviews and retries; 0 for none.
	MaxCostUSD float64 `json:"max_cost_usd,omitempty"`
	// The limit on tokens read and written, with reviews and retries; 0 for none.
	MaxTokens int64    `json:"max_tokens,omitempty"`
	Retries   int      `json:"retries,omitempty"` // how often a task that is not done is begun again
	Checks    []string `json:"checks,omitempty"`  // commands for sh -c, in addition to the checks of the rubric
}

// The limits of options.
const (
	maxRetries = 100
	maxChecks  = 50
	maxOption  = 1 << 10 // bytes of a word or a command
)

// optionKeys are the keys of the options, in the order in which messages list them.
var optionKeys = []string{"after", "model", "provider", "max_cost_usd", "max_tokens", "retries", "checks"}

// keyPattern matches a line below a task that may be an option: a word, a colon and a value.
var keyPattern = regexp.MustCompile(`^([A-Za-z][A-Za-z_-]*):(?:[ \t]+(.*))?$`)

// cutOptions divides the text of a task into the options below its first line and the rest. line is the number of the
// task's first line in the file. The lines count as options if one of them has the key of an option, or nearly has.
// Then each of them must be right: otherwise a misspelt key would be ignored, and nobody would notice.
func cutOptions(whole string, line int, defaults Options) (o Options, rest string, keyed bool, err error) {
	lines := strings.Split(whole, "\n")
	end := 1
	for end < len(lines) && keyPattern.MatchString(lines[end]) {
		end++
		key := keyPattern.FindStringSubmatch(lines[end-1])[1]
		keyed = keyed || guessKey(key) != ""
	}
	if o = defaults; !keyed {
		return o, whole, false, nil
	}
	seen := make(map[string]bool)
	for i := 1; i < end; i++ {
		found := keyPattern.FindStringSubmatch(lines[i])
		var value any
		err := yaml.Unmarshal([]byte(found[2]), &value)
		switch {
		case err != nil:
			err = lang.Errorf("%s: this is not YAML: %s", found[1], found[2])
		case seen[found[1]]:
			err = lang.Errorf("%s is there twice", found[1])
		default:
			err = o.set(found[1], value)
		}
		if err != nil {
			return o, whole, true, lang.Errorf("line %d: %w", line+i, err)
		}
		seen[found[1]] = true
	}
	return o, strings.Join(slices.Concat(lines[:1], lines[end:]), "\n"), true, nil
}

// otherWords maps the names that other programs use to our keys.
var otherWords = map[string]string{
	"depends": "after", "depends_on": "after", "needs": "after", "blocked_by": "after", "retry": "retries",
	"budget": "max_cost_usd",
}

// guessKey returns the key that a word probably means, in capitals or with dashes, too. The word may be spelt almost
// like the key, may be its beginning, may have the key and an underscore in front, or may be the name in another
// program. It returns "" for no key.
func guessKey(word string) string {
	if key := otherWords[strings.ReplaceAll(word, "-", "_")]; key != "" {
		return key
	}
	word = strings.ToLower(strings.ReplaceAll(word, "-", "_"))
	for _, key := range optionKeys {
		if len(word) > 3 && (strings.HasPrefix(key, word) || strings.HasPrefix(word, key+"_")) {
			return key
		}
	}
	return text.Nearest(word, optionKeys)
}

// set sets an option to a YAML value.
func (o *Options) set(key string, value any) error {
	var ok bool
	switch key {
	case "after":
		if o.After, ok = numbers(value); !ok {
			return lang.Errorf("after takes the numbers of tasks: after: 2, or after: [1, 2]")
		}
	case "model":
		if o.Model, ok = toWord(value); !ok {
			return lang.Errorf("%s takes a name", key)
		}
	case "provider":
		if o.Provider, ok = toWord(value); !ok {
			return lang.Errorf("%s takes a name", key)
		}
	case "max_cost_usd":
		if o.MaxCostUSD, ok = toNumber(value); !ok || o.MaxCostUSD <= 0 {
			return lang.Errorf("max_cost_usd takes dollars, more than 0")
		}
	case "max_tokens":
		n, ok := toNumber(value)
		if o.MaxTokens = int64(n); !ok || n != float64(o.MaxTokens) || n <= 0 {
			return lang.Errorf("max_tokens takes a whole number, more than 0")
		}
	case "retries":
		n, ok := toNumber(value)
		if o.Retries = int(n); !ok || n != float64(o.Retries) || n < 0 || n > maxRetries {
			return lang.Errorf("retries takes a number from 0 to %d", maxRetries)
		}
	case "checks":
		if o.Checks, ok = commands(value); !ok {
			return lang.Errorf("checks takes commands: checks: make test, or checks: [make lint, make test]")
		}
	default:
		if near := guessKey(key); near != "" {
			return lang.Errorf("unknown key %q, did you mean %q? Text of the task stands below an empty line", key,
				near)
		}
		return lang.Errorf("unknown key %q, known: %s. Text of the task stands below an empty line", key,
			lang.List(optionKeys...))
	}
	return nil
}

func toNumber(value any) (float64, bool) {
	switch n := value.(type) {
	case uint64:
		return float64(n), true
	case int64:
		return float64(n), true
	case float64:
		return n, true
	}
	return 0, false
}

// toWord returns a value that is a single word and can be a command argument.
func toWord(value any) (string, bool) {
	s, ok := value.(string)
	return s, ok && s != "" && len(s) <= maxOption && s[0] != '-' && s == text.OneLine(s) &&
		!strings.ContainsAny(s, " \x00")
}

func numbers(value any) ([]int, bool) {
	return listOf(value, func(one any) (int, bool) {
		n, ok := toNumber(one)
		return int(n), ok && n == float64(int(n)) && n >= 1
	})
}

func commands(value any) ([]string, bool) {
	list, ok := listOf(value, func(one any) (string, bool) {
		s, ok := one.(string)
		s = strings.TrimSpace(s)
		return s, ok && s != "" && len(s) <= maxOption && !strings.ContainsRune(s, 0)
	})
	return list, ok && len(list) <= maxChecks
}

// listOf reads a list, or a single value as a list of one. ok is false for an empty list.
func listOf[T any](value any, read func(any) (T, bool)) (list []T, ok bool) {
	all, many := value.([]any)
	if !many {
		all = []any{value}
	}
	for _, one := range all {
		v, ok := read(one)
		if !ok {
			return nil, false
		}
		list = append(list, v)
	}
	return list, len(list) > 0
}

// setMatter sets the options from the front matter. It returns an error for a key or a value that ccc does not know.
func (o *Options) setMatter(front []byte) error {
	keys := matterKeys(front)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		var err error
		value := keys[key]
		switch {
		case key == SettingsKey && value != MayChange:
			err = lang.Errorf("%s takes: %s", SettingsKey, MayChange)
		case key == SettingsKey:
		case key == "after":
			err = lang.Errorf("after stands below a task, as after: 2")
		case !slices.Contains(optionKeys, key):
			err = unknownInMatter(key)
		default:
			err = o.set(key, value)
		}
		if err != nil {
			return lang.Errorf("line %d: %w", keyLine(front, key), err)
		}
	}
	return nil
}

// unknownInMatter returns the error for a front matter key that ccc does not know.
func unknownInMatter(key string) error {
	known := append([]string{SettingsKey}, optionKeys[1:]...)
	if near := cmp.Or(text.Nearest(strings.ToLower(key), known), guessKey(key)); slices.Contains(known, near) {
		return lang.Errorf("unknown key %q, did you mean %q?", key, near)
	}
	return lang.Errorf("unknown key %q, known: %s", key, lang.List(known...))
}

// checkOrder returns an error for a task that comes after a missing task, after a task below a later heading, or,
// directly or through other tasks, after itself.
func (p Plan) checkOrder() error {
	for _, t := range p.Tasks {
		for _, n := range t.After {
			switch {
			case n > len(p.Tasks):
				return lang.Errorf("line %d: after: there is no task %d, the plan has %d", t.line, n, len(p.Tasks))
			case p.Tasks[n-1].Group > t.Group:
				return lang.Errorf("line %d: after: task %d is below a later heading, and that waits for all above it",
					t.line, n)
			}
		}
	}
	state := make([]int, len(p.Tasks)+1) // 1: on the path that is being searched; 2: known to be in no circle
	var visit func(n int) []string
	visit = func(n int) (circle []string) {
		switch state[n] {
		case 1:
			return []string{fmt.Sprint(n)}
		case 2:
			return nil
		}
		state[n] = 1
		for _, before := range p.Tasks[n-1].After {
			if circle = visit(before); circle != nil {
				return append(circle, fmt.Sprint(n))
			}
		}
		state[n] = 2
		return nil
	}
	for _, t := range p.Tasks {
		if circle := visit(t.Number); circle != nil {
			first := slices.Index(circle[1:], circle[0]) + 1 // the path to the circle is not part of it
			circle = circle[:first+1]
			slices.Reverse(circle)
			return lang.Errorf("line %d: after: a circle: task %s", p.Tasks[t.Number-1].line,
				strings.Join(circle, " after "))
		}
	}
	return nil
}

// InOrder returns the tasks in the order in which they are done one after another.
func (p Plan) InOrder() (tasks []Task) {
	if !slices.ContainsFunc(p.Tasks, func(t Task) bool { return len(t.After) > 0 }) {
		return p.Tasks
	}
	done := make(map[int]bool)
	for len(tasks) < len(p.Tasks) {
		before := len(tasks)
		for _, t := range p.Tasks {
			if !done[t.Number] && !slices.ContainsFunc(t.After, func(n int) bool { return !done[n] }) {
				done[t.Number] = true
				tasks = append(tasks, t)
				break
			}
		}
		if len(tasks) == before { // a circle, which [Plan.checkOrder] reports
			return p.Tasks
		}
	}
	return tasks
}

// Equal reports whether two tasks have the same options.
func (o Options) Equal(other Options) bool { return reflect.DeepEqual(o, other) }

// Checks returns the checks that the plan names, in its order and without duplicates.
func (p Plan) Checks() (list []string) {
	for _, t := range p.Tasks {
		for _, c := range t.Checks {
			if !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
	}
	return list
}
