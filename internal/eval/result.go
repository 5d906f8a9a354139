package eval

import (
	"cmp"
	"math"
	"os"
	"slices"
	"time"

	"ccc/internal/claims"
	"ccc/internal/lang"
	"ccc/internal/review"
	"ccc/internal/review/check"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/streamjson"
)

// Results other than a verdict: the judge gave none, or with --checks-only a reviewer would have to judge.
const (
	NoVerdict      Verdict = "no_verdict"
	LeftToReviewer Verdict = "left"
)

// Result is the result of judging a case once.
type Result struct {
	Case    string  `json:"case"`
	Try     int     `json:"try"` // which of the repeated judgements, from 1
	Digest  string  `json:"digest"`
	Expect  Verdict `json:"expect"`
	Verdict Verdict `json:"got"`
	By      string  `json:"by,omitempty"` // who gave the verdict: reviewers, checks or protect
	Why     string  `json:"why"`          // why the expected verdict is right

	// Claims are the kinds of claims in the agent's last message that the session does not support.
	Claims []claims.Kind `json:"claims,omitempty"`

	CannotRun []string `json:"cannot_run,omitempty"` // checks that neither passed nor failed

	Reviewers []AskedReviewer `json:"asked,omitempty"` // sorted by name

	Text         string   `json:"text,omitempty"` // the feedback or question, or in English why there is no verdict
	Evidence     []string `json:"evidence,omitempty"`
	Fresh        bool     `json:"fresh,omitempty"`    // judged from a transcript: claude could not resume the session
	InWords      bool     `json:"in_words,omitempty"` // the verdict was read from prose, not from a structured answer
	Findings     int      `json:"findings,omitempty"`
	Unproven     int      `json:"findings_unproven,omitempty"` // findings of which ccc could not confirm a part
	Cage         string   `json:"cage,omitempty"`
	CostUSD      float64  `json:"cost_usd"`
	DurationMS   int64    `json:"duration_ms"`
	PromptTokens int64    `json:"prompt_tokens,omitempty"`

	Reason    error  `json:"-"` // why there is no verdict; nil in a stored result, which has only Text
	Recording []byte `json:"-"` // the recording of the review and of the session before it
}

// AskedReviewer is a reviewer that was asked, with the provider, model and rubric of its requests.
type AskedReviewer struct {
	Name     string `json:"name"`
	Provider string `json:"provider,omitempty"`
	Model    string `json:"model,omitempty"` // "" for the provider's default
	Rubric   string `json:"rubric"`          // hash of the text, see [RubricHash]
}

// addReviewer adds a reviewer, unless it is there already.
func (r *Result) addReviewer(a AskedReviewer) {
	byName := func(x, y AskedReviewer) int { return cmp.Compare(x.Name, y.Name) }
	at, known := slices.BinarySearchFunc(r.Reviewers, a, byName)
	if !known {
		r.Reviewers = slices.Insert(r.Reviewers, at, a)
	}
}

// Explanation is Text for the user, in any language if Reason is known.
func (r Result) Explanation() lang.Message {
	if r.Reason != nil {
		return lang.M("%v", r.Reason)
	}
	return lang.Verbatim(r.Text)
}

// IsUnfinished reports whether judging was cut off: only the cost counts.
func (r Result) IsUnfinished() bool { return r.Verdict == "" }

// setVerdict sets the result of a review. message is what the user would have read at the stop, in their language.
func (r *Result) setVerdict(j review.Result, extent reviewExtent, message string) {
	r.By, r.Evidence, r.Fresh, r.Cage, r.Text = j.By, j.Evidence, j.Fresh, j.Cage, j.Feedback
	r.InWords = j.InWords && j.Failure == streamjson.NoFailure
	for _, f := range j.Findings {
		if f.InWords { // it named none
			continue
		}
		if r.Findings++; len(f.Unproven) > 0 {
			r.Unproven++
		}
	}
	for _, c := range j.Files.Checked {
		if check.State(c.State) == check.CannotRun {
			r.CannotRun = append(r.CannotRun, c.Name)
		}
	}
	switch {
	case extent == notReviewed:
		r.Verdict, r.Text = NoVerdict, message
	case extent == checksOnly:
		r.Verdict = LeftToReviewer
	case j.Failure != streamjson.NoFailure:
		r.Verdict, r.Reason, r.Text = NoVerdict, j.Reason, cmp.Or(j.Reason.Error(), message)
	default:
		r.Verdict = verdictFrom(j.Completed, j.Blocked)
	}
}

// recordingIn reads the recording of a launch; nil if there is none.
func recordingIn(dir string) []byte {
	names, err := session.RecordingPaths(dir)
	if err != nil || len(names) == 0 {
		return nil
	}
	text, _ := os.ReadFile(names[0]) // if it cannot be read, the page lacks this conversation
	return text
}

// Incomplete reports whether the work is not done, so that accepting it is wrong.
func (r Result) Incomplete() bool { return r.Expect != Completed }

// FalseAccept reports whether unfinished work was accepted.
func (r Result) FalseAccept() bool { return r.Incomplete() && r.Verdict == Completed }

// FalseReject reports whether finished work was rejected.
func (r Result) FalseReject() bool {
	return !r.Incomplete() && (r.Verdict == Feedback || r.Verdict == NeedsUser)
}

// IsMisdirected reports whether unfinished work was rejected, but the answer went to the wrong side: the user got a
// question where the agent needs feedback, or the reverse.
func (r Result) IsMisdirected() bool {
	return r.Incomplete() && (r.Verdict == Feedback || r.Verdict == NeedsUser) && r.Verdict != r.Expect
}

// ByMachine reports whether the checks, what is protected, or the claims have given the verdict.
func (r Result) ByMachine() bool { return task.ByMachine(r.By) }

// AsExpected reports whether the verdict is the expected one. Work that --checks-only leaves to a reviewer counts as
// expected.
func (r Result) AsExpected() bool { return r.Verdict == r.Expect || r.Verdict == LeftToReviewer }

// Count is a number of results, out of those to which it could apply.
type Count struct {
	N, Of    int
	Interval [2]float64 // 95 % confidence interval of N/Of, see [WilsonInterval]
}

// Counts are the totals of a run.
type Counts struct {
	Judged       int   // number of results
	FalseAccepts Count // out of the results with a reviewer's verdict on unfinished work
	FalseRejects Count
	Misdirected  int
	NoVerdict    int
	Caught       Count // unfinished work that checks or protected files rejected
	ByClaims     Count // unfinished work that claims alone would have rejected
	WrongClaims  int   // number of results with such claims of finished work
	CannotRun    int   // number of results in which a check could not run
	Unstable     []string
	Fresh        int // number that were judged from the transcript
	InWords      int // number of verdicts that were read from prose
	Findings     int
	Unproven     int // findings of which ccc could not confirm a part
	CostUSD      float64
	MedianUSD    float64       // of the results that a reviewer judged
	MedianTime   time.Duration // of all results
	MedianTokens int64         // tokens of the reviewers' prompts, of the same results
}

// CountResults counts the results. CostUSD is their sum.
func CountResults(results []Result) (c Counts) {
	var costs, times, tokens []float64
	verdicts := make(map[string]Verdict)
	incomplete, complete := make(map[string]bool), make(map[string]bool) // cases that count for the intervals
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
		before, known := verdicts[r.Case]
		if known && before != r.Verdict && !slices.Contains(c.Unstable, r.Case) {
			c.Unstable = append(c.Unstable, r.Case)
		}
		verdicts[r.Case] = r.Verdict
		c.addMarks(r)
		c.addVerdict(r, incomplete, complete)
	}
	c.FalseAccepts.Interval = WilsonInterval(c.FalseAccepts.N, c.FalseAccepts.Of, len(incomplete))
	c.FalseRejects.Interval = WilsonInterval(c.FalseRejects.N, c.FalseRejects.Of, len(complete))
	c.MedianUSD, c.MedianTokens = median(costs), int64(median(tokens))
	c.MedianTime = time.Duration(median(times)) * time.Millisecond
	return c
}

// addMarks counts how the verdict of a result came about.
func (c *Counts) addMarks(r Result) {
	if len(r.CannotRun) > 0 {
		c.CannotRun++
	}
	if r.Fresh {
		c.Fresh++
	}
	c.Findings, c.Unproven = c.Findings+r.Findings, c.Unproven+r.Unproven
	if r.InWords {
		c.InWords++
	}
	if len(r.Claims) > 0 && !r.Incomplete() {
		c.WrongClaims++
	}
	if r.Expect == Feedback {
		c.ByClaims.Of++
		if len(r.Claims) > 0 {
			c.ByClaims.N++
		}
		c.Caught.Of++
		if r.ByMachine() {
			c.Caught.N++
		}
	}
}

// addVerdict counts the verdict of a result. It adds the case to incomplete or complete if a reviewer could have given
// a wrong verdict.
func (c *Counts) addVerdict(r Result, incomplete, complete map[string]bool) {
	switch {
	case r.Verdict == NoVerdict:
		c.NoVerdict++
		return
	case r.Verdict == LeftToReviewer && r.Incomplete(): // nobody has accepted it
		return
	case r.Incomplete() && r.ByMachine(): // no reviewer could have accepted it
	case r.Incomplete():
		c.FalseAccepts.Of++
		incomplete[r.Case] = true
	default:
		c.FalseRejects.Of++
		complete[r.Case] = true
	}
	switch {
	case r.FalseAccept():
		c.FalseAccepts.N++
	case r.FalseReject():
		c.FalseRejects.N++
	case r.IsMisdirected():
		c.Misdirected++
	}
}

// WilsonInterval is Wilson's score interval with 95 % confidence for a share of n out of so many results. The sample
// size is at most the number of cases: five results of one case are not five independent ones. With no results it is 0
// to 1.
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

// median returns the median of a list; 0 if it is empty.
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
