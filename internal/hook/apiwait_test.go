package hook

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"ccc/integration/events"
	"ccc/internal/lang"
)

// retries returns lines of claude's, one for each wait of so many seconds.
func retries(seconds ...int) (lines []string) {
	for i, delay := range seconds {
		lines = append(lines, fmt.Sprintf(`{"type":"system","subtype":"api_retry","attempt":%d,"max_retries":10,`+
			`"retry_delay_ms":%d,"error_status":429,"error":"rate_limit","session_id":"fork"}`, i+1, delay*1000))
	}
	return lines
}

// TestAPIWait: the longest wait of a reviewer counts, if it was long. The last wait of a reviewer that was ended
// meanwhile was cut off.
func TestAPIWait(t *testing.T) {
	const answer = `{"type":"assistant","message":{"content":[]}}`
	for _, c := range []struct {
		one, other []string
		want       string
	}{
		{append(retries(1, 2, 4, 8, 16, 32, 32), answer), append(retries(32), answer),
			"the API kept this review waiting for 1m35s: the API's rate limit is reached"},
		{append(retries(1, 2, 4), answer), append(retries(16, 8), answer), ""},
		{retries(1, 2, 4, 8, 16, 32), nil, "the API kept this review waiting for 31s: the API's rate limit is reached"},
		{retries(1, 2, 4, 8, 16), nil, ""},
	} {
		var w apiWait
		for _, line := range c.one {
			w.observe("one", events.Of(t, line))
		}
		for _, line := range c.other {
			w.observe("other", events.Of(t, line))
		}
		if got := lang.English.Text(w.message()); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestAPIWaitReason: what was waited for is said in the user's language, and not what a request failed of at the end.
func TestAPIWaitReason(t *testing.T) {
	for failed, want := range map[string]string{
		"overloaded": "多等了 31 秒：API 过载", "server_error": "多等了 31 秒：API 出错（server_error）",
		"authentication_failed": "多等了 31 秒：API 不接受密钥或登录",
	} {
		var w apiWait
		for i, line := range retries(1, 2, 4, 8, 16, 32) {
			if i < 5 {
				line = strings.Replace(line, "rate_limit", failed, 1)
			}
			w.observe("", events.Of(t, line))
		}
		if got := lang.Chinese.Text(w.message()); !strings.HasSuffix(got, want) {
			t.Errorf("%s: %q, want %q", failed, got, want)
		}
	}
}

// TestAPIWaitIsTold: a review that the API kept waiting says so at its end, once, whatever the verdict.
func TestAPIWaitIsTold(t *testing.T) {
	for _, verdict := range []string{"done", "not: no test"} {
		t.Run(verdict, func(t *testing.T) {
			s := newSession(t)
			s.says("do it")
			s.does("did it")
			s.answer(verdict)
			path := numbered(s.dir, "answer", 1)
			text := strings.Join(append(retries(32, 32), s.read(path)), "\n")
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			const want = "[SUPERVISOR] the API kept this review waiting for 1m4s: the API's rate limit is reached"
			if d := s.stop(""); strings.Count(d.Message, want) != 1 {
				t.Errorf("%q, want %q", d.Message, want)
			}
		})
	}
}
