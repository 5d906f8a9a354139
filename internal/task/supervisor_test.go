package task

import "testing"

// TestL06ReadSupervisor: a verb after /supervisor, or what is almost one, is never sent to the agent as a task. A task
// that begins with such a word is.
func TestL06ReadSupervisor(t *testing.T) {
	for words, want := range map[string][2]string{
		"": {"on"}, "on": {"on"}, " off\n": {"off"}, "Off": {"off"}, "status": {"status"}, "help": {"help"},
		"findings": {"findings"}, "dismiss": {"dismiss"}, "dismiss F3: not wanted": {"dismiss", "F3: not wanted"},
		"Dismiss 3": {"dismiss", "3"}, "dismiss\tF2,F3": {"dismiss", "F2,F3"}, "dismiss: F3": {"dismiss", "F3"},
		"stauts": {"mistyped", "status"}, "finding": {"mistyped", "findings"}, "Helpp": {"mistyped", "help"},
		"dismis F3: not wanted": {"mistyped", "dismiss"}, "dismis": {"mistyped", "dismiss"},
		"off by one":          {"on", "off by one"},
		"help me with sum.go": {"on", "help me with sum.go"}, "ok": {"on", "ok"}, "no": {"on", "no"},
		"do not dismiss F3": {"on", "do not dismiss F3"}, "continue": {"on", "continue"},
		"dismissed dialogs come back": {"on", "dismissed dialogs come back"},
		"state of the parser":         {"on", "state of the parser"},
	} {
		if verb, rest := ReadSupervisor(words); verb != want[0] || rest != want[1] {
			t.Errorf("%q: %q, %q, want %q", words, verb, rest, want)
		}
	}
}
