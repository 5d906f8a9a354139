package task

import (
	"slices"
	"strings"

	"ccc/internal/text"
)

var answerLine = text.LazyRegexp{Expr: `^[\s>*_#-]*(F[1-9][0-9]{0,2})\b[*_]*\s*(?:\([^)\n]*\)\s*)?[:：—-]\s*(\S.*)$`}

// How much of the agent's words about findings is kept.
const (
	maxAnswers = 20
	maxAnswer  = 500 // bytes of one
)

// AnswersIn returns the lines in a message of the agent that are about a finding, such as "F2: the reason".
func AnswersIn(message string) (list []string) {
	for line := range strings.SplitSeq(message, "\n") {
		at := strings.IndexByte(line, 'F')
		if at < 0 || at+1 == len(line) || line[at+1] < '1' || line[at+1] > '9' { // nearly every line
			continue
		}
		if m := answerLine.Get().FindStringSubmatch(line); m != nil {
			list = append(list, m[1]+": "+text.Head(text.Safe(strings.Join(strings.Fields(m[2]), " ")), maxAnswer))
		}
	}
	return list[max(len(list)-maxAnswers, 0):]
}

// AddAnswers stores what the agent says about open findings, for the next review. If there is too much, the oldest is
// dropped.
func (s *State) AddAnswers(answers []string) {
	for _, a := range AnswersTo(s.Findings, answers) {
		if !slices.Contains(s.Answers, a) {
			s.Answers = append(slices.Clip(s.Answers), a)
		}
	}
	s.Answers = s.Answers[max(len(s.Answers)-maxAnswers, 0):]
}

// AnswersTo returns those answers that are about an open finding of the list.
func AnswersTo(list []Finding, answers []string) (open []string) {
	for _, a := range answers {
		id, _, _ := strings.Cut(a, ":")
		if slices.ContainsFunc(list, func(f Finding) bool { return f.ID == id && f.Status == Open }) {
			open = append(open, a)
		}
	}
	return open
}
