package lang

import (
	"strconv"
	"strings"
	"time"
)

// duration returns a duration as a sentence of the language says it: 1h30m in English, and not 1h30m0s; in Chinese
// 1 小时 30 分钟. Columns and status lines have the shorter form of text.Elapsed in both languages.
func (l Language) duration(d time.Duration) string {
	if l == Chinese {
		return chineseDuration(d)
	}
	short := d.String()
	if strings.HasSuffix(short, "m0s") {
		short = strings.TrimSuffix(short, "0s")
	}
	if strings.HasSuffix(short, "h0m") {
		short = strings.TrimSuffix(short, "0m")
	}
	return short
}

func chineseDuration(d time.Duration) string {
	if d < time.Minute {
		return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " 秒"
	}
	var parts []string
	if hours := d / time.Hour; hours > 0 {
		parts = append(parts, strconv.Itoa(int(hours))+" 小时")
	}
	minutes, rest := d%time.Hour/time.Minute, d%time.Minute
	switch {
	case minutes > 0 && rest > 0:
		parts = append(parts, strconv.Itoa(int(minutes))+" 分")
	case minutes > 0:
		parts = append(parts, strconv.Itoa(int(minutes))+" 分钟")
	}
	if rest > 0 {
		parts = append(parts, chineseDuration(rest))
	}
	return strings.Join(parts, " ")
}

// recordedDuration returns the Chinese of a duration in an English text that was recorded.
func recordedDuration(english string) (chinese string, ok bool) {
	d, err := time.ParseDuration(english)
	if err != nil || english == "0" {
		return "", false
	}
	return chineseDuration(d), true
}
