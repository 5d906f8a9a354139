package text

import (
	"slices"
	"strings"
	"testing"
)

// TestWordFinder: few and many words, short and long ones, are found wherever they are.
func TestWordFinder(t *testing.T) {
	for _, words := range [][]string{
		{}, {"a"}, {"pass", "fail"}, {"a", "b", "c", "d", "passed"},
		{"passed", "failed", "assert", "test", "seeds"}, {"推", "发布", "部署", "已上线", "ok"},
		{"0 fail", "PASS", "pass", "sspa", "not ok", "ok", "推送"}, {strings.Repeat("x", 2000), "yyyy", "zzzz", "xxyy"},
	} {
		f := NewWordFinder(words)
		for _, text := range []string{
			"", "a", "pas", "pass", "sspass", "all tests passed", "PASSED", "已部署并推送", "d", "not o", "0 failnot ok",
			"seed seeds",
			strings.Repeat("x", 2001) + "yy", "passepasseassert", "ppass", "已上", "tes发布",
		} {
			var want, got []int
			for n, word := range words {
				if strings.Contains(text, word) {
					want = append(want, n)
				}
			}
			f.Each(text, func(word int) { got = append(got, word) })
			slices.Sort(got)
			if got = slices.Compact(got); !slices.Equal(got, want) || f.Any(text) != (want != nil) {
				t.Errorf("%q has %v and not %v of %.40q", text, want, got, words)
			}
		}
	}
}
