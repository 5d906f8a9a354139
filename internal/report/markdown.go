package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"ccc/internal/lang"
	"ccc/internal/session"
	"ccc/internal/task"
	"ccc/internal/terminal"
	"ccc/internal/text"
	"ccc/internal/text/markdown"
	"ccc/internal/wording"
)

// MaxComment is the limit of a comment, in bytes. GitHub takes 65536 characters.
const MaxComment = 60 << 10

// Limits of the parts of a comment, in bytes.
const (
	roomTask   = 4 << 10
	roomReview = 4 << 10 // one review's own text
	roomRounds = 24 << 10
	roomList   = 6 << 10 // the files; the phases
	roomTalk   = 14 << 10
)

// Markdown writes the report as a comment for a pull request, of at most [MaxComment] bytes. All texts but ccc's own
// are in fences that they cannot close: they are no markup, mention nobody, and close no issue.
func (r *Report) Markdown(w io.Writer, l lang.Language) error {
	word := words(l)
	var b strings.Builder
	sign := map[string]string{"good": "✅", "bad": "❌", "open": "❔"}[r.Mood()]
	fmt.Fprintf(&b, "### %s %s\n\n", sign, r.title(l))
	var facts []string
	fact := func(name, value string) {
		if value != "" {
			facts = append(facts, word[name]+word["colon"]+value)
		}
	}
	fact("began", r.When())
	if r.Timed {
		fact("worked", elapsed(r.Took))
	}
	if r.CostUSD > 0 || r.AtLeast {
		fact(map[bool]string{true: "cost_hook", false: "cost"}[r.Hook], l.Text(wording.Spent(r.CostUSD, r.AtLeast)))
	}
	if r.NoVerdict > 0 {
		fact("reviews", fmt.Sprintf("%d%s%d %s", r.Rounds, word["beside"], r.NoVerdict, word["without"]))
	}
	fact("model", inline(r.Model))
	fact("claude", inline(r.Claude))
	if len(facts) > 0 {
		b.WriteString(strings.Join(facts, " · ") + "\n\n")
	}
	if why := r.reason(l); why != "" {
		b.WriteString(fence(why, roomTask, l))
	}
	if r.Error != "" {
		b.WriteString(fence(session.Label(r.Error), roomTask, l))
	}
	if len(r.Tasks) > 1 {
		fmt.Fprintf(&b, "**%s**\n\n%s", word["tasks"], fence(r.tasks(l, word), roomList, l))
	}
	rounds := r.rounds(l, word)
	if r.Task.Size > 0 && !strings.Contains(rounds, taskHeading(word, r.Number())) {
		fmt.Fprintf(&b, "**%s**\n\n%s", word["task"], fenceClip(r.Task, roomTask, l))
	}
	b.WriteString(rounds)
	if len(r.Files) > 0 {
		var list strings.Builder
		for _, f := range r.Files {
			list.WriteString(oneLine(f.Path) + "\n")
		}
		number := fmt.Sprint(len(r.Files))
		if r.FilesLeft > 0 {
			fmt.Fprintf(&list, "%d %s\n", r.FilesLeft, word["more"])
			number += "+"
		}
		fmt.Fprintf(&b, "**%s** (%s)\n\n%s", word["files"], number, fence(list.String(), roomList, l))
	}
	b.WriteString(r.phases(word))
	b.WriteString(r.talk(l, word))
	_, err := io.WriteString(w, b.String())
	return err
}

// tasks returns the list of the tasks, a line each.
func (r *Report) tasks(l lang.Language, word map[string]string) string {
	var b strings.Builder
	if r.TasksLeft > 0 {
		fmt.Fprintf(&b, "%d %s\n", r.TasksLeft, word["tasks_left"])
	}
	for _, t := range r.Tasks {
		fmt.Fprintf(&b, "%d. %s%s%s", t.Number, oneLine(joinClip(t.Text, l)), word["colon"], word[t.CameWord()])
		if count := t.countText(l); count != "" {
			b.WriteString(word["comma"] + count)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// taskHeading is the heading of a task's message among the rounds. With it the message is not repeated above.
func taskHeading(word map[string]string, number int) string {
	return fmt.Sprintf("**%s %d**\n\n", word["task"], number)
}

// rounds returns the list of reviews and messages. If it is too long, the last ones are kept.
func (r *Report) rounds(l lang.Language, word map[string]string) string {
	left, room := r.StepsLeft, roomRounds
	var parts []string
	for i, s := range slices.Backward(r.Steps) {
		var b strings.Builder
		switch {
		case s.Task() > 0:
			fmt.Fprintf(&b, "%s%s", taskHeading(word, s.Task()), fenceClip(*s.Message(), roomReview, l))
		case s.Message() != nil:
			fmt.Fprintf(&b, "**%s**\n\n%s", word["message"], fenceClip(*s.Message(), roomReview, l))
		case s.Did != "" && !s.ByPerson():
			b.WriteString(word[s.Did] + "\n\n")
		case s.Did != "":
			did := fmt.Sprintf("**%s%s%s** %s", word["person"], word["colon"], word[s.Did], inline(s.Text.Head))
			b.WriteString(strings.TrimSpace(did) + "\n\n")
		default:
			s.markdown(&b, l, word)
		}
		if room -= b.Len(); room < 0 {
			left += i + 1
			break
		}
		parts = append(parts, b.String())
	}
	if left > 0 {
		parts = append(parts, fmt.Sprintf("%d %s\n\n", left, word["steps_left"]))
	}
	slices.Reverse(parts)
	return strings.Join(parts, "")
}

func (s *Step) markdown(b *strings.Builder, l lang.Language, word map[string]string) {
	sign := map[string]string{"completed": "✅", "not_completed": "❌", "question": "❔"}[s.Judgement]
	number := ""
	sign = cmp.Or(sign, "❔")
	if s.Round > 0 {
		number = fmt.Sprintf(" %d", s.Round)
	}
	fmt.Fprintf(b, "**%s %s%s%s%s**", sign, word["review"], number, word["colon"], word[s.Word()])
	if s.Cost != "" {
		b.WriteString(" · " + s.Cost)
	}
	if s.Mods != "" {
		b.WriteString(" · " + cmp.Or(word["mods_"+s.Mods], word["mods_loose"]))
	}
	if s.Meanwhile != "" {
		b.WriteString(" · " + word["meanwhile"] + word["colon"] + inline(s.Meanwhile))
	}
	if s.Outside != "" {
		b.WriteString(" · " + word["outside"] + word["colon"] + inline(s.Outside))
	}
	if s.Unchecked {
		b.WriteString(" · " + word["nothing"])
	}
	if by := word["by_"+s.By]; by != "" && task.ByMachine(s.By) {
		b.WriteString(" · " + by)
	}
	b.WriteString("\n\n")
	if s.Text.Size > 0 && len(s.Reviewers) == 0 {
		b.WriteString(fenceClip(s.Text, roomReview, l))
	}
	if len(s.Findings) > 0 {
		findingsTable(b, s.Findings, l, word)
	}
	for _, one := range s.Reviewers {
		fmt.Fprintf(b, "%s%s%s\n\n", inline(one.Name), word["colon"], word[one.Judgement])
		if one.Text.Size > 0 {
			b.WriteString(fenceClip(one.Text, min(roomReview/2, roomRounds/2/len(s.Reviewers)), l))
		}
	}
	var ran strings.Builder
	for _, c := range s.Checks {
		fmt.Fprintf(&ran, "%s%s%s\n", oneLine(c.Name), word["colon"], l.Text(c.Outcome()))
	}
	for _, e := range s.Evidence {
		ran.WriteString(oneLine(l.Text(wording.Evidence([]string{e}))) + "\n")
	}
	if s.Left > 0 {
		fmt.Fprintf(&ran, "%d %s\n", s.Left, word["left"])
	}
	if ran.Len() > 0 {
		b.WriteString(fence(ran.String(), roomReview/2, l))
	}
}

// phases returns the timeline, as a folded table.
func (r *Report) phases(word map[string]string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "<details><summary>%s</summary>\n\n|%s|%s|%s|%s|\n|---|--:|--:|--:|\n",
		word["timeline"], word["phase"], word["at"], word["took"], word["cost"])
	for i, s := range r.Spans {
		name := word[s.Phase]
		if s.Verdict != "" {
			name += fmt.Sprintf(" %d%s%s", s.Round, word["colon"], word[s.Verdict])
		}
		fmt.Fprintf(&b, "|%s|%s|%s|%s|\n", name, elapsed(s.From), elapsed(s.Length()), s.Cost)
		if b.Len() > roomList-200 && i < len(r.Spans)-1 {
			fmt.Fprintf(&b, "|… %d|||\n", len(r.Spans)-1-i)
			break
		}
	}
	if len(r.Spans) == 0 {
		return ""
	}
	return b.String() + "\n</details>\n\n"
}

// talk returns the conversation, folded, with one line for each tool call.
func (r *Report) talk(l lang.Language, word map[string]string) string {
	var b strings.Builder
	for _, e := range r.Talk {
		if e.Fresh() || e.Kind == "session" {
			fmt.Fprintf(&b, "── %s ──\n", word["new_session"])
		}
		switch e.Kind {
		case "thinking", "session":
		case "note":
			fmt.Fprintf(&b, "· %s\n", brief(e.Text.Head, l))
		case "did":
			fmt.Fprintf(&b, "%s%s%s\n", word["person"], word["colon"], word[e.Text.Head])
		case "tool":
			state := e.State
			if state == "" {
				state = "no_answer"
			}
			fmt.Fprintf(&b, "● %s %s · %s\n", oneLine(e.Tool), oneLine(e.Argument), word[state])
			if state == "refused" && e.Output.Head != "" { // the user's reason
				fmt.Fprintf(&b, "  %s\n", oneLine(e.Output.Head))
			}
		default:
			fmt.Fprintf(&b, "%s%s%s\n", word[e.Kind], word["colon"], brief(e.Text.Head, l))
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return fmt.Sprintf("<details><summary>%s</summary>\n\n%s</details>\n", word["talk"], fence(b.String(), roomTalk, l))
}

// brief returns a text of the conversation, or its beginning and end. It leaves out more than the note on that takes.
func brief(text string, l lang.Language) string {
	const most, note = 500, 100
	if len(text) > most+note {
		text = joinClip(session.NewClip(text, most), l)
	}
	return strings.TrimSpace(text)
}

// joinClip joins the parts of a clip, with a note on what is missing between them.
func joinClip(c session.Clip, l lang.Language) string {
	if c.IsWhole() {
		return c.Head
	}
	return c.Head + "\n" + gapNote(c, l) + "\n" + c.Tail
}

// gapNote says how much of a text is missing.
func gapNote(c session.Clip, l lang.Language) string {
	return l.Sprintf("… %s of %s left out …", formatSize(c.Size-len(c.Head)-len(c.Tail)), formatSize(c.Size))
}

// fenceClip is fence for a text that may be cut already. It names the length of the whole text.
func fenceClip(c session.Clip, room int, l lang.Language) string {
	if c.IsWhole() {
		return fence(c.Head, room, l)
	}
	head, tail := c.Head, c.Tail
	head = head[:min(len(head), room/2)]
	tail = tail[max(0, len(tail)-room/4):]
	return fence(joinClip(session.Clip{Head: head, Tail: tail, Size: c.Size}, l), room, l)
}

// fence puts a text into a block of code of at most room bytes. Nothing in the text can close the block.
func fence(text string, room int, l lang.Language) string {
	text = safe(text)
	if len(text) > room-maxFence {
		cut := session.NewClip(text, room-maxFence)
		text = strings.ToValidUTF8(joinClip(cut, l), "")
	}
	return markdown.Fence(text)
}

// maxFence is how many bytes a fence needs in addition to the text, with the note on what is missing.
const maxFence = 2*markdown.MaxTicks + 120

// safe returns a text without control characters and colours.
func safe(s string) string {
	var b strings.Builder
	for s = terminal.LastStates(s); s != ""; {
		plain, rest, found := strings.Cut(s, "\x1b")
		b.WriteString(text.Safe(plain))
		if !found {
			break
		}
		_, s = colourCodes(rest)
	}
	return b.String()
}

// oneLine returns a text as one line.
func oneLine(text string) string { return strings.Join(strings.Fields(session.Label(text)), " ") }

// inline returns a name as code within a sentence, so that it is not read as markup.
func inline(name string) string { return markdown.Inline(oneLine(safe(name))) }

// findingsTable writes the findings of a review as a table.
func findingsTable(b *strings.Builder, list []Finding, l lang.Language, word map[string]string) {
	fmt.Fprintf(b, "||%s|%s|%s|%s|%s|\n|---|---|---|--:|--:|---|\n",
		word["severity"], word["status"], word["found"], word["ended"], word["finding"])
	for _, f := range list {
		ended := reviewNumber(f.Ended)
		if f.Later != "" {
			ended += " " + word[f.Later]
		}
		text := oneLine(f.Text.Head)
		if f.Place != "" {
			text = f.Place + word["colon"] + text
		}
		aside := func(is bool, parts ...string) {
			if is {
				text = l.Sprintf("%s (%s)", text, strings.Join(parts, ""))
			}
		}
		aside(f.By != "", f.By)
		aside(f.DismissedBy != "", word[f.DismissedBy])
		aside(f.Reason != "", word["reason"], word["colon"], f.Reason)
		aside(f.Again != "", word["again"], word["colon"], f.Again)
		aside(!f.Unproven.Empty(), l.Text(f.Unproven))
		fmt.Fprintf(b, "|%s|%s|%s|%s|%s|%s|\n", f.ID, word[f.Severity], word[f.Status], reviewNumber(f.Found),
			ended, markdown.Cell(oneLine(safe(text))))
	}
	b.WriteString("\n")
}

// reviewNumber returns the number of a review for a table; "" if it is not from this count.
func reviewNumber(review int) string {
	if review == 0 {
		return ""
	}
	return strconv.Itoa(review)
}
