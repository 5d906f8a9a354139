package outcome

import (
	"strings"
	"testing"

	"ccc/internal/lang"
	"ccc/loop"
)

// TestL10TableOfARun: the table counts each finding once. At 60 and at 40 columns it still has the titles, and the text
// below has the cells that were left out.
func TestL10TableOfARun(t *testing.T) {
	row := func(number int, title string, e Ending) Row {
		return Row{Number: number, Title: title, Branch: "ccc/" + title, Ending: &e}
	}
	result := Result{Tasks: []Row{
		row(1, "first-task", Ending{Outcome: loop.Completed, Rounds: 1, SessionID: "5e551011-0000-4000-8000-000000000001",
			Advice: 1, FoundAgain: 2, Unchecked: true}),
		row(2, "第二个任务", Ending{Outcome: loop.NotCompleted, ExitCode: 3, Rounds: 3, Open: 2, Advice: 1,
			Reason: "stopped: new findings in each round"}),
	}}
	result.Tasks[0].Done = true
	for width, want := range map[int]string{
		200: `TASK  OUTCOME                                              ROUNDS  COST   TIME  TITLE       BRANCH          SESSION
1     completed, nothing checked · 1 advice · 2 dismissed  1       $0.00  0s    first-task  ccc/first-task  5e551011-0000-4000-8000-000000000001
2     not completed · 2 open · 1 advice                    3       $0.00  0s    第二个任务  ccc/第二个任务  -
task 2: not completed: stopped: new findings in each round
tasks done: 1 of 2 · 0s
`,
		60: `TASK  OUTCOME        ROUNDS  COST   TIME  TITLE
1     completed      1       $0.00  0s    first-task
2     not completed  3       $0.00  0s    第二个任务
task 1: session 5e551011-0000-4000-8000-000000000001
task 1: branch ccc/first-task
task 1: completed, nothing checked · 1 advice · 2 dismissed
task 2: branch ccc/第二个任务
task 2: not completed · 2 open · 1 advice: stopped: new
  findings in each round
tasks done: 1 of 2 · 0s
`,
		40: `TASK  OUTCOME        TITLE
1     completed      first-task
2     not completed  第二个任务
task 1: session 5e551011-0000-4000-8000-000000000001
task 1: branch ccc/first-task
task 1: ROUNDS 1 · COST $0.00 · TIME 0s
task 1: completed, nothing checked · 1
  advice · 2 dismissed
task 2: branch ccc/第二个任务
task 2: ROUNDS 3 · COST $0.00 · TIME 0s
task 2: not completed · 2 open · 1
  advice: stopped: new findings in each
  round
tasks done: 1 of 2 · 0s
`,
	} {
		var b strings.Builder
		if err := result.WriteTable(&b, func() int { return width }, lang.English); err != nil || b.String() != want {
			t.Errorf("at %d columns: %v\n%s\nwant\n%s", width, err, b.String(), want)
		}
	}
}

// TestCostsAddUp: the costs of the tasks add up to that of the run below them.
func TestCostsAddUp(t *testing.T) {
	result := Result{CostUSD: 0.51, Tasks: []Row{
		{Number: 1, Title: "a", Ending: &Ending{CostUSD: 0.254}}, {Number: 2, Title: "b", Ending: &Ending{CostUSD: 0.254}},
		{Number: 3, Title: "c"},
	}}
	var b strings.Builder
	if err := result.WriteTable(&b, nil, lang.English); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"$0.254", "0s · $0.51\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
