package report

import (
	"bytes"
	"strings"
	"testing"

	"ccc/internal/lang"
)

// TestRunCostsAddUp: what is shown of the costs of the tasks adds up to what is shown of the cost of all.
func TestRunCostsAddUp(t *testing.T) {
	r := Run{Plan: "PLAN.md", Title: "2 of 2 tasks done", Mood: "good", Facts: []Fact{{Name: "Cost", Value: "$0.51"}}, Tasks: []RunTask{
		{Number: 1, Title: "a", CostUSD: 0.254, Session: "s"}, {Number: 2, Title: "b", CostUSD: 0.254}, {Number: 3, Title: "c"},
	}}
	var page, comment bytes.Buffer
	if err := r.HTML(&page, lang.English); err != nil {
		t.Fatal(err)
	}
	if err := r.Markdown(&comment, lang.English); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(comment.String(), "|$0.254|"); n != 2 {
		t.Errorf("%d times in\n%s", n, &comment)
	}
	if n := strings.Count(page.String(), "$0.254"); n != 3 || strings.Contains(page.String(), "$0.25<") {
		t.Errorf("%d times in the page", n)
	}
}
