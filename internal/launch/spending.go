package launch

import (
	"sync"

	"ccc/internal/lang"
	"ccc/internal/text"
	"ccc/loop"
)

// spending is what the reviews of a launch have cost so far. Those that asked no reviewer, and cost nothing, do not
// count.
type spending struct {
	mu              sync.Mutex
	reviews, tokens int64
	usd             float64
}

func (s *spending) add(v loop.Verdict) {
	if v.CostUSD == 0 && v.Prompt == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reviews++
	s.usd, s.tokens = s.usd+v.CostUSD, s.tokens+v.Prompt+v.Output
}

// next says what the next review is likely to cost: the mean of those before. It is empty if there was none.
func (s *spending) next() lang.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reviews == 0 {
		return lang.Message{}
	}
	return lang.M("next       a review costs about %s and %s tokens: the mean of %d so far",
		text.Dollars(s.usd/float64(s.reviews)), text.Count(s.tokens/s.reviews), s.reviews)
}
