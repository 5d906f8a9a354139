package detect

import (
	"testing"

	"ccc/internal/claims/detect/patterns"
)

// FuzzMessage: no message causes a panic.
func FuzzMessage(f *testing.F) {
	for _, p := range patterns.All() {
		example, counter := p.Examples()
		f.Add(example, counter)
	}
	for _, g := range guards {
		f.Add(g.example, g.counter)
	}
	f.Fuzz(func(t *testing.T, message, user string) {
		StatementsOf(message, user, func(name string) (Kind, bool) {
			return []Kind{"", TestsPassed, BuildPassed, Verified}[len(name)%4], name[0] < 'k'
		})
	})
}
