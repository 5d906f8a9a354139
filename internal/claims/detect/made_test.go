package detect

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// A madeForm is a template of sentences. Each "{a|b}" stands for one of its choices, which may contain names in capital
// letters: those of madeParts. A "|" in a table is written as "¦".
type madeForm struct {
	kind Kind // "" if the sentences claim nothing
	text string
}

// made makes one sentence of a template, and returns the choices.
func made(random *rand.Rand, text string) (sentence string, choices []string) {
	for range 4 { // choices may contain choices
		for name, part := range madeParts {
			text = strings.ReplaceAll(text, name, "{"+part+"}")
		}
		text = chooseInnermost(random, text, &choices)
	}
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "¦", "|"), choices
}

// chooseInnermost replaces the choices that contain no others, until there is none left.
func chooseInnermost(random *rand.Rand, text string, choices *[]string) string {
	for {
		end := strings.IndexByte(text, '}')
		if end < 0 {
			return text
		}
		begin := strings.LastIndexByte(text[:end], '{')
		list := strings.Split(text[begin+1:end], "|")
		one := list[random.IntN(len(list))]
		*choices = append(*choices, one)
		text = text[:begin] + one + text[end+1:]
	}
}

// withLines puts the breaks of lines, which are written as "↵".
func withLines(text string) string { return strings.ReplaceAll(text, "↵", "\n") }

// judgeMade returns whether a sentence is read as its template says.
func judgeMade(f madeForm, sentence string) bool {
	kinds := kindsIn(withLines(sentence))
	if f.kind == "" {
		return len(kinds) == 0
	}
	return slices.Contains(kinds, f.kind)
}

// madeSentences is how many sentences are made of each template.
const madeSentences = 40

// TestM01MadeSentences: sentences that claim something, or nothing, by how they are made, are read so.
func TestM01MadeSentences(t *testing.T) {
	for _, f := range slices.Concat(madeClaims, madeLooks, madeMore, madeOthers, madeLookOthers, madeMoreOthers) {
		random := rand.New(rand.NewPCG(3, uint64(len(f.text))))
		wrong := map[string]bool{}
		for range madeSentences {
			if sentence, _ := made(random, f.text); !judgeMade(f, sentence) {
				wrong[sentence] = true
			}
		}
		for sentence := range wrong {
			t.Errorf("%s: %q is read as %v", f.kind, sentence, kindsIn(withLines(sentence)))
		}
	}
}
