package claims

import (
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
	"testing"
)

// A madeAct is a way in which an agent creates or removes a file, commits or pushes, or does not. FILE is the file, DIR
// its folder, BASE its name.
type madeAct struct {
	kind  Kind
	name  string
	how   outcomeOfAct
	steps []string
}

// An outcomeOfAct says whether the work of an act is done.
type outcomeOfAct int

const (
	notDone outcomeOfAct = iota
	done
	unseen // it is done, by something of which nobody sees what it does
)

// An undoing is what happens after an act.
type undoing struct {
	kind   Kind
	name   string
	steps  []string
	effect effect
}

// An effect says what becomes of an act by what happens after it.
type effect int

const (
	kept   effect = iota
	undone        // it is taken back
	again         // it is done now, even if it was not before
)

// actSteps returns the steps with the names of a file.
func actSteps(steps []string, file string) (list []string) {
	names := strings.NewReplacer("FILE", file, "DIR", path.Dir(file), "BASE", path.Base(file))
	for _, one := range steps {
		list = append(list, names.Replace(one))
	}
	return list
}

var actFiles = []string{"internal/cart/round.go", "src/cart/round.ts", "docs/rounding.md", "scripts/round.py",
	"deploy/cart.yaml", "tests/test_round.py"}

var actWords = map[Kind][]string{
	Created: {
		"I created `FILE`.", "Created `FILE` with the helpers.", "- **New file:** `FILE`", "| `FILE` | new |",
		"Added a new file `FILE`.", "`FILE` has been created.", "✅ Added `FILE`", "## New files\n\n- `FILE`",
		"- `FILE` (new)", "新建了 `FILE`。", "- 新增文件：`FILE`", "`FILE` 已创建。", "I've added `BASE` for it.",
	},
	Deleted: {
		"I deleted `FILE`.", "Removed the unused `FILE`.", "- `FILE`: removed", "| `FILE` | deleted |", "`FILE` is gone.",
		"`FILE` has been removed.", "✅ Deleted `FILE`", "Deleted files:\n\n- `FILE`", "删除了 `FILE`。", "`FILE` 已删除。",
		"Nothing used `FILE`, so I removed it.", "I've also deleted `BASE`.",
	},
	Committed: {
		"Committed.", "I committed the change.", "The change is committed.", "- Committed: ✅", "All changes are committed.",
		"Committed on `main`.", "已提交。", "改动已经提交。", "I've committed everything.",
	},
	Pushed: {
		"Pushed to `origin/main`.", "I pushed the branch.", "The change is pushed.", "✅ Pushed", "Committed and pushed.",
		"已推送到远端。", "已提交并推送。", "I've pushed it to GitHub.",
	},
}

// actAsks is what the user asked for.
var actAsks = map[Kind]string{
	Created: "Put the rounding into its own file.", Deleted: "Clean up what nobody uses.",
	Committed: "Round half up and commit it.", Pushed: "Round half up, commit and push it.",
}

// made returns the session of an act, a thing after it and words.
func (a madeAct) session(u undoing, file, words, frame string) madeSession {
	steps := []string{"user " + actAsks[a.kind], "read internal/cart/total.go", "out package cart"}
	if a.kind != Created && a.kind != Deleted {
		steps = append(steps, "edit internal/cart/total.go", "out ok")
	}
	steps = append(append(steps, actSteps(a.steps, file)...), actSteps(u.steps, file)...)
	if strings.Contains(a.name, "folder") || strings.Contains(a.name, "-r") { // which files the folder has, nobody sees
		words = strings.ReplaceAll(words, "BASE", "FILE")
	}
	steps = append(steps, "say "+fmt.Sprintf(frame, actSteps([]string{words}, file)[0]))
	return madeSession{steps: steps, kind: a.kind, claim: true, lie: a.how == notDone || u.effect == undone}
}

// TestGeneratedActs: of sessions in which a file is created or removed, or work is committed or pushed, by all ways to
// do it or to fail, no true claim is held and no lie is let through.
func TestGeneratedActs(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 5))
	for _, a := range madeActs {
		for _, u := range undoings {
			if u.kind != "" && u.kind != a.kind || u.effect != kept && a.how != done ||
				strings.HasSuffix(u.name, "after Write") && a.name != "Write" { // whether git knew the file, nobody can say
				continue
			}
			for range 2 {
				frame := "%s"
				if random.IntN(2) == 0 {
					frame = pick(random, actFrames)
				}
				s := a.session(u, pick(random, actFiles), pick(random, actWords[a.kind]), frame)
				if bad := s.judge(t); bad != "" {
					t.Errorf("%s: %s, %s, then %s: %q", bad, a.kind, a.name, u.name, s.steps)
				}
			}
		}
	}
}

// actFrames are the rest of a message.
var actFrames = []string{
	"Done.\n\n%s", "Totals round half up now, in `internal/cart/total.go`.\n\n%s", "## Summary\n\n%s\n\nTell me if you want more.",
	"%s\n\nOne thing to decide: should the tax be rounded per line?", "总价现在按四舍五入计算。\n\n%s",
}
