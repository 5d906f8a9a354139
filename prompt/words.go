package prompt

import (
	"slices"
	"strings"
)

// The words by which a text is judged, in English and Chinese. A word that begins or ends with a Latin letter is found
// as a whole word, in small and capital letters; all others are found anywhere.
var (
	// denials in the marker's own sentence refuse it.
	denials = []string{
		"not", "is not", "cannot", "never", "'t", "’t", "isn't", "can't", "only",
		"will", "would", "should", "could", "once", "until", "when", "unless", "if",
		"不", "未", "没", "无法", "尚", "才", "否", "并非",
	}
	// refusals in a sentence that is not finished go on into the marker on a line of its own.
	refusals = []string{
		"not", "no", "nope", "never", "cannot", "'t", "’t", "neither", "nor", "far from", "refuse", "refuses", "refused",
		"refusing", "decline", "declines", "declined", "deny", "denies", "denied", "reject", "rejects", "rejected",
		"不", "未", "没", "无法", "尚", "否", "并非", "拒绝",
	}
	// crosses in its line, or behind it, are a no.
	crosses = []string{"❌", "❎", "🚫", "⛔", "🛑", "⚠", "✗", "✘", "✖", "☒", "×"}
	// promises put it off.
	promises = []string{
		"will", "would", "should", "could", "shall", "might", "may", "'ll", "’ll", "going to",
		"once", "until", "unless", "when", "if", "before", "after",
		"将", "会", "如果", "若", "要是", "之后", "以后", "等到", "才",
	}
	// reports tell of it.
	reports = []string{
		"claim", "claims", "claimed", "say", "says", "said", "write", "writes", "wrote", "writing", "print", "prints",
		"printed", "output", "outputs", "echo", "echoes", "marker", "answer with", "answers with", "answered", "reply",
		"replies", "replied", "respond", "responds", "end with", "ends with", "ended with", "contains", "string", "text",
		"quote", "quotes", "quoted", "example", "e.g", "such as", "format", "marked as", "declared", "called", "this line",
		"声称", "宣称", "说 ", "说：", "说:", "说“", "写道", "写着", "写了", "写上", "写出", "输出", "打印", "标记", "标为",
		"例如", "比如", "示例", "格式", "回复", "回答", "答复", "字样", "所谓", "这一行", "这行",
	}
	// conclusions lead to it by a colon.
	conclusions = []string{
		"verdict", "conclusion", "result", "decision", "judgement", "judgment", "assessment", "status", "answer", "outcome",
		"so", "therefore", "hence", "thus", "summary",
		"结论", "结果", "判定", "判断", "裁决", "意见", "因此", "所以", "综上", "总之",
	}
	// retractions behind it take any marker back.
	retractions = []string{
		"wait", "no,", "no:", "no.", "no!", "actually", "oops", "sorry", "hmm", "correction", "retract", "scratch that",
		"never mind", "second thought", "second thoughts", "nope", "nah", "no\n",
		"等等", "等一下", "稍等", "更正", "收回", "抱歉", "不对", "其实", "算了",
	}
	// objections behind it say that the work is not done, also right behind it.
	objections = []string{
		"however", "but", "although", "though", "except", "unless", "until", "once", "cannot", "still", "yet", "instead",
		"fail", "fails", "failed", "failing", "failure", "broken", "missing", "incomplete", "unfinished", "todo",
		"needs_user",
		"premature", "red",
		"但", "不过", "然而", "除了", "除非", "失败", "缺", "还没", "尚未", "未完成", "没有完成", "没完成", "不能", "不是", "仍", "待办",
		"过早", "红",
	}
	// doubts are for the paragraphs behind that of the marker.
	doubts = []string{
		"not", "no", "never", "'t", "’t", "must", "should", "would", "could", "need", "needs", "needed", "please", "fix",
		"add",
		"wrong", "error", "errors", "bug", "bugs", "unverified", "remain", "remains", "remaining", "if", "maybe", "perhaps",
		"might", "unsure", "uncertain", "ps", "p.s",
		"不", "没", "未", "无法", "需要", "请", "应该", "应当", "修复", "错误", "问题", "如果", "还", "漏", "可能", "也许", "或许",
	}
)

// has reports whether one of the words stands in the text.
func has(text string, words []string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(words, func(word string) bool {
		for at := 0; ; at++ {
			next := strings.Index(text[at:], word)
			if next < 0 {
				return false
			}
			at += next
			end := at + len(word)
			if !(latin(word[0]) && at > 0 && latin(text[at-1])) &&
				!(latin(word[len(word)-1]) && end < len(text) && latin(text[end])) {
				return true
			}
		}
	})
}

// latin reports whether a byte belongs to a word that has bounds.
func latin(b byte) bool {
	return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || b == '_'
}
