package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"ccc/internal/lang"
	"ccc/internal/text"
	"ccc/internal/text/markdown"
)

// Run is a page about all tasks of a plan.
type Run struct {
	Plan  string
	Title string
	Mood  string // good, bad or open
	Began time.Time
	Facts []Fact
	Tasks []RunTask
}

// RunTask is a task of a [Run]. Unknown facts have the zero value, and the page leaves them out.
type RunTask struct {
	Number  int // 0 for a task that is no longer in the plan
	Title   string
	Mood    string // good, bad or open
	Outcome string
	Waits   bool // the task waits for the user
	Reason  string

	Findings []Finding // of the last review
	Diff     string
	Branch   string
	Commit   string
	Rounds   int
	CostUSD  float64
	Cost     string // as it is shown beside the cost of all tasks; "" for nothing. Run sets it
	Took     time.Duration
	Tokens   string
	Model    string
	Session  string

	PullRequest string
	Page        string // the command that makes the task's own page
}

// maxFindings is how many findings of a task are on the page of a run.
const maxFindings = 20

// LastFindings returns the findings after the last review, the open ones first, cut to a number.
func (r *Report) LastFindings() []Finding {
	for i := len(r.Steps) - 1; i >= 0; i-- {
		if s := r.Steps[i]; s.Judgement != "" {
			return s.Findings[:min(len(s.Findings), maxFindings)]
		}
	}
	return nil
}

// Waiting returns the tasks that wait for the user.
func (r Run) Waiting() (list []RunTask) {
	for _, t := range r.Tasks {
		if t.Waits {
			list = append(list, t)
		}
	}
	return list
}

// Rest returns the other tasks that have something to show.
func (r Run) Rest() (list []RunTask) {
	for _, t := range r.Tasks {
		if !t.Waits && t.Shown() {
			list = append(list, t)
		}
	}
	return list
}

// Shown reports whether the page has more about the task than its line in the table.
func (t RunTask) Shown() bool { return t.Waits || t.Session != "" || t.Page != "" || t.Reason != "" }

// Short returns the beginning of the commit.
func (t RunTask) Short() string { return t.Commit[:min(len(t.Commit), 12)] }

// Opened reports whether the pull request has an address that a browser opens.
func (t RunTask) Opened() bool { return strings.HasPrefix(t.PullRequest, "https://") }

// startTime returns the time at which the run began.
func (r Run) startTime() string {
	if r.Began.IsZero() {
		return ""
	}
	return r.Began.Local().Format("2006-01-02 15:04 MST")
}

// withCosts returns the run with what is shown of the cost of each task.
func (r Run) withCosts() Run {
	r.Tasks = slices.Clone(r.Tasks)
	usd := make([]float64, len(r.Tasks))
	for i, t := range r.Tasks {
		usd[i] = max(t.CostUSD, 0)
	}
	for i, cost := range text.DollarParts(usd...) {
		if usd[i] > 0 {
			r.Tasks[i].Cost = cost
		}
	}
	return r
}

// HTML writes the run as one page, as [Report.HTML] does.
func (r Run) HTML(w io.Writer, l lang.Language) error {
	data := struct {
		Run
		frame
		Title string
		When  string
	}{r.withCosts(), frameOf(l, r.Title, r.Plan), r.Title, r.startTime()}
	return execute(w, "run", data, l)
}

// Markdown writes the run as a comment for a pull request, of at most [MaxComment] bytes. Tasks without room are
// counted.
func (r Run) Markdown(w io.Writer, l lang.Language) error {
	word := words(l)
	r = r.withCosts()
	var b strings.Builder
	sign := map[string]string{"good": "✅", "bad": "❌", "open": "❔"}
	fmt.Fprintf(&b, "### %s %s%s%s\n\n", sign[r.Mood], inline(r.Plan), word["colon"], r.Title)
	facts := []string{}
	if when := r.startTime(); when != "" {
		facts = append(facts, word["began"]+word["colon"]+when)
	}
	for _, f := range r.Facts {
		facts = append(facts, f.Name+word["colon"]+inline(f.Value))
	}
	b.WriteString(strings.Join(facts, " · ") + "\n\n")
	if waiting := r.Waiting(); len(waiting) > 0 {
		fmt.Fprintf(&b, "**%s**\n\n", word["waits"])
		for i, t := range waiting {
			if b.Len() > MaxComment/2 {
				fmt.Fprintf(&b, "%s\n\n", l.Sprintf("%d more", len(waiting)-i))
				break
			}
			t.markdown(&b, l, word)
		}
	}
	fmt.Fprintf(&b, "|#|%s|%s|%s|%s|%s|%s|%s|\n|--:|---|---|---|---|--:|---|--:|\n", word["task"], word["outcome"],
		word["diff"], word["commit"], word["cost"], word["tokens"], word["took"])
	for i, t := range r.Tasks {
		if b.Len() > MaxComment-2<<10 {
			fmt.Fprintf(&b, "||%s|||||||\n", l.Sprintf("%d more", len(r.Tasks)-i))
			break
		}
		pull := ""
		if t.Opened() {
			pull = " " + markdown.Cell(t.PullRequest)
		}
		fmt.Fprintf(&b, "|%s|%s%s|%s %s|%s|%s|%s|%s|%s|\n", reviewNumber(t.Number),
			markdown.Cell(oneLine(safe(clipTitle(t.Title)))),
			pull, sign[t.Mood], t.Outcome, t.Diff, markdown.Cell(t.Short()), t.Cost, t.Tokens, elapsed(t.Took))
	}
	_, err := io.WriteString(w, b.String()+"\n")
	return err
}

// markdown writes a task that waits for the user.
func (t RunTask) markdown(b *strings.Builder, l lang.Language, word map[string]string) {
	fmt.Fprintf(b, "%s %s%s%s\n\n", reviewNumber(t.Number), inline(clipTitle(t.Title)), word["colon"], t.Outcome)
	if t.Reason != "" {
		b.WriteString(fence(t.Reason, roomReview/2, l))
	}
	if len(t.Findings) > 0 {
		findingsTable(b, t.Findings, l, word)
	}
}

// clipTitle cuts a title to one line of a table.
func clipTitle(title string) string { return text.ClipLine(title, 200) }
