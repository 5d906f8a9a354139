package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/review/check"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/internal/text"
	"ccc/internal/wording"
)

//go:embed page.css
var style string

//go:embed page.html
var source string

//go:embed sheet.html
var sheetSource string

//go:embed run.html
var runSource string

// HTML writes the report as one page of at most [MaxPage] bytes. The page has no script and loads nothing, and its
// content security policy forbids both.
func (r *Report) HTML(w io.Writer, l lang.Language) error {
	shown := *r
	page := view{Report: &shown, Reason: shown.reason(l), frame: frameOf(l, shown.title(l), shown.Project)}
	return execute(w, "page", page, l, &shown)
}

// execute writes the page with that name. If it is too long, it leaves out the middle of each conversation, which is
// the least important part.
func execute(w io.Writer, name string, data any, l lang.Language, talks ...*Report) error {
	page := pages(l)
	for {
		var b bytes.Buffer
		if err := page.ExecuteTemplate(&b, name, data); err != nil {
			return lang.Errorf("write the report: %w", err)
		}
		shorter := false
		for _, shown := range talks {
			if n := len(shown.Talk); b.Len() > MaxPage && n > 0 {
				shown.Talk = append(shown.Talk[:n/4:n/4], shown.Talk[n-n/4:]...)
				shown.TalkLeft += n - len(shown.Talk)
				shown.gap, shorter = n/4, true
			}
		}
		if !shorter {
			_, err := w.Write(b.Bytes())
			return err
		}
	}
}

// pages returns the templates of the pages.
func pages(l lang.Language) *template.Template {
	return template.Must(template.New("").Option("missingkey=error").Funcs(template.FuncMap{
		"prose":    func(c session.Clip) template.HTML { return clipHTML(c, l, proseHTML) },
		"plain":    func(c session.Clip) template.HTML { return clipHTML(c, l, plainHTML) },
		"plainly":  func(s string) template.HTML { return clipHTML(session.NewClip(s, maxShown), l, proseHTML) },
		"terminal": func(c session.Clip) template.HTML { return clipHTML(c, l, ansiHTML) },
		"safe":     text.Safe,
		"said":     func(m lang.Message) string { return text.Safe(l.Text(m)) },
		"checked":  func(evidence string) string { return text.Safe(l.Text(wording.Evidence([]string{evidence}))) },
		"entries": func(list []*Entry) string {
			if len(list) == 1 {
				return l.Sprintf("1 entry")
			}
			return l.Sprintf("%d entries", len(list))
		},
		"counted": func(t *Task) string { return t.countText(l) },
		"both": func(words map[string]string, list []Finding) any {
			return struct {
				Words map[string]string
				List  []Finding
			}{words, list}
		},
		"task": func(words map[string]string, t RunTask) any {
			return struct {
				Words map[string]string
				Task  RunTask
			}{words, t}
		},
		"mood": func(mood string) string {
			return map[string]string{"good": "completed", "bad": "not_completed"}[mood]
		},
		"time":    elapsed,
		"usd":     text.Dollars,
		"percent": func(f float64) string { return fmt.Sprintf("%.0f%%", 100*f) },
		"passed":  func(c task.Check) bool { return result(c).State == check.Passed },
		"came":    func(c task.Check) string { return l.Text(result(c).Outcome()) },
	}).Parse(source + sheetSource + runSource))
}

// result is the result of a check. The exit code says nothing of a check that took too long or did not run.
func result(c task.Check) check.Result {
	r := check.Result{
		State: check.State(c.State), Exit: c.Exit, Duration: time.Duration(c.DurationMS) * time.Millisecond,
	}
	switch {
	case r.State != "":
	case r.Exit == 0:
		r.State = check.Passed
	default:
		r.State = check.Failed
	}
	return r
}

// frame has the data that all pages need.
type frame struct {
	Words map[string]string
	Title string
	Of    string // a project; may be ""
	Lang  string
	Style template.HTML
	Hash  string
}

func frameOf(l lang.Language, title, of string) frame {
	sum := sha256.Sum256([]byte(style))
	return frame{
		Words: words(l), Title: title, Of: of,
		Lang:  map[lang.Language]string{lang.Chinese: "zh-CN", lang.English: "en"}[l],
		Style: template.HTML("<style>" + style + "</style>"),
		Hash:  base64.StdEncoding.EncodeToString(sum[:]),
	}
}

// view is the data for the page of a report.
type view struct {
	*Report
	Reason string // why the outcome is not better
	frame
}

// clipHTML formats a text, and adds how much of it is missing.
func clipHTML(c session.Clip, l lang.Language, set func(string) template.HTML) template.HTML {
	if c.IsWhole() {
		return set(c.Head)
	}
	return set(c.Head) + template.HTML(`<span class="gap">`+escapeHTML(gapNote(c, l))+`</span>`) + set(c.Tail)
}

func plainHTML(text string) template.HTML { return template.HTML(escapeHTML(text)) }

// formatSize formats a number of bytes.
func formatSize(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d B", n)
	case n < 1000_000:
		return fmt.Sprintf("%.1f kB", float64(n)/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// elapsed formats a duration; a short one is exact.
func elapsed(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%dms", d.Milliseconds())
	case d < 10*time.Second:
		return fmt.Sprintf("%.1fs", d.Seconds())
	}
	return text.Elapsed(d)
}

// Mood returns the class of the outcome in the style sheet: good if each task was completed, bad if one was not, or
// open.
func (r *Report) Mood() string {
	switch o := r.Outcomes; {
	case r.isLaunch() && (r.Outcome == "not_completed" || o.NotCompleted > 0):
		return "bad"
	case r.Outcome == "completed" && !r.Accepted && o.Completed == o.Tasks():
		return "good"
	}
	return "open"
}

// isLaunch reports whether the input comes from a launch of ccc, and not from claude alone.
func (r *Report) isLaunch() bool {
	return r.Timed || slices.ContainsFunc(r.Steps, func(s *Step) bool { return s.Judgement != "" })
}

// title returns the outcome in words: of all tasks, and of the launch if it did not end with the last task.
func (r *Report) title(l lang.Language) string {
	last, all := r.outcome(l), r.tally(l)
	switch {
	case r.Outcomes.Tasks() <= 1 || !r.isLaunch() || all == "":
		return last
	case r.Accepted || r.Outcome == "completed" || r.Outcome == "not_completed":
		return all
	}
	return last + " · " + all
}

// tally describes the tasks that were not completed; "" if only the last task has not ended.
func (r *Report) tally(l lang.Language) string {
	o := r.Outcomes
	if o.Completed == o.Tasks() {
		return l.Sprintf("%d tasks completed, %d reviews", o.Completed, r.Rounds)
	}
	var parts []string
	for _, part := range []struct {
		tasks int
		came  string
	}{
		{o.NotCompleted, l.Sprintf("not completed")}, {o.Questions, l.Sprintf("with a question")},
		{o.NotReviewed, l.Sprintf("not reviewed")}, {o.Accepted, l.Sprintf("accepted by the user")},
	} {
		switch {
		case part.tasks == 0:
		case parts == nil:
			parts = append(parts, l.Sprintf("%d of %d tasks %s", part.tasks, o.Tasks(), part.came))
		default:
			parts = append(parts, l.Sprintf("%d %s", part.tasks, part.came))
		}
	}
	return strings.Join(parts, " · ")
}

// outcome returns the outcome of the last task in words.
func (r *Report) outcome(l lang.Language) string {
	rounds := r.Rounds
	switch {
	case !r.isLaunch():
		return l.Sprintf("A session of Claude Code")
	case r.Accepted:
		return l.Sprintf("Accepted by the user, not by a review")
	case r.Outcome == "completed" && rounds == 0:
		return l.Sprintf("Completed")
	case r.Outcome == "completed" && rounds == 1:
		return l.Sprintf("Completed after 1 review")
	case r.Outcome == "completed":
		return l.Sprintf("Completed after %d reviews", rounds)
	case r.Outcome == "not_completed":
		return l.Sprintf("Not completed")
	case r.Outcome == "interrupted":
		return l.Sprintf("Interrupted")
	case r.Unreviewed:
		return l.Sprintf("The last stop was not reviewed")
	case r.Outcome == "needs_user":
		return l.Sprintf("The user is needed")
	case r.Error != "":
		return l.Sprintf("Ended with an error")
	case r.Ended:
		return l.Sprintf("Nothing was done")
	}
	return l.Sprintf("Not ended: it still runs, or was cut off")
}

// reason returns why the task was not completed; "" if it was, or if the reason is unknown.
func (r *Report) reason(l lang.Language) string {
	if r.Outcome == "completed" || r.Outcome == "interrupted" || r.Why.Empty() {
		return ""
	}
	return l.Text(r.Why)
}

// countText returns the number of a task's reviews in words; "" for none.
func (t *Task) countText(l lang.Language) string {
	if t.Rounds == 0 {
		return ""
	}
	return l.Text(wording.Reviews(t.Rounds))
}

// Came returns the outcome of a task, as a key of [words].
func (t *Task) Came() string { return cmp.Or(t.Outcome, "unjudged") }

// When returns the time at which the session began.
func (r *Report) When() string {
	if r.Began.IsZero() {
		return ""
	}
	return r.Began.Format("2006-01-02 15:04 MST")
}

// Part is a part of the conversation: what was said in one phase.
type Part struct {
	Phase   string
	Round   int
	At      time.Duration
	Entries []*Entry
	Gap     bool // the part before it was left out
}

// Parts returns the parts of the conversation.
func (r *Report) Parts() (parts []*Part) {
	for i, e := range r.Talk {
		last := len(parts) - 1
		gap := i == r.gap && r.TalkLeft > 0
		if last < 0 || gap || parts[last].Entries[0].Part != e.Part {
			parts = append(parts, &Part{Phase: e.Phase, Round: e.Round, At: e.At, Gap: gap})
			last++
		}
		parts[last].Entries = append(parts[last].Entries, e)
	}
	return parts
}

// Bar is a span in the timeline, in percent of its width.
type Bar struct {
	Span
	X, Width string
}

// Bars returns the spans of the timeline. All idle times together are drawn at most as long as a tenth of the rest.
func (r *Report) Bars() (bars []Bar) {
	var total, x float64
	lengths := r.drawnLengths()
	for _, length := range lengths {
		total += length
	}
	for i, s := range r.Spans {
		if total == 0 {
			break
		}
		width := 100 * lengths[i] / total
		bars = append(bars, Bar{s, fmt.Sprintf("%.3f%%", x), fmt.Sprintf("%.3f%%", width)})
		x += width
	}
	return bars
}

// drawnLengths returns the drawn length of each span.
func (r *Report) drawnLengths() (lengths []float64) {
	var work time.Duration
	for _, s := range r.Spans {
		if s.isBusy() {
			work += s.Length()
		}
	}
	for _, s := range r.Spans {
		d := s.Length()
		if !s.isBusy() {
			d = min(d, work/10)
		}
		lengths = append(lengths, float64(max(d, work/150)))
	}
	return lengths
}

// Scaled reports whether all spans are drawn to scale.
func (r *Report) Scaled() bool {
	for i, length := range r.drawnLengths() {
		if length != float64(r.Spans[i].Length()) {
			return false
		}
	}
	return true
}

// Length returns the duration of the span.
func (s Span) Length() time.Duration { return s.To - s.From }

func (s Span) isBusy() bool { return s.Phase != "user" && s.Phase != "wait" }

// Sum is the time and the cost of all spans of a phase.
type Sum struct {
	Phase   string
	Took    time.Duration
	CostUSD float64
}

// Sums returns the sums of all phases.
func (r *Report) Sums() (sums []Sum) {
	for _, phase := range []string{"agent", "review", "wait", "user", "rest"} {
		sum := Sum{Phase: phase}
		for _, s := range r.Spans {
			if s.Phase == phase {
				sum.Took += s.To - s.From
				sum.CostUSD += s.CostUSD
			}
		}
		if sum.Took > 0 || sum.CostUSD > 0 {
			sums = append(sums, sum)
		}
	}
	return sums
}
