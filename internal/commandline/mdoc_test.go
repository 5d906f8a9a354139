package commandline

import (
	"strings"
	"testing"
	"time"
)

// TestPage: nothing in a text is read as markup, and lines of Chinese can be broken.
func TestPage(t *testing.T) {
	p := NewManPage("x", `it's "quoted"`, time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC))
	p.Section("DESCRIPTION")
	p.Text("\nOne. Two-three\n.Sh at ~/x\n\n  literal -x\n    'deeper\n\n'an end\\\n")
	p.List()
	p.Item("Sh x")
	p.Text("审查，\n完成（见 x）。")
	p.End()
	p.Text("after it")
	const want = `.Dd January 2, 2026
.Dt X 1
.Os
.nh
.Sh NAME
.Nm x
.Nd "it\(aqs \(dqquoted\(dq"
.Sh DESCRIPTION
One.
Two\-three .Sh at \(ti/x
.Pp
.Bd -literal -compact
literal \-x
  \(aqdeeper
.Ed
.Pp
\&\(aqan end\e
.Bl -tag -width Ds
.It Cm "Sh x"
审\:查，\:完\:成（见 x）。
.El
.Pp
after it
`
	if got := p.String(); got != want {
		t.Errorf("the page is\n%s\nwant\n%s", got, want)
	}
	long := strings.Repeat("word ", 100)
	p = NewManPage("x", "y", time.Time{})
	p.Text(long)
	for line := range strings.Lines(p.String()) {
		if len(line) > 81 {
			t.Errorf("a line of %d bytes: %s", len(line), line)
		}
	}
}
