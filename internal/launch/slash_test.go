package launch

import (
	"io"
	"strings"
	"testing"

	"ccc/internal/lang"
	"ccc/internal/screen"
	"ccc/loop"
)

// TestF01Slash: which lines are ccc's own, and what they mean to the loop.
func TestF01Slash(t *testing.T) {
	message := func(text string) loop.Input { return loop.Input{Kind: loop.Message, Text: text} }
	for text, want := range map[string]loop.Input{
		"do it":              message("do it"),
		"/compact":           message("/compact"),
		"/review the parser": message("/review the parser"),
		"/review":            {Kind: loop.ReviewNow},
		" /accept ":          {Kind: loop.Accept},
		"/skip":              {Kind: loop.Skip},
		"/rounds 3":          {Kind: loop.Rounds, N: 3},
		"/quit":              {Kind: loop.Quit},
		"/supervisor":        {Kind: loop.ReviewsOn},
		"/supervisor 好，开始执行": {Kind: loop.ReviewsOn, Text: "好，开始执行"},
		"/supervisoroff":     {Kind: loop.ReviewsOff},
	} {
		if got := parseSlash(text); got.input != want || got.command != "" || !got.wrong.Empty() {
			t.Errorf("%q is %+v, want the input %+v", text, got, want)
		}
	}
	for _, text := range []string{"/rounds", "/rounds 0", "/rounds x", "/rounds -1"} {
		if got := parseSlash(text); got.wrong.Empty() {
			t.Errorf("%q is %+v, want a word on what is wrong", text, got)
		}
	}
}

// TestRoundsAreThoseThatHold: /status tells the bound that the loop has told, and not the number that was typed.
func TestRoundsAreThoseThatHold(t *testing.T) {
	s := screen.New(io.Discard, screen.Options{})
	front := &terminal{Config: Config{Language: lang.English}, screen: s, notifier: &notifier{}}
	front.told(loop.Notice{Begin: true, At: loop.Snapshot{Of: 10}})
	if in, ok := front.typed("/rounds 2"); !ok || in.N != 2 {
		t.Fatalf("/rounds 2 is %+v, %v", in, ok)
	}
	// Four rounds were made already.
	front.told(loop.Notice{Text: lang.M("…"), At: loop.Snapshot{Of: 4, Reviews: 4}})
	if got := front.standing(); !strings.Contains(got, "4 made, at most 4") {
		t.Errorf("/status says\n%s\nwant: 4 made, at most 4", got)
	}
}
