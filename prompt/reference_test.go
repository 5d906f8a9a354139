package prompt

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// reference judges a text as Verdict does, slowly: it looks at each marker's line from the beginning of the text again,
// by regular expressions.
func reference(text string) Judgement {
	for _, m := range []struct {
		marker string
		means  Judgement
	}{{NeedsUser, Blocked}, {Marker, Done}} {
		lines := strings.Split(text, "\n")
		for i := range lines {
			if isProse(lines, i) && slowly(lines, i, m.marker) {
				return m.means
			}
		}
	}
	return NotYet
}

var (
	slowFence  = regexp.MustCompile("^(`{3,}|~{3,})")
	slowIndent = regexp.MustCompile(`^([\pZ\v\f\r\x{85}]*\t|[\pZ\v\f\r\x{85}]{4})`)
	slowHTML   = regexp.MustCompile(`(?i)^<(pre|code|blockquote|del|s|strike|samp|details)[> ]|^<!--`)
	slowDiff   = regexp.MustCompile(`^(@@ |diff --git |--- |\+\+\+ |[$%❯➜] )`)
	slowOutput = regexp.MustCompile(`^(\+|\||-$|-[^ ]|\d+:|[^: ]*:\d+:)|\t`)
	slowWord   = regexp.MustCompile(`[\pL\p{Nd}]`)
	slowEnd    = regexp.MustCompile(`[.!?]([ \t]|$)|[。！？]`)
	slowColon  = regexp.MustCompile("[:：][ \t*_`#\"'“]*$")
	slowNumber = regexp.MustCompile(`^\d+[.)] `)
	slowItem   = regexp.MustCompile(`^(\d+[.)]|[-*]) `)
	slowOnward = regexp.MustCompile("^[ *_`]*[\\pL\\p{Nd}]")
	slowSmall  = regexp.MustCompile(`^[^\pL\p{Nd}]*\p{Ll}`)
	slowClose  = regexp.MustCompile("[ *_`\"'”’」』)）]*$")
)

// pattern finds one of the words.
func pattern(lists ...[]string) *regexp.Regexp {
	var parts []string
	for _, list := range lists {
		for _, w := range list {
			part := regexp.QuoteMeta(w)
			if latin(w[0]) {
				part = `(?:^|[^a-z0-9_])` + part
			}
			if latin(w[len(w)-1]) {
				part += `(?:$|[^a-z0-9_])`
			}
			parts = append(parts, part)
		}
	}
	return regexp.MustCompile(strings.Join(parts, "|"))
}

var (
	slowRefusal = pattern(denials, promises, reports)
	slowComing  = pattern(promises, reports)
	slowReport  = pattern(reports)
	slowSo      = pattern(conclusions)
	slowRetract = pattern(retractions)
	slowObject  = pattern(retractions, objections, crosses)
	slowDoubt   = pattern(retractions, objections, crosses, doubts)
	slowCross   = pattern(crosses)
	slowNo      = pattern(refusals, crosses)
)

func finds(p *regexp.Regexp, s string) bool { return p.MatchString(strings.ToLower(s)) }

func bare(s string) string { return strings.ReplaceAll(strings.TrimSpace(s), `\`, "") }

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// opens gives the line behind the block that line i opens, 0 if it opens none.
func opens(lines []string, i int) int {
	line := strings.TrimSpace(lines[i])
	until := func(from int, ends func(string) bool) int {
		for j := from; j < len(lines); j++ {
			if ends(lines[j]) {
				return j + 1
			}
		}
		return len(lines)
	}
	if fence := slowFence.FindString(line); fence != "" {
		shut := regexp.MustCompile("^" + fence + fence[:1] + "*$")
		return until(i+1, func(s string) bool { return shut.MatchString(strings.TrimSpace(s)) })
	}
	if slowIndent.MatchString(lines[i]) && line != "" {
		return i + 1
	}
	if tag := slowHTML.FindStringSubmatch(line); tag != nil {
		shut := "</" + strings.ToLower(tag[1]) + ">"
		if tag[1] == "" {
			shut = "-->"
		}
		return until(i, func(s string) bool { return strings.Contains(strings.ToLower(s), shut) })
	}
	return 0
}

// isProse walks from the first line to line i.
func isProse(lines []string, i int) bool {
	sticky := false // a quotation or a diff goes on
	for at := 0; at <= i; {
		if next := opens(lines, at); next > 0 {
			if i < next {
				return false
			}
			at = next
			continue
		}
		line := strings.TrimSpace(lines[at])
		switch {
		case line == "":
			sticky = false
		case strings.HasPrefix(line, ">"), slowDiff.MatchString(line):
			sticky = true
		}
		if at == i {
			return line != "" && !sticky && !slowOutput.MatchString(line)
		}
		at++
	}
	return false
}

func slowly(lines []string, i int, marker string) bool {
	text := bare(lines[i])
	parts := strings.Split(text, marker)
	if len(parts) == 1 {
		return false
	}
	head := slowNumber.ReplaceAllString(parts[0], "")
	tail := parts[len(parts)-1]
	upToLast := strings.Join(parts[:len(parts)-1], marker)
	behindFirst := strings.Join(parts[1:], marker)

	begin := i
	for begin > 0 && isProse(lines, begin-1) {
		begin--
	}
	var before strings.Builder
	for _, l := range lines[begin:i] {
		before.WriteString(bare(l) + "\n")
	}
	if slowlyEnclosed(before.String() + head) {
		return false
	}
	wordy := slowWord.MatchString
	touches := func(a, b string) bool {
		x, _ := utf8.DecodeLastRuneInString(a)
		y, _ := utf8.DecodeRuneInString(b)
		return a != "" && b != "" && strings.ContainsRune("`\"'“‘「『«", x) && strings.ContainsRune("`\"'”’」』»", y)
	}
	if regexp.MustCompile(regexp.QuoteMeta(marker) + `\]?\(`).MatchString(text) {
		return false
	}
	if marker == Marker && (strings.Contains(behindFirst, "?") || strings.Contains(behindFirst, "？") ||
		finds(slowCross, text) || slowItem.MatchString(text) && slowOnward.MatchString(tail)) {
		return false
	}
	if !wordy(head) && slowlyAnnounced(lines, i, marker) {
		return false
	}
	switch {
	case wordy(head) && wordy(tail):
		return false
	case !wordy(head) && !wordy(tail):
	case touches(upToLast, tail), touches(head, behindFirst):
		return false
	case wordy(tail):
		at := slowWord.FindStringIndex(behindFirst)
		rest := strings.ToLower(behindFirst[at[0]:])
		for _, w := range denials {
			if strings.HasPrefix(rest, w) {
				return false
			}
		}
		if slowReport.MatchString(rest) {
			return false
		}
	default:
		said := tailOf(upToLast)
		if finds(slowRefusal, said) || slowColon.MatchString(said) && !leads(said, marker) {
			return false
		}
	}
	end := i + 1
	for end < len(lines) && !blankLine(lines, end) {
		end++
	}
	near := tail + "\n" + slowJoin(lines[i+1:end])
	far := slowJoin(lines[end:])
	if marker == NeedsUser {
		return !finds(slowRetract, near) && !finds(slowRetract, far)
	}
	return !finds(slowObject, near) && !finds(slowDoubt, far)
}

// leads reports whether a sentence may lead to the marker by a colon.
func leads(said, marker string) bool {
	return !finds(slowRefusal, said) && (marker == NeedsUser || finds(slowSo, said))
}

func slowlyAnnounced(lines []string, i int, marker string) bool {
	p := i - 1
	for p >= 0 && isBlank(lines[p]) {
		p--
	}
	if p < 0 || !isProse(lines, p) {
		return false
	}
	said := tailOf(slowClose.ReplaceAllString(bare(lines[p]), ""))
	n := i + 1
	for n < len(lines) && isBlank(lines[n]) {
		n++
	}
	onward := n < len(lines) && isProse(lines, n) && slowSmall.MatchString(bare(lines[n]))
	switch {
	case slowColon.MatchString(said):
		return !leads(said, marker)
	case marker == Marker && finds(slowNo, said):
		return true
	}
	return (p == i-1 || onward) && finds(slowComing, said)
}

// blankLine reports whether line i is blank and in no block.
func blankLine(lines []string, i int) bool {
	for at := 0; at <= i; {
		if next := opens(lines, at); next > 0 {
			if i < next {
				return false
			}
			at = next
			continue
		}
		if at == i {
			return isBlank(lines[i])
		}
		at++
	}
	return false
}

func slowJoin(lines []string) string {
	all := make([]string, len(lines))
	for i, l := range lines {
		all[i] = bare(l) + "\n"
	}
	return strings.Join(all, "")
}

func tailOf(s string) string {
	if all := slowEnd.FindAllStringIndex(s, -1); all != nil {
		last := all[len(all)-1]
		end := last[1]
		if strings.HasSuffix(s[:end], " ") || strings.HasSuffix(s[:end], "\t") {
			end--
		}
		return s[end:]
	}
	return s
}

func slowlyEnclosed(s string) bool {
	var open [4]int // where each is open, plus one
	marks := []rune("“”「」『』«»")
	straight, ticks := 0, 0
	for at, r := range s {
		for k := range open {
			switch r {
			case marks[2*k]:
				open[k] = at + 1
			case marks[2*k+1]:
				open[k] = 0
			}
		}
		switch r {
		case '"':
			straight = (at + 1) * min(1, 1-min(1, straight))
		case '`':
			ticks = (at + 1) * min(1, 1-min(1, ticks))
		}
	}
	for _, at := range append(open[:], straight, ticks) {
		if at > 0 && slowWord.MatchString(s[at-1:]) {
			return true
		}
	}
	return len(strings.Split(s, "~~"))%2 == 0
}

// TestReference: Verdict and the reference agree on texts that are put together of the corpus's lines and words.
func TestReference(t *testing.T) {
	var pieces []string
	for _, c := range corpus {
		lines := strings.SplitAfter(said(c[2:]), "\n")
		pieces = append(append(pieces, lines...), strings.SplitAfter(lines[0], " ")...)
	}
	random := rand.New(rand.NewPCG(1, 2))
	count := map[Judgement]int{}
	for range 20_000 {
		var text strings.Builder
		for range 1 + random.IntN(6) {
			text.WriteString(pieces[random.IntN(len(pieces))])
			text.WriteString([]string{"", "", "\n", "\n\n"}[random.IntN(4)])
		}
		got, _ := Verdict(text.String())
		count[got]++
		if want := reference(text.String()); got != want {
			t.Fatalf("Verdict(%q) = %v, the reference says %v", text.String(), got, want)
		}
	}
	for j, n := range count {
		if n < 500 {
			t.Errorf("%v came %d times: the texts try too little", j, n)
		}
	}
}

// FuzzReference: Verdict and the reference agree on any text.
func FuzzReference(f *testing.F) {
	for _, c := range corpus {
		f.Add(said(c[2:]))
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		for _, s := range []string{text, said(text)} {
			if got, _ := Verdict(s); got != reference(s) {
				t.Errorf("Verdict(%q) = %v, the reference says %v", s, got, reference(s))
			}
		}
	})
}
