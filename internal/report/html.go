package report

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"time"

	"ccc/internal/lang"
	"ccc/internal/review/check"
	"ccc/internal/session"
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
		"cost":    func(usd float64, atLeast bool) string { return l.Text(wording.Spent(usd, atLeast)) },
		"percent": func(f float64) string { return fmt.Sprintf("%.0f%%", 100*f) },
		"passed":  func(r check.Result) bool { return r.State == check.Passed },
		"came":    func(r check.Result) string { return l.Text(r.Outcome()) },
	}).Parse(source + sheetSource + runSource))
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
