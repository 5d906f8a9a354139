package lang

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Recorded makes a message of an English text that was recorded, such as the reason of a failure. In Chinese it is
// translated if it can be read as a sentence of the catalog with its arguments. All else, such as an API's own words,
// stays as it is.
func Recorded(english string) Message {
	if english == "" {
		return Message{}
	}
	return Message{format: "%s", args: []any{recordedText(english)}}
}

// recordedText is an error, because the arguments of messages are translated if they are messages or errors.
type recordedText string

func (r recordedText) Error() string { return string(r) }

// translateRecorded is [Recorded] for Chinese.
func translateRecorded(english string) string {
	if text, ok := chinese()[english]; ok && !strings.Contains(english, "%") {
		return text
	}
	var found sentence
	var args []any
	for _, s := range sentences() {
		if len(s.english) < found.letters { // those that follow have fewer letters
			break
		}
		if list, ok := s.match(english); ok && s.letters > found.letters {
			found, args = s, list
		}
	}
	if found.letters < leastLetters {
		return english
	}
	for i, arg := range args {
		if took, ok := recordedDuration(arg.(string)); ok {
			args[i] = took
		} else {
			args[i] = translateRecorded(arg.(string))
		}
	}
	return fmt.Sprintf(found.chinese, args...)
}

// leastLetters is how many bytes of its own a sentence must have to be recognized.
const leastLetters = 12

// sentence is an entry of the catalog with arguments.
type sentence struct {
	english string
	words   []string // what is between the arguments
	letters int      // the length of words
	chinese string   // with %s for each argument
}

var verb = regexp.MustCompile(`%(\[\d+\])?[-+#.0-9]*[a-z]`)

// sentences are those of the catalog that have arguments, the longest first.
var sentences = sync.OnceValue(func() (list []sentence) {
	for english, chinese := range chinese() {
		words := verb.Split(english, -1)
		if len(words) < 2 || strings.Contains(english, "%%") {
			continue
		}
		s := sentence{english: english, words: words, chinese: verb.ReplaceAllString(chinese, "%${1}s")}
		for _, w := range words {
			s.letters += len(w)
		}
		if s.letters >= leastLetters {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b sentence) int {
		if len(a.english) != len(b.english) {
			return len(b.english) - len(a.english)
		}
		return strings.Compare(a.english, b.english)
	})
	return list
})

// match returns the arguments with which the sentence is this text.
func (s sentence) match(text string) (args []any, ok bool) {
	last := len(s.words) - 1
	rest, ok := strings.CutPrefix(text, s.words[0])
	if !ok {
		return nil, false
	}
	if rest, ok = strings.CutSuffix(rest, s.words[last]); !ok {
		return nil, false
	}
	for _, word := range s.words[1:last] {
		arg, after, found := strings.Cut(rest, word)
		if !found || arg == "" {
			return nil, false
		}
		args, rest = append(args, arg), after
	}
	return append(args, rest), rest != ""
}
