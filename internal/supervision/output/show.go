package output

import (
	"ccc/internal/lang"
	"ccc/internal/terminal"
	"ccc/internal/wording"
	"ccc/loop"
)

// Show shows a notice of the loop on the screen.
func Show(s *terminal.Screen, n loop.Notice, language lang.Language) {
	if n.Begin || n.Verdict != nil || n.At.Phase != loop.PhaseReview { // before the notice of its end
		s.EndReview()
	}
	switch {
	case !n.Text.Empty():
		s.Note(language.Text(n.Text))
	case n.Sent != "":
		s.EchoMessage(n.Sent)
	case n.Begin && n.At.Phase == loop.PhaseReview:
		s.Rule(language.Sprintf("review %d of %d", n.At.Round, n.At.Of))
	case n.Verdict != nil:
		round, of, v := n.At.Round, n.At.Of, *n.Verdict
		s.ShowVerdict(language.Text(wording.Verdict(round, of, v)), language.Text(wording.HeadOfNotes(round, of, v)),
			v.Completed)
	}
}
