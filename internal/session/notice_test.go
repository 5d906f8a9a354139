package session

import (
	"testing"

	"ccc/internal/lang"
	"ccc/internal/task"
	"ccc/internal/wording"
)

// TestNoticeText: a notice is told in the reader's language, also if it was recorded in English.
func TestNoticeText(t *testing.T) {
	for name, c := range map[string]struct {
		item    Item
		chinese string
	}{
		"a sentence": {Item{Text: "recording has stopped: it has reached 256 MiB"}, "录制已停止：它已达到 256 MiB"},
		"two lines":  {Item{Text: "the reviewer gave no answer\nthe user's words"}, "审查者没有给出任何回答\nthe user's words"},
		"totals": {Item{Text: "completed after 1s · …", Totals: &task.Totals{Outcome: "completed", WorkMS: 1000, Reviews: 1}},
			"已完成，用时 1s · 1 次审查 · Agent $0.00，审查 $0.00"},
		"in parts": {NoticeItem(lang.M("%s\n%s", wording.Judged(false, true, nil, 1), lang.M("The reviewer asks you:\n%s", "completed")), nil),
			"有问题需要你回答\n审查者需要你的回答：\ncompleted"},
	} {
		c.item.Type = TypeNotice
		if got := c.item.NoticeText(lang.English); got != c.item.Text {
			t.Errorf("%s: %q in English", name, got)
		}
		if got := c.item.NoticeText(lang.Chinese); got != c.chinese {
			t.Errorf("%s: %q, want %q", name, got, c.chinese)
		}
	}
}
