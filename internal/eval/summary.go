package eval

import (
	"encoding/json"
	"slices"
	"time"

	"ccc/internal/file"
	"ccc/internal/lang"
)

// Summary is a run in JSON: --output-format json prints it, and --baseline reads it.
type Summary struct {
	CCC        string    `json:"ccc"`
	At         time.Time `json:"at"`
	Claude     string    `json:"claude"`
	Provider   string    `json:"provider"`
	Model      string    `json:"model"`
	Rubric     string    `json:"rubric"`
	ChecksOnly bool      `json:"checks_only"`
	Repeat     int       `json:"repeat"`
	Complete   bool      `json:"whole"` // all cases were judged; else the run was cut off
	DurationS  float64   `json:"took_s"`

	Cases          int        `json:"cases"`
	OwnJudge       int        `json:"own_judge"` // number of cases with [Case.OwnJudge]
	Judged         int        `json:"judged"`
	FalseAccepts   int        `json:"false_accepts"`
	AcceptsOf      int        `json:"false_accepts_of"`
	AcceptsBetween [2]float64 `json:"false_accepts_interval"`
	FalseRejects   int        `json:"false_rejects"`
	RejectsOf      int        `json:"false_rejects_of"`
	RejectsBetween [2]float64 `json:"false_rejects_interval"`
	Misdirected    int        `json:"misdirected"`
	NoVerdict      int        `json:"no_verdict"`
	Caught         int        `json:"caught_by_checks"`
	CaughtOf       int        `json:"caught_by_checks_of"`
	ByClaims       int        `json:"caught_by_claims"`
	ByClaimsOf     int        `json:"caught_by_claims_of"`
	WrongClaims    int        `json:"held_wrongly_by_claims"`
	CannotRun      int        `json:"cannot_run"`
	Unstable       []string   `json:"unstable"`
	Fresh          int        `json:"from_transcript"`
	InWords        int        `json:"in_words"`
	Findings       int        `json:"findings,omitempty"`
	Unproven       int        `json:"findings_unproven,omitempty"` // of which ccc could not confirm a part
	CostUSD        float64    `json:"cost_usd"`
	MedianUSD      float64    `json:"median_cost_usd"`
	MedianMS       int64      `json:"median_duration_ms"`
	MedianTokens   int64      `json:"median_prompt_tokens"`

	Broken  []Fault  `json:"broken"`
	Results []Result `json:"results"`
}

// Fault is a [Broken] case in JSON.
type Fault struct {
	Case  string `json:"case"`
	File  string `json:"file"`
	Error string `json:"error"`
	err   error
}

// Fill sets results, broken cases and totals. spent is the cost of the run in USD, unfinished cases included.
func (s *Summary) Fill(results []Result, broken []Broken, spent float64) Counts {
	c := CountResults(results)
	c.CostUSD = spent
	s.Judged, s.Results, s.Misdirected, s.NoVerdict = c.Judged, results, c.Misdirected, c.NoVerdict
	s.FalseAccepts, s.AcceptsOf, s.AcceptsBetween = c.FalseAccepts.N, c.FalseAccepts.Of, c.FalseAccepts.Interval
	s.FalseRejects, s.RejectsOf, s.RejectsBetween = c.FalseRejects.N, c.FalseRejects.Of, c.FalseRejects.Interval
	s.Caught, s.CaughtOf, s.Fresh, s.InWords = c.Caught.N, c.Caught.Of, c.Fresh, c.InWords
	s.Findings, s.Unproven = c.Findings, c.Unproven
	s.CannotRun = c.CannotRun
	s.ByClaims, s.ByClaimsOf, s.WrongClaims = c.ByClaims.N, c.ByClaims.Of, c.WrongClaims
	s.Unstable, s.Broken = append([]string{}, c.Unstable...), []Fault{}
	s.CostUSD, s.MedianUSD = c.CostUSD, c.MedianUSD
	s.MedianMS, s.MedianTokens = c.MedianTime.Milliseconds(), c.MedianTokens
	if s.Results == nil {
		s.Results = []Result{}
	}
	for _, b := range broken {
		s.Broken = append(s.Broken, Fault{b.Case, b.File, b.Err.Error(), b.Err})
	}
	return c
}

// maxBaseline limits a baseline, in bytes.
const maxBaseline = 64 << 20

// ReadBaseline reads the summary that an earlier run printed.
func ReadBaseline(path string) (s Summary, err error) {
	text, err := file.Read(path, maxBaseline)
	if err == nil && text == nil {
		err = lang.Errorf("there is no such file")
	}
	if err == nil && (json.Unmarshal(text, &s) != nil || len(s.Results) == 0) {
		err = lang.Errorf("it holds no results of ccc eval --output-format json")
	}
	if err != nil {
		return s, lang.Errorf("read the baseline %s: %w", path, err)
	}
	return s, nil
}

// key identifies a version of a case.
type key struct{ name, digest string }

// Has reports whether the run has judged at least one of the cases in its present version.
func (s Summary) Has(cases []Case) bool {
	return slices.ContainsFunc(cases, func(c Case) bool {
		return slices.ContainsFunc(s.Results, func(r Result) bool { return r.Case == c.Name && r.Digest == c.Digest() })
	})
}

// Change compares a run with an earlier one, in the cases that both have judged in the same version.
type Change struct {
	Cases      int
	Worse      []string // cases with fewer expected verdicts, fewer verdicts, or a false accept for another error
	Better     []string
	Uncompared []string // cases that the earlier run does not have in this version
}

// CompareResults compares the results of two runs.
func CompareResults(before, now []Result) (c Change) {
	byCase := func(list []Result) (by map[key][]Result) {
		by = make(map[key][]Result)
		for _, r := range list {
			k := key{r.Case, r.Digest}
			by[k] = append(by[k], r)
		}
		return by
	}
	was, is := byCase(before), byCase(now)
	for k, old := range was {
		list := is[k]
		if list == nil {
			continue
		}
		c.Cases++
		// a judge without a verdict is no better
		silent := countNoVerdict(list)*len(old) > countNoVerdict(old)*len(list)
		switch a, b := weighFaults(old)*len(list), weighFaults(list)*len(old); {
		case b > a || silent:
			c.Worse = append(c.Worse, k.name)
		case b < a:
			c.Better = append(c.Better, k.name)
		}
	}
	for k := range is {
		if was[k] == nil {
			c.Uncompared = append(c.Uncompared, k.name)
		}
	}
	slices.Sort(c.Uncompared)
	slices.Sort(c.Worse)
	slices.Sort(c.Better)
	return c
}

// countNoVerdict counts the results without a verdict.
func countNoVerdict(list []Result) (n int) {
	for _, r := range list {
		if r.Verdict == NoVerdict {
			n++
		}
	}
	return n
}

// weighFaults counts the wrong results. A false accept counts twice.
func weighFaults(list []Result) (n int) {
	for _, r := range list {
		switch {
		case r.FalseAccept():
			n += 2
		case !r.AsExpected(), r.Verdict == LeftToReviewer && r.Incomplete():
			n++
		}
	}
	return n
}
