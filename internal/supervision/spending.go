package supervision

import (
	"cmp"
	"math"
	"strings"
	"sync"

	"ccc/internal/lang"
	"ccc/internal/text"
	"ccc/loop"
	"ccc/streamjson"
)

// spending is what the reviews of a launch have cost so far. Reviews that asked no reviewer cost nothing and do not
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

// followLimit remembers how much of the subscription's limit is used, as claude reports it, and passes on claude's
// warnings.
func (t *terminalFront) followLimit(e streamjson.Event) {
	now, err := e.RateLimit()
	if err != nil || now.Utilization <= 0 {
		return
	}
	before := t.usageLimit.Swap(&now)
	if now.Status == "allowed_warning" && (before == nil || before.Status != now.Status || before.Type != now.Type) {
		t.note(limitShare(now))
	}
}

// limitShare says how much of a subscription's limit is used.
func limitShare(l streamjson.RateLimit) lang.Message {
	name := cmp.Or(strings.ReplaceAll(l.Type, "_", " "), "usage")
	used := int(math.Round(min(l.Utilization, 10) * 100))
	if l.ResetsAt.IsZero() {
		return lang.M("%d%% of the subscription's %s limit is used", used, name)
	}
	return lang.M("%d%% of the subscription's %s limit is used; it ends at %s", used, name,
		l.ResetsAt.Local().Format("Jan 2, 15:04"))
}

// next estimates the cost of the next review: the mean of the earlier ones. It is empty if there was none.
func (s *spending) next() lang.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.reviews == 0 {
		return lang.Message{}
	}
	return lang.M("next       a review costs about %s and %s tokens: the mean of %d so far",
		text.Dollars(s.usd/float64(s.reviews)), text.Count(s.tokens/s.reviews), s.reviews)
}
