package lang

import (
	"testing"
	"time"
)

// TestDuration: issue 29: a duration in a Chinese sentence is Chinese.
func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration][2]string{
		0:                       {"0s", "0 秒"},
		1500 * time.Millisecond: {"1.5s", "1.5 秒"},
		10 * time.Minute:        {"10m", "10 分钟"},
		6 * time.Hour:           {"6h", "6 小时"},
		90 * time.Minute:        {"1h30m", "1 小时 30 分钟"},
		185 * time.Second:       {"3m5s", "3 分 5 秒"},
		time.Hour + time.Second: {"1h0m1s", "1 小时 1 秒"},
	} {
		for l, want := range map[Language]string{English: want[0], Chinese: want[1]} {
			if got := l.Sprintf("%s", d); got != want {
				t.Errorf("%v is %q, want %q", d, got, want)
			}
		}
	}
	if got := Chinese.Text(Errorf("the reviewer took longer than %s", time.Minute)); got != "审查者用时超过 1 分钟" {
		t.Errorf("in an error: %q", got)
	}
}

// TestList: names are listed with the marks of the language, and a % in one is no verb.
func TestList(t *testing.T) {
	list := List("kimi", "50%d")
	if en, zh := English.Text(list), Chinese.Text(list); en != "kimi, 50%d" || zh != "kimi、50%d" {
		t.Errorf("%q, %q", en, zh)
	}
}
