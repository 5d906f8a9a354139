package eval

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestHead: case.yaml has four keys. Anything else is refused with its line, and no text takes long to parse.
func TestHead(t *testing.T) {
	anchors := "a0: &a0 [" + strings.Repeat("x,", 9) + "x]\n"
	for i := range 9 {
		anchors += fmt.Sprintf("a%d: &a%d [%sx]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d,", i), 10))
	}
	good := "expect: feedback\nwhy: a & b\ntags: [go, \"*x\"]\ntask: |\n"
	const odd, keys = "found an anchor, alias, tag or complex key", "line 1, column 1: expected keys with values"
	for text, want := range map[string]string{ // in the error; "" for none
		good + "  &a *b !c\n": "",
		good + strings.Repeat("  [see] {this} & *that*\n", 4000): "",
		good + strings.Repeat("  a line\n", 200000):              "it is larger than 1 MiB",
		anchors:                             "line 1, column 5: expected text, " + odd,
		"task: !!binary aGk=\n":             odd,
		"? [task]\n: a\n":                   odd,
		"<<: {task: a}\n":                   odd,
		strings.Repeat("[", 1<<16):          "words and signs",
		strings.Repeat("- ", 1<<15):         "words and signs",
		strings.Repeat("task: a\n", 1<<12):  "words and signs",
		strings.Repeat("\"", 1<<16):         "words and signs",
		"task: " + strings.Repeat("[", 900): "not found",
		"words\n":                           keys,
		"- task: a\n":                       keys,
		"true\n":                            keys,
		"tags: go\n":                        "line 1, column 7: expected a list",
		"task: [a]\n":                       "line 1, column 7: expected text",
		"tags: [{a: b}]\n":                  "expected text",
	} {
		var h Head
		began := time.Now()
		err := h.parse([]byte(text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%.60q: %v", text, took)
		}
	}
}
