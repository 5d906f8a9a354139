//go:build race

package binary

const race = true
