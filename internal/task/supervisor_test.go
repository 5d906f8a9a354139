package task

import "testing"

// TestL06ReadSupervisor: a verb after /supervisor, or what is almost one, is never sent to the agent as a task, and a
// verb with further words only in quotes.
func TestL06ReadSupervisor(t *testing.T) {
	for words, want := range map[string][2]string{
		"": {"on"}, "on": {"on"}, " off\n": {"off"}, "Off": {"off"}, "status": {"status"}, "help": {"help"},
		"findings": {"findings"}, "dismiss": {"dismiss"}, "dismiss F3: not wanted": {"dismiss", "F3: not wanted"},
		"Dismiss 3": {"dismiss", "3"}, "dismiss\tF2,F3": {"dismiss", "F2,F3"}, "dismiss: F3": {"dismiss", "F3"},
		"stauts": {"mistyped", "status"}, "finding": {"mistyped", "findings"}, "Helpp": {"mistyped", "help"},
		"dismis F3: not wanted": {"mistyped", "dismiss"}, "dismis": {"mistyped", "dismiss"},
		"stat": {"mistyped", "status"}, "Dis": {"mistyped", "dismiss"}, "st": {"on", "st"}, "stat it": {"on", "stat it"},
		"off please": {"worded", "off"}, "Status: please": {"worded", "status"}, "help me": {"worded", "help"},
		"findings 2": {"worded", "findings"}, `"help me"`: {"on", `"help me"`}, "on startup": {"on", "on startup"},
		"ok": {"on", "ok"}, "no": {"on", "no"},
		"do not dismiss F3": {"on", "do not dismiss F3"}, "continue": {"on", "continue"},
		"dismissed dialogs come back": {"on", "dismissed dialogs come back"},
		"state of the parser":         {"on", "state of the parser"},
	} {
		if verb, rest := ReadSupervisor(words); verb != want[0] || rest != want[1] {
			t.Errorf("%q: %q, %q, want %q", words, verb, rest, want)
		}
	}
}
