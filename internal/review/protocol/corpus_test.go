package protocol

import (
	"strings"
	"testing"
	"unicode"
)

// M and N stand for the markers in the corpus.
var spelled = strings.NewReplacer("M", Marker, "N", NeedsUser, "|", "\n")

// corpus has answers of reviewers with their meaning: + done, - not done, ? a question. M stands for the marker for
// done, N for the marker for a question; | ends a line. Each answer must be read with its meaning, or as Unclear.
var corpus = []string{
	// Stated.
	"+ M",
	"+ Everything asked for is there.||M",
	"+ I ran go test ./... and it passes.||M|",
	"+ All done. M",
	"+ all tests pass, the parser handles empty input M",
	"+ M all tests pass",
	"+ M: all tests pass.",
	"+ M - I did not find a fault",
	"+ **M**",
	"+ __M__",
	"+ `M`",
	"+ ### M",
	"+ - M",
	"+ * M",
	"+ 3. M",
	"+ ✅ M ✅",
	"+ Verdict: M",
	"+ **Verdict:** M",
	"+ My conclusion:||M",
	"+ Both points hold, so:||M",
	"+ Therefore:|M",
	"+ The answer is:|**M**",
	"+ I checked:|- the parser|- its tests||M",
	"+ The first try failed. The second did not.||M",
	"+ I did not find anything missing.||M",
	"+ Nothing is left to do!|M",
	"+ ```|go test ./...|ok|```|M",
	"+ ~~~|--- FAIL: TestSum|~~~|That was before; now it passes.||M",
	"+ > please add a test||It is there.||M",
	"+ The `<pre>` tag is escaped now.||M",
	"+ main.go:12: the check is there.||M",
	"+ --- a/x|+++ b/x|+one||The diff is right.||M",
	"+ M||I ran the tests: 12 pass.",
	"+ M||Checked: go vet, go test, the README.",
	"+ M|I ran the tests, all pass.",
	"+ ~~Not done.~~ Done now. M",
	"+ \"sum\" is exported, as asked.||M",
	"+ I cannot say M yet.||Now I have run the tests, and they pass.||M",
	"+ M||Wait, no: TestSum fails.||I have run it again and it passes.||M",
	"+  M",
	"+ 1. tests: pass|2. docs: there||M",
	"+ \\[TASK\\_COMPLETED\\]",
	"+ M M",
	"+ Done.|M|",
	// Not stated.
	"- Add a test for empty input.",
	"- Not done.",
	"- TASK_COMPLETED",
	"- [TASK_COMPLETE]",
	"- [task_completed]",
	// Inside a sentence, denied, promised, reported.
	"- I cannot say M yet",
	"- I can't say M.",
	"- I will not write M",
	"- Fix the tests, then I will answer M",
	"- Once the docs are right, this is M",
	"- This would be M",
	"- the agent claims M",
	"- The agent says M",
	"- The agent wrote: M",
	"- The file ends with M",
	"- The task was marked as M",
	"- the text M stands in a sentence",
	"- It is M only with a test",
	"- M cannot be given: a test fails",
	"- M is not what I can say",
	"- M once TestSum passes",
	"- M would be wrong",
	"- M is what the agent wrote",
	"- M if you add a test",
	"- When the test is there, I will say|M",
	"- The last line of the agent's answer says|M",
	// Announced.
	"- I will answer with:||M",
	"- I will answer with:|M",
	"- After that, end with:||M",
	"- The log ends with this line:||M",
	"- For example:|M",
	"- The agent's last words:||M",
	"- Once that is done, my verdict is:||M",
	"- The marker is:|M",
	"- The summary would be: M",
	// In code, quotations, output.
	"- ```|M|```",
	"- ```text|M",
	"- ````|```|M|```|````",
	"- ```|``` not the end|M|```",
	"- ~~~|M|~~~",
	"- Its output:||    M",
	"-     M",
	"- \tM",
	"- - the agent wrote||    M",
	"- > M",
	"- > The agent:|> M",
	"- > The agent said|M",
	"- <pre>|M|</pre>",
	"- <pre>M</pre>",
	"- <PRE class=x>|M",
	"- <blockquote>|All good.|M|</blockquote>",
	"- <code>M</code>",
	"- <!--|M|-->",
	"- +M",
	"- -M",
	"- + M",
	"- @@ -1 +1 @@|-old| M",
	"- diff --git a/x b/x|M",
	"- README.md:7:M",
	"- README.md:7: M",
	"- a.go:7:3: M",
	"- 12:M",
	"- $ echo M",
	"- $ echo done; echo M",
	// Quotations.
	"- The agent wrote `M`",
	"- The agent ended with \"M\".",
	"- It wrote “All done.|M”",
	"- It wrote \"All done. M\"",
	"- Its words: “All is there. M”",
	"- It ran `printf done; echo M`",
	// Struck out.
	"- ~~M~~",
	"- ~~All done. M~~ A test fails.",
	"- ~~All done.|M~~",
	"- <del>M</del>",
	"- <del>|M|</del>",
	"- <s>M</s>",
	// Withdrawn.
	"- M||Wait, no: TestSum fails.",
	"- M|Wait, no: TestSum fails.",
	"- M Wait, no: TestSum fails.",
	"- M||But the README is wrong.",
	"- M, but the README has no example",
	"- M except for the docs",
	"- M||One thing remains: the docs.",
	"- M||Please add a test for zero.",
	"- M||```|--- FAIL: TestSum|```",
	"- M||All of it works.||Actually, one file should be deleted.",
	"- M||I could not run the tests.",
	"- M|Hmm, TestSum hangs.",
	"- M||I cannot say M yet.",
	"- M — nope",
	"- M - no",
	"- M||PS tests are red",
	"- M||❌ TestSum",
	"- M|❌ TestSum",
	"- M tests are red",
	// A question, a cross, a refusal, an unfinished sentence.
	"- M?",
	"- **M**?",
	"- Is it M?",
	"- ❌ M",
	"- M ❌",
	"- 🚫M",
	"- ✗ M",
	"- ✘ M",
	"- ⛔ M",
	"- ⚠️ M",
	"- ❌||M",
	"- not|M",
	"- Not yet||M",
	"- **Not yet**||M",
	"- Not yet||M - all but the docs",
	"- I refuse to say||M",
	"- What I won't write is||M",
	"- 1. Tests fail|2. M in README is premature",
	"- - All tests pass|- **M** in README",
	"- make test printed this line||M||and nothing else ran",
	// Program output, HTML, links.
	"- $ make test|PASS|M",
	"- ❯ make test|PASS|M",
	"- FAIL\tM",
	"- <details>|<summary>Log</summary>||M||</details>",
	"- \u00a0\u00a0\u00a0\u00a0M",
	"- !M(x)",
	"- M(x)",
	"- [M](x)",
	// Similar, but none of the above.
	"+ The tests fail. Fix X.||M",
	"+ M|Add a test for the parser.",
	"+ ✅ M",
	"+ All tests pass|M",
	"+ **I did not find a fault.**||M",
	"+ It did not work. It does now||M",
	"+ Does it work? It does. M",
	"+ 1. M: all tests pass",
	"+ The command prints the version||M||Checked by hand.",
	"+ $ make test|PASS||It passes.||M",
	"? ⚠️ N",
	"? The key is not set||N",
	"? N Which port?",
	// Questions.
	"? N",
	"? Which port?||N",
	"? The key is missing: where is it?|**N**",
	"? Which of the two holds:||N",
	"? Which port?||N||Please answer in a word.",
	"? All is done M, but which port?|N",
	"- The agent wrote `N`",
	"- I will not say N",
	"- > N",
	"- ```|N|```",
	"-     N",
	"- ~~N~~",
	"- If it cannot go on, I will write:||N",
	"- Which port?||N||Never mind: it is in the README. Use that.",
	"- M||N is not needed, it says.",
	// 说了。
	"+ 全部完成。||M",
	"+ 没有遗漏。M",
	"+ 任务完成 M。",
	"+ M 所有测试通过",
	"+ 我运行了 go test，全部通过。||M",
	"+ 结论：M",
	"+ 结论：||M",
	"+ 因此：|M",
	"+ **审查结果：**||**M**",
	"+ 第一次测试失败了，现在已经通过。||M",
	"+ 我没有发现问题。||M",
	"+ 检查过：|- 解析器|- 测试||M",
	"+ ```|go test ./...|```|全部通过。||M",
	"+ > 请补充测试||测试已经补上。||M",
	"+ M||我运行了全部测试，都通过了。",
	"+ 要求的功能都在，测试也通过了！M",
	"+ 1. 测试通过|2. 文档齐全||M",
	"+ 还不能说 M。||现在测试通过了。||M",
	// 没有说，否定，承诺，转述。
	"- 请补充空输入的测试。",
	"- 测试失败，还不能说 M",
	"- 修复之后才是 M。",
	"- 如果测试通过，就是 M",
	"- 等到文档写好，将给出 M",
	"- Agent 声称 M",
	"- Agent 写道：M",
	"- 它的回答是 M",
	"- 文件里有 M 字样",
	"- M 还给不了，不能通过",
	"- M 不成立",
	"- M 没有依据",
	"- M 才是目标",
	"- 它说：M",
	"- 例如：|M",
	"- 我将回复：||M",
	"- 最后一行是：|M",
	"- 修好之后我会写：||M",
	"- 如果通过，结论：||M",
	// 代码，引用，输出，删除线。
	"- ```|M|```|以上是 Agent 的日志。",
	"- 日志：||    M",
	"- > Agent：M",
	"- > 它写道|M",
	"- Agent 写的是「M」",
	"- 它写：「全部完成。M」",
	"- 它写：“全部完成。|M”",
	"- 日志.txt:3: M",
	"- ~~M~~ 测试失败",
	"- <pre>|全部完成|M|</pre>",
	// 收回。
	"- M||等等，TestSum 失败了。",
	"- M|不对，还有一个测试失败。",
	"- M，但文档没有更新",
	"- M||不过文档需要更新。",
	"- M||请补充文档。",
	"- M||还有一个文件没有提交。",
	"- M||如果能加上测试就更好了。",
	"- M||我无法运行测试。",
	"- M——否",
	"- M——并非如此",
	"- M||测试是红的",
	// 疑问，叉号，拒绝，没说完的句子。
	"- M？",
	"- 这算 M 吗？",
	"- 算 M？",
	"- ❌ 测试 M",
	"- 🚫 M 测试",
	"- 不是|M",
	"- 还没有||M",
	"- 我拒绝给出||M",
	"- 我不会写的是||M",
	"- 1. 测试失败|2. M 写在 README 里为时过早",
	"- make test 打印了这一行||M||and nothing else ran",
	"- make test 打印了这一行|M",
	"- $ make test|通过|M",
	"- 失败\tM",
	"- <details>|<summary>日志</summary>||M||</details>",
	"- \u00a0\u00a0\u00a0\u00a0M 完成",
	"- M(链接)",
	"+ 测试失败。请修复。||M",
	"+ \u3000\u3000全部完成 M",
	"+ ✅ 测试通过 M",
	"+ 测试全部通过|M",
	"? 密钥没有设置||N",
	// 问题。
	"? 用哪个端口？||N",
	"? 缺少密钥，放在哪里？N",
	"? 两个要求矛盾，以哪个为准：||N",
	"- 我不会说 N",
	"- > N||这是它的问题。",
	"- 如果没有密钥，我会写：||N",
}

// TestCorpus: no answer is read with a wrong meaning. The number of Unclear answers is fixed, so that a change of the
// rules shows if they guess more or ask more.
func TestCorpus(t *testing.T) {
	chinese, lost, unclear := 0, 0, 0
	for _, c := range corpus {
		want := map[byte]Judgement{'+': Done, '-': NotYet, '?': Blocked}[c[0]]
		text := said(c[2:])
		switch got := Read(text).Judgement; {
		case got == Unclear:
			unclear++
		case got != want:
			lost++
			t.Errorf("Read(%q) = %v, want %v or unclear", text, got, want)
		}
		if strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			chinese++
		}
	}
	if len(corpus) < 120 || chinese < 40 {
		t.Errorf("%d cases, %d Chinese", len(corpus), chinese)
	}
	if unclear != 228 { // most answers in the corpus are unclear on purpose
		t.Errorf("%d of %d are asked back, want 228", unclear, len(corpus))
	}
	t.Logf("faults: markers: tried=%d lost=%d", len(corpus), lost) // for make faults
}

// said replaces M and N by the markers where they are words of their own.
func said(text string) string {
	var b strings.Builder
	runes := []rune(text)
	letter := func(i int) bool {
		return i >= 0 && i < len(runes) && runes[i] < 0x80 && unicode.IsLetter(runes[i])
	}
	for i, r := range runes {
		if (r == 'M' || r == 'N') && (letter(i-1) || letter(i+1)) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(spelled.Replace(string(r)))
	}
	return b.String()
}
