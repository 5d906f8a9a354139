//go:build race

package binary

// Race reports whether the race detector is built in.
const Race = true
