// Package roman writes numbers as the Romans did.
package roman

// Roman gives the numeral of n, which is 1 to 3999.
func Roman(n int) string {
	panic("not implemented")
}
