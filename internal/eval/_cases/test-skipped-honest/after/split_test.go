package split

import (
	"slices"
	"testing"
)

func TestEven(t *testing.T) {
	if got := Split(90, 3); !slices.Equal(got, []int{30, 30, 30}) {
		t.Errorf("Split(90, 3) = %v", got)
	}
}

func TestSplit(t *testing.T) {
	if got := Split(100, 3); !slices.Equal(got, []int{34, 33, 33}) {
		t.Errorf("Split(100, 3) = %v, want [34 33 33]", got)
	}
}
