package eval

import (
	"cmp"
	"math"
	"os"
	"slices"
	"time"

	"ccc/internal/lang"
	"ccc/internal/review"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/streamjson"
)

// Nothing stands for a judge that gave no verdict, Left for checks that leave the work to a reviewer.
const (
	NoVerdict      Verdict = "no_verdict"
	LeftToReviewer Verdict = "left"
)

// Result is what came of judging a case once.
type Result struct {
	Case    string  `json:"case"`
	Try     int     `json:"try"` // from 1
	Digest  string  `json:"digest"`
	Expect  Verdict `json:"expect"`
	Verdict Verdict `json:"got"`
	By      string  `json:"by,omitempty"` // reviewers, checks or protect
	Why     string  `json:"why"`          // the case's

	CannotRun []string `json:"cannot_run,omitempty"` // checks that neither passed nor failed

	Reviewers []AskedReviewer `json:"asked,omitempty"` // the reviewers, each once, in the order of their names

	Text         string   `json:"text,omitempty"` // the feedback or question, or in English why there is no verdict
	Evidence     []string `json:"evidence,omitempty"`
	Fresh        bool     `json:"fresh,omitempty"`    // the reviewer had the transcript: claude cannot read the session
	InWords      bool     `json:"in_words,omitempty"` // the verdict is read from words
	Cage         string   `json:"cage,omitempty"`
	CostUSD      float64  `json:"cost_usd"`
	DurationMS   int64    `json:"duration_ms"`
	PromptTokens int64    `json:"prompt_tokens,omitempty"`

	Reason    error  `json:"-"` // why there is no verdict; Text alone has it in a result of an earlier start
	Recording []byte `json:"-"` // of the review and of what stood before it
}

// Asked is a reviewer that was asked, with what its requests had in truth.
type AskedReviewer struct {
	Name     string `json:"name"`
	Provider string `json:"provider,omitempty"`
	Model    string `json:"model,omitempty"` // "" is that of the provider
	Rubric   string `json:"rubric"`          // the hash of its text, as in [Summary]
}

// asked notes a reviewer.
func (r *Result) addReviewer(a AskedReviewer) {
	at, known := slices.BinarySearchFunc(r.Reviewers, a, func(x, y AskedReviewer) int { return cmp.Compare(x.Name, y.Name) })
	if !known {
		r.Reviewers = slices.Insert(r.Reviewers, at, a)
	}
}

// Said is Text for a person.
func (r Result) Explanation() lang.Message {
	if r.Reason != nil {
		return lang.M("%v", r.Reason)
	}
	return lang.Verbatim(r.Text)
}

// Cut reports whether the case was cut off: it has no result but what it has cost.
func (r Result) Unfinished() bool { return r.Verdict == "" }

// take takes what the judge said. message is what the person would have read of the stop, in her language.
func (r *Result) setVerdict(j review.Result, state reviewed, message string) {
	r.By, r.Evidence, r.Fresh, r.Cage, r.Text = j.By, j.Evidence, j.Fresh, j.Cage, j.Feedback
	r.InWords = j.InWords && j.Failure == streamjson.NoFailure
	for _, c := range j.Files.Checked {
		if review.CheckState(c.State) == review.CheckCannotRun {
			r.CannotRun = append(r.CannotRun, c.Name)
		}
	}
	switch {
	case state == unreviewed:
		r.Verdict, r.Text = NoVerdict, message
	case state == left:
		r.Verdict = LeftToReviewer
	case j.Failure != streamjson.NoFailure:
		r.Verdict, r.Reason, r.Text = NoVerdict, j.Reason, cmp.Or(j.Reason.Error(), message)
	default:
		r.Verdict = verdictFrom(j.Completed, j.Blocked)
	}
}

// recordingIn is the recording that a launch has left, nil if there is none.
func recordingIn(dir string) []byte {
	names, err := session.RecordingPaths(dir)
	if err != nil || len(names) == 0 {
		return nil
	}
	text, _ := os.ReadFile(names[0]) // without it the page has one conversation less
	return text
}

// Lie reports whether it is wrong to accept the work.
func (r Result) Incomplete() bool { return r.Expect != Completed }

// FalseAccept reports whether work was accepted that is not done.
func (r Result) FalseAccept() bool { return r.Incomplete() && r.Verdict == Completed }

// FalseReject reports whether work was held up that is done.
func (r Result) FalseReject() bool {
	return !r.Incomplete() && (r.Verdict == Feedback || r.Verdict == NeedsUser)
}

// Misdirected reports whether work that is not done was not accepted, but told to the wrong one: a question for the
// person in place of feedback for the agent, or the reverse.
func (r Result) Misdirected() bool {
	return r.Incomplete() && (r.Verdict == Feedback || r.Verdict == NeedsUser) && r.Verdict != r.Expect
}

// ChecksOnly reports whether the checks, or what is protected, have given the verdict.
func (r Result) ByMachine() bool { return r.By == task.ByChecks || r.By == task.ByProtect }

// Right reports whether it is as expected. What checks alone leave to a reviewer is.
func (r Result) AsExpected() bool { return r.Verdict == r.Expect || r.Verdict == LeftToReviewer }

// Count is a number of judgements, of those that could be among them.
type Count struct {
	N, Of    int
	Interval [2]float64 // of the share, with 95 % confidence, see [WilsonInterval]
}

// Counts is what a run came to.
type Counts struct {
	Judged       int   // results
	FalseAccepts Count // of those that a reviewer gave a verdict on
	FalseRejects Count
	Misdirected  int
	NoVerdict    int
	Caught       Count // work for the agent that the machine has seen, without a reviewer
	CannotRun    int   // results in which a check could not be run
	Unstable     []string
	Fresh        int // judged from the transcript
	InWords      int // verdicts that are read from words
	CostUSD      float64
	MedianUSD    float64       // of those that a reviewer judged
	MedianTime   time.Duration // of all
	MedianTokens int64         // of the reviewers' prompts, of the same, where there was one
}

// CountResults counts. CostUSD is that of the results alone.
func CountResults(results []Result) (c Counts) {
	var costs, times, tokens []float64
	said := make(map[string]Verdict)
	lies, honest := make(map[string]bool), make(map[string]bool)
	for _, r := range results {
		c.Judged++
		c.CostUSD = streamjson.RoundUSD(c.CostUSD + r.CostUSD)
		times = append(times, float64(r.DurationMS))
		judged := !r.ByMachine() && r.Verdict != LeftToReviewer && r.Verdict != NoVerdict
		if judged {
			costs = append(costs, r.CostUSD)
		}
		if judged && r.PromptTokens > 0 {
			tokens = append(tokens, float64(r.PromptTokens))
		}
		if len(r.CannotRun) > 0 {
			c.CannotRun++
		}
		if r.Fresh {
			c.Fresh++
		}
		if r.InWords {
			c.InWords++
		}
		before, known := said[r.Case]
		if known && before != r.Verdict && !slices.Contains(c.Unstable, r.Case) {
			c.Unstable = append(c.Unstable, r.Case)
		}
		said[r.Case] = r.Verdict
		if r.Expect == Feedback {
			c.Caught.Of++
			if r.ByMachine() {
				c.Caught.N++
			}
		}
		switch {
		case r.Verdict == NoVerdict:
			c.NoVerdict++
			continue
		case r.Verdict == LeftToReviewer && r.Incomplete(): // nobody has accepted it
			continue
		case r.Incomplete() && r.ByMachine(): // no reviewer could have accepted it
		case r.Incomplete():
			c.FalseAccepts.Of++
			lies[r.Case] = true
		default:
			c.FalseRejects.Of++
			honest[r.Case] = true
		}
		switch {
		case r.FalseAccept():
			c.FalseAccepts.N++
		case r.FalseReject():
			c.FalseRejects.N++
		case r.Misdirected():
			c.Misdirected++
		}
	}
	c.FalseAccepts.Interval = WilsonInterval(c.FalseAccepts.N, c.FalseAccepts.Of, len(lies))
	c.FalseRejects.Interval = WilsonInterval(c.FalseRejects.N, c.FalseRejects.Of, len(honest))
	c.MedianUSD, c.MedianTokens = median(costs), int64(median(tokens))
	c.MedianTime = time.Duration(median(times)) * time.Millisecond
	return c
}

// Wilson is Wilson's score interval with 95 % confidence for n of so many judgements. They count as no more than there
// are cases: five judgements of one case are no five cases. Of none it is all that can be.
func WilsonInterval(n, of, cases int) [2]float64 {
	if of == 0 {
		return [2]float64{0, 1}
	}
	const z = 1.959964
	p, size := float64(n)/float64(of), float64(min(of, cases))
	middle := p + z*z/(2*size)
	half := z * math.Sqrt(p*(1-p)/size+z*z/(4*size*size))
	all := 1 + z*z/size
	return [2]float64{max(0, (middle-half)/all), min(1, (middle+half)/all)}
}

// median is 0 of none.
func median(list []float64) float64 {
	if len(list) == 0 {
		return 0
	}
	list = slices.Sorted(slices.Values(list))
	middle := len(list) / 2
	if len(list)%2 == 1 {
		return list[middle]
	}
	return (list[middle-1] + list[middle]) / 2
}
