package signs

import "testing"

func TestM02OutputTable(t *testing.T) {
	for _, s := range outputSigns {
		sign := Of(s.family)
		if !sign.Failed.Match(s.example) || sign.Failed.Match(s.counter) {
			t.Errorf("%s: %q, %q", s.family, s.example, s.counter)
		}
		if !sign.Empty.Match(s.emptied) ||
			sign.Passed.Match(s.emptied) || !sign.Passed.Match(s.filled) {
			t.Errorf("%s: %q, %q", s.family, s.emptied, s.filled)
		}
	}
}
