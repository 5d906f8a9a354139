package report

import (
	"strings"

	"ccc/internal/session"
)

// What a page holds at most, in bytes as they are escaped: with all of it it stays below [MaxPage].
const (
	roomFirst = 1 << 20 // of the conversation, its beginning
	roomLast  = 2 << 20 // its end
	roomSteps = 300 << 10
	roomTasks = 100 << 10
	maxFiles  = 200
	maxSpans  = 400
)

// What a part is cut to, in bytes.
const (
	maxText   = 16 << 10 // of a model, or the person
	maxOutput = 4 << 10  // of a tool
	maxLabel  = 300
	maxList   = 50 // entries of a verdict's lists
)

// MaxPage is how long a page of HTML is at most, in bytes.
const MaxPage = 5 << 20

// kept holds things of a bounded weight: the first ones, and the last ones.
type kept[T any] struct {
	first, last         []weighed[T]
	roomFirst, roomLast int
	full                bool // first is
	left                int  // how many are gone from between
}

type weighed[T any] struct {
	one    *T
	weight int
}

func (k *kept[T]) add(one *T, weight int) {
	if !k.full && weight <= k.roomFirst {
		k.roomFirst -= weight
		k.first = append(k.first, weighed[T]{one, weight})
		return
	}
	k.full = true
	k.last = append(k.last, weighed[T]{one, weight})
	k.roomLast -= weight
	k.trim()
}

// grow is called when one has become heavier.
func (k *kept[T]) grow(one *T, more int) {
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

func (k *kept[T]) trim() {
	n := 0
	for ; n < len(k.last)-1 && k.roomLast < 0; n++ {
		k.roomLast += k.last[n].weight
		k.last[n].one = nil
	}
	k.last = k.last[n:]
	k.left += n
}

func (k *kept[T]) all() (list []*T) {
	for _, w := range k.first {
		list = append(list, w.one)
	}
	for _, w := range k.last {
		list = append(list, w.one)
	}
	return list
}

// tags is what stands around a thing in the page, in bytes; it is more than that.
const tags = 600

// weight is how long texts become in the page, at most.
func weight(texts ...string) (n int) {
	for _, text := range texts {
		n += len(text)
		for i := range len(text) {
			switch c := text[i]; {
			case c == 0x1b:
				n += 40 // a colour
			case strings.IndexByte("&<>\"'+`*_|#\n", c) >= 0:
				n += 8 // what is escaped, or may begin a tag of markdown's
			case c < 0x20, c >= 0x7f:
				n += 3
			}
		}
	}
	return n
}

// weightOf is how long a text becomes in the page, at most.
func weightOf(c session.Clip) int { return weight(c.Head, c.Tail) }
