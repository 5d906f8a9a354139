package console

import "testing"

func TestLookup(t *testing.T) {
	c := Console{Env: []string{"A=1", "AB=2", "A=3", "EMPTY=", "=x", "BARE", "A"}}
	for name, want := range map[string]string{"A": "3", "AB": "2", "EMPTY": ""} {
		if got, ok := c.Lookup(name); got != want || !ok {
			t.Errorf("Lookup(%s) = %q, %v, want %q", name, got, ok, want)
		}
	}
	for _, name := range []string{"B", "BARE", "ABC"} {
		if got, ok := c.Lookup(name); ok {
			t.Errorf("Lookup(%s) = %q, want nothing", name, got)
		}
	}
}
