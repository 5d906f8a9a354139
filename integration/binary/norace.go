//go:build !race

package binary

const race = false
