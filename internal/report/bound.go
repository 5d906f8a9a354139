package report

import (
	"strings"

	"ccc/internal/session"
)

// Limits of the parts of a page, in bytes of HTML. Their sum is below [MaxPage].
const (
	roomFirst = 1 << 20 // of the beginning of the conversation
	roomLast  = 2 << 20 // of its end
	roomSteps = 300 << 10
	roomTasks = 100 << 10
	maxFiles  = 200
	maxSpans  = 400
)

// Limits of texts, in bytes. Longer ones are cut.
const (
	maxText   = 16 << 10 // of a model or of the user
	maxOutput = 4 << 10  // of a tool
	maxLabel  = 300
	maxList   = 50 // entries of a verdict's lists
)

// MaxPage is the limit of a page of HTML, in bytes.
const MaxPage = 5 << 20

// ends keeps the first and the last of many things, within a limit on their weight.
type ends[T any] struct {
	first, last         []weighed[T]
	roomFirst, roomLast int
	isFull              bool // the first ones have no more room
	droppedCount        int  // how many were dropped in the middle
}

type weighed[T any] struct {
	one    *T
	weight int
}

func (k *ends[T]) add(one *T, weight int) {
	if !k.isFull && weight <= k.roomFirst {
		k.roomFirst -= weight
		k.first = append(k.first, weighed[T]{one, weight})
		return
	}
	k.isFull = true
	k.last = append(k.last, weighed[T]{one, weight})
	k.roomLast -= weight
	k.trim()
}

// addWeight adds to the weight of a thing.
func (k *ends[T]) addWeight(one *T, more int) {
	for i := len(k.last) - 1; i >= 0; i-- {
		if k.last[i].one == one {
			k.last[i].weight += more
			k.roomLast -= more
			k.trim()
			return
		}
	}
	for i := len(k.first) - 1; i >= 0; i-- {
		if k.first[i].one == one {
			k.first[i].weight += more
			k.roomFirst -= more
			return
		}
	}
}

func (k *ends[T]) trim() {
	n := 0
	for ; n < len(k.last)-1 && k.roomLast < 0; n++ {
		k.roomLast += k.last[n].weight
		k.last[n].one = nil
	}
	k.last = k.last[n:]
	k.droppedCount += n
}

func (k *ends[T]) all() (list []*T) {
	for _, w := range k.first {
		list = append(list, w.one)
	}
	for _, w := range k.last {
		list = append(list, w.one)
	}
	return list
}

// tags is more than the markup around a thing takes in the page, in bytes.
const tags = 600

// weight returns how many bytes texts take in the page at most.
func weight(texts ...string) (n int) {
	for _, text := range texts {
		n += len(text)
		for i := range len(text) {
			switch c := text[i]; {
			case c == 0x1b:
				n += 40 // a colour
			case strings.IndexByte("&<>\"'+`*_|#\n", c) >= 0:
				n += 8 // escaped, or markdown that becomes a tag
			case c < 0x20, c >= 0x7f:
				n += 3
			}
		}
	}
	return n
}

// weightOf returns how many bytes a text takes in the page at most.
func weightOf(c session.Clip) int { return weight(c.Head, c.Tail) }
